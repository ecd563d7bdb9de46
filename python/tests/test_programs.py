"""Twelve small programs: puzzles, schedules, cores, proofs, and custom searches and propagators."""

import itertools
import shutil
import subprocess

import ferz
import numpy as np
from ferz.notebook import Page

GIVENS = (
    "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 " "7...2...6 .6....28. ...419..5 ....8..79"
).split()


def queens(n):
    m = ferz.Model()
    q = m.int_var(range(n), shape=n, name="q")
    m.all_different(q, name="rows")
    m.all_different(q + range(n), name="down diagonals")
    m.all_different(q - range(n), name="up diagonals")
    return m, q


def test_1_all_queens():
    m, q = queens(8)
    boards = [s[q] for s in m.solutions()]
    assert len(boards) == len(set(map(tuple, boards))) == 92
    for board in boards:
        assert all(
            abs(a - b) not in (0, j - i)
            for (i, a), (j, b) in itertools.combinations(enumerate(board), 2)
        )


def test_2_sudoku_with_why():
    givens = {(r, c): int(d) for r, row in enumerate(GIVENS) for c, d in enumerate(row) if d != "."}
    m = ferz.Model()
    cell = m.int_var(1, 9, shape=(9, 9), name="cell")
    for i in range(9):
        m.all_different(cell[i], name=f"row {i + 1}")
        m.all_different(cell[:, i], name=f"column {i + 1}")
    for r in range(0, 9, 3):
        for c in range(0, 9, 3):
            m.all_different(cell[r : r + 3, c : c + 3], name=f"box {r // 3 + 1},{c // 3 + 1}")
    m.add([cell[r, c] == d for (r, c), d in givens.items()], name="given")
    unique = m.unique()
    assert unique
    assert unique.solution[cell][0] == [5, 3, 4, 6, 7, 8, 9, 1, 2]
    why = str(m.why(cell[0, 2] != 9))
    assert why.startswith("cell[0,2] != 9 is true in every solution")
    assert "box 1,1" in why


def test_3_send_more_money():
    m = ferz.Model()
    S, E, N, D, M, O, R, Y = v = m.int_vars("SENDMORY", 0, 9)
    m.all_different(v)
    m.add([S >= 1, M >= 1])
    number = lambda *ds: sum(d * 10**k for k, d in enumerate(reversed(ds)))
    m.add(number(S, E, N, D) + number(M, O, R, E) == number(M, O, N, E, Y))
    solution = m.solve().solution[dict(zip("SENDMORY", v))]
    assert solution == {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}


def test_4_job_shop():
    jobs = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3)]]
    horizon = sum(duration for job in jobs for _, duration in job)
    m = ferz.Model()
    tasks = {
        (j, k): m.interval(0, horizon, duration, name=f"task {j},{k}")
        for j, job in enumerate(jobs)
        for k, (_, duration) in enumerate(job)
    }
    for j, job in enumerate(jobs):
        for k in range(len(job) - 1):
            m.add(tasks[j, k].end <= tasks[j, k + 1].start)
    for machine in range(3):
        mine = [
            tasks[j, k]
            for j, job in enumerate(jobs)
            for k, (on, _) in enumerate(job)
            if on == machine
        ]
        m.disjunctive(mine, name=f"machine {machine}")
    objectives = []
    for best in m.improving(minimize=ferz.max(t.end for t in tasks.values()), time_limit=60):
        objectives.append(best.objective)
        assert best.bound is None or best.bound <= best.objective
        assert max(end for _, end in best.solution[list(tasks.values())]) == best.objective
    assert objectives == sorted(objectives, reverse=True)
    assert best.status is ferz.Status.OPTIMAL
    assert (best.objective, best.bound, f"{best.gap:.0%}") == (11, 11, "0%")


def test_5_knapsack():
    m = ferz.Model()
    take = m.bool_var(shape=5, name="take")
    m.add(np.array([4, 5, 3, 7, 6]) @ take <= 15)
    assert m.maximize(np.array([5, 6, 3, 9, 7]) @ take).objective == 18


def test_6_lazily():
    m = ferz.Model()
    x = m.int_var(0, 9, shape=20, name="x")
    it = m.solutions()
    assert [next(it)[x][-1] for _ in range(3)] == [0, 1, 2]
    assert it.statistics.nodes < 100
    assert not it.is_complete


def test_7_what_clashes():
    m = ferz.Model()
    a, b, c, x = m.int_vars(["a", "b", "c", "x"], 1, 3)
    pairs = {"a before b": (a, b), "b before c": (b, c), "c before a": (c, a)}
    for name, (first, second) in pairs.items():
        m.add(first < second, name=name)
    m.add(x != 2, name="not two")
    core = m.unsat_core(time_limit=10)
    assert str(core) == "`a before b`, `b before c` and `c before a`"
    for left_out in core:
        values = core.without(left_out)
        for name, (first, second) in pairs.items():
            assert (values[first] < values[second]) == (name != left_out.name)
    m = ferz.Model()
    m.int_var(0, 1)
    assert m.unsat_core(time_limit=10) is None


def test_8_a_proof(tmp_path):
    m = ferz.Model()
    m.all_different(m.int_var(1, 2, shape=3, name="x"))
    path = tmp_path / "pigeons"
    proof = m.prove(path)
    assert proof.verdict == "s VERIFIED UNSATISFIABLE"
    if shutil.which("veripb"):
        command = ["veripb", f"{path}.opb", f"{path}.pbp"]
        assert (
            proof.verdict
            in subprocess.run(command, capture_output=True, text=True, check=True).stdout
        )


def test_9_learning_on_and_off():
    m = ferz.Model()
    x = m.int_var(1, 6, shape=7, name="pigeon")
    m.add([a != b for a, b in itertools.combinations(x, 2)])
    on, off = (m.solve(learn=learn, time_limit=60) for learn in (True, False))
    assert on.status is off.status is ferz.Status.UNSATISFIABLE
    assert 0 < on.statistics.failures < off.statistics.failures


def test_10_a_search_of_ones_own():
    m, q = queens(8)

    def middle(node):
        x = min((x for x in q if node.size(x) > 1), key=node.size, default=None)
        return None if x is None else x == node.values(x)[node.size(x) // 2]

    assert m.count(branch_with=middle) == 92
    assert next(m.solutions(branch_with=middle))[q][0] == 4


def test_11_a_propagator_of_ones_own():
    def differ(domains):
        fixed = {d[0] for d in domains if len(d) == 1}
        return [d if len(d) == 1 else [v for v in d if v not in fixed] for d in domains]

    for learn in True, False:
        m = ferz.Model()
        x = m.int_var(range(4), shape=4, name="x")
        m.propagator(x, differ, holds=lambda v: len(set(v)) == len(v), name="mine")
        assert {tuple(s[x]) for s in m.solutions(learn=learn)} == set(
            itertools.permutations(range(4))
        )


def test_12_in_a_notebook():
    page = queens(8)[0].study(node_limit=500)
    assert isinstance(page, Page)
    assert page._repr_html_().startswith("<iframe ")
