#!/bin/bash
# The disk that lies really does: each lie alone, told to dd. $1 is liar, $2
# the script that puts a device on it. Times are compared with what the lie
# makes impossible, never with a speed that is hoped for.
set -eu
liar=$1
liar_device=$2
work=$(mktemp -d)
place=$work/place
mkdir "$place"
pid=
clean_up() {
	[ -z "$pid" ] || kill "$pid" 2> /dev/null || true
	umount -l "$place" 2> /dev/null || true
	rm -rf --one-file-system "$work"
}
trap clean_up EXIT

fail() {
	echo "FAILED: $*"
	exit 1
}
skip() {
	echo "skipped: $*"
	exit 77
}
[ "$(id -u)" = 0 ] || skip "not root"
[ -c /dev/fuse ] || skip "no /dev/fuse"

# lie OPTION...: 16 MiB at $place/disk that lie so, in place of those before.
lie() {
	stop
	pid=$("$liar" "$@" 16 "$place") || skip "no FUSE mount"
	[ "$(stat -c %s "$place/disk")" = 16777216 ] || fail "not 16 MiB"
}
stop() {
	[ -n "$pid" ] || return 0
	kill "$pid"
	pid=
	local tries=0
	while mountpoint -q "$place"; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail "it does not unmount"
		sleep 0.05
	done
}
# put AT MIB [DD-OPERAND...]: writes the start of $source to there.
put() {
	dd if="$source" of="$place/disk" bs=1M seek="$1" count="$2" \
		conv=notrunc "${@:3}" 2> /dev/null
}
# get AT MIB: reads that to $work/got.
get() {
	dd if="$place/disk" of="$work/got" bs=1M skip="$1" count="$2" \
		2> /dev/null
}
# taken COMMAND...: the milliseconds that it takes, as $ms.
taken() {
	local start=${EPOCHREALTIME/[.,]/}
	"$@"
	ms=$(((${EPOCHREALTIME/[.,]/} - start) / 1000))
}
at_least() {
	[ "$ms" -ge "$2" ] || fail "$1: $ms ms, should be $2 or more"
}
less_than() {
	[ "$ms" -lt "$2" ] || fail "$1: $ms ms, should be less than $2"
}
bits_wrong() {
	cmp -l "$1" "$2" | awk '{ wrong++ } END { print wrong + 0 }'
}

random=$work/random
zeros=$work/zeros
dd if=/dev/urandom of="$random" bs=1M count=16 2> /dev/null
truncate -s 16M "$zeros"
source=$random

lie
put 0 16
get 0 16
cmp -s "$random" "$work/got" || fail "an honest one changes data"

lie -C 4
put 5 1
get 1 1
cmp -s -n 1048576 "$random" "$work/got" || fail "-C: 5 is not 1 again"
put 0 16
get 0 4
tail -c 4194304 "$random" | cmp -s - "$work/got" || fail "-C: not the last 4"

lie -x 4
put 0 2
for _ in 1 2; do
	get 0 1
	[ "$(bits_wrong "$work/got" <(head -c 1M "$random"))" = 4 ] ||
		fail "-x 4: not 4 wrong in 16 times 64 KiB"
done
dd if="$place/disk" of="$work/got" bs=4k count=256 2> /dev/null
cmp -s -n 1048576 "$work/got" "$random" || fail "-x 4: small reads are wrong"

lie -e 3
put 0 2
! put 2 1 || fail "-e 3: the third succeeds"
put 2 1 || fail "-e 3: the fourth fails"
lie -e 3+
put 0 2
! get 0 1 || fail "-e 3+: the third succeeds"
! get 0 1 || fail "-e 3+: the fourth succeeds"

lie -b 2
put 1 1
! put 1 2 || fail "-b 2: written"
! get 2 1 || fail "-b 2: read"
put 3 1 || fail "-b 2: 3 is bad, too"
get 1 1 || fail "-b 2: 1 is bad, too"

lie -r 40
taken put 0 16
at_least "-r 40, write" 400
taken get 0 16
at_least "-r 40, read" 400

lie -r 4000 -k 8 -R 10
taken put 0 8
before=$ms
taken put 8 8
at_least "-R 10" 800
[ "$before" -lt "$ms" ] || fail "-k 8: slow before it"

lie -l 50000
taken put 0 10
at_least "-l 50000" 490

lie -s 4:400
taken put 0 8
at_least "-s 4:400" 790

lie -z -r 8
source=$zeros
taken put 0 16
free=$ms
source=$random
taken put 0 16
at_least "-z, random data" 2000
[ "$free" -lt $((ms / 2)) ] || fail "-z: $free ms for zeros, $ms for random"

lie -h -r 8
taken get 0 16
at_least "-h, first" 2000
first=$ms
taken get 0 16
less_than "-h, second" $((first / 2))

put_flushed() {
	put 0 16
	written=$(((${EPOCHREALTIME/[.,]/} - start) / 1000))
	put 0 1 conv=notrunc,fsync
}
lie -w 16 -r 8
taken put_flushed
at_least "-w, with a flush" 2000
[ "$written" -lt $((ms / 2)) ] || fail "-w: a write waits $written of $ms ms"
flushed=$ms
lie -w 16 -f -r 8
taken put_flushed
less_than "-f" $((flushed / 2))

lie -p
put 0 4
[ "$(fincore -bnr -o RES "$place/disk")" -ge 4194304 ] ||
	fail "-p: not in the page cache"
lie
put 0 4
[ "$(fincore -bnr -o RES "$place/disk")" = 0 ] || fail "in the page cache"

lie -u -e 1+
put 0 2 || fail "-u: lies before USR1"
kill -USR1 "$pid"
! put 0 2 || fail "-u: does not lie after USR1"
kill -USR2 "$pid"
put 0 2 || fail "lies after USR2"
stop

# What was put on it goes with the one who made it, even if that one is killed.
export TMPDIR=$work/devices
mkdir "$TMPDIR"
gone() {
	local tries=0
	until [ -z "$(ls -A "$TMPDIR")" ] && ! grep -q "$TMPDIR" /proc/mounts; do
		tries=$((tries + 1))
		[ $tries -lt 400 ] || fail "$1: not taken away"
		sleep 0.05
	done
	! losetup -l -n -O BACK-FILE | grep -q "$TMPDIR" ||
		fail "$1: a loop device is left"
}
status=0
"$liar_device" "$liar" -r 100 64 -- false || status=$?
[ $status = 1 ] || skip "no device on it"
gone "after it ends"
mkfifo "$work/begun"
"$liar_device" "$liar" -r 100 64 -- sh -c \
	'dd if=/dev/zero of="$LIAR_PLACE/file" bs=1M count=16 2> /dev/null
	echo > "$1"
	exec sleep 1' - "$work/begun" &
device_pid=$!
read -r _ < "$work/begun"
kill -KILL "$device_pid" 2> /dev/null || true
wait "$device_pid" 2> /dev/null || true
gone "when it is killed"
