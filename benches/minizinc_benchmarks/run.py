#!/usr/bin/env python3
"""Solves instances of the MiniZinc benchmarks with Ferz and with Gecode, using the search annotations of the models.

    ferz minizinc install --dir SOLVERS
    python3 benches/minizinc_benchmarks/run.py run BENCHMARKS --solvers SOLVERS --ledger FILE
    python3 benches/minizinc_benchmarks/run.py table --ledger FILE

BENCHMARKS is a checkout of MiniZinc/minizinc-benchmarks, which is not part of this project. The instances of a family
(a folder) are sorted by the size of their data, and the first and the middle one are taken (--ranks). Each instance is
compiled for each solver with that solver's own library, and each compiled file is searched with a limit of processor
time (--limit, in seconds). MiniZinc itself checks the last solution of each search: the model, the data and the solution
are compiled together with the standard library and must have a solution.

Every finished instance is a line of the ledger (JSON); `run` skips instances that are already there. `table` prints the
table of docs/minizinc-benchmarks.md, and exits with code 1 if two complete answers differ or a solution is rejected. Uses
only the standard library; needs `minizinc` and `fzn-gecode`.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

from instances import instances
from summary import print_table

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMPILE_LIMIT = 120
BETWEEN = "----------"
COMPLETE = "=========="
UNSATISFIABLE = "=====UNSATISFIABLE====="


def limited(command, limit, out, **more):
    """Runs a command for at most `limit` seconds of processor time; returns the exit code, or None if the command was
    killed, and the seconds."""
    def set_limit():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    child = subprocess.Popen(command, stdout=out, preexec_fn=set_limit, **more)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    seconds = usage.ru_utime + usage.ru_stime
    return (None if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)), seconds


def compiled(instance, solver, environment, folder):
    """Compiles an instance for a solver; returns the two files, or the error."""
    fzn, ozn, err = (os.path.join(folder, f"{solver}.{ending}") for ending in ("fzn", "ozn", "err"))
    command = ["minizinc", "-c", "--solver", solver, "--output-mode", "dzn", "--output-objective", "--fzn", fzn, "--ozn", ozn]
    with open(err, "wb") as log:
        code, _ = limited(command + instance.files, COMPILE_LIMIT, subprocess.DEVNULL, stderr=log, env=environment)
    if code == 0 and os.path.exists(fzn):
        return fzn, ozn, None
    with open(err, encoding="utf-8", errors="replace") as log:
        lines = [line for line in log.read().splitlines() if "rror" in line] or ["compiling took too long"]
    return None, None, lines[0][:120]


def renamed(fzn):
    """Renames constraints from MiniZinc 2.6's library to the names that fzn-gecode 6.2.0 supports."""
    with open(fzn, encoding="utf-8") as file:
        text = file.read()
    prefixed = "regular|table_bool|table_int|global_cardinality|global_cardinality_closed"
    text = re.sub(rf"\bfzn_(?=(?:{prefixed})\()", "gecode_", text)
    text = re.sub(r"\bfzn_(?=\w+\()", "", text)
    bare = "all_different_int|array_(?:bool|int)_l[qt]|count|count_reif|inverse_offsets"
    with open(fzn, "w", encoding="utf-8") as file:
        file.write(re.sub(rf"\bgecode_({bare})\(", r"\1(", text))


def searched(command, fzn, ozn, limit, environment, folder):
    """Searches a compiled file; returns the result."""
    with open(fzn, encoding="utf-8") as file:
        text = file.read()
    goal = re.search(r"\bsolve\b(?:[^;]*?)\b(satisfy|minimize|maximize)\b", text)
    optimises = goal is not None and goal.group(1) != "satisfy"
    out = os.path.join(folder, "out")
    with open(out, "wb") as stdout, open(out + ".err", "wb") as stderr:
        code, seconds = limited(command + (["-a"] if optimises else []) + [fzn], limit, stdout, stderr=stderr)
    with open(out, encoding="utf-8") as file:
        report = file.read()
    shown = subprocess.run(["minizinc", "--ozn-file", ozn], input=report, env=environment, stdout=subprocess.PIPE, text=True).stdout
    solutions = shown.split(BETWEEN)[:-1]
    last = solutions[-1].strip() if solutions else None
    objective = re.search(r"_objective = ([^;]*);", last or "")
    bounds = re.findall(r"%%%mzn-stat: objectiveBound=(.*)", report)
    if UNSATISFIABLE in report:
        status = "unsatisfiable"
    elif COMPLETE in report and optimises:
        status = "optimal"
    elif last is not None:
        status = "satisfied" if not optimises else "solution"
    else:
        status = "nothing" if code in (0, None) else "error"
    if status == "error":
        with open(out + ".err", encoding="utf-8", errors="replace") as file:
            lines = [line for line in file.read().splitlines() if "rror" in line or "know" in line]
        return {"status": "error", "why": " ".join([f"code {code}", *lines[:2]])[:120], "last": None}
    return {"status": status, "goal": goal.group(1) if goal else None, "objective": objective.group(1) if objective else None,
            "bound": bounds[-1] if bounds else None, "seconds": round(seconds, 3), "last": last}


