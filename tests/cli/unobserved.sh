#!/bin/bash
# DISKBENCH_OBSERVE=off, for measuring what observation costs: every figure is
# there and none is called the disk's.
. "$(dirname "$0")/../common.sh"
need python3

export DISKBENCH_OBSERVE=off
verdicts() {
	python3 -c 'import json, sys
for phase in json.load(open(sys.argv[1]))["phases"]:
    print(phase["test"], phase["verdict"], phase["state"])' "$out"
}
run -s 1 -n 1 -t write,read,seeks,seq-create -o json "$place"
expect_status 0 "without observation"
expect_nothing_left
[ "$(verdicts | wc -l)" = 4 ] || fail "not all tests are there"
! verdicts | grep -v ' unchecked complete$' || fail "a figure was judged"
grep -q '"code": *"observation"' "$out" || fail "no word of the reason"

run -o json "$place" -- true
expect_status 0 "a command"
[ "$(verdicts)" = "command unchecked complete" ] || fail "a command was judged"

run -f -s 1 -n 0 "$place"
expect_out "honest: 0 of 4 figures measure the disk; 4 unchecked"

DISKBENCH_OBSERVE=maybe run -f -s 1 -n 0 "$place"
expect_status 2 "an unknown word"
expect_err "DISKBENCH_OBSERVE is 'maybe', want 'on' or 'off'"
DISKBENCH_OBSERVE=on run -f -s 1 -n 0 -o json "$place"
expect_status 0 "with observation"
! grep -q '"observation"' "$out" || fail "not observed"
