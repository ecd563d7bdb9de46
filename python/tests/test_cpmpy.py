"""CPMpy with Ferz, against brute force over CPMpy's own semantics."""

from __future__ import annotations

import itertools
import random
import shutil

import cpmpy as cp
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


def brute_force(constraint, variables):
    """The values for which the constraint holds, as CPMpy evaluates it."""
    found = set()
    for values in itertools.product(*(range(x.lb, x.ub + 1) for x in variables)):
        for x, value in zip(variables, values):
            x._value = bool(value) if x.is_bool() else value
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
S = cp.intvar(0, 3, shape=3, name="s")
N = cp.intvar(-1, 3, name="n")
D = cp.intvar(-1, 2, name="d")

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
    cp.Inverse(X, Y),
    cp.Inverse(X, [1, 0, 2]),
    cp.Table(X, [[0, 1, 2], [-1, 1, 2], [7, 0, 0]]),
    cp.Table([X[0] + Y[0], P[0]], [[0, 1], [1, 0]]),
    cp.Table(X, [[9, 9, 9]]),
    cp.NegativeTable(X, [[0, 1, 2], [-1, 1, 2]]),
    cp.ShortTable(X, [[0, "*", 2], ["*", "*", 1]]),
    cp.Regular(Y, [("a", 1, "b"), ("b", 1, "c"), ("b", 0, "b"), ("c", 1, "c"), ("c", 0, "b")], "a", ["c"]),
    cp.Regular(Y, [(5, 1, 5), (5, 2, 7)], 5, [7]),
    cp.MDD(X, [("r", 0, "a"), ("r", 1, "b"), ("a", 2, "c"), ("b", 2, "c"), ("b", 0, "d"), ("c", 0, "t"), ("d", 1, "t")]),
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


@pytest.mark.parametrize("constraint", GLOBALS, ids=str)
def test_globals(constraint):
    b = cp.boolvar(name="b")
    for form in (
        constraint, ~constraint, constraint == b, b == constraint, constraint != b, b.implies(constraint),
        constraint.implies(b), constraint | b, ~constraint & b, cp.Xor([constraint, b]),
        b.implies(~constraint), constraint + b == 1, (constraint & b) == (X[0] > 0),
    ):
        check(form)


@pytest.mark.parametrize("function", FUNCTIONS, ids=str)
def test_functions(function):
    b = cp.boolvar(name="b")
    for form in (
        function == 1, 1 == function, function != 1, function > X[0], function <= 0, function == D,
        (function == 1) == b, b.implies(function == 1), (function == 1).implies(b),
        (function >= 0) | b, ~(function == 1), ~(function == 1) & b, cp.sum([function, 2 * X[0]]) >= 2,
        (function < 2) == (X[0] > 0), cp.AllDifferent(function, X[0]), ~cp.AllDifferent(function, X[0]),
        cp.Maximum([function, X[0]]) == 1,
    ):
        check(form)


@pytest.mark.parametrize("function", FUNCTIONS, ids=str)
def test_objectives(function):
    values = []
    b = cp.boolvar(name="b")
    variables = get_variables([function, b])
    for _ in brute_force((function == function) & b, variables):
        pass
    for assignment in itertools.product(*(range(x.lb, x.ub + 1) for x in variables)):
        for x, value in zip(variables, assignment):
            x._value = value
        if argval(function == function) and b.value():
            values.append(argval(function))
    for best, goal in ((min, {"minimize": function}), (max, {"maximize": function})):
        solver = CPM_ferz(cp.Model(b, **goal))
        assert solver.solve()
        assert solver.status().exitstatus == ExitStatus.OPTIMAL
        assert solver.objective_value() == best(values) == argval(function)


def random_condition(draw, depth):
    if depth == 0:
        return draw.choice([P[0], ~P[1], X[0] > draw.choice([0, 1]), Y[1] != 1, cp.BoolVal(draw.random() < 0.5)])
    a = random_condition(draw, depth - 1)
    match draw.randrange(7):
        case 0:
            return ~a
        case 1:
            return Operator(draw.choice(["and", "or", "->"]), [a, random_condition(draw, depth - 1)])
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
            return draw.choice([cp.Count([a, b, X[0]], 1), cp.NValue([a, b]), cp.Among([a, b], [0, 2])])
        case 6:
            return cp.max([a, b, 0])
        case _:
            return abs(a) - random_condition(draw, depth - 1)


@pytest.mark.parametrize("seed", range(150))
def test_random_nesting(seed):
    draw = random.Random(seed)
    constraint = random_condition(draw, 3)
    if get_variables(constraint):
        check(constraint)
