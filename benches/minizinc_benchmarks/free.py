#!/usr/bin/env python3
"""Compares free search with the models' own search and with other solvers, on one instance of every family of the
MiniZinc benchmarks or challenges.

    ferz minizinc install --dir SOLVERS
    python3 benches/minizinc_benchmarks/free.py run BENCHMARKS --solvers SOLVERS --chuffed DIR --flat DIR --ledger FILE
    python3 benches/minizinc_benchmarks/free.py table --ledger FILE --csv docs/reports/free-search.csv > docs/reports/free-search.md

To compare the best objectives after 10 and after 60 seconds, on the first twenty instances with an objective that no
search in FILE has finished:

    python3 benches/minizinc_benchmarks/free.py run … --unfinished FILE --limit 10 --ledger TEN --ways "Ferz -f" Chuffed "Chuffed -f"
    python3 benches/minizinc_benchmarks/free.py run … --unfinished FILE --limit 60 --ledger SIXTY --ways "Ferz -f" Chuffed "Chuffed -f"
    python3 benches/minizinc_benchmarks/free.py anytime --ledger TEN SIXTY > docs/reports/anytime.md

BENCHMARKS is a checkout of MiniZinc/minizinc-benchmarks, or of MiniZinc/mzn-challenge, of which --years selects some
years (docs/reports/challenges.md: `--years 2020 2021 2022 2023 --ways "Ferz -f" Chuffed "Chuffed -f"`). Chuffed is built
from its repository (DIR holds `fzn-chuffed` and `chuffed.msc`). Pumpkin, which is left out without `--pumpkin DIR`, is
installed from crates.io (DIR holds `pumpkin-solver`, and `pumpkin.msc` with the id `pumpkin` and the library of its
repository). Huub, which is left out without `--huub DIR`, is installed in the same way (package `huub-cli`). The package
has no library for MiniZinc, and reads JSON, which MiniZinc writes since 2.7: DIR holds `huub.msc` with the id `huub` and
a library, and `fzn-huub`, which accepts FlatZinc like other solvers and runs `huub` on it. None of these solvers is part
of this project.

The instances of a family (a folder) are sorted by the size of their data, and the one at a third of the list is taken.
Free search is tuned on every second family of the benchmarks, starting with the first by name; the other families are
reported separately. Each instance is compiled once for each solver with that solver's own library, and searched on one
thread with a limit of processor time (--limit, in seconds). MiniZinc itself checks the last solution of each search, as
in `run.py`. Every search is a line of the ledger (JSON); `run` skips searches that are already there.

`table` exits with code 1 if two complete answers differ or a solution is rejected. Uses only the standard library; needs
`minizinc` and `fzn-gecode`.
"""

import argparse
import concurrent.futures
import csv
import json
import os
import re
import sys
import tempfile

from instances import instances
from learning import ledger
from run import checked, compiled, gecode, renamed, searched
from summary import SOLVED, disagree, describe

WAYS = {
    "Ferz -f": ("ferz", ["-f"]),
    "Ferz": ("ferz", []),
    "Ferz --learn": ("ferz", ["--learn", "alternating"]),
    "Chuffed": ("chuffed", []),
    "Chuffed -f": ("chuffed", ["-f"]),
    "Pumpkin -f": ("pumpkin", ["-f"]),
    # Without -i, it prints no solutions before the best one.
    "Huub -f": ("huub", ["-f", "-i"]),
    "Gecode": ("gecode", []),
}
RANK = 1 / 3
# The number of instances to compare after a number of seconds.
ANYTIME = 20


def flat(args, instance, solver, environment):
    """Returns an instance's compiled files for a solver, which are made only once, or the error."""
    folder = os.path.join(args.flat, instance.name.replace("/", "+"))
    os.makedirs(folder, exist_ok=True)
    made = os.path.join(folder, f"{solver}.json")
    if not os.path.exists(made):
        fzn, ozn, why = compiled(instance, "here.gecode" if solver == "gecode" else solver, environment, folder)
        if fzn is not None and solver == "gecode":
            renamed(fzn)
        with open(made, "w", encoding="utf-8") as file:
            json.dump([fzn, ozn, why], file)
    with open(made, encoding="utf-8") as file:
        return json.load(file)


def search(args, environment, instance, way):
    solver, options = WAYS[way]
    programs = {"ferz": args.ferz, "chuffed": os.path.join(args.chuffed, "fzn-chuffed"), "gecode": "fzn-gecode",
                "pumpkin": os.path.join(args.pumpkin or "", "pumpkin-solver"), "huub": os.path.join(args.huub or "", "fzn-huub")}
    row = {"instance": instance.name, "family": instance.family, "way": way, "limit": args.limit}
    fzn, ozn, why = flat(args, instance, solver, environment)
    if fzn is None:
        return {**row, "status": "not compiled", "why": why}
    with tempfile.TemporaryDirectory() as folder:
        row.update(searched([programs[solver], *options], fzn, ozn, args.limit, environment, folder))
        last = row.pop("last")
        if last is not None and args.check:
            row["checked"] = checked(instance, last, environment, folder)
    return row


