#!/bin/bash
# Disks and mounts that lie in one way each, and a whole run on each: the
# finding that proves the lie must be there. Then honest ones, on which no
# finding may be worse than what a busy host makes of a disk. $1 is liar, $2
# the script that puts a device on it, $3 the program, $4 the library that
# swallows fsync. With LIES_TABLE=FILE the table of docs/honest-figures.md is
# appended to FILE.
set -eu
liar=$1
liar_device=$2
program=$3
swallow=$4
. "$(dirname "$0")/../mounts.sh"
command -v python3 > /dev/null || skip "no python3"
json=$top/result.json
table=${LIES_TABLE:-}
out=

# measure ARGUMENT...: runs the program with output in $json; sets `status`.
measure() {
	rm -f "$json"
	status=0
	out=$("$program" -m box -r 0 -n 0 -f -o bonnie++1 -o "json=$json" "$@" \
		2>&1 < /dev/null) || status=$?
	[ -s "$json" ] || fail "no result of $*"
}

# measure_on LIAR-OPTION... -- ARGUMENT...: the same on a disk that lies so.
measure_on() {
	local options=() type=${type:-ext4} direct=${direct:-on}
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	rm -f "$json"
	status=0
	out=$(TMPDIR=$top "$liar_device" -t "$type" -d "$direct" \
		"$liar" "${options[@]}" -- \
		bash -c '"$@" "$LIAR_PLACE" 2>&1' - "$program" -m box -r 0 -n 0 -f \
		-o bonnie++1 -o "json=$json" "$@" < /dev/null) || status=$?
	case $out in
	skipped:*) skip "${out#skipped: }" ;;
	esac
	[ -s "$json" ] || fail "no result of $* on ${options[*]}"
}

# ask TEST WHAT [CODE]: of that test in $json the figure, the state, or of a
# finding, without CODE that which gives the test its verdict, the verdict, code,
# value or text; nothing where there is none.
ask() {
	python3 - "$json" "$@" << 'END'
import json, sys
path, test, what, code = (sys.argv + [""])[1:5]
try:
    run = json.load(open(path))
except ValueError:
    sys.exit("the result is no JSON")
for phase in run["phases"]:
    if phase["test"] != test:
        continue
    if what == "state":
        print(phase["state"])
    elif what == "figure":
        for name, unit, one in (("rate", "MB/s", 1e6), ("ops", "/s", 1)):
            quantity = phase["quantities"].get(name)
            if not quantity:
                continue
            if quantity["state"] == "known":
                print("%.0f %s" % (quantity["value"] / one, unit))
            else:
                print("+++++" if quantity["state"] == "too-fast" else "failed")
            break
    else:
        for finding in phase["findings"]:
            if code == finding["code"] or not code and \
                    finding["verdict"] == phase["verdict"]:
                print(finding[what])
                break
END
}

# row WHAT TEST FIGURE VERDICT CODE TEXT: a line of the table.
row() {
	printf '| %s | %s | %s | %s | %s | %s |\n' "$@" >> "$table"
}
# table_wanted: else what a row consists of is not even asked for.
table_wanted() {
	[ -n "$table" ]
}

# found LIE TEST CODE VERDICT: the lie was found, by that, to be that bad.
found() {
	local verdict
	verdict=$(ask "$2" verdict "$3")
	[ "$verdict" = "$4" ] ||
		fail "$1: want '$3' to be '$4' in test '$2', not '$verdict'"
	! table_wanted || row "$1" "$2" "$(ask "$2" figure)" "$verdict" "$3" \
		"$(ask "$2" text "$3")"
}

expect_status() {
	[ "$status" = "$2" ] || fail "$1: status $status instead of $2"
}

# value_at_least LIE TEST CODE LEAST
value_at_least() {
	awk -v got="$(ask "$2" value "$3")" -v least="$4" \
		'BEGIN { exit !(got != "" && got + 0 >= least + 0) }' ||
		fail "$1: '$3' is $(ask "$2" value "$3"), should be $4 or more"
}

# rate_at_most LIE TEST MBS
rate_at_most() {
	ask "$2" figure | awk -v most="$3" '{ got = $1 }
		END { exit !(got != "" && got <= most) }' ||
		fail "$1: $(ask "$2" figure), should be $3 MB/s at most"
}

