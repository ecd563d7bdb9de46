"""Ferz beside OR-Tools, and beside its own Rust library: `python bench.py [command that counts 12 queens]`.

Each line is the best of several runs of both sides, in turns, in processor time of this process; a ratio below 1 means that Ferz takes less.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import ferz
from ortools.sat.python import cp_model

REPEATS = 7


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def line(what: str, ours: float, theirs: float, goal: float) -> None:
    print(f"{what:44} {ours * 1000:9.1f} ms {theirs * 1000:9.1f} ms  {ours / theirs:5.2f}  (goal {goal})")


def ferz_constraints() -> None:
    m = ferz.Model()
    x = list(m.int_var(0, 100, shape=100, name="x"))
    for i in range(100):
        for j in range(100):
            m.add(x[i] + 2 * x[j] - x[(i + j) % 100] <= 10)


def ortools_constraints() -> None:
    m = cp_model.CpModel()
    x = [m.new_int_var(0, 100, f"x{i}") for i in range(100)]
    for i in range(100):
        for j in range(100):
            m.add(x[i] + 2 * x[j] - x[(i + j) % 100] <= 10)


def queens(n: int) -> ferz.Model:
    m = ferz.Model()
    q = m.int_var(range(n), shape=n, name="q")
    for diagonal in (q, q + range(n), q - range(n)):
        m.all_different(diagonal)
    return m


def import_time(module: str) -> float:
    program = f"import time; a = time.process_time(); import {module}; print(time.process_time() - a)"
    run = lambda: float(subprocess.check_output([sys.executable, "-c", program]))
    return min(run() for _ in range(REPEATS))


def main() -> None:
    print(f"{'':44} {'Ferz':>12} {'other':>12}  ratio")
    line("10,000 constraints", best(ferz_constraints), best(ortools_constraints), 0.5)
    m, o = ferz.Model(), cp_model.CpModel()
    xs = list(m.int_var(0, 9, shape=1000))
    ys = [o.new_int_var(0, 9, f"y{i}") for i in range(1000)]
    line("sum of 1,000 variables, 100 times", best(lambda: [sum(xs) for _ in range(100)]), best(lambda: [sum(ys) for _ in range(100)]), 1)
    line("ferz.sum of 1,000 variables, 100 times", best(lambda: [ferz.sum(xs) for _ in range(100)]), best(lambda: [cp_model.LinearExpr.sum(ys) for _ in range(100)]), 1)
    line("import", import_time("ferz"), import_time("ortools.sat.python.cp_model"), 0.1)
    assert "numpy" not in subprocess.check_output([sys.executable, "-c", "import ferz, sys; print(*sys.modules)"], text=True).split()
    listed, counted = queens(12), queens(12)
    line("12 queens: all solutions, then count()", best(lambda: sum(1 for _ in listed.solutions(learn=False))), best(counted.count), 1.3)
    if len(sys.argv) > 1:
        times = []
        for _ in range(REPEATS):
            begun = time.perf_counter()
            subprocess.check_output(sys.argv[1:])
            times.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        assert sum(1 for _ in queens(12).solutions()) == 14_200
        line("12 queens: all solutions, then " + " ".join(sys.argv[1:])[-12:], time.perf_counter() - begun, min(times), 1.3)


if __name__ == "__main__":
    main()
