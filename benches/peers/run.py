#!/usr/bin/env python3
"""Measures Ferz against Gecode on n-queens, tree for tree.

Both programs search the same tree: same constraints, same consistency, same
branching. Before any time is reported, nodes, failures and solutions of both must be
equal, so that a ratio compares the engines and not two different searches.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# cargo resolves a relative CARGO_TARGET_DIR against its working directory, here ROOT.
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
GECODE = TARGET / "peers" / "gecode_queens"
FERZ = TARGET / "release" / "ferz"

EXAMPLES = """\
examples:
  benches/peers/run.py                  the standard cases, 7 pairs of runs each
  benches/peers/run.py --runs 21        more pairs, for a quieter median
  benches/peers/run.py --all-cases      also n=8 and n=10, where start-up dominates
  benches/peers/run.py --only gecode    Gecode alone; neither cargo nor Ferz is needed
"""


class Problem(Exception):
    """Something the user can put right; the message says how."""


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


@dataclass(frozen=True)
class Counts:
    nodes: int
    failures: int
    solutions: int

    def __str__(self):
        return f"nodes={self.nodes} failures={self.failures} solutions={self.solutions}"


# --- the two programs ---------------------------------------------------------------


class Gecode:
    name = "Gecode"

    def build(self):
        compiler = require("g++", "the package g++ (Debian: apt-get install g++)")
        print(f"Gecode {gecode_version(compiler)}, Debian's library", file=sys.stderr)
        GECODE.parent.mkdir(parents=True, exist_ok=True)
        libraries = ["search", "int", "kernel", "support"]
        flags = ["-std=c++17", "-O3", "-march=native"]
        linked = [f"-lgecode{library}" for library in libraries]
        must_succeed(
            [compiler, *flags, HERE / "gecode_queens.cpp", "-o", GECODE, *linked],
            "compiling gecode_queens.cpp",
        )

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
        cargo = require("cargo", "Rust, which brings cargo (rustup is the usual way)")
        must_succeed([cargo, "build", "--release", "-p", "ferz"], "building Ferz")

    def command(self, case):
        model = ["--count", "--model", "alldifferent"]
        return [FERZ, "queens", str(case.n), *model, *case.options(), "--format", "json"]

    def may_exit_with(self, case):
        # 3: stopped by a limit, which is what a case with a node limit is for.
        return {0, 3} if case.node_limit else {0}

    def counts(self, output):
        fields = json.loads(output)["statistics"]
        return Counts(*(int(fields[key]) for key in ("nodes", "failures", "solutions")))


def require(tool, package):
    path = shutil.which(tool)
    if path is None:
        raise Problem(f"{tool} is missing: install {package}")
    return path


def gecode_version(compiler):
    """The version in Gecode's headers, which is also the test that they are there."""
    probe = "#include <gecode/support/config.hpp>\nGECODE_VERSION\n"
    done = subprocess.run(
        [compiler, "-E", "-P", "-x", "c++", "-"], input=probe, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise Problem(
            "Gecode's headers are missing: install the package libgecode-dev "
            "(Debian: apt-get install libgecode-dev)"
        )
    return done.stdout.split()[-1].strip('"')


def must_succeed(command, what):
    done = subprocess.run([str(word) for word in command], cwd=ROOT)
    if done.returncode != 0:
        raise Problem(f"{what} failed with exit code {done.returncode}; its messages are above")


# --- measuring ----------------------------------------------------------------------


def run(program, case):
    """Runs a whole process; returns its user + system CPU seconds and its counts."""
    command = [str(word) for word in program.command(case)]
    # Files, not pipes: nothing may wait for this script to read.
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        try:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        except OSError as error:
            raise Problem(f"cannot start {program.name}: {error}") from None
        _, status, usage = os.wait4(child.pid, 0)
        # Popen did not see the child end; without this it would wait for it again.
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        output, errors = out.read(), err.read()

    shown = " ".join([command[0].removeprefix(f"{ROOT}{os.sep}"), *command[1:]])
    if child.returncode not in program.may_exit_with(case):
        raise Problem(f"{shown}\nexited with {child.returncode}:\n{errors or output}".rstrip())
    try:
        counts = program.counts(output)
    except (ValueError, KeyError, TypeError):
        raise Problem(f"{shown}\nprinted no counts that this script can read:\n{output}".rstrip())
    return usage.ru_utime + usage.ru_stime, counts


def measure(programs, case, runs):
    """CPU seconds per program, in order of the runs, and the counts all runs agree on."""
    agreed = {program.name: run(program, case)[1] for program in programs}  # the warm-up
    if len(set(agreed.values())) > 1:
        raise Problem("\n".join(
            [f"{case}: the trees differ, so the times would not compare the engines"]
            + [f"  {name:<7} {counts}" for name, counts in agreed.items()]
        ))
    seconds = {program.name: [] for program in programs}
    for _ in range(runs):
        for program in programs:
            spent, counts = run(program, case)
            if counts != agreed[program.name]:
                raise Problem(
                    f"{case}: {program.name} is not deterministic: "
                    f"{agreed[program.name]}, then {counts}"
                )
            seconds[program.name].append(spent)
    return seconds, counts


def row(case, seconds, counts):
    cells = {"case": str(case), "nodes": f"{counts.nodes:,}", "solutions": f"{counts.solutions:,}"}
    for name, spent in seconds.items():
        cells[f"{name} CPU s"] = f"{statistics.median(spent):.4f}"
    if len(seconds) == 2:
        ratios = [ferz / gecode for gecode, ferz in zip(seconds["Gecode"], seconds["Ferz"])]
        cells["Ferz/Gecode"] = f"{statistics.median(ratios):.3f}"
        cells["min"] = f"{min(ratios):.3f}"
        cells["max"] = f"{max(ratios):.3f}"
    if "Ferz" in seconds:
        cells["Ferz nodes/s"] = f"{counts.nodes / statistics.median(seconds['Ferz']):,.0f}"
    return cells


def print_table(rows):
    table = [list(rows[0]), *(list(cells.values()) for cells in rows)]
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    for case, *numbers in table:
        aligned = (cell.rjust(width) for cell, width in zip(numbers, widths[1:]))
        print("  ".join([case.ljust(widths[0]), *aligned]))


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
                        help="also the small boards, n=8 and n=10")
    parser.add_argument("--only", choices=["gecode", "ferz"],
                        help="build and run one program alone, without a comparison")
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
