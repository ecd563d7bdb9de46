#!/usr/bin/env python3
"""Measures the size of reasons: prints the table of docs/premises.md, using `ferz --check-inferences`.

Build first: cargo build --profile dist. Every inference is verified; the script exits with an error if one is invalid.
"""

import json
import subprocess
import sys

FERZ = sys.argv[1] if len(sys.argv) > 1 else "target/dist/ferz"
MODELS = [
    ("value", ["--consistency", "value"]),
    ("bounds", ["--consistency", "bounds"]),
    ("domain", ["--consistency", "domain"]),
    ("dual", ["--model", "dual"]),
    ("queens-rule", ["--model", "queens-rule"]),
    ("pairwise", ["--model", "pairwise"]),
]
# (board, options, expected exit code: 3 if a limit stops the search)
BOARDS = [(8, [], 0), (12, [], 0), (20, ["--node-limit", "20000"], 3)]


def verified(n, options, code):
    command = [FERZ, "queens", str(n), "--count", "--check-inferences", "--format", "json", *options]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != code:
        sys.exit(f"{' '.join(command)}: exit code {ran.returncode}\n{ran.stderr}")
    return {rule["rule"]: rule for rule in json.loads(ran.stdout)["answer"]["verified"]}


def cell(rule):
    if rule is None:
        return "0 | –"
    return f"{rule['inferences']:,} | {rule['premises'] / rule['inferences']:.2f}"


print("| model | rule | 8: inferences | premises | 12: inferences | premises | 20: inferences | premises |")
print("|---|---|---|---|---|---|---|---|")
for label, options in MODELS:
    boards = [verified(n, options + limit, code) for n, limit, code in BOARDS]
    for rule in sorted(set().union(*boards)):
        print(f"| {label} | `{rule}` | " + " | ".join(cell(board.get(rule)) for board in boards) + " |")
