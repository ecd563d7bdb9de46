#!/usr/bin/env python3
"""Counts how many published and generated puzzles each consistency level solves without search.

    cargo build --release -p ferz
    python3 benches/weakest.py FOLDER --generated 50 > docs/reports/weakest.csv

FOLDER has a folder for each kind of puzzle, named as `ferz puzzle` names it, with a text file for each collection:
FOLDER/sudoku/top95.txt. A comment in the first line of a file (`# github.com/...`) is its source in the table. Boards are
not part of this repository, because most collections have no licence for them; the sources in the table lead to them.

--generated N adds N puzzles of each kind of any difficulty, made by the generator. They need no FOLDER.

`no level` counts puzzles without exactly one solution. Uses only the standard library.
"""

import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEVELS = ["value", "bounds", "domain", "pairs", "singleton", "two-level", "search"]
COLUMNS = ["kind", "collection", "puzzles", *LEVELS, "no level", "source"]


def answers(ferz, arguments):
    """Runs the command and yields its JSON objects, one per line."""
    command = [ferz, "puzzle", *arguments, "--format", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")


def row(kind, collection, source, weakest):
    """Counts the levels of a collection; `weakest` yields a level or None for each puzzle."""
    counts = dict.fromkeys([*LEVELS, "no level"], 0)
    for level in weakest:
        counts[level or "no level"] += 1
    print(f"{kind}, {collection}: {sum(counts.values())} puzzles", file=sys.stderr)
    return {"kind": kind, "collection": collection, "puzzles": sum(counts.values()), **counts, "source": source}


def published(ferz, file):
    """Returns the row for a puzzle file."""
    kind, first = file.parent.name, file.read_text().partition("\n")[0]
    source = first[1:].strip() if first.startswith("#") else ""
    found = answers(ferz, [kind, str(file), "--weakest"])
    return row(kind, file.stem, source, (answer["answer"]["reply"].get("weakest") for answer in found))


def generated(ferz, kind, number):
    """Returns the row for generated puzzles."""
    options = ["--generate", "--seed", "1", "--boards", str(number)]

    def weakest():
        for made in answers(ferz, [kind, *options]):
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
                file.write(made["answer"]["reply"]["write"])
                file.flush()
                for answer in answers(ferz, [kind, file.name, "--weakest"]):
                    yield answer["answer"]["reply"].get("weakest")

    return row(kind, "generated", f"ferz puzzle {kind} {' '.join(options)}", weakest())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--generated", type=int, default=0, metavar="N")
    parser.add_argument("--ferz", default=ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release" / "ferz")
    options = parser.parse_args()
    ferz = str(options.ferz)
    kinds = subprocess.run([ferz, "puzzle"], capture_output=True, text=True, check=True).stdout.partition("\n\n")[0]
    table = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    table.writeheader()
    for kind in (line.split()[0] for line in kinds.splitlines()):
        for file in sorted((options.folder / kind).glob("*.txt")) if options.folder else []:
            table.writerow(published(ferz, file))
        if options.generated:
            table.writerow(generated(ferz, kind, options.generated))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
