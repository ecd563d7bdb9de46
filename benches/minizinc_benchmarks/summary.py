"""Prints the table with one row per instance, and its totals."""

import csv
import json
import math
import sys

SOLVED = ("optimal", "satisfied", "unsatisfiable")


def describe(run):
    if "why" in run:
        return f"{run['status']}: {run['why']}"
    objective = f" {run['objective']}" if run.get("objective") else ""
    return run["status"] + objective


def disagree(gecode, ferz):
    """Whether two complete answers contradict each other."""
    if not (gecode["status"] in SOLVED and ferz["status"] in SOLVED):
        return False
    return gecode["status"] != ferz["status"] or (gecode["status"] == "optimal" and gecode["objective"] != ferz["objective"])


def print_table(path):
    with open(path, encoding="utf-8") as ledger:
        entries = sorted((json.loads(line) for line in ledger), key=lambda entry: entry["instance"])
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["instance", "Gecode", "Gecode seconds", "Ferz", "Ferz seconds", "Ferz / Gecode"])
    ratios, bad, solved, checks = [], [], {"gecode": [], "ferz": []}, {}
    for entry in entries:
        gecode, ferz = entry["gecode"], entry["ferz"]
        for name in solved:
            run = entry[name]
            if run["status"] in SOLVED:
                solved[name].append(entry["instance"])
            if "checked" in run:
                kind = run["checked"].split(":")[0]
                checks[name, kind] = checks.get((name, kind), 0) + 1
                if kind == "refused":
                    bad.append(f"{entry['instance']}: a solution of {name} is refused")
        if disagree(gecode, ferz):
            bad.append(f"{entry['instance']}: {describe(gecode)} and {describe(ferz)}")
        ratio = ""
        if gecode["status"] in SOLVED and ferz["status"] in SOLVED:
            value = max(ferz["seconds"], 0.001) / max(gecode["seconds"], 0.001)
            ratios.append((value, gecode["seconds"]))
            ratio = f"{value:.2f}"
        cell = lambda run: f"{run['seconds']:.2f}" if "seconds" in run else ""
        table.writerow([entry["instance"], describe(gecode), cell(gecode), describe(ferz), cell(ferz), ratio])
    long = [value for value, seconds in ratios if seconds >= 0.1]
    ratios = [value for value, _ in ratios]
    mean = lambda values: f"{math.exp(sum(map(math.log, values)) / len(values)):.2f}" if values else "none"
    families = {entry["family"] for entry in entries}
    print(f"\n{len(entries)} instances of {len(families)} families; solved: Gecode {len(solved['gecode'])}, Ferz {len(solved['ferz'])}, "
          f"both {len(ratios)}; geometric mean of the ratios {mean(ratios)}, of those {len(long)} that take Gecode 0.1 s or more {mean(long)}", file=sys.stderr)
    print("checks: " + ", ".join(f"{name} {kind} {count}" for (name, kind), count in sorted(checks.items())), file=sys.stderr)
    for what, more, less in (("Gecode", "gecode", "ferz"), ("Ferz", "ferz", "gecode")):
        alone = sorted(set(solved[more]) - set(solved[less]))
        if alone:
            print(f"{what} alone: {', '.join(alone)}", file=sys.stderr)
    for line in bad:
        print(f"WRONG: {line}", file=sys.stderr)
    return 1 if bad else 0
