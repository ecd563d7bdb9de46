#!/usr/bin/env python3
"""Compares learning search in Ferz and in Chuffed: the conflicts and the time until the proof.

    ferz minizinc install --dir SOLVERS
    python3 benches/minizinc_benchmarks/learning.py run BENCHMARKS --solvers SOLVERS --chuffed DIR --flat DIR --ledger FILE
    python3 benches/minizinc_benchmarks/learning.py table --ledger FILE --csv docs/reports/learning.csv > docs/reports/learning.md

BENCHMARKS is a checkout of MiniZinc/minizinc-benchmarks; Chuffed is built from its repository (DIR holds `fzn-chuffed`
and `chuffed.msc`). Neither is part of this project. Each instance is compiled once for each solver with that solver's
own library, and searched with each configuration and each seed, with a limit of processor time (--limit, in seconds).
Every run is a line of the ledger (JSON); `run` skips runs that are already there. `table` exits with code 1 if two proofs
differ. Uses only the standard library; needs `minizinc`.
"""

import argparse
import collections
import csv
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

from run import BETWEEN, COMPLETE, UNSATISFIABLE, limited

INSTANCES = {
    **{i: ("jobshop2/jobshop.mzn", f"jobshop2/{i}.dzn") for i in ("la01", "la02", "la03", "la05", "mt06", "abz6")},
    **{f"rcpsp {i:02}": ("rcpsp/rcpsp.mzn", f"rcpsp/{i:02}.dzn") for i in range(10)},
    **{f"openshop {i}": ("openshop/openshop.mzn", f"openshop/{i}.dzn") for i in ("j7per10-1", "j8per0-2")},
    **{i: ("rcpsp-max/rcpsp_max.mzn", f"rcpsp-max/{i}.dzn") for i in ("psp_j20_34", "psp_j20_35", "psp_j30_33", "psp_j30_168")},
    **{f"mspsp {i}": ("mspsp/mspsp.mzn", f"mspsp/{i}.dzn") for i in ("easy_01", "easy_02", "easy_03", "easy_04", "easy_05", "medium_01")},
    **{f"ghoulomb {i}": ("ghoulomb/ghoulomb.mzn", f"ghoulomb/{i}.dzn") for i in ("3-7-20", "3-8-16")},
    "golomb 07": ("golomb/golomb.mzn", "golomb/07.dzn"),
    **{f"radiation {i}": ("radiation/radiation.mzn", f"radiation/{i}.dzn") for i in ("01", "02")},
    "tpp_3_3_30_1": ("tpp/tpp.mzn", "tpp/tpp_3_3_30_1.dzn"),
    **{f"still life {i}": ("still-life-wastage/still-life.mzn", f"still-life-wastage/{i}.dzn") for i in ("10", "11")},
    **{f"QG7 {i}": ("quasigroup7/quasigroup7.mzn", f"quasigroup7/{i}.dzn") for i in ("05", "06", "07", "08")},
    **{f"fillomino {i}": ("fillomino/fillomino.mzn", f"fillomino/{i}.dzn") for i in ("07", "11")},
    "costas 14": ("costas-array/CostasArray.mzn", "costas-array/14.dzn"),
    "talent concert": ("talent_scheduling/talent_scheduling.mzn", "talent_scheduling/easy/concert.dzn"),
}
WAYS = {
    "fixed": ("ferz", ["--learn", "fixed"]),
    "activity": ("ferz", ["--learn", "activity"]),
    "alternating": ("ferz", ["--learn", "alternating"]),
    "Chuffed": ("chuffed", []),
    "Chuffed -f": ("chuffed", ["-f"]),
}


def compiled(args, name, solver):
    """Returns an instance's FlatZinc file for a solver, which is made only once."""
    path = os.path.join(args.flat, f"{name.replace(' ', '_')}.{solver}.fzn")
    if not os.path.exists(path):
        files = [os.path.join(args.benchmarks, file) for file in INSTANCES[name]]
        folders = os.pathsep.join([args.solvers, args.chuffed])
        command = ["minizinc", "-c", "--solver", solver, "--no-output-ozn", "--fzn", path]
        subprocess.run(command + files, check=True, env={**os.environ, "MZN_SOLVER_PATH": folders}, stdout=subprocess.DEVNULL)
    return path


def optimises(path):
    with open(path, encoding="utf-8") as file:
        return any(re.match(r"solve\b.*\b(minimize|maximize)\b", line) for line in file)


def run_one(args, name, way, seed):
    solver, options = WAYS[way]
    program = args.ferz if solver == "ferz" else os.path.join(args.chuffed, "fzn-chuffed")
    flag = "-r" if solver == "ferz" else "--rnd-seed"
    command = [program, "-s", flag, str(seed), *options, compiled(args, name, solver)]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        code, seconds = limited(command, args.limit, out, stderr=subprocess.DEVNULL)
        out.seek(0)
        text = out.read()
    # A process that was killed at its time limit has reported nothing.
    proved = code is not None and (COMPLETE in text or UNSATISFIABLE in text)
    proved = proved or code is not None and BETWEEN in text and not optimises(compiled(args, name, solver))
    report = dict(re.findall(r"%%%mzn-stat: (\w+)=(\S+)", text))
    conflicts = int(report["failures"]) if "failures" in report else None
    objective = report.get("objective")
    return {"name": name, "way": way, "seed": seed, "proved": proved, "seconds": round(seconds, 3),
            "limit": args.limit, "conflicts": conflicts, "objective": objective and round(float(objective))}


