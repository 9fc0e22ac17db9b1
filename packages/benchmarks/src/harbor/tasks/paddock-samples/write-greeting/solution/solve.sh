#!/bin/bash
set -eu
echo "hello paddock" > greeting.txt
