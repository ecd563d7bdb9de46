"""Compares every set operation with its definition for all assignments, and tests rejected uses."""

import itertools
import os
import random

import ferz
import pytest

UNIVERSE = range(-1, 5)
CASES = int(os.environ.get("FERZ_CASES", "60").replace("full", "600"))


class Case:
    """A model with random sets and an index, and the definition of each set under an assignment."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.m = ferz.Model()
        self.i = self.m.int_var(-1, 2, name="i")
        self.sets, self.variables = [], [self.i]
        for k in range(2):
            universe = sorted(self.draw.sample(UNIVERSE, self.draw.randrange(4)))
            if self.draw.random() < 0.2:
                universe = [50 * value for value in universe]
            expr = self.m.set_var(universe, name=f"s{k}")
            first = len(self.variables)
            self.variables += [expr.contains(value) for value in universe]
            self.sets.append((expr, self.chosen(universe, first)))

    @staticmethod
    def chosen(universe, first):
        return lambda values: {v for v, has in zip(universe, values[first:]) if has}

    def set(self, depth):
        """Generates a variable, a constant, or an operation; its definition returns None where it is undefined."""
        if depth == 0 or self.draw.random() < 0.2:
            if self.draw.random() < 0.7:
                return self.draw.choice(self.sets)
            constant = set(self.draw.sample(UNIVERSE, self.draw.randrange(4)))
            return self.draw.choice([set, list, frozenset])(constant), lambda _: constant
        (a, left), (b, right) = self.set(depth - 1), self.set(depth - 1)
        if not isinstance(a, ferz.SetExpr) and not isinstance(b, ferz.SetExpr):
            a, left = self.sets[0]

        def defined(f):
            def both(values):
                x, y = left(values), right(values)
                return None if x is None or y is None else f(x, y)

            return both

        match self.draw.randrange(5):
            case 0:
                return a | b, defined(lambda x, y: x | y)
            case 1:
                return a & b, defined(lambda x, y: x & y)
            case 2:
                return a - b, defined(lambda x, y: x - y)
            case 3:
                return a ^ b, defined(lambda x, y: x ^ y)
            case _:

                def element(values):
                    both = [left(values), right(values)]
                    return both[values[0]] if values[0] in (0, 1) and None not in both else None

                return ferz.SetExpr.at([a, b], self.i), element

    def expr(self):
        """Generates a set that is not a constant."""
        while True:
            expr, members = self.set(2)
            if isinstance(expr, ferz.SetExpr):
                return expr, members


def compare(case, holds):
    """Checks that the solutions are the assignments that satisfy the definition, each found once."""
    domains = [range(-1, 3)] + [(0, 1)] * (len(case.variables) - 1)
    known = [values for values in itertools.product(*domains) if holds(values)]
    for learn in False, True:
        found = sorted(tuple(s[x] for x in case.variables) for s in case.m.solutions(learn=learn))
        assert found == known, str(case.m)


RELATIONS = {
    "<=": (lambda a, b: a <= b, lambda x, y: x <= y),
    ">=": (lambda a, b: a >= b, lambda x, y: x >= y),
    "==": (lambda a, b: a == b, lambda x, y: x == y),
    "!=": (lambda a, b: a != b, lambda x, y: x != y),
    "disjoint": (lambda a, b: (a & b).size == 0, lambda x, y: not x & y),
}
NUMBERS = {
    "size": (lambda s: s.size, len),
    "sum": (lambda s: s.sum(), sum),
    "weights": (lambda s: s.sum(lambda v: v * v % 5 - 1), lambda x: sum(v * v % 5 - 1 for v in x)),
    "min": (lambda s: s.min(), lambda x: min(x, default=None)),
    "max": (lambda s: s.max(), lambda x: max(x, default=None)),
}


@pytest.mark.parametrize("name", RELATIONS)
@pytest.mark.parametrize("negated", [False, True])
def test_relations_agree_with_python_sets(name, negated):
    relation, meaning = RELATIONS[name]
    for seed in range(CASES):
        case = Case(seed)
        (a, left), (b, right) = case.expr(), case.set(2)
        if seed % 2:
            (a, left), (b, right) = (b, right), (a, left)
        case.m += ~relation(a, b) if negated else relation(a, b)

        def holds(values):
            x, y = left(values), right(values)
            return (x is not None and y is not None and meaning(x, y)) != negated

        compare(case, holds)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_agree_with_python_sets(name):
    number, meaning = NUMBERS[name]
    for seed in range(CASES):
        case = Case(seed)
        s, members = case.expr()
        case.m += number(s) <= case.i + 1

        def holds(values):
            x = members(values)
            value = None if x is None else meaning(x)
            return value is not None and value <= values[0] + 1

        compare(case, holds)


def test_membership_agrees_with_python_sets():
    for seed in range(4 * CASES):
        case = Case(seed)
        s, members = case.expr()
        value, number = case.draw.choice([(case.i, lambda i: i), (2 * case.i + 1, lambda i: 2 * i + 1), (3, lambda _: 3)])
        case.m += s.contains(value) if seed % 2 else ~s.contains(value)

        def holds(values):
            x = members(values)
            return (x is not None and number(values[0]) in x) == bool(seed % 2)

        compare(case, holds)


def test_constraints_agree_with_python_sets():
    for seed in range(4 * CASES):
        case = Case(seed)
        (a, left), (b, right), (c, whole) = case.set(1), case.set(1), case.set(1)
        kind = seed % 4
        if kind == 0:
            case.m.all_disjoint([a, b])
        elif kind == 1:
            case.m.partition([a, b], c)
        elif kind == 2:
            case.m.channel_sets([case.i, 1 - case.i], [a, b])
        else:
            case.m.set_precede(1, 2, [a, b])

        def holds(values):
            x, y, u = left(values), right(values), whole(values)
            if x is None or y is None or (u is None and kind == 1):
                return False
            if kind == 0:
                return not x & y
            if kind == 1:
                return not x & y and x | y == u
            if kind == 2:
                at = [values[0], 1 - values[0]]
                return set(at) <= {0, 1} and [{k for k in (0, 1) if at[k] == j} for j in (0, 1)] == [x, y]
            return not (2 in x and 1 not in x) and (not (2 in y and 1 not in y) or (1 in x and 2 not in x))

        compare(case, holds)


def test_solutions_have_the_members():
    m = ferz.Model()
    s, i = m.set_var(1, 4, name="s"), m.int_var(0, 1, name="i")
    m += [s == {1, 4}, i == 1]
    solution = m.solve().solution
    assert solution[{"s": s, "not s": range(6) - s}] == {"s": {1, 4}, "not s": {0, 2, 3, 5}}
    assert solution[ferz.SetExpr.at([s, s | [9]], i)] == {1, 4, 9}
    assert s.contains(3).name == "s has 3"
    assert m.solve(assumptions=[s.contains(3)]).solution is None


def test_what_is_refused():
    m, other = ferz.Model(), ferz.Model()
    s, foreign = m.set_var(1, 4, name="s"), other.set_var(1, 4, name="t")
    for refused in (lambda: s | foreign, lambda: m.add(foreign <= {1, 2}), lambda: m.all_disjoint([s, foreign])):
        with pytest.raises(ferz.ModelError, match="models?$"):
            refused()
    with pytest.raises(ferz.ModelError, match="limit is 65536"):
        m.set_var(range(10**6), name="large")
    with pytest.raises(ferz.ModelError, match="limit is 65536"):
        s <= range(10**6)
    for wrong in (None, 3, "12", [0.5], {"a": 1}):
        with pytest.raises(TypeError):
            s | wrong
    with pytest.raises(TypeError):
        s.contains("a")
    with pytest.raises(TypeError):
        1 in s
    with pytest.raises(ferz.ModelError):
        other.solve().solution[s]
    empty = m.set_var([], name="empty")
    assert m.count() == 16
    m += ~(empty.min() == 1)
    assert m.count() == 16
    m += empty.max() >= -9
    assert m.count() == 0