# passes_cache DIRECTORY: whether direct writes there go through the page cache, as
# somebody else sees it who does not rely on the program.
passes_cache() {
	python3 - "$1/passing" << 'END'
import ctypes, mmap, os, sys, threading
CACHESTAT, MIB = 451, 1 << 20
fd = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT | os.O_DIRECT, 0o600)
data = mmap.mmap(-1, MIB)
data.write(os.urandom(MIB))
def write():
    for i in range(48):
        os.pwrite(fd, data, i * MIB)
call = ctypes.CDLL(None).syscall
whole, pages, seen = (ctypes.c_uint64 * 2)(), (ctypes.c_uint64 * 5)(), 0
worker = threading.Thread(target=write)
worker.start()
while worker.is_alive():
    if call(CACHESTAT, fd, whole, pages, 0) == 0 and pages[0] > 0:
        seen += 1
    worker.join(0.0005)
os.unlink(sys.argv[1])
sys.exit(seen == 0)
END
}

# ---- what the disk does ------------------------------------------------------

measure_on -C 128 512 -- -s 256 -t write,read
found "holds a quarter of its capacity" read data-check invalid
expect_status "capacity" 3

measure_on -x 4 256 -- -s 64 -t write,read
found "flips bits" read data-check invalid
expect_status "flips" 3

measure_on -r 100 -e 250+ 384 -- -s 128 -t write,read
[ "$(ask read state)" = failed ] || fail "EIO: the test is not failed"
expect_status "EIO" 1
case $out in
*"Input/output error"*) ;;
*) fail "EIO: no word of it" ;;
esac
! table_wanted || row "fails after 250 operations" read failed "" "" \
	"$(sed -n '/^diskbench: cannot \(read\|write\) /{s/^diskbench: //p;q}' \
		<<< "$out")"

measure_on -r 100 -k 96 -R 25 384 -- -s 144:1m -D -t write
found "fast for 96 MiB, then slow" write two-regimes unsteady
value_at_least "cliff" write two-regimes 2
case $(ask write text two-regimes) in
*" MB/s for the first "*" MiB, then "*" MB/s") ;;
*) fail "cliff: not both levels" ;;
esac

measure_on -w 48 -f -r 25 384 -- -s 96:1m -D -t write
found "volatile cache of 48 MiB, never flushed" write two-regimes unsteady
value_at_least "cache" write two-regimes 2

measure_on -w 256 -r 30 384 -- -s 64:1m -D -t write
found "volatile cache, which is flushed" write flush ok
value_at_least "volatile cache" write flush-share 0.5
rate_at_most "volatile cache" write 32

measure_on -s 100:500 256 -- -s 16:64k:600 -D -t write,seeks
found "stalls at each 100th operation" seeks stalls ok
value_at_least "stalls" seeks stalls 0.5

# All of it has been read before.
measure_on -h -r 30 256 -- -s 64:64k:1000 -D -t write,read,seeks
found "answers a second read from a cache" seeks cached-below cached
value_at_least "cache below" seeks cached-below 2

direct=off measure_on -p -r 30 256 -- -s 64 -t write,read
found "a file in a cache that nobody counts" read cached-below unchecked

# The data are random, so that the figure is true all the same.
measure_on -z -r 30 384 -- -s 64:1m -D -t write
found "writes zeros for nothing" write zeros ok
value_at_least "zeros" write zeros 1.5
rate_at_most "zeros" write 31

# ---- what lies between -------------------------------------------------------

