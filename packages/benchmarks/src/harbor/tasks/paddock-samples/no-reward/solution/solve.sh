#!/bin/bash
set -eu
echo "anything" > anything.txt
