#!/bin/bash
# Resident memory stays below 32 MiB and one chunk a worker, however many
# workers, bytes and files there are.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # no disk is asked here
. "$(dirname "$0")/../common.sh"
need python3
! grep -q __asan_init "$program" || skip "sanitizers take memory of their own"

# peak_kib ARGUMENT...: the largest resident set of a run.
peak_kib() {
	python3 -c '
import resource, subprocess, sys
nowhere = subprocess.DEVNULL
subprocess.run(sys.argv[1:], stdin=nowhere, stdout=nowhere, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
' "$program" "$@" 2> "$err"
}

# expect_small WORKERS CHUNK_KIB ARGUMENT...
expect_small() {
	local most=$((32 * 1024 + $1 * $2)) kib
	kib=$(peak_kib "${@:3}" "$place") || fail "${*:3}: $kib"
	[ "$kib" -lt "$most" ] || fail "${*:3} takes $kib KiB, not below $most"
	expect_nothing_left
}

# Seekers are workers as well, five to each of the others.
expect_small 80 8 -c 16 -s 32 -n 1 -t putc,write,read,seeks,seq-create
expect_small 320 8 -c 64 -s 32 -n 1 -t write,seeks,ran-create
expect_small 80 1024 -c 16 -s 16:1m -n 0 -f
expect_small 1 8 -s 0 -n 64 -t seq-create,ran-stat
