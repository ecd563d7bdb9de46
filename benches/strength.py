#!/usr/bin/env python3
"""Compares how strongly single constraints propagate in Ferz and Gecode.

    ferz minizinc install --dir SOLVERS
    python3 benches/strength.py --solvers SOLVERS > docs/reports/strength.md

Each constraint is the only one in a MiniZinc model, over random domains with gaps, which is compiled for each solver with
that solver's own library. All solutions are enumerated with one random variable order, the largest value first, so each
failure is a missed inference. In a model, the other constraints multiply the effect of what one constraint misses, so
this comparison finds differences that comparing complete models hides.

Exits with code 1 if the two solvers find different numbers of solutions. Uses only the standard library; needs `minizinc`
and `fzn-gecode`.
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benches" / "minizinc_benchmarks"))

from run import gecode, renamed  # noqa: E402

VARIABLES = 6
VALUES = range(0, 8)
CONSTRAINTS = [
    "x1 = abs(x2 - 3)", "x1 = x2 div x3", "x1 = x2 div 3", "x1 = x2 mod x3", "x1 = x2 mod 3", "x1 = x2 * x3", "x1 * x1 = x2", "x1 = min(x2, x3)",
    "x1 = max([x2, x3, x4])", "x1 + 2 = x2", "2 * x1 - 3 * x2 = 1", "x1 + x2 = x3", "x1 - x2 + x3 + x4 = 5", "x1 - x2 + x3 != 3",
    "2 * x1 + 3 * x2 <= x3 + x4", "b <-> x1 = x2", "b -> x1 = x2 + 1", "b <-> x1 != x2", "b <-> x1 = 3", "b <-> x1 in {1, 3, 5}", "b <-> x1 < x2",
    "b <-> x1 + x2 = x3", "b <-> x1 + x2 = 6", "b <-> 2 * x1 - 3 * x2 = 1", "b <-> x1 + x2 + x3 <= 6", "b <-> x1 = x2 /\\ x2 = x3",
    "x1 = x2 \\/ x3 = x4", "x1 = x2 -> x3 != x4", "[3, 1, 4, 1, 5, 2][x1] = x2", "[x2, x3, x4, x5][x1] = x6", "[|1, 3, 5|2, 4, 6|3, 3, 1|][x1, x2] = x3",
    "all_different([x1, x2, x3, x4, x5])", "all_equal([x1, x2, x3])", "nvalue(x1, [x2, x3, x4])", "count([x1, x2, x3, x4], 3) = x5",
    "count([x1, x2, x3, x4], x5) = 2", "global_cardinality([x1, x2, x3, x4], [1, 2, 3], [x5, x6, 1])",
    "global_cardinality_low_up([x1, x2, x3, x4, x5], [1, 2, 3], [1, 0, 1], [2, 1, 1])", "among(x1, [x2, x3, x4, x5], {1, 3, 5})",
    "at_most(1, [x1, x2, x3, x4], 3)", "member([x1, x2, x3], x4)", "lex_less([x1, x2, x3], [x4, x5, x6])", "lex_lesseq([x1, x2, x3], [x4, x5, x6])",
    "increasing([x1, x2, x3, x4])", "sort([x1, x2, x3], [x4, x5, x6])", "inverse([x1, x2, x3], [x4, x5, x6])", "circuit([x1, x2, x3, x4, x5, x6])",
    "subcircuit([x1, x2, x3, x4, x5])", "table([x1, x2, x3], [|1, 2, 3|2, 3, 1|3, 1, 2|4, 4, 4|5, 1, 4|0, 2, 5|])",
    "regular([x1, x2, x3, x4], 3, 4, [|1, 2, 1, 0|2, 3, 0, 1|3, 0, 2, 1|], 1, {2, 3})", "value_precede(1, 2, [x1, x2, x3, x4])",
    "bin_packing_load([x5, 4, 4], [x1, x2, x3], [2, 3, 1])", "bin_packing_capa([4, 3, 5], [x1, x2, x3, x4], [2, 3, 1, 2])",
    "cumulative([x1, x2, x3, x4], [3, 2, 2, 3], [2, 1, 2, 1], 3)", "disjunctive([x1, x2, x3], [2, 3, 2])",
    "diffn([x1, x2, x3], [x4, x5, x6], [2, 2, 2], [2, 2, 2])", "maximum(x1, [x2, x3, x4])",
]


def model(rng, constraint):
    """Returns a model with only this constraint."""
    domains = {f"x{k}": sorted(rng.sample(VALUES, rng.randint(2, 5))) for k in range(1, VARIABLES + 1)}
    used = [name for name in domains if re.search(rf"\b{name}\b", constraint)]
    lines = ['include "globals.mzn";', *(f"var {{{','.join(map(str, domains[name]))}}}: {name};" for name in used)]
    rng.shuffle(used)
    search = f"int_search([{','.join(used)}], input_order, indomain_max, complete)"
    if re.search(r"\bb\b", constraint):
        lines.append("var bool: b;")
        search = f"seq_search([bool_search([b], input_order, indomain_max, complete), {search}])"
    return "\n".join([*lines, f"constraint {constraint};", f"solve :: {search} satisfy;", f"output [show([{','.join(used)}])];"])


def enumerated(solver, program, text, environment, folder):
    """Returns the solution and failure counts; None if the compiler detects that there is no solution, or fails."""
    source, fzn = os.path.join(folder, "model.mzn"), os.path.join(folder, f"{solver}.fzn")
    pathlib.Path(source).write_text(text)
    command = ["minizinc", "-c", "--solver", solver, "--fzn", fzn, "--no-output-ozn", source]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode or "UNSATISFIABLE" in done.stdout or "inconsistency" in done.stderr:
        return None
    if solver == "here.gecode":
        renamed(fzn)
    said = subprocess.run([program, "-a", "-s", fzn], capture_output=True, text=True)
    failures = re.findall(r"%%%mzn-stat: failures=(\d+)", said.stdout)
    if said.returncode or not failures:
        return None
    return said.stdout.count("----------"), int(failures[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solvers", required=True, help="the folder that `ferz minizinc install --dir` wrote")
    parser.add_argument("--ferz", default=str(ROOT / "target" / "dist" / "fzn-ferz"))
    parser.add_argument("--cases", type=int, default=20, help="random domains per constraint")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, differ = random.Random(args.seed), []
    print("# How strongly single constraints propagate\n")
    print("Failures in the enumeration of all solutions of one constraint over random domains with holes, as MiniZinc compiles it for each solver by default.")
    print(f"{args.cases} domains each. Bold: more than the other solver. Written by `benches/strength.py`, which tries {len(CONSTRAINTS)} constraints; those with equal failures are not listed.\n")
    print("| constraint | cases | Ferz | Gecode |\n|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, MZN_SOLVER_PATH=os.pathsep.join([os.path.abspath(args.solvers), folder]))
        gecode(folder)
        for constraint in CONSTRAINTS:
            ours = theirs = cases = 0
            for _ in range(args.cases):
                text = model(rng, constraint)
                one = enumerated("ferz", args.ferz, text, environment, folder)
                other = enumerated("here.gecode", "fzn-gecode", text, environment, folder)
                if one is None or other is None:
                    continue
                if one[0] != other[0]:
                    differ.append((constraint, one[0], other[0], text))
                ours, theirs, cases = ours + one[1], theirs + other[1], cases + 1
            bold = [f"**{n}**" if n > m else str(n) for n, m in ((ours, theirs), (theirs, ours))]
            name = constraint.replace("|", "\\|")
            if ours != theirs:
                print(f"| `{name}` | {cases} | {bold[0]} | {bold[1]} |", flush=True)
    for constraint, one, other, text in differ:
        print(f"{constraint}: {one} solutions by Ferz, {other} by Gecode\n{text}", file=sys.stderr)
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
