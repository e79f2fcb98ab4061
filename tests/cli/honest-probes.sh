#!/bin/bash
# Disks that lie: one stores zeros for nothing, one answers from a cache of its
# own, one stalls. $1 is liar, $2 the script that puts a device on it, $5 does
# one kind of I/O under observation.
set -eu
liar=$1
liar_device=$2
watch=$5
out=

# on OPTION... -- COMMAND: its output on a disk that lies so, as $out.
on() {
	local options=()
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	local status=0
	out=$("$liar_device" "$liar" "${options[@]}" 192 -- \
		bash -c "$2" "$watch") || status=$?
	[ $status != 77 ] || {
		echo "$out"
		exit 77
	}
	[ $status = 0 ] || fail "${options[*]}: status $status"
}
fail() {
	echo "FAILED: $*"
	printf '%s\n' "$out"
	exit 1
}
expect() {
	case $out in
	*"$1"*) ;;
	*) fail "no '$1'" ;;
	esac
}

on -z -r 60 -- '"$0" zeros "$LIAR_PLACE"'
expect "zeros ok "
on -r 60 -- '"$0" zeros "$LIAR_PLACE"'
case $out in *"zeros "*) fail "an honest disk stores zeros for nothing" ;; esac

on -h -r 60 -- '"$0" keep "$LIAR_PLACE"; "$0" below "$LIAR_PLACE"'
awk '$1 == "speedup" && $2 >= 2 { found = 1 } END { exit !found }' <<< "$out" ||
	fail "the cache below is not seen"
on -r 60 -- '"$0" keep "$LIAR_PLACE"; "$0" below "$LIAR_PLACE"'
awk '$1 == "speedup" && $2 < 2 { found = 1 } END { exit !found }' <<< "$out" ||
	fail "an honest disk has a cache below"

on -s 500:250 -- '"$0" random "$LIAR_PLACE" 0'
expect "stalls ok "
