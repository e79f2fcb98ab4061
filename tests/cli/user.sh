#!/bin/bash
# -u gives up root before anything is touched.
. "$(dirname "$0")/../common.sh"
need_root
id nobody > /dev/null 2>&1 || skip "no user nobody"

run -s 1 -n 0 -f "$place"
expect_status 0 "as root"
[ "$(grep -c "running as root" "$err")" = 1 ] || fail "root is not mentioned"

chmod 755 "$work"
chown nobody "$place"
run -u nobody -s 1 -n 0 -f --save "$place/save" "$place"
expect_status 0 "-u nobody"
[ "$(stat -c %U "$place/save")" = nobody ] || fail "saved by somebody else"
rm "$place/save"
expect_err "Using uid:$(id -u nobody), gid:$(id -g nobody)."
expect_nothing_left

chown root "$place"
run -u nobody -s 1 -n 0 -f "$place"
expect_status 1 "-u nobody in root's directory"
run -u "$(id -u nobody):$(id -g nobody)" -s 1 -n 0 -f "$place"
expect_status 1 "the same by number"
run -u nosuchuser -s 1 -n 0 -f "$place"
expect_status 2 "no such user"
expect_err "'nosuchuser'"
run -g nosuchgroup -s 1 -n 0 -f "$place"
expect_status 2 "no such group"
run -u 54321 -s 1 -n 0 -f "$place"
expect_status 2 "a number without a group"
expect_nothing_left
