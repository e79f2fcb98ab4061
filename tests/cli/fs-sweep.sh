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
truncate -s 48M "$work/disk"
disk=$(losetup --find --show "$work/disk" 2> /dev/null) ||
	skip "no loop devices"
release() {
	losetup -d "$disk" 2> /dev/null || true
	rm -rf "$work"
}
trap release EXIT

csv=$place/out/results.csv
again() {
	status=0
	"$sweep" -b "$program" -o "$place/out" -s 32M "$work/tree" \
		"$work/list" > "$out" 2> "$err" || status=$?
}
expect_released() {
	! grep -q "$place" /proc/mounts || fail "something is mounted still"
	! losetup -a | grep -q "$place" || fail "a loop device is left"
}

# Killed in the middle, and done again: every step is there once, and nothing of
# the first try is left.
setsid "$sweep" -b "$program" -o "$place/out" -s 32M "$work/tree" \
	"$work/list" > "$out" 2> "$err" &
pid=$!
wait_for 'few-inodes' "$err"
kill -9 -- -$pid
wait $pid || true
grep -q '^good,read,ok' "$csv" ||
	fail "what was done before the kill is not there"
again
expect_status 0 "a sweep that was killed"
for step in mkfs fsck-new mount copy umount fsck-full read; do
	grep -qE "^good,$step,ok,[0-9.]+,[0-9.]+,[0-9.]+,$" "$csv" ||
		fail "no good row of $step: $(cat "$csv")"
done
grep -q '^few-inodes,copy,invalid,.*,insufficient inodes$' "$csv" ||
	fail "the invalid row is not marked: $(cat "$csv")"
[ "$(wc -l < "$csv")" = 14 ] || fail "not all steps are there: $(cat "$csv")"
! cut -d, -f1,2 "$csv" | sort | uniq -d | grep . ||
	fail "not every step is there once: $(cat "$csv")"
! grep -q '^few-inodes,read' "$csv" || fail "half a copy was read"
expect_out "copy: insufficient inodes"
[ -s "$place/out/read/good.json" ] || fail "no JSON of a step"
[ ! -e "$place/out/image" ] || fail "the image is left"
expect_released

lines=$(wc -l < "$csv")
again
expect_status 0 "a sweep that was done"
[ "$(wc -l < "$csv")" = "$lines" ] || fail "something was done twice"
expect_released

# Bonnie's tests, on a device that was said: what is on it is asked for.
grep '^good' "$work/list" > "$work/one"
on_disk() {
	status=0
	"$sweep" -b "$program" -B -d "$disk" "--destroy=$disk" "$@" \
		"$work/tree" "$work/one" > "$out" 2> "$err" || status=$?
}
on_disk -o "$place/out4"
expect_status 0 "a device"
grep -qE '^good,bonnie,ok,[0-9.]+,' "$place/out4/results.csv" ||
	fail "no good row of bonnie: $(cat "$place/out4/results.csv")"
for step in mkfs mount copy bonnie; do
	[ -s "$place/out4/$step/good.json" ] || fail "no JSON of $step"
done
on_disk -o "$place/out5"
[ "$status" != 0 ] || fail "a file system was overwritten without consent"
expect_err "want --destroy-signature=ext4"
on_disk -o "$place/out5" --destroy-signature=ext4
expect_status 0 "a device with a file system"
expect_released

# What it leaves can be compared and drawn.
for step in copy read bonnie; do
	"$program" compare "$place"/out{4,5}/$step/good.json > "$out" 2> "$err" ||
		fail "compare cannot read what $step left"
	"$program" convert -o "html=$work/page.html" \
		"$place"/out{4,5}/$step/good.json > "$out" 2> "$err" ||
		fail "no page of what $step left"
	[ -s "$work/page.html" ] || fail "no page of what $step left"
done
"$program" compare "$place"/out{4,5}/copy/good.csv > "$out" 2> "$err" ||
	fail "compare cannot read the CSV"

status=0
"$sweep" -b "$program" -d /dev/null -o "$place/out2" "$work/tree" \
	"$work/list" > "$out" 2> "$err" || status=$?
[ "$status" != 0 ] || fail "a device was taken without consent"
expect_err "want --destroy=/dev/null"
