#!/usr/bin/env python3
"""Counts the boards of n queens with every method and compares the counts with the published numbers.

Prints the table that docs/counting.md summarises. Four programs count: quadrants, bits in vector lanes, bits without
lanes, and the search for one board per orbit (`ferz queens N --count --distinct`),
which also counts the boards invariant under rotations. If a number differs
from the published one, the script ends with an error. Build first:

  cargo build --profile dist
  cargo build --profile dist -p queens --example count

Examples:
  python3 benches/count_log.py                        to n = 18: about half an hour
  python3 benches/count_log.py --to 16                in two minutes
"""

import argparse
import json
import os
import subprocess
import sys

# For each n: all boards (OEIS A000170), fundamental ones (A002562), those invariant under a half turn (A032522), and
# those invariant under a quarter turn (A033148).
PUBLISHED = {
    1: (1, 1, 1, 1),
    2: (0, 0, 0, 0),
    3: (0, 0, 0, 0),
    4: (2, 1, 2, 2),
    5: (10, 2, 2, 2),
    6: (4, 1, 4, 0),
    7: (40, 6, 8, 0),
    8: (92, 12, 4, 0),
    9: (352, 46, 16, 0),
    10: (724, 92, 12, 0),
    11: (2680, 341, 48, 0),
    12: (14200, 1787, 80, 8),
    13: (73712, 9233, 136, 8),
    14: (365596, 45752, 420, 0),
    15: (2279184, 285053, 1240, 0),
    16: (14772512, 1846955, 3000, 64),
    17: (95815104, 11977939, 8152, 128),
    18: (666090624, 83263591, 18104, 0),
    19: (4968057848, 621012754, 44184, 0),
    20: (39029188884, 4878666808, 144620, 480),
    21: (314666222712, 39333324973, 375664, 704),
    22: (2691008701644, 336376244042, 1250692, 0),
}
BOARDS = {n: row[0] for n, row in PUBLISHED.items()}


def orbits(ferz, n):
    """Counts by search all solutions, the orbits, and the orbits by symmetry."""
    command = [ferz, "queens", str(n), "--count", "--distinct", "--model", "queens-rule", "--order", "dom", "--format", "json"]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {ran.returncode}\n{ran.stderr}")
    report = json.loads(ran.stdout)
    answer = report["answer"]
    classes = answer["orbits"]
    return classes["solutions"], answer["count"], classes["quarter_turn"], classes["half_turn"], classes["none"]


def published_orbits(n):
    every, fundamental, half, quarter = PUBLISHED[n]
    if n == 1:
        return 1, 1, 1, 0, 0
    return every, fundamental, quarter // 2, (half - quarter) // 4, (every - half) // 8


def boards(program, n, method):
    ran = subprocess.run([program, str(n), method, str(os.cpu_count())], capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{program} {n} {method}: {ran.stderr}")
    return int(ran.stdout.split()[2])


def same(n, who, found, expected):
    if found != expected:
        sys.exit(f"WRONG: {n} queens: {who} found {found}, published is {expected}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ferz", default="target/dist/ferz", help="(default: %(default)s)")
    parser.add_argument("--program", default="target/dist/examples/count", help="(default: %(default)s)")
    parser.add_argument("--to", type=int, default=18, help="the largest board (default: %(default)s)")
    parser.add_argument("--search-to", type=int, default=18, help="the largest board by search (default: %(default)s)")
    parser.add_argument("--bits-to", type=int, default=18, help="the largest board by bits (default: %(default)s)")
    options = parser.parse_args()
    print("| n | all | fundamental | a quarter turn leaves | a half turn leaves | no turn leaves | found equal by |")
    print("|---|---|---|---|---|---|---|")
    for n in range(1, options.to + 1):
        every, fundamental, quarter, half, none = published_orbits(n)
        kernels = ["quadrants"] + (["bits", "scalar"] if n <= options.bits_to else [])
        for kernel in kernels:
            same(n, kernel, boards(options.program, n, kernel), every)
        cells = [str(n), f"{every:,}"]
        if n <= options.search_to:
            found = orbits(options.ferz, n)
            same(n, "search", found, (every, fundamental, quarter, half, none))
            kernels.append("search")
            cells += [f"{count:,}" for count in found[1:]]
        else:
            cells += ["–"] * 4
        named = {"scalar": "bits without lanes"}
        print("| " + " | ".join(cells + [", ".join(named.get(kernel, kernel) for kernel in kernels)]) + " |", flush=True)


if __name__ == "__main__":
    main()
