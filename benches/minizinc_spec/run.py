#!/usr/bin/env python3
"""Runs MiniZinc's own test suite with Ferz and with Gecode.

    ferz minizinc install --dir SOLVERS
    python3 benches/minizinc_spec/run.py TESTS --solvers SOLVERS [--jobs 2] [--part spec/unit]

TESTS is the folder `tests` of MiniZinc/libminizinc, at the tag of the installed `minizinc`; it is not part of this
project. Needs the packages in its requirements.txt (pytest 6, pytest-html 2, pytest-xdist 2, pytest-instafail, PyYAML,
minizinc). The package `minizinc` must be the version current at the time of the tag (0.7.0 for 2.6.4), because earlier
ones do not support the kinds of errors.

Prints how many cases pass with both solvers, with one of them, and with neither, and the cases that fail with Ferz, with
the reasons in expected.txt. Exits with code 1 if fewer cases pass with Ferz than with Gecode, or if a failure is not
expected. Uses only the standard library.
"""

import argparse
import collections
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

FERZ = "org.ferz.ferz"


def outcome(case):
    if case.find("skipped") is not None:
        return "skipped"
    return "failed" if case.find("failure") is not None or case.find("error") is not None else "passed"


def expected():
    """Reads the reasons, by file name."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected.txt")
    with open(path) as lines:
        return dict(line.strip().split(": ", 1) for line in lines if line.strip() and not line.startswith("#"))


def short(place):
    """Returns the short name of a case: `spec.unit.general.mortgage.mzn` is `general/mortgage`."""
    return place.removeprefix("spec.unit.").removesuffix(".mzn").replace(".", "/")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", help="the folder `tests` of libminizinc")
    parser.add_argument("--solvers", required=True, help="where Ferz is installed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--part", default="spec/unit")
    args = parser.parse_args()

    here = os.path.dirname(os.path.abspath(__file__))
    before = lambda own, name: os.pathsep.join([own, *filter(None, [os.environ.get(name)])])
    solvers = before(os.path.abspath(args.solvers), "MZN_SOLVER_PATH")
    environment = dict(os.environ, PYTHONPATH=before(here, "PYTHONPATH"), MZN_SOLVER_PATH=solvers)
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "ferz_plugin", "--solvers", f"gecode,{FERZ}",
                   "-n", str(args.jobs), "--deselect", "spec/unit/compilation/time_limit.mzn", f"--junitxml={report}", args.part]
        subprocess.run(command, cwd=args.tests, env=environment, stdout=subprocess.DEVNULL)
        cases = collections.defaultdict(dict)
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            name = case.get("name")
            for solver in ("gecode", FERZ):
                if name.endswith(f".{solver}"):
                    cases[case.get("classname"), name.removesuffix(solver)][solver] = outcome(case)

    pairs = collections.Counter((case.get("gecode", "-"), case.get(FERZ, "-")) for case in cases.values())
    print("| Gecode | Ferz | cases |\n|---|---|---|")
    for (gecode, ferz), count in sorted(pairs.items()):
        print(f"| {gecode} | {ferz} | {count} |")
    passed = {solver: sum(case.get(solver) == "passed" for case in cases.values()) for solver in ("gecode", FERZ)}
    print(f"\nGecode passes {passed['gecode']}, Ferz {passed[FERZ]} of {len(cases)} cases")
    reasons, surprises = expected(), 0
    for (place, name), case in sorted(cases.items()):
        if case.get(FERZ) == "failed":
            reason = reasons.get(short(place))
            surprises += reason is None
            who = "Gecode passes it" if case.get("gecode") == "passed" else "neither"
            print(f"{short(place)} {name.rstrip('.')} ({who}): {reason or 'NOT EXPECTED'}")
    sys.exit(passed[FERZ] < passed["gecode"] or surprises > 0)


if __name__ == "__main__":
    main()
