#!/bin/bash
# A command line that is wrong ends with 2 and one line that names the option
# and the text, and touches nothing. Unless that text is long, the line fits in
# a terminal.
. "$(dirname "$0")/../common.sh"

# refused OPTION TEXT ARGUMENT...
refused() {
	local option=$1 text=$2
	shift 2
	run "$@" "$place"
	expect_status 2 "$*"
	[ "$(wc -l < "$err")" = 1 ] || fail "not one line: $*"
	[ ! -s "$out" ] || fail "something on standard output: $*"
	expect_err "$option"
	expect_err "'$text'"
	[ $(($(wc -m < "$err") - ${#text})) -le 72 ] ||
		fail "wider than 80 columns: $(cat "$err")"
	expect_nothing_left
}

refused -s 4096junk -s 4096junk
refused -s -1 -s -1
refused -s 1e6 -s 1e6
refused -s 4k-8k -s 4k-8k
refused -s "" -s ""
refused -s 99999999999999999999 -s 99999999999999999999
refused -s 8388608t -s 8388608t
refused --size 4096junk --size=4096junk
refused -s 1000 -s 1g:1000
refused -s 32m -s 1g:32m
refused --block 700 -t RR --block 700
refused -s "4 KiB" -s 4k
refused -s "12 KiB" -c 2 -s 12k
refused --sweep 4096 -t RR --sweep chunk=4k,4096
refused --threads 4 -t RR --sweep threads=1,2 --threads 4
refused --sweep threads=1,2 -t RR --threads 4 --sweep threads=1,2
refused --sweep depth=1,2 -t RR --sweep chunk=4k --sweep depth=1,2
refused -n 16x -n 16x
refused -n -3 -n 16:-3
refused -n 4e1 -n 16:100:4e1
refused -s 8kk -s 1g:8k:8kk
refused -c 0 -c 0
refused -x 0 -x 0
refused -t wriet -t wriet
refused -o jsn -o jsn
refused -z -1 -z -1
refused -y x -y x
refused --engine warp --engine warp
refused --cache luke --cache luke
refused unknown --sise --sise=3
refused unknown -W -W
refused unknown -W -qW

refused -o "$work/twice" -o "json=$work/twice" -o "long=$work/twice"

run --dry-run -s 1 -n 0 /dev/shm
[ "$(cat "$out" "$err" | grep -c "may be read from memory")" -le 1 ] ||
	fail "a dry run warns twice"

run /one /two
expect_status 2 "two targets"
expect_err "'/two' is a second target"
run -d /one /two
expect_status 2 "a target after -d"
expect_err "'/two' is a second target"
run -d /one -- true
[ "$status" != 2 ] || fail "a command after -d"
run -s
expect_status 2 "-s without a value"
expect_err "-s: the value is missing"
run -t wriet "$place"
expect_err "write"
run --sise=3 "$place"
expect_err "did you mean '--size'"
run list nothing
expect_status 2 "list nothing"
run help nothing
expect_status 2 "help nothing"
