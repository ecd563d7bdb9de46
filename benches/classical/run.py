#!/usr/bin/env python3
"""Measures Ferz against Gecode on classical models, tree for tree.

Both programs search the same tree: same constraints, same consistency, same
branching. Before any time is reported, nodes, failures and solutions of both must be
equal, so that a ratio compares the engines and not two different searches.
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
from duel import TARGET, Counts, Problem, build_with_cargo, build_with_gecode, measure, print_table, row

GECODE = TARGET / "peers" / "gecode_classical"
FERZ = TARGET / "release" / "examples" / "classical"

EXAMPLES = """\
examples:
  benches/classical/run.py                      all cases, 7 pairs of runs each
  benches/classical/run.py --runs 21 golomb     one model, for a quieter median
"""


@dataclass(frozen=True)
class Case:
    text: str

    def __str__(self):
        return self.text

    @property
    def model(self):
        return self.text.split()[0]


# Large enough that the search takes most of the time, where the tree can be that large.
CASES = [
    Case(text)
    for text in [
        "all-interval 11",
        "bibd 7 3 4",
        "car-sequencing",
        "costas 10",
        "golomb 10 55",
        "job-shop-orders 1 665 --nodes 20000",
        "langford 11",
        "latin-square 5",
        "letters",
        "magic-sequence 100",
        "magic-square 4",
        "nonogram 1 --nodes 50000",
        "quasigroup 3 8",
        "quasigroup 5 11",
        "quasigroup 7 9",
    ]
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


def parse_arguments():
    parser = argparse.ArgumentParser(
        description="Compare Ferz with Gecode on classical models: same trees, CPU time side by side.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("models", nargs="*", metavar="MODEL", help="these models alone, such as golomb")
    parser.add_argument("--runs", type=int, default=7, metavar="R",
                        help="timed runs of each program per case (default 7)")
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("--runs must be at least 1")
    unknown = set(arguments.models) - {case.model for case in CASES}
    if unknown:
        parser.error(f"unknown models: {', '.join(sorted(unknown))}")
    return arguments


def main():
    arguments = parse_arguments()
    programs = [Gecode(), Ferz()]
    cases = [case for case in CASES if not arguments.models or case.model in arguments.models]
    try:
        for program in programs:
            program.build()
        rows = []
        for case in cases:
            print(f"{case} …", file=sys.stderr)
            rows.append(row(case, *measure(programs, case, arguments.runs)))
    except Problem as problem:
        sys.exit(f"run.py: {problem}")  # a message makes the exit code 1
    except KeyboardInterrupt:
        sys.exit(130)
    if arguments.json:
        print(json.dumps(rows, indent=2))
    else:
        print_table(rows)
        ratios = [float(cells["Ferz/Gecode"]) for cells in rows]
        print(f"geometric mean {statistics.geometric_mean(ratios):.3f}, worst {max(ratios):.3f}")


if __name__ == "__main__":
    main()
