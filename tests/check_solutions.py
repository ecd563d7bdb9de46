#!/usr/bin/env python3
"""Checks what a proof checker does not: python3 check_solutions.py DIR, or one folder per line on standard input

Every listed solution satisfies every row of the model, all of them differ, and each is excluded by a row that excludes no other. If there is a list of orbits, it
covers all solutions, each once, and every orbit consists of the images of a board under the eight symmetries of the square.
Of an optimum the solution is the only one, and has the value that the proof concludes. Shares no code with Ferz, and needs nothing but Python. Prints one line for each
folder; exit code 0 only if all of it is so.
"""
import re
import sys
from pathlib import Path


def fail(why):
    sys.exit(f"NOT VERIFIED: {why}")


def rows(text):
    """Reads the rows of an OPB file: label, terms (weight, variable, whether it must be true), degree."""
    for line in text.splitlines():
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


def consequences(model, value):
    """Extends the values of some variables by unit propagation on the rows."""
    before = -1
    while before < len(value):
        before = len(value)
        for terms, degree in model:
            slack = sum(c for c, name, sign in terms if value.get(name, sign) == sign) - degree
            for c, name, sign in terms:
                if c > slack and name not in value:
                    value[name] = sign
    return value


def images(board):
    """Returns the images of a board under the symmetries of the square, each as the row in every column."""
    squares, last = list(enumerate(board)), len(board) - 1
    for _ in range(4):
        squares = [(y, last - x) for x, y in squares]
        yield tuple(y for _, y in sorted(squares))
        yield tuple(y for _, y in sorted((last - x, y) for x, y in squares))


def main(folder):
    text = (folder / "model.opb").read_text()
    model, excluded = [], []
    for label, terms, degree in rows(text):
        (excluded if label.startswith("@solution_") else model).append((terms, degree))
    solutions = [frozenset(line.split()) for line in (folder / "solutions.txt").read_text().splitlines()]
    # The variables in which solutions differ.
    listed = [set(line.split()[2:]) for line in text.splitlines() if line.startswith("* listed:")]
    conclusion = [line.split() for line in (folder / "proof.pbp").read_text().splitlines() if line.startswith("conclusion")]
    if conclusion and conclusion[0][1] == "BOUNDS":
        value = conclusion[0][2].rstrip(";")
        objective = [line.split()[1:-1] for line in text.splitlines() if line.startswith("min:")]
        if len(objective) != 1 or len(solutions) != (value != "INF"):
            fail(f"{len(solutions)} solutions and {len(objective)} objectives for an optimum of {value}")
        for true in solutions:
            words = objective[0]
            constant = int(words.pop()) if len(words) % 2 else 0
            reached = constant + sum(int(c) for c, name in zip(words[::2], words[1::2]) if (name.lstrip("~") in true) == (name[0] != "~"))
            if reached != int(value):
                fail(f"the value of the solution is {reached}, not {value}")
    for number, true in enumerate(solutions, 1):
        for terms, degree in model:
            if not holds(terms, degree, true):
                fail(f"solution {number} violates a row of the model: {terms} >= {degree}")
    if excluded or listed:
        if len(excluded) != len(solutions) or len(listed) != 1:
            fail(f"{len(excluded)} solutions are excluded, and {len(solutions)} listed")
        for number, (true, (terms, degree)) in enumerate(zip(solutions, excluded), 1):
            # The row is false for just one choice of values of the listed variables: those of the solution.
            if degree != 1 or any(c != 1 or (name in true) == sign for c, name, sign in terms):
                fail(f"row {number} does not exclude solution {number}")
            value = consequences(model, {name: not sign for _, name, sign in terms})
            if any(value.get(name) != (name in true) for name in listed[0]):
                fail(f"row {number} excludes more than solution {number}")
        if len({true & listed[0] for true in solutions}) != len(solutions):
            fail("a solution is listed twice")
    said = f"{len(solutions)} solutions, all different"
    file = folder / "orbits.txt"
    if file.exists():
        boards = []
        for true in solutions:
            squares = [re.fullmatch(r".*\[(\d+)\]_(\d+)", name) for name in true]
            boards.append(tuple(row for _, row in sorted((int(s[1]), int(s[2])) for s in squares)))
        orbits = [[int(word) for word in line.split()] for line in file.read_text().splitlines()]
        if sorted(number for orbit in orbits for number in orbit) != list(range(1, len(boards) + 1)):
            fail("the orbits do not list every solution once")
        for orbit in orbits:
            if {boards[number - 1] for number in orbit} != set(images(boards[orbit[0] - 1])):
                fail(f"not an orbit: {orbit}")
        said += f", in {len(orbits)} orbits"
    print(f"VERIFIED: {said}")


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]))
    for line in () if sys.argv[1:] else sys.stdin:
        try:
            main(Path(line.rstrip("\n")))
        except SystemExit as refused:
            print(refused)
        sys.stdout.flush()
