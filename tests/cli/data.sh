#!/bin/bash
# What --compress and --dedupe write, measured from outside, and that --verify
# finds it right.
. "$(dirname "$0")/../common.sh"
need python3

target=$work/target

# measure WHAT: of the file that was written how many times smaller deflate
# makes it, or which percentage of its 4 KiB blocks are distinct.
measure() {
	python3 - "$1" "$target" << 'END'
import sys, zlib
data = open(sys.argv[2], "rb").read()
blocks = [data[at:at + 4096] for at in range(0, len(data), 4096)]
if sys.argv[1] == "ratio":
    print(len(data) / len(zlib.compress(data)))
else:
    print(100 * len(set(blocks)) / len(blocks))
END
}

# expect_near WHAT WANTED TOLERANCE CASE
expect_near() {
	local found
	found=$(measure "$1")
	awk -v found="$found" -v wanted="$2" -v off="$3" 'BEGIN {
		exit !(found >= wanted - off && found <= wanted + off)
	}' || fail "$1 of $4 is $found instead of $2"
}

# expect_data RATIO DISTINCT OPTION...: what all of $target becomes.
expect_data() {
	local ratio=$1 distinct=$2
	shift 2
	rm -f "$target"
	truncate -s 8M "$target"
	run -t SW --block 16k --count 512 --threads 2 -q --destroy="$target" \
		"$@" "$target"
	expect_status 0 "SW $*"
	expect_near ratio "$ratio" "$(awk "BEGIN { print $ratio * 0.05 }")" "$*"
	expect_near distinct "$distinct" 2 "$*"
}

expect_data 1 100
expect_data 1.3 100 --compress 1.3
expect_data 2 100 --compress 2
expect_data 2.5 100 --compress 2.5
expect_data 8 100 --compress 8
expect_data 1 75 --dedupe 25
expect_data 1 0.4 --dedupe 100
expect_data 3 40 --compress 3 --dedupe 60

# What was written is found right, whoever reads it; JSON tells the data.
run -s 2:4096:500 -n 0 -c 2 --verify --compress 2 --dedupe 50 -o json "$place"
expect_status 0 "--verify on shaped data"
python3 - "$out" << 'END' || fail "not all was checked and right"
import json, sys
run = json.load(open(sys.argv[1]))
assert run["compress_ratio"] == 2 and run["dedupe_percent"] == 50
checks = {phase["test"]: finding["text"] for phase in run["phases"]
          for finding in phase["findings"] if finding["code"] == "data-check"}
for test, count in {"rewrite": 512, "read": 512, "seeks": 500}.items():
    assert checks[test] == f"all {count} chunks checked were right", checks
assert "were right" in checks["getc"], checks
END
run -s 2 --count 300 -t tio --threads 2 --verify --dedupe 30 --rate 20000 \
	-o json "$place"
expect_status 0 "--verify at a rate"
expect_out "all 300 chunks checked were right"

# A target that is read holds data of others.
run -t RR,SR --count 100 --verify -o json "$target"
expect_status 0 "--verify on what is not ours"
! grep -q data-check "$out" || fail "data of others was checked"

run --dry-run --verify --compress 2.5 --dedupe 40 -s 1 -n 0 "$place"
expect_status 0 "--dry-run"
expect_out "data: compresses 2.5 times"
expect_out "data: 40 % of the 4 KiB blocks repeat"
expect_out "checked when it is read"

# A figure of such data is not compared with one of other data.
run -s 2 -n 0 -t write -m box -o json="$work/plain.json" "$place"
run -s 2 -n 0 -t write -m box --compress 2 -o json="$work/shaped.json" "$place"
run compare "$work/plain.json" "$work/shaped.json"
expect_out "other data"
expect_nothing_left
