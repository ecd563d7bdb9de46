#!/usr/bin/env python3
"""Measures Ferz against Gecode on models with an objective.

Both programs state the same constraints at the same levels of consistency, branch alike, and go through the tree by
branch and bound; whole processes in turn, user plus system time. Both must find the same best value, and as many
better and better solutions on the way. Trees are equal but for the way back from a solution: Ferz holds every node above it to the new bound,
Gecode only those of which it keeps a copy, so it visits a few more and counts their failures.
Where a case says that the constraints differ in strength, its numbers of solutions need not be equal.
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
from duel import TARGET, Problem, build_with_cargo, build_with_gecode, timed, warm_up

GECODE = TARGET / "peers" / "gecode_optima"
FERZ = TARGET / "release" / "examples" / "optima"

EXAMPLES = """\
examples:
  benches/optima/run.py                      all cases, 5 pairs of runs each
  benches/optima/run.py --only p08 --runs 21  one model, for a quieter median
"""


@dataclass(frozen=True)
class Case:
    """A model, the order of branching, and how often it is solved or where it stops, as both programs read it."""

    text: str
    same_strength: bool = True

    def __str__(self):
        return self.text

    @property
    def words(self):
        return self.text.split()

    def alike(self, counts):
        return (counts.best, counts.solutions) if self.same_strength else counts.best


@dataclass(frozen=True)
class Counts:
    best: int
    nodes: int
    failures: int
    solutions: int

    def __str__(self):
        return f"best={self.best} nodes={self.nodes} failures={self.failures} solutions={self.solutions}"


# So large, or solved so often, that Gecode takes a fifth of a second or more.
CASES = [
    Case("golomb9 input --times 5"),
    Case("golomb10 input"),
    Case("ft06 input --times 50"),
    Case("la01 input --nodes 20000"),
    Case("la02 input"),
    Case("la03 input --times 3"),
    Case("la04 input --times 3"),
    Case("la05 input --times 4"),
    Case("ft10 input --nodes 20000"),
    Case("p07 input --times 150"),
    Case("p08 input"),
    Case("p01 regret --times 200", same_strength=False),
    Case("j305_1 smallest-value --nodes 100000"),
    Case("j3017_1 smallest-value --nodes 100000"),
    Case("j3048_1 smallest-value --times 200"),
    Case("triplets7 input --times 300", same_strength=False),
]


class Program:
    def command(self, case):
        return [self.path, *case.words]

    def may_exit_with(self, case):
        return {0}

    def counts(self, output):
        fields = dict(re.findall(r"(\w+)=(\d+)", output))
        return Counts(*(int(fields[key]) for key in ("best", "nodes", "failures", "solutions")))


class Gecode(Program):
    name, path = "Gecode", GECODE

    def build(self):
        build_with_gecode(HERE / "gecode_optima.cpp", GECODE)


class Ferz(Program):
    name, path = "Ferz", FERZ

    def build(self):
        build_with_cargo("-p", "ferz-models", "--example", "optima")


def row(case, programs, runs):
    """One line of the table."""
    counts = warm_up(programs, case, case.alike)
    seconds = timed(programs, case, runs, counts)
    gecode, ferz = counts["Gecode"], counts["Ferz"]
    ratios = [b / a for a, b in zip(seconds["Gecode"], seconds["Ferz"])]
    model, order, *rest = case.words
    return {
        "model": model,
        "order": order,
        "runs, limit": " ".join(rest).replace("--nodes", "to node").replace("--times", "times"),
        "best": f"{ferz.best:,}",
        "solutions": f"{ferz.solutions}" if gecode.solutions == ferz.solutions else f"{ferz.solutions} / {gecode.solutions}",
        "nodes, Ferz": f"{ferz.nodes:,}",
        "nodes, Gecode": f"{gecode.nodes:,}",
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
        description="Compare Ferz with Gecode on models with an objective: same trees, CPU time side by side.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", nargs="+", metavar="MODEL", default=[], help="these models alone, such as golomb10")
    parser.add_argument("--runs", type=int, default=5, metavar="R",
                        help="timed runs of each program per case (default 5)")
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("--runs must be at least 1")
    unknown = set(arguments.only) - {case.words[0] for case in CASES}
    if unknown:
        parser.error(f"unknown models: {', '.join(sorted(unknown))}")
    return arguments


def main():
    arguments = parse_arguments()
    programs = [Gecode(), Ferz()]
    cases = [case for case in CASES if not arguments.only or case.words[0] in arguments.only]
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
