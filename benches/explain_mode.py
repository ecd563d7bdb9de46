#!/usr/bin/env python3
"""Measures the cost of explain mode: runs the same search alternately in classical and in explain mode.

Both run as separate processes; the ratio is taken for each pair of runs, and the median of the
ratios is printed. Build first: cargo build --profile dist -p queens --example modes

Examples:
  python3 benches/explain_mode.py                      the table of docs/05-performance.md
  python3 benches/explain_mode.py --runs 5
  python3 benches/explain_mode.py --before OLD_MODES   also compares classical mode with an older build
"""

import argparse
import os
import statistics
import subprocess
import sys

CASES = [
    (12, "alldifferent"),
    (12, "queens-rule"),
    (12, "dual"),
    (12, "pairwise"),
    (60, "alldifferent"),
    (100, "alldifferent"),
]


def run(program, arguments):
    """Runs once; returns (the output, the user plus system CPU time in seconds)."""
    process = subprocess.Popen([program, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{program} {arguments} failed")
    return text, usage.ru_utime + usage.ru_stime


def compare(first, second, runs):
    """Returns both median times in seconds, and the median of the ratios second / first."""
    pairs = []
    for _ in range(runs):
        (one, a), (two, b) = run(*first), run(*second)
        if one != two:
            sys.exit(f"not the same search: {one.strip()} / {two.strip()}")
        pairs.append((a, b))
    return one.strip(), *(statistics.median(times) for times in zip(*pairs)), statistics.median(b / a for a, b in pairs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/dist/examples/modes")
    parser.add_argument("--before", help="an older build of the same program")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    print("| board | search | classical s | explain s | explain / classical |")
    print("|---|---|---|---|---|")
    for n, model in CASES:
        arms = [(options.program, (n, mode, model)) for mode in ("classical", "explain")]
        what, a, b, ratio = compare(*arms, options.runs)
        print(f"| {n}, {model} | {what} | {a:.3f} | {b:.3f} | **{ratio:.2f}** |", flush=True)
    if options.before:
        arms = [(program, (12, "classical")) for program in (options.before, options.program)]
        what, a, b, ratio = compare(*arms, options.runs)
        print(f"\nclassical, 12 queens ({what}): before {a:.3f} s, now {b:.3f} s, ratio {ratio:.3f}")


if __name__ == "__main__":
    main()
