"""Compares CPMpy with Ferz with brute force over CPMpy's own semantics."""

from __future__ import annotations

import itertools
import os
import random
import shutil
from math import prod

import cpmpy as cp
import numpy as np
import pytest
from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import Comparison, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction
from cpmpy.expressions.utils import argval
from cpmpy.solvers.solver_interface import ExitStatus
from cpmpy.tools.explain import marco, mus, mus_native, quickxplain
from cpmpy.transformations.get_variables import get_variables

import ferz
from ferz.cpmpy import CPM_ferz


def assign(variables, values):
    for x, value in zip(variables, values):
        x._value = bool(value) if x.is_bool() else value


def brute_force(constraint, variables):
    """Returns the values for which the constraint holds according to CPMpy."""
    found = set()
    for values in itertools.product(*(range(x.lb, x.ub + 1) for x in variables)):
        assign(variables, values)
        if argval(constraint):
            found.add(values)
    return found


def solve_all(constraint, variables):
    found = []
    solver = CPM_ferz(cp.Model(constraint))
    solver.user_vars.update(variables)
    count = solver.solveAll(display=lambda: found.append(tuple(int(x.value()) for x in variables)))
    assert count == len(found) == len(set(found))
    assert solver.status().exitstatus == (ExitStatus.OPTIMAL if found else ExitStatus.UNSATISFIABLE)
    return set(found)


def check(constraint):
    variables = get_variables(constraint)
    assert solve_all(constraint, variables) == brute_force(constraint, variables), constraint


X = cp.intvar(-1, 2, shape=3, name="x")
Y = cp.intvar(0, 2, shape=3, name="y")
Z = cp.intvar(0, 1, shape=2, name="z")
P = cp.boolvar(shape=3, name="p")
S = cp.intvar(0, 2, shape=3, name="s")
N = cp.intvar(-1, 2, name="n")
D = cp.intvar(-1, 1, name="d")

