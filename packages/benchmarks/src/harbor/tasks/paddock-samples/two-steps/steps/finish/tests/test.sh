#!/bin/bash
set -u
if [ "$(tail -n 1 report.txt 2>/dev/null)" = "final" ]; then echo 1; else echo 0; fi > /logs/verifier/reward.txt
