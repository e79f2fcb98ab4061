#!/bin/bash
# A device that breaks while it is measured: bad places, an image that shrinks,
# a server that dies, a loop device that is detached, an answer that does not
# come. What is done stays, what failed is told, and nothing hangs. $1 is liar,
# $2 the script that puts a device on it, $3 the program.
liar=$1
liar_device=$2
shift 2
. "$(dirname "$0")/../common.sh"
need_root
need losetup python3
[ -c /dev/fuse ] || skip "no /dev/fuse"
export TMPDIR=$work

image=$work/image
json=$work/json
device=
pid=
let_go() {
	[ -z "$pid" ] || kill "$pid" 2> /dev/null || true
	[ -z "$pid" ] || wait "$pid" || true
	pid=
	losetup -n -O NAME -j "$image" 2> /dev/null | xargs -r losetup -d || true
}
trap 'let_go; rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' INT TERM HUP

# attach [OPTION...]: 16 MiB as $device.
attach() {
	let_go
	rm -f "$image"
	head -c 16M /dev/urandom > "$image"
	device=$(losetup -f --show "$@" "$image" 2> /dev/null) ||
		skip "no loop devices"
}

# A test takes two seconds, whatever the device is worth.
slowly=(--rate 400 --count 800 --block 4k)

# states: the tests of the JSON result with their states, and whether there are
# errors.
states() {
	python3 - "$json" << 'END'
import json, sys
run = json.load(open(sys.argv[1]))
print(*["%s=%s" % (p["test"], p["state"]) for p in run["phases"]],
      "told" if run["errors"] else "silent")
END
}

# breaks WHAT COMMAND TEXT ARGUMENT...: RR is done, then the command is run in SR
# or right before it, which fails with that text.
breaks() {
	local what=$1 command=$2 text=$3
	shift 3
	start -t RR,SR "${slowly[@]}" -o rawio -o "json=$json" "$@" "$device"
	wait_for "Sequential reads" "$err"
	eval "$command"
	finish
	pid=
	expect_status 1 "$what"
	grep -qE "cannot (read|flush) '$device'.*$text" "$err" ||
		fail "$what: not told"
	[ "$(states)" = "RR=complete SR=failed told" ] ||
		fail "$what: $(states)"
	grep -q '^RR ' "$out" || fail "$what: what was done is not there"
	! grep -q '^SR ' "$out" || fail "$what: half a test is a figure"
}

# ---- the loop device --------------------------------------------------------------

attach
breaks "an image that shrinks" 'truncate -s 0 "$image"' "at byte"
attach
breaks "a device that shrinks" 'truncate -s 4k "$image"; losetup -c "$device"' ""

# A detached loop device lasts as long as somebody has it open.
attach
start -t RR,SR "${slowly[@]}" -o "json=$json" "$device"
wait_for "Random reads" "$err"
losetup -d "$device"
finish
pid=
[ "$status" = 0 ] || [ "$status" = 1 ] || fail "detached: status $status"
case $(states) in
"RR=complete SR=complete silent" | *"=failed told") ;;
*) fail "detached: $(states)" ;;
esac
[ -z "$(losetup -j "$image")" ] || fail "detached: it is still there"

# ---- a disk below that breaks -----------------------------------------------------

# on LIAR-OPTION... -- COMMAND: on a device of 16 MiB that lies so once it is told.
on() {
	local options=()
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	export -f breaks states start finish wait_for fail run skip \
		expect_status expect_err expect_out
	export program work out err json slowly_text="${slowly[*]}"
	status=0
	"$liar_device" -u -t none "$liar" "${options[@]}" 16 -- bash -c '
		set -eu
		slowly=($slowly_text)
		device=$LIAR_DEVICE
		'"$2" || status=$?
	[ $status != 77 ] || exit 77
	[ $status = 0 ] || fail "on ${options[*]}: status $status"
}

for engine in sync direct mmap "uring --depth 8"; do
	on -b 2 -- "breaks 'a bad place, engine $engine' \
		'kill -USR1 \$LIAR_PID' 'at byte' --engine $engine --cache cold"
done
on -e 1+ -- "breaks 'a disk that fails' 'kill -USR1 \$LIAR_PID' 'at byte'"
on -l 1 -- "breaks 'a disk that has gone' 'kill -KILL \$LIAR_PID' ''"

# A bad place is told where it lies, and zones before it are no result.
on -b 9 -- '
	kill -USR1 $LIAR_PID
	run -t zones,latency --block 64k -o "json=$json" "$device"
	expect_status 1 "zones with a bad place"
	expect_err "cannot read '"'\$device'"' at byte 9437184:"
	[ "$(states)" = "zones=failed told" ] || fail "zones: $(states)"'

# Writing fails as well.
on -b 9 -- '
	kill -USR1 $LIAR_PID
	run -t SW --block 64k --count 256 --threads 1 --destroy="$device" \
		-o "json=$json" "$device"
	expect_status 1 "writing to a bad place"
	expect_err "cannot write '"'\$device'"' at byte 9437184:"
	[ "$(states)" = "SW=failed told" ] || fail "SW: $(states)"'

# ---- an answer that does not come -------------------------------------------------

export DISKBENCH_STUCK_SECONDS=0.5
on -l 1 -- '
	start -t RR,SR "${slowly[@]}" -o "json=$json" "$device"
	wait_for "Sequential reads" "$err"
	kill -STOP $LIAR_PID
	wait_for "test '"'SR'"' has come nowhere for" "$err"
	kill -CONT $LIAR_PID
	finish
	expect_status 0 "after a stall"
	[ "$(states)" = "RR=complete SR=complete silent" ] ||
		fail "after a stall: $(states)"'
