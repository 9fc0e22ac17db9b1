#!/bin/bash
set -eu
printf "1\n2\n" > numbers.txt
