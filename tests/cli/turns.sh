#!/bin/bash
# -p and -y: several processes take their turns together.
. "$(dirname "$0")/../common.sh"
need ipcs

ipcs -s | grep -q 0x00001267 && skip "somebody uses the semaphores"
trap '"$program" -p -1 2> /dev/null || true; rm -rf "$work"' EXIT
run -p -1
expect_status 1 "-p -1 without semaphores"
run -y s -s 1 -n 0 "$place"
expect_status 1 "-y s without -p"
expect_nothing_left

run --dry-run -y s -s 1 -n 0 "$place"
expect_status 1 "-y s without -p as a dry run"

run --dry-run -p 2
expect_status 0 "-p as a dry run"
expect_out "2 processes"
! ipcs -s | grep -q 0x00001267 || fail "a dry run made semaphores"
run -p 2
[ "$status" = 0 ] || skip "no semaphores: $(cat "$err")"
run -p 2
expect_status 1 "-p twice"
start -y s -s 1 -n 0 -t write,read "$place"
first=$pid
"$program" -y s -s 1 -n 0 -t write,read "$place" > "$work/out2" 2> /dev/null ||
	fail "the second process"
pid=$first
finish
expect_status 0 "the first process"
expect_csv_row

# Alone it waits, and a signal ends that.
"$program" -p -1
run -p 2
start -y s -s 1 -n 0 -t write "$place"
set_id=$(ipcs -s | awk '$1 == "0x00001267" { print $2 }')
until ipcs -s -i "$set_id" | awk '$1 == 0 && $4 == 1 { found = 1 }
	END { exit !found }'; do
	kill -0 "$pid" || fail "it does not wait for the other"
	sleep 0.05
done
kill -s TERM "$pid"
finish
expect_status 143 "waiting for the others"
expect_nothing_left

# Prompts are no results: standard output holds those alone.
status=0
printf '\n\n' | "$program" -y p -s 1 -n 0 -t write,read -o json "$place" \
	> "$out" 2> "$err" || status=$?
expect_status 0 "-y p"
expect_err "1:"
expect_err "2:"
if grep -qxE '[12]:' "$out"; then fail "prompts on standard output"; fi
[ "$(head -c 1 "$out")" = '{' ] || fail "JSON is not all that is printed"
status=0
"$program" -y p -s 1 -n 0 "$place" < /dev/null > "$out" 2> "$err" || status=$?
expect_status 1 "-y p without input"
expect_nothing_left
