#!/bin/bash
# --save appends whole lines of JSON, one a test and one a run; -o json is
# valid however the run ends.
. "$(dirname "$0")/../common.sh"
need python3
save=$work/save

# valid FILE LINES
valid() {
	python3 - "$1" "$2" << 'END' || fail "$1 is not $2 lines of JSON"
import json, sys
lines = open(sys.argv[1]).read().splitlines()
for line in lines:
    json.loads(line)
sys.exit(len(lines) != int(sys.argv[2]))
END
}

run --save "$save" -s 1 -n 0 -t write,read "$place"
expect_status 0 "--save"
valid "$save" 3
run --save "$save" -s 1 -n 0 -t write,read "$place"
valid "$save" 6

# A crash in the middle of a line.
printf '{"torn":' >> "$save"
run --save "$save" -s 1 -n 0 -t write "$place"
expect_status 0 "after a torn line"
[ "$(wc -l < "$save")" = 9 ] || fail "the torn line was continued"
tail -n 2 "$save" > "$work/tail"
valid "$work/tail" 2

# A signal: what is finished is there.
rm "$save"
start --save "$save" -o "json=$work/json" -f -n 0 -s 1:8k:1000000k "$place"
wait_for "start 'em" "$err"
kill -s TERM "$pid"
finish
expect_status 143 "ended by a signal"
[ "$(wc -l < "$save")" -ge 4 ] || fail "finished tests are not saved"
python3 -m json.tool "$work/json" > /dev/null || fail "JSON after a signal"
python3 -m json.tool < /dev/null > /dev/null 2>&1 && fail "no check at all"

run -o json -s 1 -n 0 -f "$place"
python3 -m json.tool "$out" > "$work/pretty" || fail "no JSON"
grep -q '"machine"' "$work/pretty" || fail "no machine in the JSON"
run -x 2 -o json -s 1 -n 0 -f "$place"
python3 -c 'import json, sys
assert len(json.load(open(sys.argv[1]))) == 2' "$out" || fail "no array of two"

run --save "$work/nowhere/x" -o json -s 1 -n 0 -f "$place"
expect_status 1 "--save into nowhere"
python3 -c 'import json, sys
assert json.load(open(sys.argv[1]))["errors"]' "$out" || fail "no errors"
expect_nothing_left

run -o json -s 1 -n 0 -f "$work/nowhere"
expect_status 1 "JSON without a directory"
python3 -c 'import json, sys
assert json.load(open(sys.argv[1]))["errors"]' "$out" || fail "no errors"

# A file that cannot be appended to is no reason to stop measuring.
run --save /dev/full -s 1 -n 0 -f "$place"
expect_status 1 "--save on a full device"
[ "$(grep -c "'/dev/full'" "$err")" = 1 ] || fail "not said once"
expect_csv_row
expect_nothing_left