def checked(instance, last, environment, folder):
    """Checks a solution with MiniZinc's standard library: first with the solution as data, then as
    constraints, because models may use their variables' bounds, which differ if the variables are fixed."""
    solution = re.sub(r"_objective = [^;]*;\s*", "", last).strip()
    verdict = with_solution(instance, "last.dzn", solution, environment, folder)
    if verdict != "checked":
        fixed = re.sub(r"^(?=\w+ =)", "constraint ", solution, flags=re.MULTILINE)
        verdict = with_solution(instance, "last.mzn", fixed, environment, folder)
    return verdict


def with_solution(instance, name, text, environment, folder):
    """Returns the result of compiling a model together with its solution."""
    more, fzn = os.path.join(folder, name), os.path.join(folder, "check.fzn")
    with open(more, "w", encoding="utf-8") as file:
        file.write(text)
    command = ["minizinc", "-c", "-G", "std", "--fzn", fzn, "--no-output-ozn", *instance.files, more]
    ran = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if "inconsistency" in ran.stdout or "UNSATISFIABLE" in ran.stdout:
        return "refused"
    if ran.returncode != 0:
        return "not checked: " + (ran.stdout.strip().splitlines() or ["?"])[-1][:100]
    try:
        solved = subprocess.run(["fzn-gecode", fzn], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "not checked: took too long"
    if UNSATISFIABLE in solved.stdout:
        return "refused"
    return "checked" if BETWEEN in solved.stdout else "not checked: " + solved.stdout.strip()[:100]


def gecode(folder):
    """Returns a configuration of Gecode with MiniZinc 2.6's library for it. The older library, which is Debian's default,
    fails in `globals.mzn`."""
    with open(os.path.join(folder, "gecode-here.msc"), "w", encoding="utf-8") as file:
        json.dump({"id": "here.gecode", "name": "Gecode here", "version": "6.2.0", "mznlib": "-Ggecode_presolver", "executable": "fzn-gecode",
                   "stdFlags": ["-a", "-n", "-p", "-s", "-t"], "supportsMzn": False, "supportsFzn": True, "needsSolns2Out": True}, file)
    return "here.gecode"


def run(args):
    ferz = os.path.join(ROOT, "target", "dist", "fzn-ferz")
    own = tempfile.TemporaryDirectory()
    environment = dict(os.environ, MZN_SOLVER_PATH=os.pathsep.join([os.path.abspath(args.solvers), own.name]))
    solvers = {"gecode": (gecode(own.name), ["fzn-gecode"]), "ferz": ("ferz", [args.ferz or ferz])}
    done = set()
    if os.path.exists(args.ledger):
        with open(args.ledger, encoding="utf-8") as ledger:
            done = {json.loads(line)["instance"] for line in ledger}
    for instance in instances(args.benchmarks, args.ranks, args.every):
        if instance.name in done or (args.only and instance.family not in args.only.split(",")):
            continue
        entry = {"instance": instance.name, "family": instance.family, "limit": args.limit}
        with tempfile.TemporaryDirectory() as folder:
            for name, (solver, command) in solvers.items():
                fzn, ozn, why = compiled(instance, solver, environment, folder)
                if fzn is None:
                    entry[name] = {"status": "not compiled", "why": why}
                    continue
                if name == "gecode":
                    renamed(fzn)
                entry[name] = searched(command, fzn, ozn, args.limit, environment, folder)
                last = entry[name].pop("last")
                if last is not None:
                    entry[name]["checked"] = checked(instance, last, environment, folder)
        with open(args.ledger, "a", encoding="utf-8") as ledger:
            ledger.write(json.dumps(entry) + "\n")
        line = {name: (entry[name]["status"], entry[name].get("objective"), entry[name].get("seconds"), entry[name].get("checked"),
                       entry[name].get("why")) for name in solvers}
        print(instance.name, line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="what", required=True)
    runs = parts.add_parser("run", help="compile, search and check")
    runs.add_argument("benchmarks", help="the checkout of MiniZinc/minizinc-benchmarks")
    runs.add_argument("--solvers", required=True, help="the folder that `ferz minizinc install --dir` wrote")
    runs.add_argument("--ledger", required=True)
    runs.add_argument("--limit", type=int, default=60, help="seconds of processor time per search")
    runs.add_argument("--ranks", default="0,0.5", help="which instances of a family, by size: 0 is the smallest, 0.5 the middle one")
    runs.add_argument("--every", type=int, default=1, help="every so-many-th family, by name")
    runs.add_argument("--only", help="only these families, separated by commas")
    runs.add_argument("--ferz", help="an fzn-ferz other than the one in target/dist")
    tables = parts.add_parser("table", help="docs/reports/minizinc-benchmarks.csv, and on standard error a summary")
    tables.add_argument("--ledger", required=True)
    args = parser.parse_args()
    if args.what == "run":
        args.ranks = [float(rank) for rank in args.ranks.split(",")]
        run(args)
    else:
        sys.exit(print_table(args.ledger))


if __name__ == "__main__":
    main()