def run(args):
    os.makedirs(args.flat, exist_ok=True)
    done = {(row["name"], row["way"], row["seed"]) for row in ledger(args.ledger)}
    for name in args.only or INSTANCES:
        for seed in range(1, args.seeds + 1):
            for way in args.ways or WAYS:
                # The search in model order is not random, so one seed is enough.
                if (name, way, seed) in done or (way in ("fixed", "Chuffed") and seed > 1):
                    continue
                row = run_one(args, name, way, seed)
                with open(args.ledger, "a", encoding="utf-8") as out:
                    print(json.dumps(row), file=out)
                print(name, way, seed, row["conflicts"] if row["proved"] else "not in time", row["seconds"], flush=True)


def ledger(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def geometric(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def table(args):
    runs = collections.defaultdict(list)
    for row in ledger(args.ledger):
        runs[row["name"], row["way"]].append(row)
    print("# The search that learns beside Chuffed\n")
    limits = {row["limit"] for rows in runs.values() for row in rows}
    seeds = max(row["seed"] for rows in runs.values() for row in rows)
    print(f"Proofs of optimality or unsatisfiability on {len(INSTANCES)} instances: conflicts and seconds of processor time, the median over {seeds} seeds; an instance is finished if every seed ends\n"
          f"within {max(limits):.0f} s. One thread. Written by `benches/minizinc_benchmarks/learning.py`; [Learning](../learning.md) describes the three configurations."
          + (f" [By instance]({os.path.basename(args.csv)})." if args.csv else ""))
    cost, bad, by_instance = {}, 0, [["instance", *(f"{way} {column}" for way in WAYS for column in ("conflicts", "seconds"))]]
    for name in INSTANCES:
        cells = [name]
        proofs = {row["objective"] for way in WAYS for row in runs[name, way] if row["proved"] and row["objective"] is not None}
        if len(proofs) > 1:
            print(f"{name}: different optima: {proofs}", file=sys.stderr)
            bad = 1
        for way in WAYS:
            rows = runs[name, way]
            if rows and all(row["proved"] for row in rows):
                middle = (statistics.median(row["conflicts"] for row in rows), statistics.median(row["seconds"] for row in rows))
                cost[name, way] = middle
                cells += [f"{middle[0]:.0f}", f"{middle[1]:.2f}"]
            else:
                cells += ["", ""]
        by_instance.append(cells)
    if args.csv:
        with open(args.csv, "w", encoding="utf-8", newline="") as out:
            csv.writer(out, lineterminator="\n").writerows(by_instance)
    print("\nGeometric means of the ratios of conflicts and seconds (at least 0.01) over the instances that both finish, and the number of instances that only one finishes:\n")
    print("| | against | conflicts | seconds | only Ferz | only Chuffed |\n|---|---|---|---|---|---|")
    for way in list(WAYS)[:3]:
        for peer in list(WAYS)[3:]:
            both = [name for name in INSTANCES if (name, way) in cost and (name, peer) in cost]
            if not both:
                continue
            ratio = [geometric([max(cost[name, way][i], least) / max(cost[name, peer][i], least) for name in both])
                     for i, least in ((0, 1), (1, 0.01))]
            only = [sum((name, a) in cost and (name, b) not in cost for name in INSTANCES) for a, b in ((way, peer), (peer, way))]
            print(f"| {way} | {peer} | {ratio[0]:.2f} | {ratio[1]:.2f} | {only[0]} | {only[1]} |")
    rates(runs)
    sys.exit(bad)


def rates(runs):
    """Prints the conflicts per second of the runs that end with a proof, on instances whose runs with one configuration take
    at least a quarter of a second in total."""
    against = collections.defaultdict(list)
    for name in INSTANCES:
        rate = {}
        for way in WAYS:
            proved = [row for row in runs[name, way] if row["proved"]]
            seconds = sum(row["seconds"] for row in proved)
            if seconds >= 0.25:
                rate[way] = sum(row["conflicts"] for row in proved) / seconds / 1000
        ratio = {peer: rate["alternating"] / rate[peer] for peer in ("Chuffed", "Chuffed -f") if peer in rate and "alternating" in rate}
        if ratio:
            for peer, value in ratio.items():
                against[peer].append(value)
    means = [f"{geometric(against[peer]):.2f} of {peer}" for peer in ("Chuffed", "Chuffed -f") if against[peer]]
    print(f"\nConflicts per second of `alternating`, as a geometric mean over instances that take both at least a quarter of a second: {', '.join(means)}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    runner = commands.add_parser("run")
    runner.add_argument("benchmarks")
    runner.add_argument("--solvers", required=True)
    runner.add_argument("--chuffed", required=True)
    runner.add_argument("--flat", required=True)
    runner.add_argument("--ferz", default="target/dist/fzn-ferz")
    runner.add_argument("--limit", type=int, default=60)
    runner.add_argument("--seeds", type=int, default=5)
    runner.add_argument("--only", nargs="*", choices=INSTANCES)
    runner.add_argument("--ways", nargs="*", choices=WAYS)
    for command in (runner, commands.add_parser("table")):
        command.add_argument("--ledger", required=True)
    command.add_argument("--csv", metavar="FILE", help="write the medians of every instance to this file")
    args = parser.parse_args()
    run(args) if args.command == "run" else table(args)


if __name__ == "__main__":
    main()
