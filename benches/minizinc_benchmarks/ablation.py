#!/usr/bin/env python3
"""Measures free search without each of its ingredients, on the tuning instances and, for some ingredients, also on the
other instances.

    ferz minizinc install --dir SOLVERS
    python3 benches/minizinc_benchmarks/ablation.py run BENCHMARKS --solvers SOLVERS --flat DIR --build DIR --ledger FILE
    python3 benches/minizinc_benchmarks/ablation.py run BENCHMARKS --solvers SOLVERS --flat DIR --build DIR --ledger FILE \
        --others --only "as it is" "the plain search" "bounds that are assumed" "cores of sums"
    python3 benches/minizinc_benchmarks/ablation.py table --ledger FILE > docs/reports/ablation.md

An ingredient is removed by changing a line of the source in a copy of the committed files, which is then built (into
--build, without optimisation across crates). The script stops if a line does not exist, so keep the list below up to
date. The instances and the compiled files are those of `free.py`, of every second family, or with `--others` of the
remaining families. Every search is a line of the ledger; `run` skips searches that are already there.

`table` exits with code 1 if two complete answers differ. Uses only the standard library; needs `minizinc` and Cargo.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from free import RANK, flat
from instances import instances
from learning import geometric, ledger
from run import searched
from summary import SOLVED, disagree

AUTO = "solver-core/src/solve/auto.rs"
INTERLEAVED = "solver-core/src/solve/interleaved.rs"
SCHEDULE = "solver-core/src/search/learn/schedule.rs"
WHOLE = "as it is"
# For each ingredient: the files, the text in each file, and its replacement.
WITHOUT = {
    WHOLE: [],
    "the search that learns": [(INTERLEAVED, "[(1, 1), (4, 1)]", "[(0, 1), (0, 1)]")],
    "the plain search": [(INTERLEAVED, "[(3, 1), (1, 8), (1, 2), (1, 64)]", "[(0, 1), (0, 1), (0, 1), (0, 1)]")],
    "large neighbourhoods": [(AUTO, "options.alternates) = (true, true, true);", "options.alternates) = (true, true, false);")],
    "weighted failures": [(AUTO, "std::mem::replace(&mut phase.order, VarSelect::DomWdeg)", "phase.order")],
    "the last conflict first": [(AUTO, "ConflictHeuristic::LastConflict(1)", "ConflictHeuristic::None")],
    "the values of the last solution": [(AUTO, "options.alternates) = (true, true, true);", "options.alternates) = (true, false, true);")],
    "learning in the stated order": [
        (SCHEDULE, "const STATED: (u64, u64) = (2, 8);", "const STATED: (u64, u64) = (u64::MAX, u64::MAX);"),
    ],
    "learning by activities": [
        (SCHEDULE, "STATED.0 } != 1;", "STATED.0 } == u64::MAX;"),
    ],
    "activities for the proof": [(SCHEDULE, "const STATED: (u64, u64) = (2, 8);", "const STATED: (u64, u64) = (2, 2);")],
    "bounds that are assumed": [(SCHEDULE, "self.learning == Learning::Alternating &&", "false &&")],
    "cores of sums": [(SCHEDULE, "is_its_turn && self.is_late", "false && self.is_late")],
    "values both ways round": [
        (SCHEDULE, "pub(super) fn assigns(&self) -> bool {\n        self.runs.is_multiple_of(2)", "pub(super) fn assigns(&self) -> bool {\n        false"),
    ],
    "minimised nogoods": [("solver-core/src/search/learn/minimise.rs", "const EXPLANATIONS: usize = 200;", "const EXPLANATIONS: usize = 0;")],
    "permutations by domains": [("flatzinc/src/translate/builtin/counting.rs", "if p.free &&", "if false &&")],
}


def build(without, folder):
    """Builds the program without an ingredient; returns its path."""
    program = os.path.join(folder, without.replace(" ", "-"))
    if os.path.exists(program):
        return program
    source = os.path.join(folder, "source")
    if not os.path.exists(source):
        subprocess.run(["git", "clone", "-q", ".", source], check=True)
    subprocess.run(["git", "checkout", "-q", "."], cwd=source, check=True)
    for file, text, instead in WITHOUT[without]:
        path = os.path.join(source, file)
        with open(path, encoding="utf-8") as read:
            before = read.read()
        if before.count(text) != 1:
            sys.exit(f"{file} does not have exactly one `{text}`: update the list of ingredients")
        with open(path, "w", encoding="utf-8") as write:
            write.write(before.replace(text, instead))
    fast = dict(os.environ, CARGO_PROFILE_RELEASE_OPT_LEVEL="3", CARGO_INCREMENTAL="1")
    subprocess.run(["cargo", "build", "-q", "--release", "--locked", "-p", "ferz", "--bin", "fzn-ferz"], cwd=source, env=fast, check=True)
    os.rename(os.path.join(source, "target/release/fzn-ferz"), program)
    return program


def run(args):
    os.makedirs(args.build, exist_ok=True)
    environment = dict(os.environ, MZN_SOLVER_PATH=os.path.abspath(args.solvers))
    done = {(row["instance"], row["without"]) for row in ledger(args.ledger)}
    for without in args.only or WITHOUT:
        program = build(without, args.build)
        for place, instance in enumerate(instances(args.benchmarks, [RANK])):
            if place % 2 != args.others or (instance.name, without) in done:
                continue
            fzn, ozn, _ = flat(args, instance, "ferz", environment)
            if fzn is None:
                continue
            with tempfile.TemporaryDirectory() as folder:
                # The program reports its progress if it terminates by itself.
                command = [program, "-f", "-s", "-t", str(1000 * args.limit)]
                row = searched(command, fzn, ozn, 2 * args.limit, environment, folder)
            row.pop("last")
            with open(args.ledger, "a", encoding="utf-8") as out:
                out.write(json.dumps({"instance": instance.name, "tuned": not args.others, "without": without, "limit": args.limit, **row}) + "\n")
            print(instance.name, without, row["status"], row.get("objective"), row.get("seconds"), flush=True)


def cost(row):
    """Returns the time in seconds, or twice the limit; times under a hundredth of a second count as equal."""
    return max(row["seconds"], 0.01) if row["status"] in SOLVED else 2 * row["limit"]


def is_better(one, other, what="objective"):
    """Whether the best objective of a stopped search, or its bound, is better than that of another search."""
    if not one.get(what) or not other.get(what):
        return bool(one.get(what)) and not other.get(what)
    sign = -1 if (one["goal"] == "maximize") == (what == "objective") else 1
    return sign * float(one[what]) < sign * float(other[what])


def table(args):
    everything = list(ledger(args.ledger))
    limit = max(row["limit"] for row in everything)
    print("# What each ingredient of free search is worth\n")
    print(f"Free search without one ingredient, one thread, {limit} s. PAR2 counts an unfinished instance as twice the limit. The ratio is the geometric mean of the time\n"
          "without the ingredient divided by the time with it, over instances that at least one of them finishes. If neither finishes: how often the objective and the bound are better : worse without\n"
          "it. Written by `benches/minizinc_benchmarks/ablation.py`.")
    bad = 0
    for tuned in (True, False):
        rows = {(row["instance"], row["without"]): row for row in everything if row["tuned"] == tuned}
        names = sorted({name for name, _ in rows})
        if names:
            which = "that it is tuned on" if tuned else "of the other half, without what shows little above"
            print(f"\n## On the {len(names)} instances {which}\n\n[The free-search table](free-search.md) lists them.\n")
            bad += half(rows, names, limit)
    return 1 if bad else 0


def half(rows, names, limit):
    """Prints a row for each removed ingredient on these instances; returns the number of answers that differ."""
    print("| free search | finished | PAR2, s | time, ratio | objective | bound | only with it | only without it |")
    print("|---" * 8 + "|")
    bad = 0
    for without in WITHOUT:
        pairs = [(rows[name, WHOLE], rows[name, without]) for name in names if (name, without) in rows and (name, WHOLE) in rows]
        if len(pairs) < len(names):
            continue
        bad += sum(disagree(*pair) for pair in pairs)
        solved = [(a["status"] in SOLVED, b["status"] in SOLVED) for a, b in pairs]
        ratio = geometric([cost(b) / cost(a) for (a, b), either in zip(pairs, solved) if any(either)])
        stopped = [pair for pair, either in zip(pairs, solved) if not any(either)]
        compared = lambda what: f"{sum(is_better(b, a, what) for a, b in stopped)} : {sum(is_better(a, b, what) for a, b in stopped)}" if any(b.get(what) for _, b in stopped) else ""
        lost = [name.split("/")[0] for name, (a, b) in zip(names, solved) if a and not b]
        won = [name.split("/")[0] for name, (a, b) in zip(names, solved) if b and not a]
        par2 = sum(row["seconds"] if row["status"] in SOLVED else 2 * limit for _, row in pairs) / len(pairs)
        name = without if without == WHOLE else f"without {without}"
        cells = [name, sum(b for _, b in solved), f"{par2:.2f}", f"{ratio:.2f}", compared("objective"), compared("bound"), ", ".join(lost), ", ".join(won)]
        print("| " + " | ".join(map(str, cells)) + " |")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    runner = commands.add_parser("run", help="build, compile and search")
    runner.add_argument("benchmarks", help="the checkout of MiniZinc/minizinc-benchmarks")
    runner.add_argument("--solvers", required=True, help="the folder that `ferz minizinc install --dir` wrote")
    runner.add_argument("--flat", required=True, help="where compiled files are kept")
    runner.add_argument("--build", required=True, help="where the programs are built")
    runner.add_argument("--limit", type=int, default=10, help="seconds per search")
    runner.add_argument("--others", action="store_true", help="use the families on which nothing is tuned")
    runner.add_argument("--only", nargs="*", choices=WITHOUT)
    for command in (runner, commands.add_parser("table", help="what each ingredient is worth")):
        command.add_argument("--ledger", required=True)
    args = parser.parse_args()
    sys.exit({"run": run, "table": table}[args.command](args))


if __name__ == "__main__":
    main()