def run(args):
    own = tempfile.TemporaryDirectory()
    gecode(own.name)
    folders = os.pathsep.join(map(os.path.abspath, [args.solvers, args.chuffed, own.name, *filter(None, [args.pumpkin, args.huub])]))
    environment = dict(os.environ, MZN_SOLVER_PATH=folders)
    done = {(row["instance"], row["way"]) for row in ledger(args.ledger)}
    families = list(enumerate(instances(args.benchmarks, [RANK], years=args.years)))[args.first::args.every]
    if args.unfinished:
        wanted = unfinished(args.unfinished)
        families = [family for family in families if family[1].name in wanted]

    def through(place, instance):
        missing = {solver for solver in ("pumpkin", "huub") if not getattr(args, solver)}
        for way in args.ways or [way for way in WAYS if WAYS[way][0] not in missing]:
            if (instance.name, way) in done:
                continue
            row = {**search(args, environment, instance, way), "tuned": place % 2 == 0 and not args.years}
            with open(args.ledger, "a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            print(instance.name, way, describe(row), row.get("seconds", ""), row.get("checked", ""), flush=True)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for result in [pool.submit(through, *family) for family in families]:
            result.result()


def unfinished(path):
    """Lists the first instances, by name, for which a ledger has a solution with an objective but no complete answer."""
    rows = list(ledger(path))
    finished = {row["instance"] for row in rows if row["status"] in SOLVED}
    open_ones = {row["instance"] for row in rows if row.get("objective")} - finished
    return sorted(open_ones)[:ANYTIME]


def anytime(args):
    """Prints, for each limit, each search's best objective, and how often Ferz is at least as good as the best of
    the others."""
    print("# Free search on unfinished instances\n")
    print("The best objective after some seconds of processor time, for the first instances in [the table](free-search.md) that no search has finished there; bold: no search has a better one. "
          "One thread. Every solution is checked by MiniZinc.\nWritten by `benches/minizinc_benchmarks/free.py`.")
    bad = []
    for path in args.ledger:
        rows = {(row["instance"], row["way"]): row for row in ledger(path)}
        ways = [way for way in WAYS if any(way == one for _, one in rows)]
        names = sorted({name for name, _ in rows})
        bad += [f"{name}: a solution of {way} is refused" for (name, way), row in rows.items() if row.get("checked") == "refused"]
        limit = max(row["limit"] for row in rows.values())
        lines, good = [], 0
        for name in names:
            goal = next(rows[name, way]["goal"] for way in ways if rows[name, way].get("goal"))
            best = best_ways(rows, name, ways)
            good += "Ferz -f" in best
            told_of = lambda objective: f"{float(objective):g}" if objective else "-"
            cell = lambda way: f"**{told_of(rows[name, way]['objective'])}**" if way in best else told_of(rows[name, way].get("objective"))
            lines.append(f"| {name} | {'most' if goal == 'maximize' else 'least'} | " + " | ".join(map(cell, ways)) + " |")
        print(f"\n## After {limit} seconds\n\nFerz equals or beats the best of the others in {good} of {len(names)}.\n")
        print("| instance | wanted | " + " | ".join(ways) + " |")
        print("|---" * (len(ways) + 2) + "|")
        print("\n".join(lines))
    for line in bad:
        print(line, file=sys.stderr)
    return 1 if bad else 0


def best_ways(rows, name, ways):
    """Returns the searches that found the best objective of an instance."""
    found = {way: rows[name, way] for way in ways if rows.get((name, way), {}).get("objective")}
    best = (max if any(row.get("goal") == "maximize" for row in found.values()) else min)((float(row["objective"]) for row in found.values()), default=None)
    return {way for way, row in found.items() if float(row["objective"]) == best}


def is_refuted(row, others):
    """Whether a search claims that there is no solution, although MiniZinc has checked one found by another search."""
    return row["status"] == "unsatisfiable" and any(other.get("checked") == "checked" for other in others)


def table(args):
    rows = {(row["instance"], row["way"]): row for row in ledger(args.ledger)}
    own = {way for _, way in rows}
    earlier, machine = args.earlier or (None, "")
    rows |= {(row["instance"], row["way"]): row for row in (ledger(earlier) if earlier else []) if row["way"] not in own}
    older = [way for way in WAYS if way not in own and any(way == one for _, one in rows)]
    for (name, way), row in rows.items():
        if is_refuted(row, [other for (one, _), other in rows.items() if one == name]):
            row["status"] = "wrong"
    # Instances that could not be compiled for any solver do not count.
    names = sorted({row["instance"] for row in rows.values() if row["status"] != "not compiled"})
    missing = len({name for name, _ in rows}) - len(names)
    ways = [way for way in WAYS if any(way == one for _, one in rows)]
    limit = max(row["limit"] for row in rows.values())
    years = sorted({name[:4] for name in names if re.match(r"\d{4}/", name)})
    print("# Free search on one instance of every " + (f"problem of the MiniZinc challenges of {years[0]} to {years[-1]}" if years else "family") + "\n")
    print(f"One thread, {limit} s of processor time, including reading the file. Written by `benches/minizinc_benchmarks/free.py`, which describes how the instances are chosen.\n"
          "*Finished* means a proved optimum, a solution, or a proof that there is none. PAR2 counts an unfinished instance as twice the limit."
          + (f" {missing} more instances compile for none of the solvers." if missing else "")
          + (f" {', '.join(older)}: from an earlier run, on a machine that is {machine}." if older else "")
          + (f" [The results by instance]({os.path.basename(args.csv)}) give each search's outcome, objective and seconds." if args.csv else "") + "\n")
    print(f"| {'problems' if years else 'families'} | | " + " | ".join(ways) + " |")
    print("|---" * (len(ways) + 2) + "|")
    tuned = {name for name in names if any(row["tuned"] for (one, _), row in rows.items() if one == name)}
    halves = [("tuned on", [name for name in names if name in tuned]), ("the others", [name for name in names if name not in tuned])]
    for half, part in [("all, none tuned on", names)] if years else halves:
        finished, penalised = [], []
        for way in ways:
            have = [rows[name, way] for name in part if (name, way) in rows]
            solved = [row for row in have if row["status"] in SOLVED]
            whole = part and len(have) == len(part)
            finished.append(str(len(solved)) if whole else "")
            penalised.append(f"{(sum(row['seconds'] for row in solved) + 2 * limit * (len(part) - len(solved))) / len(part):.2f}" if whole else "")
        print(f"| {half} | finished of {len(part)} | " + " | ".join(finished) + " |")
        print("| | PAR2, s | " + " | ".join(penalised) + " |")
        open_ones = [name for name in part if not any(rows[name, way]["status"] in SOLVED for way in ways if (name, way) in rows)]
        bests = [best_ways(rows, name, ways) for name in open_ones]
        counts = [str(sum(way in best for best in bests)) for way in ways]
        print(f"| | best of {sum(map(bool, bests))} that no search finished | " + " | ".join(counts) + " |")
    bad, table = [], [["instance", *(f"{way} {column}" for way in ways for column in ("status", "objective", "seconds"))]]
    for name in names:
        cells = [name]
        for way in ways:
            row = rows.get((name, way))
            if row is None:
                cells += ["", "", ""]
                continue
            if row["status"] == "wrong" and "Ferz" in way:
                bad.append(f"{name}: {way} says that there is no solution")
            if row.get("checked") == "refused":
                bad.append(f"{name}: a solution of {way} is refused")
            if any(disagree(row, rows[name, other]) for other in ways if (name, other) in rows):
                bad.append(f"{name}: {way} says {describe(row)}, and another search differs")
            seconds = f"{row['seconds']:.2f}" if row["status"] in SOLVED else ""
            cells += [row["status"], row.get("objective") or "", seconds]
        table.append(cells)
    if args.csv:
        with open(args.csv, "w", encoding="utf-8", newline="") as out:
            csv.writer(out, lineterminator="\n").writerows(table)
    for line in bad:
        print(line, file=sys.stderr)
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    runner = commands.add_parser("run", help="compile, search and check")
    runner.add_argument("benchmarks", help="the checkout of MiniZinc/minizinc-benchmarks")
    runner.add_argument("--solvers", required=True, help="the folder that `ferz minizinc install --dir` wrote")
    runner.add_argument("--chuffed", required=True, help="the folder with fzn-chuffed and its configuration")
    runner.add_argument("--pumpkin", help="the folder with pumpkin-solver and its configuration")
    runner.add_argument("--huub", help="the folder with fzn-huub and its configuration")
    runner.add_argument("--flat", required=True, help="where compiled files are kept")
    runner.add_argument("--ferz", default="target/dist/fzn-ferz")
    runner.add_argument("--limit", type=int, default=20, help="seconds of processor time per search")
    runner.add_argument("--ways", nargs="*", choices=WAYS)
    runner.add_argument("--first", type=int, default=0, help="the first family, by name, from 0")
    runner.add_argument("--every", type=int, default=1, help="from there on, one family out of N", metavar="N")
    runner.add_argument("--years", nargs="*", default=[], metavar="YEAR", help="the challenges of these years")
    runner.add_argument("--unfinished", metavar="LEDGER", help="only instances that no search of this ledger has finished")
    runner.add_argument("--jobs", type=int, default=1, help="instances to run concurrently")
    runner.add_argument("--no-check", dest="check", action="store_false", help="do not check the last solution")
    tabler = commands.add_parser("table", help="the results of each search")
    for command in (runner, tabler):
        command.add_argument("--ledger", required=True)
    tabler.add_argument("--earlier", nargs=2, metavar=("LEDGER", "MACHINE"), help="an earlier run for searches missing in the ledger, and how its machine compares: `twice as fast`")
    tabler.add_argument("--csv", metavar="FILE", help="write the result of every instance to this file")
    commands.add_parser("anytime", help="the best solutions under several limits").add_argument("--ledger", required=True, nargs="+")
    args = parser.parse_args()
    sys.exit({"run": run, "table": table, "anytime": anytime}[args.command](args))


if __name__ == "__main__":
    main()
