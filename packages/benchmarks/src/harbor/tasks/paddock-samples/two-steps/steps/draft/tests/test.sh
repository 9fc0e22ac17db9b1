#!/bin/bash
set -u
if [ "$(head -n 1 report.txt 2>/dev/null)" = "draft" ]; then echo 1; else echo 0; fi > /logs/verifier/reward.txt
