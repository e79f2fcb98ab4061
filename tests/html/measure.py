#!/usr/bin/env python3
"""measure.py PAGE FOLDER: writes FOLDER/frames.html, which shows copies of the
page at several widths and says of each "sound" or what is wrong: what is wider
than the page, and which letters of a drawing lie over others or outside."""
import os
import re
import sys

WIDTHS = (320, 768, 1280, 1600)

INSIDE = """<script>
addEventListener('load', () => {
	const wrong = [];
	for (const open of [false, true]) {
		for (const details of document.querySelectorAll('details'))
			details.open = open;
		const page = document.documentElement;
		if (page.scrollWidth > innerWidth)
			wrong.push('page ' + page.scrollWidth + ' wide');
		for (const drawing of document.querySelectorAll('svg[role]'))
			check(drawing, wrong);
	}
	parent.postMessage(innerWidth + ': ' + (wrong.join('; ') || 'sound'),
		'*');
});
function check(drawing, wrong) {
	const texts = [...drawing.querySelectorAll('text')];
	const boxes = texts.map(text => text.getBoundingClientRect());
	boxes.forEach((box, i) => {
		if (box.left < 0 || box.right > innerWidth)
			wrong.push('outside: ' + texts[i].textContent);
		for (let k = 0; k < i; k++)
			if (box.left < boxes[k].right - 1 &&
			    boxes[k].left < box.right - 1 &&
			    box.top < boxes[k].bottom - 3 &&
			    boxes[k].top < box.bottom - 3)
				wrong.push(texts[i].textContent + ' over ' +
					texts[k].textContent);
	});
}
</script></body>"""

OUTSIDE = """<!DOCTYPE html><meta charset="utf-8"><body><script>
addEventListener('message', event => {
	const line = document.createElement('pre');
	line.textContent = event.data;
	document.body.append(line);
});
</script>
"""


def main():
    page, folder = sys.argv[1:]
    text = open(page, encoding="utf-8").read()
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "",
                  text)
    text = text.replace("</body>", INSIDE)
    with open(os.path.join(folder, "frame.html"), "w",
              encoding="utf-8") as copy:
        copy.write(text)
    with open(os.path.join(folder, "frames.html"), "w",
              encoding="utf-8") as frames:
        frames.write(OUTSIDE)
        for width in WIDTHS:
            frames.write(f'<iframe src="frame.html" width="{width}" '
                         'height="800" frameborder="0"></iframe>\n')


main()
