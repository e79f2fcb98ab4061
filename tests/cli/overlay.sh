#!/bin/bash
# An overlay with layers on two file systems, as in containers and live systems:
# its files and its directories say that they lie on different devices.
. "$(dirname "$0")/../common.sh"
need_root
need mount umount

upper=$work/upper
let_go() {
	umount "$place" 2> /dev/null || true
	umount "$upper" 2> /dev/null || true
	rm -rf --one-file-system "$work"
}
trap let_go EXIT
trap 'exit 1' INT TERM HUP
mkdir "$work/lower" "$upper"
mount -t tmpfs -o size=64m none "$upper" 2> /dev/null || skip "no mounts"
mkdir "$upper/files" "$upper/work"
mount -t overlay -o "lowerdir=$work/lower,upperdir=$upper/files" \
	-o "workdir=$upper/work" none "$place" 2> /dev/null ||
	skip "no overlays"

run -m box -s 4 -n 1 -t write,read,seeks,seq-create,seq-stat,seq-delete \
	"$place"
expect_status 0 "a run on an overlay"
expect_csv_row
expect_nothing_left
run -m box -s 0 -n 1:-1 -t seq-create,seq-delete "$place"
expect_status 0 "links on an overlay"
expect_nothing_left
run -m box -c 2 -s 4 -n 0 -f --verify "$place"
expect_status 0 "two workers on an overlay"
expect_nothing_left
