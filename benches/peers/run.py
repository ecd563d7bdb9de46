#!/usr/bin/env python3
"""Measures Ferz against Gecode on n-queens, tree for tree.

Both programs search the same tree, with the same constraints, consistency and branching.
Before any time is reported, the nodes, failures and solutions of both must be
equal, so that a ratio compares the engines and not two different searches.
"""

import argparse
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from duel import TARGET, Counts, Problem, build_with_cargo, build_with_gecode, measure, print_table, row

GECODE = TARGET / "peers" / "gecode_queens"
FERZ = TARGET / "dist" / "ferz"

EXAMPLES = """\
examples:
  benches/peers/run.py                  the standard cases, 7 pairs of runs each
  benches/peers/run.py --runs 21        more pairs, for a quieter median
  benches/peers/run.py --all-cases      also n=8 and n=10, where start-up dominates
  benches/peers/run.py --only gecode    Gecode alone; neither cargo nor Ferz is needed
"""


@dataclass(frozen=True)
class Case:
    n: int
    order: str
    node_limit: int | None = None
    consistency: str = "value"

    def __str__(self):
        limit = f", {self.node_limit:,} nodes" if self.node_limit else ", all"
        return f"n={self.n} {self.consistency} {self.order}{limit}"

    def options(self):
        limit = ["--node-limit", str(self.node_limit)] if self.node_limit else []
        return ["--consistency", self.consistency, "--order", self.order, *limit]


SMALL_CASES = [Case(8, "input"), Case(10, "input")]
CASES = [
    Case(12, "input"),
    Case(32, "dom", 300_000),
    Case(60, "dom", 300_000),
    Case(100, "dom", 100_000),
    Case(200, "dom", 100_000),
    Case(12, "input", consistency="bounds"),
    Case(12, "input", consistency="domain"),
]


# --- the two programs ---------------------------------------------------------------


class Gecode:
    name = "Gecode"

    def build(self):
        build_with_gecode(HERE / "gecode_queens.cpp", GECODE)

    def command(self, case):
        return [GECODE, str(case.n), *case.options()]

    def may_exit_with(self, case):
        return {0}

    def counts(self, output):
        fields = dict(re.findall(r"(\w+)=(\d+)", output))
        return Counts(*(int(fields[key]) for key in ("nodes", "failures", "solutions")))


class Ferz:
    name = "Ferz"

    def build(self):
        build_with_cargo("-p", "ferz")

    def command(self, case):
        model = ["--count", "--model", "alldifferent"]
        return [FERZ, "queens", str(case.n), *model, *case.options(), "--format", "json"]

    def may_exit_with(self, case):
        # Exit code 3 means stopped by a limit, as expected for a case with a node limit.
        return {0, 3} if case.node_limit else {0}

    def counts(self, output):
        fields = json.loads(output)["answer"]["statistics"]
        return Counts(*(int(fields[key]) for key in ("nodes", "failures", "solutions")))


# --- the command line ---------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser(
        description="Compare Ferz with Gecode on n-queens: same trees, CPU time side by side.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--runs", type=int, default=7, metavar="R",
                        help="timed runs of each program per case (default 7)")
    parser.add_argument("--all-cases", action="store_true",
                        help="also run the small boards, n=8 and n=10")
    parser.add_argument("--only", choices=["gecode", "ferz"],
                        help="build and run only one program, without a comparison")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("--runs must be at least 1")
    return arguments


def main():
    arguments = parse_arguments()
    programs = [p for p in (Gecode(), Ferz()) if arguments.only in (None, p.name.lower())]
    cases = (SMALL_CASES if arguments.all_cases else []) + CASES
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
    print_table(rows)


if __name__ == "__main__":
    main()
