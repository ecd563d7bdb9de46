#!/usr/bin/env python3
"""Measures Ferz against Gecode on models with an objective.

Both programs build the same constraints at the same levels of consistency, and search by branch and bound. They run in
turn as separate processes, and the times are user plus system times. There are two tables.

In the first, both branch in the same way. They must find the same best value, with the same number of improving
solutions. The trees are equal except after a solution: Ferz checks every node above it against the new bound, but Gecode
checks only the nodes of which it keeps a copy, so Gecode visits a few more nodes and counts their failures. If a case
says that the constraints differ in strength, the numbers of solutions may differ.

In the second, each program weights constraints by their failures in its own way (`dom/wdeg`; accumulated failure counts),
so the trees differ. Both prove the optimum.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from duel import compare_models, model_programs, ratio_cells, timed, warm_up

EXAMPLES = """\
examples:
  benches/optima/run.py                      all cases, 5 pairs of runs each
  benches/optima/run.py --only p08 --runs 21  one model, for a quieter median
"""


@dataclass(frozen=True)
class Case:
    """A model, the variable selection, and how often to solve it or where to stop, in a form that both programs parse."""

    text: str
    same_strength: bool = True

    def __str__(self):
        return self.text

    @property
    def model(self):
        return self.text.split()[0]

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


# Gecode takes a fifth of a second or more per case, because the case is large or is solved often. The last three
# stop before the proof, which the second table covers.
ALIKE = [
    Case("golomb9 input --times 5"),
    Case("golomb10 input"),
    Case("ft06 input --times 50"),
    Case("la02 input"),
    Case("la03 input --times 3"),
    Case("la04 input --times 3"),
    Case("la05 input --times 4"),
    Case("p07 input --times 150"),
    Case("p08 input"),
    Case("p01 regret --times 200", same_strength=False),
    Case("j3048_1 smallest-value --times 200"),
    Case("triplets7 input --times 300", same_strength=False),
    Case("la01 input --nodes 20000"),
    Case("j305_1 smallest-value --nodes 100000"),
    Case("j3017_1 smallest-value --nodes 100000"),
]

WEIGHED = [
    Case("la01 dom/wdeg --times 3", same_strength=False),
    Case("la02 dom/wdeg", same_strength=False),
    Case("la03 dom/wdeg --times 2", same_strength=False),
    Case("la04 dom/wdeg --times 2", same_strength=False),
    Case("la05 dom/wdeg --times 3", same_strength=False),
    Case("ft10 dom/wdeg", same_strength=False),
    Case("j301_1 dom/wdeg --times 200", same_strength=False),
    Case("j301_4 dom/wdeg --times 100", same_strength=False),
    Case("j305_1 dom/wdeg", same_strength=False),
    Case("j3017_1 dom/wdeg", same_strength=False),
]


def row(case, programs, runs):
    """Returns a row of a table."""
    counts = warm_up(programs, case, case.alike)
    seconds = timed(programs, case, runs, counts)
    gecode, ferz = counts["Gecode"], counts["Ferz"]
    model, order, *rest = case.text.split()
    return {
        "model": model,
        "order": order,
        "runs, limit": " ".join(rest).replace("--nodes", "to node").replace("--times", "times"),
        "best": f"{ferz.best:,}",
        "solutions": f"{ferz.solutions}" if gecode.solutions == ferz.solutions else f"{ferz.solutions} / {gecode.solutions}",
        "nodes, Ferz": f"{ferz.nodes:,}",
        "nodes, Gecode": f"{gecode.nodes:,}",
        **ratio_cells(seconds),
    }


if __name__ == "__main__":
    compare_models(
        description="Compare Ferz with Gecode on models with an objective: CPU time side by side.",
        examples=EXAMPLES,
        tables=[("Branching alike", ALIKE, row), ("Branching by weights, each in its own way, to the proof", WEIGHED, row)],
        programs=model_programs(HERE / "gecode_optima.cpp", "optima", Counts),
        runs=5,
    )
