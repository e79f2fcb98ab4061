#!/bin/bash
# --strict withholds what is not the disk's, in every format, and says so in
# the exit status; without it the same figures are printed.
. "$(dirname "$0")/../common.sh"

# Memory is no disk: all of it is withheld.
memory=/dev/shm
[ "$(stat -f -c %T "$memory" 2> /dev/null)" = tmpfs ] || skip "no tmpfs"
place=$(mktemp -d "$memory/diskbench-test.XXXXXX") || skip "no room in memory"
trap 'rm -rf "$work" "$place"' EXIT

run -n 0 -s 64 -t write,read "$place"
expect_status 0 "without --strict"
expect_out 'honest: 0 of 2 figures measure the disk; 2 do not'
expect_out 'memory, not a disk'

run --strict -n 0 -s 64 -t write,read "$place"
expect_status 4 "--strict"
case $(tail -1 "$out") in
*,+++++,+++,*,+++++,+++*) ;;
*) fail "figures are not withheld" ;;
esac

run --strict -n 0 -s 64 -t write,read -o json "$place"
expect_status 4 "--strict -o json"
expect_out '"too-fast"'
expect_out '"not-a-disk"'
expect_nothing_left
