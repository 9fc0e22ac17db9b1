#!/bin/bash
set -eu
echo "final" >> report.txt
