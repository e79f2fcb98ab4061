#!/bin/bash
# The page of -o html in a real browser: nothing runs over its edge or into
# something else at any width, and there is nothing to complain about.
. "$(dirname "$0")/../common.sh"
need python3
tools=$(dirname "$0")/../html

python3 "$tools/sample.py" > "$work/sample.json"
python3 "$tools/sample.py" sweep > "$work/sweep.json"
python3 "$tools/sample.py" other > "$work/other.json"
pages="sample sweep comparison"
for name in sample sweep; do
	run convert -o "html=$work/$name.html" "$work/$name.json"
	expect_status 0 "$name: no page"
done
run compare --explain -o html "$work/sample.json" "$work/other.json"
expect_status 0 "no page of a comparison"
cp "$out" "$work/comparison.html"
for name in $pages; do
	python3 "$tools/check_page.py" "$work/$name.html" > "$out" ||
		fail "$name: not a sound page"
done

browser=
for name in chromium chromium-browser google-chrome chrome; do
	! command -v $name > /dev/null || browser=$name
done
[ -n "$browser" ] || skip "no chromium"

# browse PAGE OPTION...
browse() {
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu \
		--disable-quic --no-first-run --disable-background-networking \
		--disable-component-update --disable-sync \
		--user-data-dir="$work/profile" "${@:2}" "file://$1" \
		> "$out" 2> "$err"
	rm -rf "$work/profile"
}

for name in $pages; do
	browse "$work/$name.html" --enable-logging=stderr --dump-dom ||
		fail "$name: the browser does not show it"
	! grep CONSOLE "$err" || fail "$name: the browser complains"
	python3 "$tools/measure.py" "$work/$name.html" "$work"
	browse "$work/frames.html" --virtual-time-budget=20000 --dump-dom ||
		fail "$name: the browser does not measure it"
	grep -o '<pre.*' "$out" > "$work/found" || true
	for width in 320 768 1280 1600; do
		grep -q "$width: sound" "$out" ||
			fail "$name: at $width pixels: $(cat "$work/found")"
	done
done
