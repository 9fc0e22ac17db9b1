#!/bin/bash
set -eu
echo "draft" > report.txt