image_mib=192
if make_mount ext4 ext4 on; then
	hold_write_back
	device=${loop##*/}
	# With the sanitizers, whose library wants to be first.
	ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$swallow \
		measure -s 64 -t write "$top/ext4"
	found "a library swallows fsync" write stable-storage invalid
	sync -f "$top/ext4"

	# Many flushes: a few come from somebody else.
	if mount -o remount,nobarrier "$top/ext4" 2> /dev/null; then
		measure -b -s 8:64k -t write "$top/ext4"
		found "mounted with nobarrier" write flush invalid
		mount -o remount,barrier "$top/ext4"
	fi
	cache=/sys/block/$device/queue/write_cache
	if [ "$(cat "$cache")" = "write back" ] &&
		echo "write through" 2> /dev/null > "$cache"; then
		measure -b -s 8:64k -t write "$top/ext4"
		found "said to write through" write flush invalid
		echo "write back" > "$cache"
	fi
	measure -b -s 8:64k -t write "$top/ext4"
	found "a flush after every write" write flush ok
	if make_overlay volatile ext4 volatile; then
		measure -s 64 -t write "$top/volatile"
		found "overlay, volatile" write stable-storage invalid
		sync -f "$top/ext4"
	fi
	measure --cache keep -s 64 -t write,read "$top/ext4"
	found "read from the page cache" read cache-hits cached
	measure -s 64:8k:8192 -t write,seeks "$top/ext4"
	found "more seeks than the file has blocks" seeks cache-hits cached
fi
# All data go through the journal, which takes them from the page cache.
if make_mount journal ext4 on data=journal; then
	measure -D -s 64:64k -t write,read "$top/journal"
	found "ext4 with data=journal, O_DIRECT" write direct cached
	found "ext4 with data=journal, O_DIRECT" read direct cached
	measure -D --strict -s 64:64k -t write "$top/journal"
	expect_status "data=journal, --strict" 4
fi
# btrfs writes so where it keeps checksums: later kernels, at least.
if make_mount summed btrfs on; then
	measure -D -s 64:64k -t write,read "$top/summed"
	if passes_cache "$top/summed"; then
		found "btrfs with checksums, O_DIRECT" write direct partly
	else
		found "btrfs with checksums, O_DIRECT" write direct ok
	fi
	found "btrfs with checksums, O_DIRECT" read direct ok
	drop_mount summed
fi
if make_mount buffered ext4 off; then
	measure -s 64 -t write,read "$top/buffered"
	found "loop device, buffered" read cached-below cached
fi
mkdir "$top/tmpfs"
mount -t tmpfs -o size=128m tmpfs "$top/tmpfs"
mounts+=("$top/tmpfs")
measure -s 64 -t write,read "$top/tmpfs"
found "tmpfs" write not-a-disk invalid
found "tmpfs" read not-a-disk invalid
measure --strict -s 64 -t read "$top/tmpfs"
expect_status "tmpfs, --strict" 4

# ---- honest ones -------------------------------------------------------------

# honest NAME [CODE [TRUE]]: no test of $json failed or has a finding that says
# more than that the host was busy or the test short, but for TRUE; and none
# lacks CODE as "ok".
honest() {
	local worse
	expect_status "$1" 0
	worse=$(python3 - "$json" "${2-}" "${3-}" << 'END'
import json, sys
mild = {"ok", "unproven", "short", "unchecked"}
# What neighbours on the host do to any disk, each for a reason of its own.
busy = {
    "run-delay",    # their programs have the CPUs that our workers wait for
    "hiccups",      # the host stops this whole machine for a moment
    "steal",        # the same, where the host says so
    "steady",       # they come and go while the test runs
    "two-regimes",  # or come once, and stay
    "device-busy",  # kernel threads that carry our requests wait for a CPU
}
busy.add(sys.argv[3])
for phase in json.load(open(sys.argv[1]))["phases"]:
    if phase["state"] != "complete":
        print(phase["test"], phase["state"])
    for finding in phase["findings"]:
        if finding["verdict"] not in mild and finding["code"] not in busy:
            print(phase["test"], finding["verdict"], finding["text"])
    wanted = sys.argv[2]
    if wanted and "ok" not in [finding["verdict"]
            for finding in phase["findings"] if finding["code"] == wanted]:
        print(phase["test"], "lacks", wanted)
END
	)
	[ -z "$worse" ] || fail "$1, which is honest: $worse"
	[ -z "${2-}" ] && table_wanted || return 0
	for test in ${tests:-write read seeks}; do
		row "$1" $test "$(ask $test figure)" "$(ask $test verdict)" \
			"$(ask $test code)" "$(ask $test text)"
	done
}

# So few seeks in so many blocks that hardly one comes twice; on disks in memory,
# which nobody else uses.
images_in_memory
image_mib=320
for type in ext4 xfs btrfs; do
	command -v mkfs.$type > /dev/null || continue
	type=$type measure_on -r 100 320 -- -s 104 -t write,read
	tests="write read" honest "$type, honest disk of 100 MB/s"
	type=$type measure_on -l 3000 320 -- -s 104:4k:400 -t write,seeks
	tests=seeks honest "$type, honest disk of 3 ms"
	if make_mount "honest-$type" $type on; then
		measure -s 104:4k:200 "$top/honest-$type"
		# In memory: the CPU may well be what sets the rate.
		honest "$type, loop device with direct I/O" "" cpu-bound
		[ $type != btrfs ] ||
			mount -o remount,nodatasum "$top/honest-$type"
		measure -D -s 64:64k:200 "$top/honest-$type"
		honest "$type, O_DIRECT" direct cpu-bound
		drop_mount "honest-$type"
	fi
done
finish
