"""Compares random models (expressions, solution values, every constraint) with brute force, and arrays with numpy."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import ferz
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

fixed = settings(deadline=None, derandomize=True, max_examples=50)

Values = Sequence[int]
Tree = tuple[Any, Callable[[Values], int]]
"""How to build an expression from variables, and how to compute it from values."""


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


BINARY: list[tuple[Callable[..., Any], Callable[..., int]]] = [
    (operator.add, operator.add),
    (operator.sub, operator.sub),
    (operator.mul, operator.mul),
    (lambda a, b: ferz.max([a, b]), max),
    (lambda a, b: ferz.min(a, b), min),
    (lambda a, b: ferz.array([a, b, 7]) @ [1, 2, 3], lambda a, b: a + 2 * b + 21),
    (lambda a, b: ferz.count([a, b, 1], 1), lambda a, b: [a, b, 1].count(1)),
    (lambda a, b: ferz.array([4, a, b])[(a + b) % 3], lambda a, b: [4, a, b][(a + b) % 3]),
]
DIVISIONS: list[tuple[Callable[..., Any], Callable[..., int]]] = [
    (operator.floordiv, operator.floordiv),
    (operator.mod, operator.mod),
    (ferz.div, truncated),
    (ferz.mod, lambda a, b: int(math.fmod(a, b))),
]
COMPARISONS = [operator.lt, operator.le, operator.eq, operator.ne, operator.ge, operator.gt]
LOGIC: list[tuple[Callable[..., Any], Callable[[bool, bool], bool]]] = [
    (operator.and_, lambda a, b: a and b),
    (operator.or_, lambda a, b: a or b),
    (operator.xor, lambda a, b: a != b),
    (operator.rshift, lambda a, b: not a or b),
    (lambda a, b: a.implies(b), lambda a, b: not a or b),
    (lambda a, b: a.iff(b), lambda a, b: a == b),
    (lambda a, b: ferz.all([a, b]), lambda a, b: a and b),
    (lambda a, b: ferz.any([a, b]), lambda a, b: a or b),
]


@st.composite
def number(draw: Any, depth: int = 3) -> Tree:
    kind = draw(st.integers(0, 7 if depth else 1))
    if kind == 0:
        i = draw(st.integers(0, 2))
        return lambda x: x[i], lambda v: v[i]
    if kind == 1:
        n = draw(st.integers(-4, 4))
        return lambda x: x[0] * 0 + n, lambda v: n
    build, compute = draw(number(depth - 1))
    if kind == 2:
        return lambda x: -build(x), lambda v: -compute(v)
    if kind == 3:
        return lambda x: abs(build(x)), lambda v: abs(compute(v))
    if kind == 4:
        n, (make, do) = draw(st.sampled_from([-3, -2, -1, 1, 2, 3])), draw(st.sampled_from(DIVISIONS))
        return lambda x: make(build(x), n), lambda v: do(compute(v), n)
    if kind == 5:
        build, compute = draw(number(0))
        n = draw(st.integers(0, 3))
        return lambda x: build(x) ** n, lambda v: compute(v) ** n
    if kind == 6:
        truth, holds = draw(condition(depth - 1))
        return lambda x: truth(x) + build(x), lambda v: int(holds(v)) + compute(v)
    other, calculate = draw(number(depth - 1))
    make, do = draw(st.sampled_from(BINARY))
    return lambda x: make(build(x), other(x)), lambda v: do(compute(v), calculate(v))


@st.composite
def condition(draw: Any, depth: int = 3) -> Tree:
    kind = draw(st.integers(0, 4 if depth else 0))
    if kind <= 1:
        (build, compute), (other, calculate) = draw(number(max(depth - 1, 0))), draw(number(max(depth - 1, 0)))
        compare = draw(st.sampled_from(COMPARISONS))
        return lambda x: compare(build(x), other(x)), lambda v: compare(compute(v), calculate(v))
    if kind == 2:
        build, compute = draw(number(depth - 1))
        values = draw(st.sets(st.integers(-5, 5), min_size=1))
        return lambda x: build(x).is_in(values), lambda v: compute(v) in values
    truth, holds = draw(condition(depth - 1))
    if kind == 3:
        return lambda x: ~truth(x), lambda v: not holds(v)
    other, applies = draw(condition(depth - 1))
    make, do = draw(st.sampled_from(LOGIC))
    return lambda x: make(truth(x), other(x)), lambda v: do(holds(v), applies(v))


domains = st.lists(st.sets(st.integers(-3, 4), min_size=1, max_size=4), min_size=3, max_size=3)


def declared(domains: Sequence[Any]) -> tuple[ferz.Model, list[ferz.Expr]]:
    m = ferz.Model()
    return m, [m.int_var(sorted(domain), name=f"x{i}") for i, domain in enumerate(domains)]


@fixed
@given(domains, st.lists(condition(), min_size=1, max_size=2), number())
def test_expressions(domains: list[set[int]], conditions: list[Tree], value: Tree) -> None:
    m, x = declared(domains)
    for build, _ in conditions:
        m.add(build(x))
    expected = sorted(v for v in itertools.product(*domains) if all(holds(v) for _, holds in conditions))
    e = value[0](x)
    found = []
    for s in m.solutions():
        v = tuple(s[x])
        assert s[e] == value[1](v), (e, v)
        assert [s[build(x)] for build, _ in conditions] == [True] * len(conditions)
        found.append(v)
    assert sorted(found) == expected
    if expected:
        assert m.minimize(e).objective == min(value[1](v) for v in expected)
        low, high = e.bounds
        assert all(low <= value[1](v) <= high for v in expected)


@fixed
@given(domains, condition(), condition(), st.booleans())
def test_conditions_of_constraints(domains: list[set[int]], constraint: Tree, when: Tree, reified: bool) -> None:
    m, x = declared(domains)
    m.add(constraint[0](x), **{"iff" if reified else "enforce_if": when[0](x)})
    allowed = lambda v: constraint[1](v) == when[1](v) if reified else constraint[1](v) or not when[1](v)
    assert sorted(tuple(s[x]) for s in m.solutions()) == sorted(filter(allowed, itertools.product(*domains)))


@pytest.mark.parametrize("function", range(len(DIVISIONS)))
def test_divisions_with_all_signs(function: int) -> None:
    make, do = DIVISIONS[function]
    m = ferz.Model()
    x, y = m.int_vars("xy", -7, 7)
    z = m.int_var(-7, 7, name="z")
    m.add(make(x, y) == z)
    found = {(s[x], s[y], s[z]) for s in m.solutions()}
    pairs = [(a, b) for a in range(-7, 8) for b in range(-7, 8) if b != 0]
    assert found == {(a, b, do(a, b)) for a, b in pairs}
    s = ferz.Model().solve().solution
    m = ferz.Model()
    a, b = m.int_vars("ab", -7, 7)
    for s in m.solutions():
        if s[b] != 0:
            assert s[make(a, b)] == do(s[a], s[b])
        else:
            with pytest.raises(ferz.ModelError, match="has no value here"):
                s[make(a, b)]


# The catalogue: how to post a constraint on four variables, and whether it holds.


def tour(v: Values, everywhere: bool) -> bool:
    if sorted(v) != list(range(len(v))):
        return False
    start = next((i for i in range(len(v)) if v[i] != i), None)
    if start is None:
        return not everywhere
    at, seen = v[start], {start}
    while at != start:
        seen.add(at)
        at = v[at]
    return all(i in seen or v[i] == i and not everywhere for i in range(len(v)))


def precede(v: Values, a: int, b: int) -> bool:
    return b not in v or a in v[: v.index(b)]


def overlaps(a: int, m: int, b: int, n: int) -> bool:
    return a < b + n and b < a + m


def accepts(v: Values) -> bool:
    return not any(a == 1 and b == 1 for a, b in zip(v, v[1:]))


ARCS = [(0, value, 1 if value == 1 else 0) for value in range(-1, 5)] + [(1, value, 0) for value in range(-1, 5) if value != 1]
Entry = tuple[Callable[..., Any], Callable[[tuple[int, ...]], bool]]
CATALOGUE: dict[str, Entry] = {
    "acyclic": (
        lambda m, x, **h: m.acyclic(x, [(0, 1), (1, 2), (2, 0), (1, 1)], directed=True, **h),
        lambda v: v[3] != 1 and tuple(v[:3]) != (1, 1, 1),
    ),
    "all_different": (lambda m, x, **h: m.all_different(x, **h), lambda v: len(set(v)) == 4),
    "all_different_except": (
        lambda m, x, **h: m.all_different_except(x, [0, 1], **h),
        lambda v: all(v.count(n) <= 1 for n in v if n not in (0, 1)),
    ),
    "all_equal": (lambda m, x, **h: m.all_equal(x, **h), lambda v: len(set(v)) == 1),
    "among": (lambda m, x, **h: m.among(x[:3], [1, 2], x[3], **h), lambda v: sum(n in (1, 2) for n in v[:3]) == v[3]),
    "arg_max": (lambda m, x, **h: m.arg_max(x[:3], x[3], **h), lambda v: v[:3].index(max(v[:3])) == v[3]),
    "arg_min": (lambda m, x, **h: m.arg_min(x[:3], x[3], **h), lambda v: v[:3].index(min(v[:3])) == v[3]),
    "at_least": (lambda m, x, **h: m.at_least(x[:3], 1, x[3], **h), lambda v: v[:3].count(1) >= v[3]),
    "at_most": (lambda m, x, **h: m.at_most(x[:3], 1, x[3], **h), lambda v: v[:3].count(1) <= v[3]),
    "at_value": (lambda m, x, **h: m.at_value(x[:2], x[2], x[3], **h), lambda v: v[:2].count(v[2]) == v[3]),
    "bin_packing": (
        lambda m, x, **h: m.bin_packing(x[:2], [1, 2], x[2:], **h),
        lambda v: all(0 <= b < 2 for b in v[:2]) and all(sum(s for b, s in zip(v, [1, 2]) if b == k) == v[2 + k] for k in (0, 1)),
    ),
    "connected": (
        lambda m, x, **h: m.connected(ferz.array(x).reshape(2, 2), **h),
        lambda v: [n == 1 for n in v] not in ([True, False, False, True], [False, True, True, False]),
    ),
    "connected by chosen edges": (
        lambda m, x, **h: m.connected(x[:2], [(0, 1), (1, 0)], x[2:], **h),
        lambda v: (1 in v[2:] and v[0] == v[1] == 1) or (1 not in v[2:] and not v[0] == v[1] == 1),
    ),
    "reachable": (
        lambda m, x, **h: m.reachable(x[0], x[1:], [(0, 1), (1, 2)], **h),
        lambda v: v[0] in (0, 1, 2) and 1 not in v[1 : 1 + v[0]] and v[1 + v[0]] == 1 and not (v[0] == 0 and v[2] != 1 and v[3] == 1),
    ),
    "reachable by chosen edges": (
        lambda m, x, **h: m.reachable(0, x[:2], [(1, 0), (0, 0)], x[2:], directed=False, **h),
        lambda v: v[0] == 1 and (v[1] == 1) == (v[2] == 1),
    ),
    "circuit": (lambda m, x, **h: m.circuit(x, **h), lambda v: tour(v, True)),
    "subcircuit": (lambda m, x, **h: m.subcircuit(x, **h), lambda v: tour(v, False)),
    "clause": (lambda m, x, **h: m.clause([x[0] > 1, x[1] < 2], [x[2] == x[3]], **h), lambda v: v[0] > 1 or v[1] < 2 or v[2] != v[3]),
    "cumulative": (
        lambda m, x, **h: m.cumulative(x, [2, 1, 2, 1], [1, 2, 1, 1], 2, **h),
        lambda v: all(sum(d for s, l, d in zip(v, [2, 1, 2, 1], [1, 2, 1, 1]) if s <= t < s + l) <= 2 for t in range(-1, 7)),
    ),
    "decreasing": (lambda m, x, **h: m.decreasing(x, **h), lambda v: list(v) == sorted(v, reverse=True)),
    "diffn": (
        lambda m, x, **h: m.diffn(x[:2], x[2:], [2, 1], [1, 2], **h),
        lambda v: not (overlaps(v[0], 2, v[1], 1) and overlaps(v[2], 1, v[3], 2)),
    ),
    "disjunctive": (
        lambda m, x, **h: m.disjunctive(x[:3], [1, 2, 1], **h),
        lambda v: not any(overlaps(v[i], l, v[j], n) for (i, l), (j, n) in itertools.combinations(enumerate([1, 2, 1]), 2)),
    ),
    "element": (
        lambda m, x, **h: m.element([3, 1, x[2]], x[0], x[1], **h),
        lambda v: 0 <= v[0] < 3 and [3, 1, v[2]][v[0]] == v[1],
    ),
    "element_2d": (
        lambda m, x, **h: m.element_2d([[3, 1, 2], [0, x[3], 1]], x[0], x[1], x[2], **h),
        lambda v: 0 <= v[0] < 2 and 0 <= v[1] < 3 and [[3, 1, 2], [0, v[3], 1]][v[0]][v[1]] == v[2],
    ),
    "even": (lambda m, x, **h: m.even([y > 1 for y in x], **h), lambda v: sum(n > 1 for n in v) % 2 == 0),
    "odd": (lambda m, x, **h: m.odd([y > 1 for y in x], **h), lambda v: sum(n > 1 for n in v) % 2 == 1),
    "gcc": (lambda m, x, **h: m.gcc(x[:3], [1, 2], [x[3], 1], **h), lambda v: v[:3].count(1) == v[3] and v[:3].count(2) == 1),
    "gcc closed": (
        lambda m, x, **h: m.gcc(x[:3], [1, 2], [x[3], 1], closed=True, **h),
        lambda v: v[:3].count(1) == v[3] and v[:3].count(2) == 1 and set(v[:3]) <= {1, 2},
    ),
    "increasing": (lambda m, x, **h: m.increasing(x, **h), lambda v: list(v) == sorted(v)),
    "inverse": (
        lambda m, x, **h: m.inverse(x[:2], x[2:], **h),
        lambda v: all(0 <= n < 2 for n in v) and all((v[i] == j) == (v[2 + j] == i) for i in (0, 1) for j in (0, 1)),
    ),
    "knapsack": (
        lambda m, x, **h: m.knapsack([1, 2], [2, 1], x[:2], x[2], x[3], **h),
        lambda v: min(v[:2]) >= 0 and v[0] + 2 * v[1] == v[2] and 2 * v[0] + v[1] == v[3],
    ),
    "lex_less": (lambda m, x, **h: m.lex_less(x[:2], x[2:], **h), lambda v: v[:2] < v[2:]),
    "lex_less_eq": (lambda m, x, **h: m.lex_less_eq(x[:2], x[2:], **h), lambda v: v[:2] <= v[2:]),
    "maximum": (lambda m, x, **h: m.maximum(x[:3], x[3], **h), lambda v: max(v[:3]) == v[3]),
    "minimum": (lambda m, x, **h: m.minimum(x[:3], x[3], **h), lambda v: min(v[:3]) == v[3]),
    "mdd": (
        lambda m, x, **h: m.mdd(x[:2], [[(0, 1, 0), (0, 2, 1)], [(0, 2, 0), (1, 3, 0), (1, 1, 0)]], **h),
        lambda v: v[:2] in [(1, 2), (2, 3), (2, 1)],
    ),
    "table": (lambda m, x, **h: m.table(x, [(1, 2, "*", 0), (0, None, 3, 3)], **h), lambda v: (v[0], v[1], v[3]) == (1, 2, 0) or (v[0], v[2], v[3]) == (0, 3, 3)),
    "negative_table": (lambda m, x, **h: m.negative_table(x, [(1, 2, 1, 0), (0, 1, 1, 1)], **h), lambda v: tuple(v) not in [(1, 2, 1, 0), (0, 1, 1, 1)]),
    "nvalue": (lambda m, x, **h: m.nvalue(x[:3], x[3], **h), lambda v: len(set(v[:3])) == v[3]),
    "nvalue_except": (lambda m, x, **h: m.nvalue_except(x[:3], [0], x[3], **h), lambda v: len(set(v[:3]) - {0}) == v[3]),
    "regular": (lambda m, x, **h: m.regular(x, 2, 0, [0, 1], ARCS, **h), accepts),
    "sort": (lambda m, x, **h: m.sort(x[:2], x[2:], **h), lambda v: sorted(v[:2]) == list(v[2:])),
    "strictly_decreasing": (lambda m, x, **h: m.strictly_decreasing(x, **h), lambda v: v[0] > v[1] > v[2] > v[3]),
    "strictly_increasing": (lambda m, x, **h: m.strictly_increasing(x, **h), lambda v: v[0] < v[1] < v[2] < v[3]),
    "value_precede": (lambda m, x, **h: m.value_precede(1, 2, x, **h), lambda v: precede(v, 1, 2)),
    "value_precede_chain": (lambda m, x, **h: m.value_precede_chain([1, 2, 3], x, **h), lambda v: precede(v, 1, 2) and precede(v, 2, 3)),
    "propagator": (
        lambda m, x, **h: m.propagator(x, lambda d: None if any(len(y) > 1 for y in d) or sum(y[0] for y in d) % 3 else [[]] * 4,
                                       holds=lambda v: sum(v) % 3 != 0, **h),
        lambda v: sum(v) % 3 != 0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("how", ["plain", "enforce_if", "iff"])
@pytest.mark.parametrize("name", CATALOGUE)
@settings(fixed, max_examples=3)
@given(st.lists(st.sets(st.integers(-1, 4), min_size=2, max_size=5), min_size=4, max_size=4), st.booleans())
def test_constraints(name: str, how: str, domains: list[set[int]], learn: bool) -> None:
    post, holds = CATALOGUE[name]
    m, x = declared(domains)
    b = m.bool_var(name="b")
    post(m, x, **({} if how == "plain" else {how: b}))
    conditions = {"plain": lambda v, b: holds(v), "enforce_if": lambda v, b: holds(v) or not b, "iff": lambda v, b: holds(v) == bool(b)}
    expected = [(*v, c) for v in itertools.product(*domains) for c in (0, 1) if conditions[how](v, c)]
    assert sorted((*s[x], s[b]) for s in m.solutions(learn=learn)) == sorted(expected)


def test_path() -> None:
    m = ferz.Model()
    x = m.int_var(0, 3, shape=3, name="next")
    start, end = m.int_vars(["start", "end"], 0, 2)
    m.path(x, start, end)
    expected = set()
    for order in itertools.permutations(range(3)):
        after = {a: b for a, b in zip(order, [*order[1:], 3])}
        expected.add((after[0], after[1], after[2], order[0], order[-1]))
    assert {(*s[x], s[start], s[end]) for s in m.solutions()} == expected


def test_every_constraint_is_tested() -> None:
    covered = {name.split()[0] for name in CATALOGUE} | {"path"}
    from ferz.constraints import Constraints

    assert covered == {name for name in vars(Constraints) if not name.startswith("_")}


# Arrays


def shaped(draw: Any, shape: tuple[int, ...]) -> np.ndarray:
    size = math.prod(shape)
    return np.array(draw(st.lists(st.integers(-3, 3), min_size=size, max_size=size)), dtype=int).reshape(shape)


shapes = st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple)


@st.composite
def key(draw: Any, shape: tuple[int, ...]) -> Any:
    ends = st.none() | st.integers(-4, 4)
    part = lambda n: st.integers(-n, n - 1) | st.builds(slice, ends, ends, st.sampled_from([None, 1, 2, -1, -2]))
    keys = [draw(part(n)) for n in shape[: draw(st.integers(1, len(shape)))]]
    if len(keys) < len(shape) and draw(st.booleans()):
        keys.append(Ellipsis)
    return tuple(keys) if len(keys) > 1 or draw(st.booleans()) else keys[0]


def fixed_array(a: np.ndarray) -> tuple[ferz.Model, Any]:
    """Variables with these values."""
    m = ferz.Model()
    x = m.int_var(-3, 3, shape=a.shape, name="a")
    m.add(x == a)
    return m, x


def same(value: Any, expected: Any) -> None:
    assert np.array_equal(np.array(value, dtype=int), np.asarray(expected)), (value, expected)


@fixed
@given(st.data())
def test_arrays_are_those_of_numpy(data: Any) -> None:
    a = shaped(data.draw, data.draw(shapes))
    m, x = fixed_array(a)
    s = m.solve().solution
    assert x.shape == a.shape and len(x) == len(a)
    same(s[x], a)
    same(s[x.T], a.T)
    same(s[x.flat], a.flatten())
    same([s[row] for row in x], list(a))
    k = data.draw(key(a.shape))
    part = a[k]
    if np.size(part):
        same(s[x[k]], part)
    else:
        assert x[k].shape == part.shape
    axis = data.draw(st.none() | st.integers(-a.ndim, a.ndim - 1))
    for ours, theirs in [(x.sum, a.sum), (x.max, a.max), (x.min, a.min)]:
        same(s[ours(axis=axis)], theirs(axis=axis))
    same(s[(x > 0).all(axis=axis)], (a > 0).all(axis=axis))
    same(s[(x > 0).any(axis=axis)], (a > 0).any(axis=axis))
    for shape in [(-1,), (a.size, 1), (1, -1), a.shape[::-1]]:
        same(s[x.reshape(*shape)], a.reshape(shape))


@fixed
@given(st.data())
def test_operators_broadcast_as_in_numpy(data: Any) -> None:
    shape = data.draw(shapes)
    other = tuple(data.draw(st.sampled_from([1, n])) for n in shape[data.draw(st.integers(0, len(shape) - 1)) :])
    a, b = shaped(data.draw, shape), shaped(data.draw, other)
    m, x = fixed_array(a)
    y = m.int_var(-3, 3, shape=b.shape, name="b")
    m.add(y == b)
    s = m.solve().solution
    for make in [operator.add, operator.sub, operator.mul, *COMPARISONS]:
        for left, right, p, q in [(x, y, a, b), (x, b, a, b), (a, y, a, b), (y, x, b, a), (x, b.tolist(), a, b), (x, 2, a, 2), (3, y, 3, b)]:
            same(s[make(left, right)], make(p, q))
    same(s[-x], -a)
    same(s[~(x > 0)], ~(a > 0))
    same(s[(x > 0) & (y > 0)], (a > 0) & (b > 0))
    same(s[x // 2], a // 2)
    same(s[x % 3], a % 3)
    if a.ndim == 2:
        c = shaped(data.draw, (a.shape[1], data.draw(st.integers(1, 3))))
        same(s[x @ c], a @ c)
        same(s[c.T @ x.T], c.T @ a.T)
        same(s[x @ c[:, 0]], a @ c[:, 0])
        same(s[x @ x.T], a @ a.T)
    if a.ndim == 1:
        same(s[x @ a], a @ a)
        i = m.int_var(0, len(a) - 1, name="i")
        m.add(x[i] == int(a.max()))
        assert sorted(s[i] for s in m.solutions()) == [j for j, n in enumerate(a) if n == a.max()]
