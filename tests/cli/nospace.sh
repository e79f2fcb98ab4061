#!/bin/bash
# A file system that fills up in the middle of a run: what is done is printed,
# the run ends with 1 and leaves nothing.
. "$(dirname "$0")/../common.sh"
need_root
need mkfs.ext4 mount losetup

image=$work/image
unmount() {
	umount "$place" 2> /dev/null || true
	rm -rf "$work"
}
trap unmount EXIT
truncate -s 64M "$image"
mkfs.ext4 -q -m 0 "$image" || skip "no ext4"
mount -o loop "$image" "$place" 2> /dev/null || skip "no loop devices"
rmdir "$place/lost+found"

# -y p stops before each test: fill it up before the rewrite of the file, or
# before the files are made.
coproc "$program" -y p -m box -s 4 -n 1:16k:16k -t write,seq-create \
	--progress never "$place" 2>&1 > "$out"
pid=$COPROC_PID
answer=${COPROC[1]} prompts=${COPROC[0]}

# await PROMPT: what is said before it goes by.
await() {
	local line=
	until [ "$line" = "$1" ]; do
		read -r -u "$prompts" line || fail "no prompt '$1'"
	done
}

await 1:
echo >&"$answer"
await 2:
dd if=/dev/zero of="$place/fill" bs=1M 2> /dev/null || true
echo >&"$answer"
cat <&"$prompts" > "$err" || true
status=0
wait "$pid" || status=$?
expect_status 1 "no space"
expect_err "No space left on device"
expect_csv_row
rm "$place/fill"
expect_nothing_left
