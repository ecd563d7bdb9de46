"""Compares two programs tree for tree. The comparisons with other solvers share this code.

A program has a `name` and, for each case, its `command`, the exit codes that it `may_exit_with`, and
the `counts` in its output. Before any time is reported, the nodes, failures and solutions of both must
be equal, so that a ratio compares the engines and not two different searches.
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

ROOT = Path(__file__).resolve().parents[1]
# cargo resolves a relative CARGO_TARGET_DIR against its working directory, here ROOT.
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")


class Problem(Exception):
    """An error that the user can correct; the message explains how."""


@dataclass(frozen=True)
class Counts:
    nodes: int
    failures: int
    solutions: int

    def __str__(self):
        return f"nodes={self.nodes} failures={self.failures} solutions={self.solutions}"


# --- building ---------------------------------------------------------------------


def build_with_gecode(source, program):
    """Compiles a C++ program against Gecode."""
    compiler = require("g++", "the package g++ (Debian: apt-get install g++)")
    print(f"Gecode {gecode_version(compiler)}, Debian's library", file=sys.stderr)
    program.parent.mkdir(parents=True, exist_ok=True)
    libraries = ["search", "int", "kernel", "support"]
    flags = ["-std=c++17", "-O3", "-march=native"]
    linked = [f"-lgecode{library}" for library in libraries]
    must_succeed([compiler, *flags, source, "-o", program, *linked], f"compiling {source.name}")


def build_with_cargo(*arguments):
    cargo = require("cargo", "Rust, which brings cargo (rustup is the usual way)")
    must_succeed([cargo, "build", "--profile", "dist", *arguments], "building Ferz")


def require(tool, package):
    path = shutil.which(tool)
    if path is None:
        raise Problem(f"{tool} is missing: install {package}")
    return path


def gecode_version(compiler):
    """Returns the version in Gecode's headers, which also checks that they are installed."""
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
    """Runs a program as a separate process; returns its user plus system CPU time in seconds, and its counts."""
    command = [str(word) for word in program.command(case)]
    # The output goes to files, not pipes: a full pipe would block the program until this script reads.
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        try:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        except OSError as error:
            raise Problem(f"cannot start {program.name}: {error}") from None
        _, status, usage = os.wait4(child.pid, 0)
        # Popen did not notice that the child has ended; otherwise, it would wait for it again.
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
    """Returns each program's CPU times in seconds, in run order, and the counts, on which all runs
    must agree."""
    agreed = warm_up(programs, case)
    return timed(programs, case, runs, agreed), agreed[programs[0].name]


def warm_up(programs, case, alike=lambda counts: counts):
    """Runs each program once; returns their counts, which must agree."""
    counts = {program.name: run(program, case)[1] for program in programs}
    if len({alike(count) for count in counts.values()}) > 1:
        raise Problem("\n".join(
            [f"{case}: the trees differ, so the times would not compare the engines"]
            + [f"  {name:<7} {count}" for name, count in counts.items()]
        ))
    return counts


def timed(programs, case, runs, agreed):
    """Returns each program's CPU times in seconds, in run order; all runs must reproduce the
    counts of the warm-up."""
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
    return seconds


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


# --- models that both programs know by name ----------------------------------------------


class Native:
    """One of our programs. Its arguments are the words of a case, and it prints its counts as `name=number`."""

    def __init__(self, name, path, build, counts):
        self.name, self.path, self.build, self.of = name, path, build, counts

    def command(self, case):
        return [self.path, *case.text.split()]

    def may_exit_with(self, case):
        return {0}

    def counts(self, output):
        fields = dict(re.findall(r"(\w+)=(\d+)", output))
        return self.of(*(int(fields[key]) for key in self.of.__dataclass_fields__))


def model_programs(source, example, counts=Counts):
    """Returns the Gecode program, and the `ferz-models` example that builds the same models."""
    gecode = TARGET / "peers" / source.stem
    ferz = TARGET / "dist" / "examples" / example
    return [
        Native("Gecode", gecode, lambda: build_with_gecode(source, gecode), counts),
        Native("Ferz", ferz, lambda: build_with_cargo("-p", "ferz-models", "--example", example), counts),
    ]


def ratio_cells(seconds):
    """Returns the last cells of a row: the median times in seconds, and the ratio of consecutive runs."""
    ratios = [ferz / gecode for gecode, ferz in zip(seconds["Gecode"], seconds["Ferz"])]
    return {
        "Gecode s": f"{statistics.median(seconds['Gecode']):.3f}",
        "Ferz s": f"{statistics.median(seconds['Ferz']):.3f}",
        "Ferz / Gecode": round(statistics.median(ratios), 3),
        "min–max": f"{min(ratios):.2f}–{max(ratios):.2f}",
    }


def markdown(rows):
    lines = ["| " + " | ".join(rows[0]) + " |", "|" + "---|" * len(rows[0])]
    lines += ["| " + " | ".join(str(cell) for cell in cells.values()) + " |" for cells in rows]
    ratios = [cells["Ferz / Gecode"] for cells in rows]
    return "\n".join([*lines, "", f"Geometric mean {statistics.geometric_mean(ratios):.2f}, worst {max(ratios):.2f}."])


def compare_models(description, examples, tables, programs, runs):
    """Parses the command line, builds the programs, and prints tables. Each table is given by a title, the cases, and
    a function that makes a row from a case."""
    parser = argparse.ArgumentParser(
        description=description, epilog=examples, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", metavar="MODEL", default=[], help="only these models")
    parser.add_argument("--runs", type=int, default=runs, metavar="R",
                        help=f"timed runs of each program per case (default {runs})")
    parser.add_argument("--json", action="store_true", help="print the tables as JSON")
    parser.add_argument("--write", metavar="PAGE", type=Path, help="also write the tables to this page, as in docs/reports")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("--runs must be at least 1")
    unknown = set(arguments.only) - {case.model for _, cases, _ in tables for case in cases}
    if unknown:
        parser.error(f"unknown models: {', '.join(sorted(unknown))}")
    results = {}
    try:
        for program in programs:
            program.build()
        for title, cases, row in tables:
            for case in cases:
                if not arguments.only or case.model in arguments.only:
                    print(f"{case} …", file=sys.stderr)
                    cells = row(case, programs, arguments.runs)
                    # Prints the results so far, in case the run is interrupted.
                    print(f"  {cells['Ferz / Gecode']} ({cells['min–max']})", file=sys.stderr)
                    results.setdefault(title, []).append(cells)
    except Problem as problem:
        sys.exit(f"run.py: {problem}")  # a message makes the exit code 1
    except KeyboardInterrupt:
        sys.exit(130)
    if arguments.json:
        print(json.dumps(results, indent=2))
        return
    tables = "\n\n".join(f"## {title}\n\n{markdown(rows)}" if title else markdown(rows) for title, rows in results.items())
    print(f"\n{tables}")
    if arguments.write:
        said = f"Written by `{Path(sys.argv[0]).resolve().relative_to(ROOT)} --write`, {arguments.runs} runs of each in turn: median seconds of processor time, and the ratio with its range."
        arguments.write.write_text(f"# {description.rstrip('.')}\n\n{said}\n\n{tables}\n")
