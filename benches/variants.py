#!/usr/bin/env python3
"""Measures up to which board size Ferz counts or proves variants of the puzzle within a given time per board.

  variants.py FERZ [SECONDS] [FAMILY...]

FAMILY is one of: torus, superqueens, domination, armies, pawns. Each family begins with its smallest
board and ends with the first board that takes longer than SECONDS (default 10). The output is a
Markdown table; `answer` is the number that OEIS lists for the board.
"""
import json
import subprocess
import sys

RULE = ["--count", "--model", "queens-rule", "--order", "dom"]


def count(answer):
    return answer["count"]


def fewest(answer):
    return answer["queens"]


FAMILIES = {
    # name: OEIS sequence, sizes, command, and the function that extracts the answer
    "torus": ("A007705", range(1, 100, 2), lambda n: ["queens", n, "--torus", *RULE], count),
    "superqueens": ("A051223", range(1, 100), lambda n: ["queens", n, "--superqueens", *RULE], count),
    "domination": ("A075458", range(1, 65), lambda n: ["domination", n], fewest),
    "armies": ("A250000", range(1, 65), lambda n: ["armies", n], fewest),
    "pawns": ("A103331 before symmetry", range(1, 101), lambda n: ["pawns", n, "--count"], count),
}


def run(ferz, command, seconds):
    line = [ferz, *map(str, command), "--format", "json", "--time-limit", f"{seconds}s"]
    ran = subprocess.run(line, capture_output=True, text=True)
    assert ran.returncode in (0, 3), ran.stderr
    return json.loads(ran.stdout)["answer"], ran.returncode == 0


def costs(answer):
    """Returns the total nodes and seconds of all searches."""
    searches = answer.get("searches") or [{**answer["statistics"], "seconds": answer["seconds"]}]
    return sum(s["nodes"] for s in searches), sum(s["seconds"] for s in searches)


def main():
    ferz = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    for family in sys.argv[3:] or FAMILIES:
        oeis, sizes, command, shown = FAMILIES[family]
        print(f"\n{family} ({oeis})\n\n| n | answer | nodes | s |\n|---|---|---|---|")
        for n in sizes:
            answer, whole = run(ferz, command(n), seconds)
            if not whole:
                print(f"\nn = {n} takes more than {seconds:g} s")
                break
            nodes, spent = costs(answer)
            print(f"| {n} | {shown(answer)} | {nodes:,} | {spent:.2f} |", flush=True)


main()
