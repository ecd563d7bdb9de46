#!/usr/bin/env python3
"""Measures Ferz against Gecode on classical models, tree for tree.

Both programs build the same constraints at the same levels of consistency, and branch in the
same way. Before any time is reported, the nodes, failures and solutions of both must be equal,
so that a ratio compares the engines and not two different searches. If the two solvers have no
matching levels, the case says so: then only the solutions must be equal, and the table has a note.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from duel import compare_models, model_programs, ratio_cells, timed, warm_up

EXAMPLES = """\
examples:
  benches/classical/run.py                          all cases, 7 pairs of runs each
  benches/classical/run.py --only golomb --runs 21  one model, for a quieter median
  benches/classical/run.py --write docs/reports/classical.md
"""


@dataclass(frozen=True)
class Case:
    """A model, its size in the form that both programs parse, and its constraints' levels."""

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


# The sizes are large enough for Gecode to take a third of a second or more.
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


def row(case, programs, runs):
    """Returns a row of the table."""
    counts = warm_up(programs, case, case.alike)
    seconds = timed(programs, case, runs, counts)
    gecode, ferz = counts["Gecode"], counts["Ferz"]
    return {
        "model": case.model,
        "size": case.size,
        "levels": case.levels,
        "nodes": f"{ferz.nodes:,}",
        "failures": f"{ferz.failures:,}",
        "equal tree": "yes" if gecode == ferz else f"no: Gecode {gecode.nodes:,} / {gecode.failures:,}",
        **ratio_cells(seconds),
    }


if __name__ == "__main__":
    compare_models(
        description="Ferz beside Gecode on classical models: the same trees, processor time side by side.",
        examples=EXAMPLES,
        tables=[("", CASES, row)],
        programs=model_programs(HERE / "gecode_classical.cpp", "classical"),
        runs=7,
    )
