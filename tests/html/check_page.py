#!/usr/bin/env python3
"""Prints what is wrong with a page as a document, and exits 1 then."""
import re
import sys
import xml.etree.ElementTree as tree

XHTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
wrong = []


def say(what):
    wrong.append(what)


def check_headings(root):
    last = 0
    for element in root.iter():
        match = re.fullmatch(re.escape(XHTML) + "h([1-6])", element.tag)
        if not match:
            continue
        level = int(match[1])
        if level > last + 1:
            say(f"a heading {level} after {last}: {element.text}")
        last = level


def check_ids(root):
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    for name in {i for i in ids if ids.count(i) > 1}:
        say(f"two elements with the id {name}")
    for element in root.iter():
        for name in (element.get("aria-labelledby") or "").split():
            if name not in ids:
                say(f"nothing has the id {name}")
        link = element.get("href") or ""
        if link.startswith("#") and link[1:] not in ids:
            say(f"a link to nothing: {link}")


def check_tables(root):
    for table in root.iter(XHTML + "table"):
        if not (table.findtext(XHTML + "caption") or "").strip():
            say("a table without a caption")
        columns = len(table.findall(f"{XHTML}thead/{XHTML}tr/{XHTML}th"))
        for row in table.findall(f"{XHTML}tbody/{XHTML}tr"):
            if len(row) != columns:
                say(f"a row with {len(row)} cells under {columns} heads")
        for head in table.iter(XHTML + "th"):
            if head.get("scope") not in ("row", "col"):
                say("a head without a scope")


def check_drawings(root):
    drawings = [d for d in root.iter(SVG + "svg") if d.get("role") == "img"]
    if not drawings:
        say("no drawing")
    for drawing in drawings:
        for part in ("title", "desc"):
            if not (drawing.findtext(SVG + part) or "").strip():
                say(f"a drawing without a {part}")
    for element in root.iter():
        for name, value in element.attrib.items():
            if re.search(r"\b(nan|inf)\b", value) and name != "class":
                say(f"{name}='{value}' is no number")


def check_alone(root, text):
    if root.get("lang") != "en":
        say("no language")
    for tag in ("script", "img", "iframe", "object", "embed"):
        if root.find(f".//{XHTML}{tag}") is not None:
            say(f"it has a {tag}")
    for match in re.finditer(r"(?:src|href|url\()[=\"']*\s*(http[^\"')]*)",
                             text):
        say(f"it needs {match[1]}")


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    root = tree.fromstring(text)
    check_headings(root)
    check_ids(root)
    check_tables(root)
    check_drawings(root)
    check_alone(root, text)
    print("\n".join(wrong))
    sys.exit(bool(wrong))


main()
