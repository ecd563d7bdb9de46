#!/usr/bin/env python3
"""The long harness run: tests every constraint, level and form with a million cases.

    python3 benches/long_harness.py run [--cases 1000000] [--tests FILTER] [--ledger FILE]
    python3 benches/long_harness.py table [LEDGER ...]

`run` builds the tests of solver-core and starts separately each test that declares a constraint, with the given number
of cases. Every form of a declaration that passed is a line of the ledger. A test that is already in the ledger is
skipped, so a run can be stopped and resumed. `table` writes docs/reports/harness.csv:
one row for each ledger and folder of constraints, with the most cases of a form.
Uses only the standard library.
"""

import argparse
import collections
import csv
import json
import os
import subprocess
import sys

PAGE = os.path.join(os.path.dirname(__file__), "../docs/reports/harness.csv")

def lines(path):
    """Returns the entries of a ledger, in the format of solver-core/src/harness/ledger.rs."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as ledger:
        return [line.rstrip("\n").split("\t") for line in ledger]


def binary(profile):
    """Builds the unit tests of solver-core; returns the path of the binary."""
    command = ["cargo", "test", "-p", "solver-core", "--lib", "--no-run", "--message-format=json"]
    command += ["--release"] if profile == "release" else []
    built = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    messages = map(json.loads, built.splitlines())
    return [m["executable"] for m in messages if m.get("executable")][-1]


def run(args):
    tests = args.binary or binary(args.profile)
    environment = dict(os.environ, FERZ_CASES=str(args.cases), RUST_BACKTRACE="0")
    listed = subprocess.run([tests, "--list", "--format=terse"], check=True, stdout=subprocess.PIPE, text=True).stdout
    names = [line.removesuffix(": test") for line in listed.splitlines() if line.startswith("constraints::")]
    done = {entry[0] for entry in lines(args.ledger)}
    failed = []
    for name in names:
        if name in done or args.tests not in name:
            continue
        # A test's output counts only if the test has finished, so it first goes to a separate ledger, then to the common one.
        part = f"{args.ledger}.part"
        if os.path.exists(part):
            os.remove(part)
        ended = subprocess.run([tests, "--exact", name], env=dict(environment, FERZ_LEDGER=part), stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
        entries = lines(part)
        if ended.returncode != 0:
            failed.append(name)
            print(ended.stdout, flush=True)
        if entries:
            with open(part, encoding="utf-8") as source, open(args.ledger, "a", encoding="utf-8") as ledger:
                ledger.write(source.read())
            print(f"{name}: {len(entries)} lines, {'ok' if ended.returncode == 0 else 'FAILED'}", flush=True)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def table(ledger, least):
    """Returns one row per constraint folder, with the sums over its declarations and their forms."""
    constraints = collections.defaultdict(list)
    for test, name, _, cases, reasons, _, _, _, _, result in lines(ledger):
        if cases.isdigit() and (result != "ok" or int(cases) >= least):
            test = test.removeprefix("constraints::")
            constraints[test.split("::")[0]].append(((test, name), int(cases), int(reasons), result))
    for constraint, entries in sorted(constraints.items()):
        good = [entry for entry in entries if entry[3] == "ok"]
        yield [constraint, max((entry[1] for entry in good), default=0), len({entry[0] for entry in entries}),
               sum(entry[1] for entry in good), sum(entry[2] for entry in good), len(entries) - len(good)]


def report(args):
    """Writes the rows of all ledgers to one file."""
    os.makedirs(os.path.dirname(args.output) or ".", exist_ok=True)
    with open(args.output, "w", encoding="utf-8", newline="") as output:
        rows = csv.writer(output, lineterminator="\n")
        rows.writerow(["constraint", "cases of each form", "declarations", "cases", "reasons", "failures"])
        for ledger in args.ledgers or [args.ledger]:
            rows.writerows(table(ledger, args.least))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["run", "table"])
    parser.add_argument("ledgers", nargs="*", help="the ledgers to show, one table each (default: --ledger)")
    parser.add_argument("--cases", type=int, default=1_000_000, help="cases per form")
    parser.add_argument("--least", type=int, default=0, help="omit tests that ran with fewer cases from the table")
    parser.add_argument("--tests", default="", help="only tests whose names contain this")
    parser.add_argument("--profile", choices=["dev", "release"], default="release")
    parser.add_argument("--binary", help="the unit tests of solver-core, already built")
    parser.add_argument("--ledger", default="long-harness.tsv")
    parser.add_argument("--output", default=PAGE, help="the file that `table` writes")
    args = parser.parse_args()
    run(args) if args.what == "run" else report(args)


if __name__ == "__main__":
    main()
