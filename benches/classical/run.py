#!/usr/bin/env python3
"""Measures Ferz against Gecode on classical models, tree for tree.

Both programs state the same constraints at the same levels of consistency, and branch alike.
Before any time is reported, nodes, failures and solutions of both must be equal, so that a ratio
compares the engines and not two different searches. Where no levels of both match, which
a case says, only the solutions must be equal, and the table says so.
"""

import argparse
import json
import re
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from duel import TARGET, Counts, Problem, build_with_cargo, build_with_gecode, timed, warm_up

GECODE = TARGET / "peers" / "gecode_classical"
FERZ = TARGET / "release" / "examples" / "classical"

EXAMPLES = """\
examples:
  benches/classical/run.py                          all cases, 7 pairs of runs each
  benches/classical/run.py --only golomb --runs 21  one model, for a quieter median
"""


@dataclass(frozen=True)
class Case:
    """A model, its size as both programs read it, and the levels of its constraints."""

    text: str
    levels: str
    same_tree: bool = True

    def __str__(self):
        return self.text

    @property
    def model(self):
        return self.text.split()[0]

    @property
    def size(self):
        return " ".join(self.text.split()[1:]).replace("--nodes", "to node")

    def alike(self, counts):
        return counts if self.same_tree else counts.solutions


# So large that Gecode takes a third of a second or more.
CASES = [
    Case("all-interval 11", "all_different value; sums, abs bounds"),
    Case("bibd 7 3 5", "Boolean sums; and; lex"),
    Case("car-sequencing 4 --nodes 100000", "x = v; Boolean sums"),
    Case("costas 10", "all_different value; sums bounds"),
    Case("golomb 11 72 --nodes 100000", "all_different, sums bounds"),
    Case("job-shop-orders 1 665 --nodes 50000", "x + d <= y under a condition"),
    Case("job-shop-orders 2 654 --nodes 100000", "x + d <= y under a condition"),
    Case("knights-tour 6 6", "circuit: the strongest of each; all_different domain", same_tree=False),
    Case("langford 11", "all_different value; x - y = c domain"),
    Case("latin-square 5", "all_different domain"),
    Case("magic-sequence 1000", "counts by values; sums bounds"),
    Case("magic-square 5 --nodes 300000", "all_different value; sums bounds"),
    Case("nonogram 1 --nodes 50000", "regular domain"),
    Case("quasigroup 3 9", "all_different, element domain; sums bounds"),
    Case("quasigroup 4 9", "all_different, element domain; sums bounds"),
    Case("quasigroup 5 13", "all_different, element domain"),
    Case("quasigroup 6 12", "all_different, element domain"),
    Case("quasigroup 7 10", "all_different, element domain"),
    Case("social-golfers 4 2 7", "counts by values; precede; lex; x = y reified, bounds"),
]


class Program:
    def command(self, case):
        return [self.path, *case.text.split()]

    def may_exit_with(self, case):
        return {0}

    def counts(self, output):
        fields = dict(re.findall(r"(\w+)=(\d+)", output))
        return Counts(*(int(fields[key]) for key in ("nodes", "failures", "solutions")))


class Gecode(Program):
    name, path = "Gecode", GECODE

    def build(self):
        build_with_gecode(HERE / "gecode_classical.cpp", GECODE)


class Ferz(Program):
    name, path = "Ferz", FERZ

    def build(self):
        build_with_cargo("-p", "ferz-models", "--example", "classical")


def row(case, programs, runs):
    """One line of the table."""
    counts = warm_up(programs, case, case.alike)
    seconds = timed(programs, case, runs, counts)
    gecode, ferz = counts["Gecode"], counts["Ferz"]
    ratios = [b / a for a, b in zip(seconds["Gecode"], seconds["Ferz"])]
    return {
        "model": case.model,
        "size": case.size,
        "levels": case.levels,
        "nodes": f"{ferz.nodes:,}",
        "failures": f"{ferz.failures:,}",
        "equal tree": "yes" if gecode == ferz else f"no: Gecode {gecode.nodes:,} / {gecode.failures:,}",
        "Gecode s": f"{statistics.median(seconds['Gecode']):.3f}",
        "Ferz s": f"{statistics.median(seconds['Ferz']):.3f}",
        "Ferz / Gecode": round(statistics.median(ratios), 3),
        "min–max": f"{min(ratios):.2f}–{max(ratios):.2f}",
    }


def print_markdown(rows):
    print("| " + " | ".join(rows[0]) + " |")
    print("|" + "---|" * len(rows[0]))
    for cells in rows:
        print("| " + " | ".join(str(cell) for cell in cells.values()) + " |")
    ratios = [cells["Ferz / Gecode"] for cells in rows]
    print(f"\nGeometric mean {statistics.geometric_mean(ratios):.2f}, worst {max(ratios):.2f}.")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description="Compare Ferz with Gecode on classical models: same trees, CPU time side by side.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", nargs="+", metavar="MODEL", default=[], help="these models alone, such as golomb")
    parser.add_argument("--runs", type=int, default=7, metavar="R",
                        help="timed runs of each program per case (default 7)")
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("--runs must be at least 1")
    unknown = set(arguments.only) - {case.model for case in CASES}
    if unknown:
        parser.error(f"unknown models: {', '.join(sorted(unknown))}")
    return arguments


def main():
    arguments = parse_arguments()
    programs = [Gecode(), Ferz()]
    cases = [case for case in CASES if not arguments.only or case.model in arguments.only]
    try:
        for program in programs:
            program.build()
        rows = []
        for case in cases:
            print(f"{case} …", file=sys.stderr)
            rows.append(row(case, programs, arguments.runs))
    except Problem as problem:
        sys.exit(f"run.py: {problem}")  # a message makes the exit code 1
    except KeyboardInterrupt:
        sys.exit(130)
    if arguments.json:
        print(json.dumps(rows, indent=2))
    else:
        print_markdown(rows)


if __name__ == "__main__":
    main()
