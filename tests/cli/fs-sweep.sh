#!/bin/bash
# A sweep over two small file systems: rows for every step, a row that says why
# one is invalid, nothing done twice, nothing left mounted.
. "$(dirname "$0")/../common.sh"
need_root
need losetup mkfs.ext4 e2fsck mount
sweep=$(dirname "$0")/../../scripts/fs-sweep

mkdir "$work/tree" "$place/out"
for i in $(seq 200); do echo "$i" > "$work/tree/$i"; done
cat > "$work/list" << 'END'
# a comment
good | mkfs.ext4 -q -F @ | defaults | e2fsck -f -n @
few-inodes | mkfs.ext4 -q -F -N 64 @ | defaults | e2fsck -f -n @
END
again() {
	status=0
	"$sweep" -b "$program" -o "$place/out" -s 32M "$work/tree" \
		"$work/list" > "$out" 2> "$err" || status=$?
}
again
! grep -q 'no loop device' "$err" || skip "no loop devices"
expect_status 0 "a sweep"
csv=$place/out/results.csv
for step in mkfs fsck-new mount copy umount fsck-full read; do
	grep -qE "^good,$step,ok,[0-9.]+,[0-9.]+,[0-9.]+,$" "$csv" ||
		fail "no good row of $step: $(cat "$csv")"
done
grep -q '^few-inodes,copy,invalid,.*,insufficient inodes$' "$csv" ||
	fail "the invalid row is not marked: $(cat "$csv")"
! grep -q '^few-inodes,read' "$csv" || fail "half a copy was read"
expect_out "copy: insufficient inodes"
[ -s "$place/out/read/good.json" ] || fail "no JSON of a step"
lines=$(wc -l < "$csv")
again
expect_status 0 "a sweep that was done"
[ "$(wc -l < "$csv")" = "$lines" ] || fail "something was done twice"
! grep -q "$place" /proc/mounts || fail "something is mounted still"
! losetup -a | grep -q "$place" || fail "a loop device is left"

status=0
"$sweep" -b "$program" -d /dev/null -o "$place/out2" "$work/tree" \
	"$work/list" > "$out" 2> "$err" || status=$?
[ "$status" != 0 ] || fail "a device was taken without consent"
expect_err "want --destroy=/dev/null"
