#!/usr/bin/env python3
"""Prints results as JSON for the tests of the HTML page: three runs with all
kinds of states, verdicts and awkward names; with "other" faster ones, with
"sweep" a sweep."""
import json
import random
import sys

HOSTILE = "</title><script>alert('x')</script> & \"quoted\" \x01\ufffe"
random.seed(7)


def latency(scale):
    bars = [[scale * 1.2**i, max(1, int(90000 * 0.5**i))] for i in range(40)]
    return {
        "latency": {
            "p50": scale * 1.1, "p90": scale * 2, "p99": scale * 8,
            "p999": scale * 200, "max": scale * 1500,
        },
        "latency_bars": bars,
    }


def quantity(value, unit, state="known"):
    return {"value": value, "unit": unit, "state": state}


def finding(code, verdict, text):
    return {"code": code, "value": 1.5, "limit": None, "ruler": "a ruler",
            "text": text, "verdict": verdict}


def phase(test, name, value, **more):
    unit = "bytes/s" if name == "rate" else "1/s"
    windows = [value * random.uniform(0.8, 1.2) for _ in range(100)]
    result = {
        "test": test, "state": "complete", "verdict": "ok",
        "findings": [finding("steady", "ok", "steady")],
        "quantities": {
            name: quantity(value, unit),
            "cpu": quantity(34.5, "percent"),
            "wall": quantity(12.5, "s"),
            "latency-max": quantity(0.03, "s"),
            "latency-mean": quantity(0.00003, "s"),
        },
        **latency(2e-5), "windows_of": name, "windows": windows,
    }
    result.update(more)
    return result


def two_speeds(value):
    text = "1.10 GB/s for the first 4 GiB, then 210 MB/s"
    return {
        "verdict": "unsteady",
        "findings": [finding("two-regimes", "unsteady", text)],
        "windows": [value * (2 if i < 40 else 0.4) for i in range(100)],
    }


def unknown(name, unit, state):
    return {"quantities": {name: quantity(None, unit, state)}, "windows": [],
            "latency_bars": [], "verdict": "none", "findings": []}


def phases(noise):
    cached = [finding("cache-hits", "cached", "all of it came from memory")]
    return [
        phase("putc", "rate", 1.2e8 * noise),
        phase("write", "rate", 4.5e8 * noise, **two_speeds(4.5e8)),
        phase("read", "rate", 5.6e9 * noise, verdict="cached",
              findings=cached),
        phase("getc", "rate", 0, **unknown("rate", "bytes/s", "too-fast")),
        phase("a-test-with-quite-a-long-name<&>", "rate", 1e3 * noise),
        phase("seeks", "ops", 312.4 * noise, verdict="unchecked",
              findings=[finding("cold", "unchecked", "not " * 40)]),
        phase("ran-stat", "ops", 4.1e5 * noise),
        phase("ran-delete", "ops", 0, **unknown("ops", "1/s", "failed")),
    ]


def run(noise, **more):
    result = {
        "schema": "diskbench/1", "record": "run", "tool": "diskbench",
        "tool_version": "1.0.0", "machine": "m" * 60, "label": HOSTILE,
        "environment": {
            "kernel": "Linux", "file_system": "ext4",
            "mount_options": "rw," * 60, "devices": ["one" * 40, HOSTILE],
            "ram_bytes": 2**34, "command": "diskbench " + "/long" * 60,
            "version": "1.0.0", "started": "2026-01-02T03:04:05+00:00",
        },
        "size_bytes": 2**34, "chunk_bytes": 8192, "workers": 4,
        "seeks": 8192, "seekers": 5, "seed": None,
        "files": {"units": 16, "max_bytes": 0, "min_bytes": 0,
                  "link": "none", "directories": 1, "chunk_bytes": 0},
        "errors": ["cannot read '" + HOSTILE + "'"],
        "phases": phases(noise),
    }
    result.update(more)
    return result


def main():
    if sys.argv[1:] == ["sweep"]:
        results = [run(1 + i / 4 + k / 50, chunk_bytes=4096 << i, errors=[],
                       machine="small", label=None)
                   for i in range(9) for k in range(2)]
    else:
        speed = 1.6 if sys.argv[1:] == ["other"] else 1
        results = [run(speed * noise) for noise in (1, 1.07, 0.98)]
    json.dump(results, sys.stdout)


main()
