#!/usr/bin/env python3
"""Compares the formulations `queens-rule` and `alldifferent` (value) on Ferz's command line.

Both run alternately several times, as separate processes. The median user CPU time is
printed with the nodes and failures. Build first: cargo build --profile dist

Examples:
  python3 benches/queens_rule.py                 the table of docs/05-performance.md
    python3 benches/queens_rule.py --skip-16       without n = 16, which takes minutes
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

MODELS = ("alldifferent", "queens-rule")


def run(ferz, model, arguments):
    """Runs once; returns (the JSON answer, the user CPU time in seconds)."""
    command = [ferz, "queens", *arguments, "--model", model, "--order", "dom", "--format", "json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 3):
        sys.exit(f"{' '.join(command)} ended with code {code}")
    return json.loads(text)["answer"], usage.ru_utime


def row(ferz, label, arguments, runs):
    times = {model: [] for model in MODELS}
    answers = {}
    for _ in range(runs):
        for model in MODELS:
            answers[model], seconds = run(ferz, model, arguments)
            times[model].append(seconds)
    cells = [label]
    for model in MODELS:
        numbers = answers[model]["statistics"]
        limited = "+" if answers[model]["stopped_by"] == "node limit" else ""
        cells += [f"{numbers['nodes']:,}{limited}", f"{numbers['failures']:,}", f"{statistics.median(times[model]):.3f}"]
    first, second = (times[model] for model in MODELS)
    if statistics.median(first) >= 0.02:
        cells.append(f"{statistics.median(b / a for a, b in zip(first, second)):.2f}")
    else:
        cells.append("–")
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ferz", default="target/dist/ferz", help="the binary (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default: %(default)s)")
    parser.add_argument("--node-limit", default="2000000", help="for first solutions (default: %(default)s)")
    parser.add_argument("--skip-16", action="store_true", help="leave out all solutions of n = 16")
    options = parser.parse_args()
    if not os.path.exists(options.ferz):
        sys.exit(f"{options.ferz} is missing: run cargo build --profile dist")
    print("| board | nodes (value) | failures | CPU s | nodes (rule) | failures | CPU s | rule / value |")
    print("|---|---|---|---|---|---|---|---|")
    row(options.ferz, "12, all", ["12", "--count"], options.runs)
    for n in range(20, 201, 20):
        row(options.ferz, f"{n}, first", [str(n), "--node-limit", options.node_limit], options.runs)
    if not options.skip_16:
        row(options.ferz, "16, all", ["16", "--count"], 1)


if __name__ == "__main__":
    main()