GLOBALS = [
    cp.AllDifferent(X),
    cp.AllDifferent(X[0] + X[1], 2 * X[2], 1),
    cp.AllDifferent(X[0] // X[1], X[2]),
    cp.AllDifferentExcept0(X),
    cp.AllDifferentExceptN(X, [-1, 2]),
    cp.AllDifferentExceptN(X, 1),
    cp.AllEqual(X),
    cp.AllEqual(X[0], X[1] // X[2]),
    cp.AllEqualExceptN(X, [0, 2]),
    cp.AllEqualExceptN([X[0] // X[1]], 2),
    cp.Circuit(S),
    cp.Circuit(X),
    cp.Inverse(X[:2], Y[:2]),
    cp.Inverse(X, [1, 0, 2]),
    cp.Table(X, [[0, 1, 2], [-1, 1, 2], [7, 0, 0]]),
    cp.Table([X[0] + Y[0], P[0]], [[0, 1], [1, 0]]),
    cp.Table(X, [[9, 9, 9]]),
    cp.NegativeTable(X, [[0, 1, 2], [-1, 1, 2]]),
    cp.ShortTable(X, [[0, "*", 2], ["*", "*", 1]]),
    cp.Regular(Y, [("a", 1, "b"), ("b", 1, "c"), ("b", 0, "b"), ("c", 0, "b")], "a", ["c"]),
    cp.Regular(Y, [(5, 1, 5), (5, 2, 7)], 5, [7]),
    cp.MDD(X, [(0, 0, 1), (0, 1, 2), (1, 2, 3), (2, 2, 3), (2, 0, 4), (3, 0, 5), (4, 1, 5)]),
    cp.MDD(X, [(0, -1, 1), (1, 1, 2), (2, 2, 3), (0, 1, 4), (4, 1, 5)]),
    cp.IfThenElse(P[0], X[0] > 0, P[1]),
    cp.IfThenElse(X[0] // X[1] == 1, P[0], P[1]),
    cp.InDomain(X[0], [-1, 1, 6]),
    cp.InDomain(X[0] // X[1], [0, 2]),
    cp.Xor(P),
    cp.Xor([P[0], True, X[0] > 0]),
    cp.Increasing(X),
    cp.IncreasingStrict(X),
    cp.Decreasing(X),
    cp.DecreasingStrict(X),
    cp.LexLess(X[:2], Y[:2]),
    cp.LexLessEq(X[:2], Y[:2]),
    cp.LexChainLess([X[:2], Y[:2], Z]),
    cp.LexChainLessEq([X[:2], Y[:2], Z]),
    cp.LexChainLess([X]),
    cp.Precedence(X, [2, 0, 1]),
    cp.Precedence(Y, [1, 2]),
    cp.GlobalCardinalityCount(X, [1, 2], [N, 1]),
    cp.GlobalCardinalityCount(X, [1, 2], [N, P[0]], closed=True),
    cp.GlobalCardinalityCount([X[0] // X[1], X[2]], [0, 1], [1, N]),
    cp.Cumulative(S, [1, 2, 0], demand=[1, 1, 2], capacity=1),
    cp.Cumulative(S[:2], [2, D], [N, S[2]], 1, 1),
    cp.Cumulative(S[:2], [2, 1], demand=[D, 1], capacity=N),
    cp.Cumulative(S[:2], [2, 1], demand=[1, 1], capacity=-1),
    cp.CumulativeOptional(S[:2], [2, D], demand=[1, N], capacity=2, is_present=P[:2]),
    cp.CumulativeOptional(S[:2], [2, 1], [N, S[2]], 1, 1, [P[0], True]),
    cp.NoOverlap(S, [1, 2, 0]),
    cp.NoOverlap(S[:2], [2, D], [N, S[2]]),
    cp.NoOverlapOptional(S[:2], [2, D], is_present=P[:2]),
    cp.NoOverlapOptional(S[:2], [2, 1], [N, S[2]], [P[0], False]),
    cp.Reservoir(S[:2], [3, -1], -1, 2),
    cp.ReservoirOptional(S[:2], [3, -1], -1, 2, P[:2]),
]

FUNCTIONS = [
    cp.Minimum(X),
    cp.Maximum([X[0], Y[0] - 1, 0]),
    cp.Abs(X[0] - Y[0]),
    cp.Multiplication(X[0], Y[0]),
    cp.Division(X[0], X[1]),
    cp.Modulo(X[0], X[1]),
    cp.Modulo(Y[0] - 5, X[1]),
    cp.Power(X[0], 3),
    cp.Power(X[0], 0),
    cp.Element(X, N),
    cp.Element([3, 1, 2], X[0]),
    cp.NDElement(cp.cpm_array([[1, 2], [3, X[0]]]), [X[1], X[2]]),
    cp.NDElement(cp.cpm_array([[1, 2, 0], [3, 1, 2]]), [N, D]),
    cp.Count(X, N),
    cp.Count([X[0] // X[1], X[2]], 1),
    cp.Among(X, [1, 2]),
    cp.Among([X[0] % X[1], 2], [1, 2]),
    cp.NValue(X),
    cp.NValue([X[0], cp.Element([1, 2], X[1])]),
    cp.NValueExcept(X, 2),
    cp.sum([X[0], 2 * X[1], P[0] & P[1], 1]),
    cp.sum([X[0] // X[1], X[1] // X[0]]),
    -X[0] - Y[0],
]



FULL = os.environ.get("FERZ_CASES") == "full"


def some(cases, index):
    """Returns a third of the cases, or all of them in a long run."""
    return cases if FULL else cases[index % 3 :: 3]


@pytest.mark.parametrize("index", range(len(GLOBALS)), ids=lambda i: f"{i}-{GLOBALS[i].name}")
def test_globals(index):
    constraint, b = GLOBALS[index], cp.boolvar(name="b")
    check(constraint)
    check(~constraint)
    for form in some([
        constraint == b, b == constraint, constraint != b, b.implies(constraint), constraint | b,
        constraint.implies(b), ~constraint & b, cp.Xor([constraint, b]), b.implies(~constraint),
        constraint + b == 1, (constraint & b) == (X[0] > 0),
    ], index):
        check(form)


def test_every_global_is_native_or_decomposed():
    names = {c.name for constraint in GLOBALS for c in [constraint]} | {f.name for f in FUNCTIONS}
    assert CPM_ferz.supported_global_constraints <= names
    decomposed = {"allequal_except_n", "reservoir", "reservoir_optional"}
    assert names - CPM_ferz.supported_global_constraints == decomposed | {"sum"}


def test_native_globals_make_no_decomposition():
    for constraint in GLOBALS:
        if constraint.name not in CPM_ferz.supported_global_constraints:
            continue
        constraint.decompose = constraint.decompose_positive = None
        try:
            CPM_ferz(cp.Model(constraint, ~constraint, cp.boolvar() == constraint))
        finally:
            del constraint.decompose, constraint.decompose_positive


@pytest.mark.parametrize("constraint", [
    P[0] == cp.AllDifferent(X), cp.AllDifferent(X) == P[0], ~cp.AllDifferent(X),
    P[0].implies(cp.AllDifferent(X)), cp.Count(X, 1) == N, cp.NValue(X) == 2,
    cp.InDomain(X[0], [1, 2]),
    (X[0] * X[1] + abs(X[2]) <= 3) | P[0], cp.Element(X, N) == X[0] // X[1],
    P[0].implies(X[0] > X[1]), cp.max(X) - cp.min(X) > cp.sum(P),
    cp.NDElement(cp.cpm_array([[1, 2], [3, 4]]), [Y[0], Y[1]]) > 2,
], ids=str)
def test_nothing_is_flattened(constraint):
    native = CPM_ferz(cp.Model(constraint)).native_model
    assert native.num_variables == len(get_variables(constraint))
    assert native.num_constraints == 1


ODD = [
    cp.GlobalCardinalityCount(X, [1, 1], [N, 1]),
    cp.GlobalCardinalityCount(X, [1, 2, 2], [1, N, D], closed=True),
    cp.Precedence(X, [1, 2, 1]),
    cp.Precedence(X, []),
    cp.Cumulative(S[:2], [-1, 2], demand=[1, 1], capacity=1),
    cp.Cumulative(S[:2], [1, 2], demand=[-1, 1], capacity=1),
    cp.CumulativeOptional(S[:2], [-1, 2], demand=[-1, 1], capacity=1, is_present=P[:2]),
    cp.NoOverlapOptional(S[:2], [-1, 2], is_present=P[:2]),
    cp.Table(X, np.zeros((0, 3), dtype=int)),
    cp.NegativeTable(X, np.zeros((0, 3), dtype=int)),
    cp.Regular(Y, [(0, 1, 0)], 0, []),
    cp.Regular(Y, [(0, 1, 0)], 5, [5]),
    cp.InDomain(X[0], []),
    cp.Inverse(X, X),
    cp.Circuit(1, X[0], 0),
    cp.AllDifferent(1, 1, X[0]),
    cp.Count([1, 2, 1], N) == D,
    cp.Among(X, []) == N,
    (cp.Division(X[0], 0) == N) | P[0],
    (cp.Element([1, 2], X[0] - 5) == N) | P[0],
    cp.Element([True, False], X[0]) == P[1],
    Operator("or", [P[0], Operator("and", [False, P[1]])]),
    Operator("->", [True, P[0]]),
    P[0].implies(P[1].implies(cp.AllDifferent(X))),
    cp.AllDifferent(X) == cp.AllEqual(X),
    Comparison("==", cp.AllDifferent(X), N),
    cp.sum(np.array([1, 2, 3]) * X) == np.int64(3),
    ~P[0] + ~P[1] == 1,
]


@pytest.mark.parametrize("index", range(len(ODD)))
def test_odd_arguments(index):
    check(ODD[index])
    check(ODD[index] | P[2])


@pytest.mark.parametrize("index", range(len(FUNCTIONS)), ids=lambda i: f"{i}-{FUNCTIONS[i].name}")
def test_functions(index):
    function, b = FUNCTIONS[index], cp.boolvar(name="b")
    check(function == 1)
    check(~(function == 1))
    for form in some([
        1 == function, function != 1, function > X[0], function <= 0, function == D,
        (function == 1) == b, b.implies(function == 1), (function == 1).implies(b),
        (function >= 0) | b, ~(function == 1) & b, cp.sum([function, 2 * X[0]]) >= 2,
        (function < 2) == (X[0] > 0), cp.AllDifferent(function, X[0]),
        ~cp.AllDifferent(function, X[0]), cp.Maximum([function, X[0]]) == 1,
    ], index):
        check(form)


@pytest.mark.parametrize("index", range(len(FUNCTIONS)), ids=lambda i: f"{i}-{FUNCTIONS[i].name}")
def test_objectives(index):
    function, b = FUNCTIONS[index], cp.boolvar(name="b")
    variables = get_variables([function, b])
    values = []
    for solution in brute_force((function == function) & b, variables):
        assign(variables, solution)
        values.append(argval(function))
    for best, goal in ((min, {"minimize": function}), (max, {"maximize": function})):
        solver = CPM_ferz(cp.Model(b, **goal))
        assert solver.solve()
        assert solver.status().exitstatus == ExitStatus.OPTIMAL
        assert solver.objective_value() == best(values) == argval(function)


def random_condition(draw, depth):
    if depth == 0:
        return draw.choice([P[0], ~P[1], X[0] > draw.choice([0, 1]), Y[1] != 1, cp.BoolVal(True)])
    a = random_condition(draw, depth - 1)
    match draw.randrange(7):
        case 0:
            return ~a
        case 1:
            name = draw.choice(["and", "or", "->"])
            return Operator(name, [a, random_condition(draw, depth - 1)])
        case 2:
            return Comparison(draw.choice(["==", "!="]), a, random_condition(draw, depth - 1))
        case 3:
            return draw.choice([c for c in GLOBALS if len(get_variables(c)) <= 4])
        case 4:
            return cp.AllDifferent(random_number(draw, depth - 1), random_number(draw, depth - 1))
        case _:
            name = draw.choice(["==", "!=", "<", "<=", ">", ">="])
            return Comparison(name, random_number(draw, depth - 1), draw.choice([0, 1, X[0]]))


def random_number(draw, depth):
    if depth == 0:
        return draw.choice([X[0], X[1], Y[1], 2 * P[0]])
    a, b = random_number(draw, depth - 1), random_number(draw, depth - 1)
    match draw.randrange(8):
        case 0:
            return a + 2 * b
        case 1:
            return a * b
        case 2:
            return cp.Division(a, b)
        case 3:
            return cp.Modulo(a, b)
        case 4:
            return cp.Element([a, 0, 2], b)
        case 5:
            functions = [cp.Count([a, b, X[0]], 1), cp.NValue([a, b]), cp.Among([a, b], [0, 2])]
            return draw.choice(functions)
        case 6:
            return cp.max([a, b, 0])
        case _:
            return abs(a) - random_condition(draw, depth - 1)


@pytest.mark.parametrize("seed", range(400 if FULL else 60))
def test_random_nesting(seed):
    draw = random.Random(seed)
    while True:
        constraint = random_condition(draw, 3)
        sizes = [x.ub - x.lb + 1 for x in get_variables(constraint)]
        if 1 < prod(sizes) <= 800:
            break
    check(constraint)


def test_registered():
    x = cp.intvar(0, 3, shape=4)
    assert cp.SolverLookup.lookup("ferz") is CPM_ferz
    assert "ferz" in cp.SolverLookup.supported()
    assert CPM_ferz.version() == ferz.__version__
    assert cp.Model(cp.AllDifferent(x)).solve(solver="ferz")
    assert sorted(x.value()) == [0, 1, 2, 3]
    assert cp.SolverLookup.base_solvers()[0][0] == "ortools"


def test_values_of_booleans_and_cleared_values():
    p, q, n = cp.boolvar(), cp.boolvar(), cp.intvar(0, 5)
    solver = CPM_ferz(cp.Model(p, ~q, n == 3))
    assert solver.solve()
    assert (p.value(), q.value(), (~q).value(), n.value()) == (True, False, True, 3)
    assert p.value() is True and solver.status().exitstatus == ExitStatus.FEASIBLE
    solver += q
    assert not solver.solve()
    assert p.value() is None and n.value() is None
    assert solver.status().exitstatus == ExitStatus.UNSATISFIABLE


def test_solve_all():
    x, p = cp.intvar(0, 2, shape=3, name="x"), cp.boolvar(name="p")
    model = cp.Model(cp.AllDifferent(x), (cp.NValue(x) == 3) == p, cp.Count(x, 1) + p == 2)
    assert CPM_ferz(model).solveAll() == 6
    solver, seen = CPM_ferz(model), []
    assert solver.solveAll(display=lambda: seen.append(tuple(x.value())), solution_limit=4) == 4
    assert len(set(seen)) == 4 and solver.status().exitstatus == ExitStatus.FEASIBLE
    solver = CPM_ferz(cp.Model(x[0] > 5))
    assert solver.solveAll() == 0 and x[0].value() is None
    big = cp.intvar(0, 1000, shape=20)
    solver = CPM_ferz(cp.Model(cp.AllDifferent(big)))
    assert solver.solveAll(time_limit=0.1) > 0
    assert solver.status().exitstatus == ExitStatus.FEASIBLE and solver.status().solve_time > 0
    with pytest.raises(NotSupportedError):
        CPM_ferz(cp.Model(x[0] > 1, minimize=x[1])).solveAll()


def test_display(capsys):
    x = cp.intvar(0, 2, name="x")
    CPM_ferz(cp.Model(x > 0)).solveAll(display=x)
    CPM_ferz(cp.Model(x > 1)).solveAll(display=[x, x + 1])
    CPM_ferz(cp.Model(x > 1)).solve(display=x)
    assert capsys.readouterr().out == "1\n2\n[2, 3]\n2\n"
    seen = []
    solver = CPM_ferz(cp.Model(x >= 0, maximize=2 * x))
    assert solver.solve(display=lambda: seen.append(x.value()), value_order="min")
    assert seen == [0, 1, 2] and solver.objective_value() == 4
    with pytest.raises(ZeroDivisionError):
        CPM_ferz(cp.Model(x > 0)).solveAll(display=lambda: 1 // 0)


def test_changing_the_objective_and_the_model():
    x = cp.intvar(0, 10, shape=3)
    solver = CPM_ferz()
    solver.minimize(cp.sum(x))
    assert solver.has_objective() and solver.solve() and solver.objective_value() == 0
    solver += x[0] == 5
    assert solver.solve() and solver.objective_value() == 5
    solver.maximize(cp.sum(x) - cp.max(x))
    assert solver.solve() and solver.objective_value() == 15


def test_cores_and_assumptions():
    x = cp.intvar(1, 9, shape=3)
    a = cp.boolvar(shape=4, name="a")
    solver = CPM_ferz(cp.Model(
        a[0].implies(x[0] < x[1]), a[1].implies(x[1] < x[2]), a[2].implies(x[2] < x[0]),
        (~a[3]).implies(x[0] == 4),
    ))
    assert not solver.solve(assumptions=[a[0], a[1], a[2], ~a[3]])
    assert {str(literal) for literal in solver.get_core()} == {"a[0]", "a[1]", "a[2]"}
    assert solver.solve(assumptions={a[0], a[2], ~a[3]})
    assert a[0].value() and not a[3].value() and x[0].value() == 4
    with pytest.raises(AssertionError):
        solver.get_core()
    solver += x[0] == 10
    assert not solver.solve(assumptions=[a[0]]) and solver.get_core() == []


def test_core_of_a_schedule():
    """Without restarts and weights, the search for a core does not terminate."""
    draw = random.Random(1)
    start = cp.intvar(0, 60, shape=40)

    def apart(tasks, duration):
        i, j = draw.sample(range(tasks), 2)
        return (start[i] + 3 <= start[j]) | (start[j] + duration <= start[i])

    soft = [apart(40, 2) for _ in range(180)]
    soft += [cp.sum(start[:8]) <= 20, cp.AllDifferent(start[:8])] + [apart(8, 3) for _ in range(18)]
    assumed = cp.boolvar(shape=len(soft))
    solver = CPM_ferz(cp.Model(assumed.implies(soft)))
    assert not solver.solve(assumptions=assumed)
    core = solver.get_core()
    assert 0 < len(core) < 30 and not solver.solve(assumptions=core)


@pytest.mark.parametrize("method", [mus, quickxplain, mus_native])
def test_mus(method):
    x, y, z = cp.intvar(0, 9, shape=3)
    soft = [x > y, cp.AllDifferent(x, y, z), y > z, [z > x, z >= 0], x + y + z == 9]
    found = method(soft, hard=[x < 8], solver="ferz")
    assert not cp.Model(found, x < 8).solve(solver="ferz")
    for left in range(len(found)):
        assert cp.Model(found[:left] + found[left + 1 :], x < 8).solve(solver="ferz")


def test_marco():
    x, y = cp.intvar(0, 9, shape=2)
    soft = [x > y, y > x, x > 8, x < 3]
    found = list(marco(soft, solver="ferz", map_solver="ferz"))
    assert sorted(kind for kind, _ in found) == ["MCS"] * 3 + ["MUS"] * 3


def test_mus_of_a_model_with_a_solution():
    with pytest.raises(AssertionError, match="UNSAT"):
        CPM_ferz.mus_native([cp.boolvar()])


def test_hints():
    x, p = cp.intvar(0, 50, shape=(2, 2)), cp.boolvar()
    solver = CPM_ferz(cp.Model(cp.AllDifferent(x), p | (x[0, 0] > 60)))
    solver.solution_hint([*x.flat, ~p], [7, 31, 5, 2, 0])
    assert solver.solve()
    assert x.value().tolist() == [[7, 31], [5, 2]] and p.value()
    solver.solution_hint(x, [[8, 8], [8, 8]])
    assert solver.solve()
    solver.solution_hint([], [])
    assert solver.solve()
    with pytest.raises(ValueError, match="but got 1 and 2"):
        solver.solution_hint([p], [1, 2])


@pytest.mark.parametrize("kind", ["unsatisfiable", "satisfiable", "optimal", "assumptions"])
def test_proofs(kind, tmp_path):
    x, a = cp.intvar(1, 3, shape=4, name="x"), cp.boolvar(name="a")
    pairs = [u != v for u, v in itertools.combinations(x if kind == "unsatisfiable" else x[:3], 2)]
    goal = {"maximize": x[0] + 2 * x[1]} if kind == "optimal" else {}
    model = cp.Model(pairs, a.implies(x[0] + x[1] > 5), **goal)
    solver = CPM_ferz(model, proof=str(tmp_path / "proof"))
    answer = solver.solve(**({"assumptions": [a]} if kind == "assumptions" else {}))
    assert answer == (kind in ("satisfiable", "optimal"))
    if kind == "optimal":
        assert solver.objective_value() == 8 and solver.status().exitstatus == ExitStatus.OPTIMAL
    if kind == "assumptions":
        assert solver.get_core() == [a]
    for file in solver.get_proof_files():
        assert os.path.getsize(file) > 0
    if shutil.which("veripb"):
        assert solver.verify() is True and solver.verify_status["result"]
        # Without the constraints, the proof must not be accepted.
        if kind == "unsatisfiable":
            (tmp_path / "proof.opb").write_text("1 x >= 0 ;\n")
            assert solver.verify() is False


def test_proof_errors(tmp_path):
    x = cp.intvar(0, 3)
    with pytest.raises(ValueError, match="proof"):
        CPM_ferz(cp.Model(x > 1)).get_proof_files()
    solver = CPM_ferz(cp.Model(x > 1), proof=str(tmp_path / "absent" / "proof"))
    with pytest.raises(OSError):
        solver.solve()


def test_direct_constraint():
    x = cp.intvar(0, 3, shape=4, name="x")
    solver = CPM_ferz()
    solver += DirectConstraint("circuit", (x,))
    assert solver.solveAll() == 6
    assert solver.native_model.num_constraints == 1
    with pytest.raises(AttributeError):
        solver += DirectConstraint("no_such_method", (x,))
    with pytest.raises(NotSupportedError):
        solver += cp.boolvar().implies(DirectConstraint("circuit", (x,)))


class Different(GlobalConstraint):
    def __init__(self, x, y):
        super().__init__("different", (x, y))

    def value(self):
        return argval(self.args[0]) != argval(self.args[1])

    def decompose(self):
        distance = cp.intvar(-9, 9)
        return [distance != 0], [distance == self.args[0] - self.args[1]]


class Double(GlobalFunction):
    def __init__(self, x):
        super().__init__("double", (x,))

    def value(self):
        return 2 * argval(self.args[0])

    def get_bounds(self):
        return -9, 9

    def decompose(self):
        double = cp.intvar(-9, 9)
        return double, [double == 2 * self.args[0]]


def test_globals_of_ones_own():
    for constraint in (
        Different(X[0], X[1]), ~Different(X[0], X[1]), Different(X[0] // X[1], X[2]),
        P[0] == Different(X[0], X[1]), Double(X[0]) > X[1], (Double(X[0] // X[1]) > X[2]) | P[0],
    ):
        check(constraint)


def test_errors():
    x = cp.intvar(0, 3, name="x")
    with pytest.raises(NotSupportedError, match="FloatSum"):
        CPM_ferz().maximize(cp.FloatSum([0.5], [x]))
    for time_limit in (0, -1):
        with pytest.raises(ValueError, match="Time limit must be positive"):
            CPM_ferz(cp.Model(x > 1)).solve(time_limit=time_limit)
        with pytest.raises(ValueError, match="Time limit must be positive"):
            CPM_ferz(cp.Model(x > 1)).solveAll(time_limit=time_limit)
    with pytest.raises(TypeError, match="no option speed"):
        CPM_ferz(cp.Model(x > 1)).solve(speed=3)
    with pytest.raises(NotSupportedError):
        CPM_ferz(cp.Model(Comparison(">", x, 1.5)))
    with pytest.raises(ferz.ModelError, match="beyond the limit"):
        big = cp.intvar(0, 10**6, shape=4)
        CPM_ferz(cp.Model(cp.sum(big * big) == 5)).solve()
    with pytest.raises(OverflowError):
        CPM_ferz(cp.Model(cp.intvar(0, 2**40) > 5))


def test_limits_and_options():
    x = cp.intvar(0, 10**6, shape=30)
    solver = CPM_ferz(cp.Model(cp.sum(x) % 1013 == 3, cp.AllDifferent(x), x[0] + x[1] > x[2]))
    solver.solve(node_limit=1, learn=False)
    assert solver.status().exitstatus == ExitStatus.UNKNOWN and x[0].value() is None
    q = cp.intvar(0, 7, shape=8)
    queens = cp.Model([cp.AllDifferent(line) for line in (q, q + np.arange(8), q - np.arange(8))])
    for options in (
        {"threads": 2}, {"var_order": "dom/wdeg", "restarts": "luby:10"}, {"learn": True},
    ):
        assert queens.solve(solver="ferz", **options)
    assert queens.solveAll(solver="ferz") == 92
