#!/bin/bash
set -u
lines=$(cat numbers.txt 2>/dev/null | wc -l)
if [ "$lines" -gt 0 ]; then exists=1; else exists=0; fi
case $lines in 3) reward=1 ;; 2) reward=0.75 ;; 1) reward=0.25 ;; *) reward=0 ;; esac
printf "{\"reward\": %s, \"exists\": %s, \"lines\": %s}\n" "$reward" "$exists" "$lines" > /logs/verifier/reward.json
