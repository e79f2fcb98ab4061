#!/bin/bash
# The size that a run finds for its test file: what memory could hold does not
# matter where a cold start is proven, and decides where nothing is.
set -eu
program=$1
. "$(dirname "$0")/../mounts.sh"
command -v python3 >/dev/null || skip "no python3"
json=$top/result.json

# find_size PLACE WRAPPER...: runs the program without -s; $out, and $size in
# MiB.
find_size() {
	local place=$top/$1
	shift
	rm -f "$json"
	out=$("$@" "$program" -f -n 0 -t write,read -o bonnie++1 \
		-o "json=$json" "$place" 2>&1) || fail "status $?"
	size=$(python3 -c 'import json, sys
print(json.load(open(sys.argv[1]))["size_bytes"] >> 20)' "$json")
}

# verdict_of CODE: of that finding of the test that reads.
verdict_of() {
	python3 -c 'import json, sys
for phase in json.load(open(sys.argv[1]))["phases"]:
    for finding in phase["findings"]:
        if phase["test"] == "read" and finding["code"] == sys.argv[2]:
            print(finding["verdict"])' "$json" "$1"
}

is_cold() {
	for code in cold-start cache-hits; do
		[ "$(verdict_of $code)" = ok ] ||
			fail "$1: $code is '$(verdict_of $code)'"
	done
	case $out in
	*"size:"*) fail "$1: a reason for a larger size" ;;
	esac
}

# On the machine's disk: what is in memory would count for the group.
image_sparse=yes
image_mib=1500
make_mount ext4 ext4 on || skip "no ext4"
hold_write_back
memory_mib=$(awk '$1 == "MemAvailable:" { print int($2 / 1024) }' /proc/meminfo)
[ "$memory_mib" -ge 512 ] || skip "little memory"

# A quarter of what is free, which is less than twice the memory.
find_size ext4
[ "$size" = 256 ] || fail "proven cold: $size MiB instead of 256"
is_cold "proven cold"

if make_group memory; then
	limit_memory 100M
	find_size ext4 in_group
	[ "$size" = 256 ] || fail "group of 100M: $size MiB instead of 256"
	is_cold "group of 100M"
else
	echo "left out: no control group for memory"
fi

# Here fsync does nothing, so that pages stay dirty and cannot be evicted.
if make_overlay volatile ext4 volatile; then
	find_size volatile
	[ "$size" = 256 ] || fail "too little space: $size MiB instead of 256"
	case $out in
	*"size: cold reads cannot be proven here, so it is a quarter of the free"*) ;;
	*) fail "too little space: no reason" ;;
	esac
	case $out in
	*"may be read from memory"*) ;;
	*) fail "too little space: no warning" ;;
	esac
	sync -f "$top/ext4"
	umount "$top/volatile"
	unset 'mounts[-1]'
else
	echo "left out: no overlay"
	finish
fi
drop_mount ext4

# Twice 300 MiB, in whole steps of 256.
image_mib=3700
make_mount large ext4 on || skip "no ext4"
if make_group memory && make_overlay above large volatile; then
	limit_memory 300M
	find_size above in_group
	[ "$size" = 768 ] || fail "group of 300M: $size MiB instead of 768"
	case $out in
	*"size: cold reads cannot be proven here, so it is at least twice"*) ;;
	*) fail "group of 300M: no reason" ;;
	esac
	sync -f "$top/large"
fi
finish
