#!/bin/bash
set -u
if [ -z "$(ls -A)" ]; then echo 1; else echo 0; fi > /logs/verifier/reward.txt
