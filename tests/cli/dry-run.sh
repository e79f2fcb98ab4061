#!/bin/bash
# A dry run refuses what the run would refuse before it touched anything, and
# touches nothing itself.
. "$(dirname "$0")/../common.sh"

mkdir "$work/folder"
: > "$work/file"
: > "$out"
: > "$err"

# expect_refused STATUS TEXT ARGUMENT...: by the dry run and by the run alike.
expect_refused() {
	local before
	before=$(find "$work" -path "$out" -o -path "$err" -o -printf '%p %T@ %s\n')
	run --dry-run "${@:3}"
	expect_status "$1" "--dry-run ${*:3}"
	expect_err "$2"
	[ ! -s "$out" ] || fail "a plan in spite of it"
	[ "$before" = "$(find "$work" -path "$out" -o -path "$err" -o \
		-printf '%p %T@ %s\n')" ] || fail "a dry run touches something"
	run "${@:3}"
	expect_status "$1" "${*:3}"
	expect_err "$2"
	expect_nothing_left
}

some="-s 1 -n 0 -t write"
# shellcheck disable=SC2086 # a list of words
{
expect_refused 1 "/nowhere/x" $some -o "json=$work/nowhere/x" "$place"
expect_refused 1 "/file/x" $some -o "json=$work/file/x" "$place"
expect_refused 1 "Is a directory" $some -o "json=$work/folder" "$place"
expect_refused 1 "/nowhere/x" $some --save "$work/nowhere/x" "$place"
expect_refused 1 "Is a directory" $some --save "$work/folder" "$place"
expect_refused 2 "no-such-user" $some -u no-such-user "$place"
expect_refused 1 "no-numbers" $some -Z "$work/no-numbers" "$place"
expect_refused 1 "needs 100 TiB" -s 100t -n 0 "$place"
expect_refused 1 "/nowhere" $some "$work/nowhere"
}

# What stands in the way of writing to a file or device.
truncate -s 4M "$work/image"
ln "$work/image" "$work/another-name"
expect_refused 1 "has 2 names" -t RW --count 8 \
	"--destroy=$work/image" "$work/image"
rm "$work/another-name"
before=$(stat -c '%Y.%Z' "$work/image")
run --dry-run -t RW --count 8 "--destroy=$work/image" "$work/image"
expect_status 0 "a file that may be destroyed"
expect_out "DESTROYS"
[ "$(stat -c '%Y.%Z' "$work/image")" = "$before" ] || fail "it was touched"

# One of several targets.
expect_refused 1 "/nowhere/x" --interleave -s 1 -n 0 -t write \
	--save "$work/nowhere/x" "$place" "$work/folder"

run --dry-run -s 1 -n 0 --save "$work/new" -o "json=$work/new2" "$place"
expect_status 0 "files that can be made"
[ ! -e "$work/new" ] && [ ! -e "$work/new2" ] || fail "they were made"
