#!/bin/bash
set -eu
echo "started" > slow.txt
sleep 600
echo "done" > slow.txt
