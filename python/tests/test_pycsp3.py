"""Models in PyCSP3, which reads the command line and keeps one model per process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from test_command import ENVIRONMENT


def run(program: str, folder: Path) -> str:
    start = "from pycsp3 import *\nfrom ferz.pycsp3 import solve\n"
    (folder / "program.py").write_text(start + program)
    ran = subprocess.run(
        [sys.executable, "program.py"], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


QUEENS = """
x = VarArray(size=8, dom=range(8))
satisfy(AllDifferent(x), AllDifferent(x[i] + i for i in range(8)), AllDifferent(x[i] - i for i in range(8)))
"""


def test_all_solutions(tmp_path: Path) -> None:
    program = QUEENS + "print(solve(sols=ALL) is SAT, n_solutions(), len(set(tuple(values(x, sol=i)) for i in range(92))))"
    assert run(program, tmp_path) == "True 92 92\n"


def test_one_solution_and_its_values(tmp_path: Path) -> None:
    program = QUEENS + "print(solve() is SAT, sorted(values(x)), status() is SAT, type(x[0].value))"
    assert run(program, tmp_path) == "True [0, 1, 2, 3, 4, 5, 6, 7] True <class 'int'>\n"


def test_an_optimum_and_its_bound(tmp_path: Path) -> None:
    program = """
x = VarArray(size=3, dom=range(10))
satisfy(AllDifferent(x), x[0] + x[1] <= 7)
maximize(2 * x[0] + x[1] + x[2])
print(solve(options="--threads 2", verbose=0) is OPTIMUM, bound(), values(x))
"""
    assert run(program, tmp_path) == "True 23 [7, 0, 9]\n"


def test_no_solution_and_a_limit(tmp_path: Path) -> None:
    program = """
x = VarArray(size=12, dom=range(11))
satisfy(x[i] != x[j] for i in range(12) for j in range(i))
print(solve(options="--node-limit 10 --order input") is UNKNOWN)
satisfy(x[0] == 3, x[1] == 3)
print(solve() is UNSAT)
"""
    assert run(program, tmp_path).splitlines()[-1] == "True"


def test_what_is_not_supported_is_refused(tmp_path: Path) -> None:
    program = QUEENS + """
for options in (dict(extraction=True),):
    try:
        solve(**options)
    except ValueError as error:
        print(error)
"""
    assert run(program, tmp_path).startswith("extraction is not supported")
