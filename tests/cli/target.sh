#!/bin/bash
# A target that cannot be measured ends with 1 and says why.
. "$(dirname "$0")/../common.sh"

run -s 1 -n 0 "$work/nowhere"
expect_status 1 "no such directory"
expect_err "'$work/nowhere'"
expect_err "No such file or directory"

run -s 100t -n 0 "$place"
expect_status 1 "not enough space"
expect_err "'$place'"
expect_err "needs 100 TiB"
expect_nothing_left

run -s 0 -n 4000000 "$place"
[ "$status" != 0 ] || fail "4 milliard files fit nowhere"
expect_nothing_left

chmod 555 "$place"
if [ "$(id -u)" = 0 ]; then
	chmod 755 "$work"
	run -u nobody -s 1 -n 0 "$place"
else
	run -s 1 -n 0 "$place"
fi
expect_status 1 "not writable"
expect_err "'$place' is not writable"
chmod 755 "$place"
expect_nothing_left
