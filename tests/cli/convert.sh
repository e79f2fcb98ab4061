#!/bin/bash
# convert reads any format and writes any, and leaves no mistake unsaid.
. "$(dirname "$0")/../common.sh"
golden=$(dirname "$0")/../golden

run convert -o bonnie++1 --as-version 1.03e \
	"$golden/bonnie++1-csv/1.03e_default.csv"
expect_status 0 "row to text"
cmp -s "$out" "$golden/bonnie++1/1.03e_default.txt" || fail "another text"

# From a pipe, and to a file.
status=0
"$program" convert -o "bonnie++1-csv=$work/row" - \
	< "$golden/bonnie++1/1.03e_default.txt" > "$out" 2> "$err" || status=$?
expect_status 0 "standard input"
[ ! -s "$out" ] || fail "something else on standard output"
cmp -s "$work/row" "$golden/bonnie++1-csv/1.03e_default.csv" ||
	fail "another row"

# There and back again through the formats that hold everything.
run convert -o json "$golden/bonnie++2-csv/2.00a_shm_4g.csv"
cp "$out" "$work/a.json"
run convert -o long "$work/a.json"
cp "$out" "$work/a.csv"
run convert -o "json=$work/b.json" -o "long=$work/b.csv" "$work/a.json"
expect_status 0 "two outputs"
cmp -s "$work/a.json" "$work/b.json" || fail "JSON changed on its way"
run convert -o long "$work/a.csv"
cmp -s "$out" "$work/a.csv" || fail "long CSV changed on its way"

# Several files: all that can be read is written.
run convert -o bonnie++1-csv "$golden/bonnie++1-csv/1.03e_default.csv" \
	"$work/nowhere" "$golden/bonnie++1-csv/1.03a_default.csv"
expect_status 1 "one file is missing"
[ "$(wc -l < "$out")" = 3 ] || fail "want a heading and two rows"
grep -q "'$work/nowhere'" "$err" || fail "the missing file is not named"

# A row that is not whole is named with its line, the others are read.
row=$(cat "$golden/bonnie++1-csv/1.03e_default.csv")
printf '%s\nshort,16G,1,2,3,4,5\n%s\n' "$row" "${row/fluffy/other}" \
	> "$work/short.csv"
run convert -o bonnie++1-csv "$work/short.csv"
expect_status 1 "a short row"
[ "$(wc -l < "$out")" = 3 ] || fail "want a heading and two rows"
[ "$(wc -l < "$err")" = 1 ] || fail "want one line"
grep -q "'$work/short.csv' line 2 " "$err" || fail "the line is not named"
for broken in "${row/,99,/,NaN,}" "${row:0:50}" "$row,1,2,3"; do
	echo "$broken" > "$work/broken.csv"
	run convert "$work/broken.csv"
	expect_status 1 "a broken row"
	grep -q "'$work/broken.csv' line 1 " "$err" || fail "no line: $broken"
done
# The mark that programs of Windows begin a text with.
for format in bonnie++1-csv long json; do
	printf '\357\273\277' > "$work/marked"
	"$program" convert -o $format "$work/row" >> "$work/marked"
	run convert -o bonnie++1-csv "$work/marked"
	expect_status 0 "$format with a mark"
	grep -q '^fluffy,256M,230422,' "$out" || fail "$format with a mark"
done

# What a format cannot hold is said.
run convert -o bonnie "$golden/bonnie++1-csv/1.03e_default.csv"
expect_status 0 "a format that cannot hold everything"
grep -q "Bonnie does not have" "$err" || fail "not said"

echo hello > "$work/hello"
run convert "$work/hello"
expect_status 1 "no results"
[ ! -s "$out" ] || fail "output without results"
run convert
expect_status 2 "no file"
run convert -o nothing "$work/row"
expect_status 2 "no such format"
run convert -o json -o long "$work/row"
expect_status 2 "two formats on standard output"
run convert --as-version= "$work/row"
expect_status 2 "no version"
[ ! -e /dev/full ] || {
	status=0
	"$program" convert "$work/row" > /dev/full 2> "$err" || status=$?
	expect_status 1 "standard output is full"
}
