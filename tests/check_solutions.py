#!/usr/bin/env python3
"""Checks what a proof does not: python3 check_solutions.py DIR

Every solution listed satisfies every row of the model, and all of them differ. If there is a list of orbits, it is
one of all solutions, each once, and every orbit is that of a board under the eight symmetries of the square.
Shares no code with Ferz, and needs nothing but Python. Prints one line; exit code 0 only if all of it is so.
"""
import re
import sys
from pathlib import Path


def fail(why):
    sys.exit(f"NOT VERIFIED: {why}")


def rows(path):
    """The rows of an OPB file: label, terms (weight, variable, whether it is to be true), degree."""
    for line in path.read_text().splitlines():
        words = line.split()
        if not words or words[0].startswith("*") or words[0] == "min:":
            continue
        label = words.pop(0) if words[0].startswith("@") else ""
        if words[-3:-2] != [">="] and words[-1:] != [";"]:
            fail(f"not a row: {line}")
        terms = [(int(c), name.lstrip("~"), not name.startswith("~")) for c, name in zip(words[:-3:2], words[1:-3:2])]
        yield label, terms, int(words[-2])


def holds(terms, degree, true):
    return sum(c for c, name, sign in terms if (name in true) == sign) >= degree


def images(board):
    """The images of a board, as the row of each column, under the symmetries of the square."""
    squares, last = list(enumerate(board)), len(board) - 1
    for _ in range(4):
        squares = [(y, last - x) for x, y in squares]
        yield tuple(y for _, y in sorted(squares))
        yield tuple(y for _, y in sorted((last - x, y) for x, y in squares))


def main(folder):
    model, excluded = [], []
    for label, terms, degree in rows(folder / "model.opb"):
        (excluded if label.startswith("@solution_") else model).append((terms, degree))
    solutions = [frozenset(line.split()) for line in (folder / "solutions.txt").read_text().splitlines()]
    decided = {name for terms, _ in excluded for _, name, _ in terms}
    for number, true in enumerate(solutions, 1):
        for terms, degree in model:
            if not holds(terms, degree, true):
                fail(f"solution {number} violates a row of the model: {terms} >= {degree}")
    if excluded:
        if len(excluded) != len(solutions):
            fail(f"{len(excluded)} solutions are excluded, and {len(solutions)} listed")
        for number, (true, (terms, degree)) in enumerate(zip(solutions, excluded), 1):
            if holds(terms, degree, true):
                fail(f"row {number} does not exclude solution {number}")
        if len({true & decided for true in solutions}) != len(solutions):
            fail("a solution is listed twice")
    said = f"{len(solutions)} solutions, all different"
    orbits = folder / "orbits.txt"
    if orbits.exists():
        boards = []
        for true in solutions:
            squares = [re.fullmatch(r".*\[(\d+)\]_(\d+)", name) for name in true]
            boards.append(tuple(row for _, row in sorted((int(s[1]), int(s[2])) for s in squares)))
        listed = [[int(word) for word in line.split()] for line in orbits.read_text().splitlines()]
        if sorted(number for orbit in listed for number in orbit) != list(range(1, len(boards) + 1)):
            fail("the orbits do not list every solution once")
        for orbit in listed:
            if {boards[number - 1] for number in orbit} != set(images(boards[orbit[0] - 1])):
                fail(f"not an orbit: {orbit}")
        said += f", in {len(listed)} orbits"
    print(f"VERIFIED: {said}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
