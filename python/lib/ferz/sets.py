"""Sets of integers: variables, constants, and expressions over them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _ferz
from ._ferz import Array, Expr, Solution
from .constraints import Term
from .scheduling import Scheduling


class SetExpr:
    """A set of integers: a variable, declared by `m.set_var`, or an expression over other sets.

    `a | b`, `a & b`, `a - b` and `a ^ b` are sets; `a <= b`, `a >= b`, `a == b` and `a != b` are conditions, to be
    added, negated or combined like comparisons. One side may be a range, a list or a set of integers. `s[a]` is the set
    of the members in a solution. Each possible member has a Boolean in the model, and cardinalities are sums of these.

    >>> m = ferz.Model()
    >>> a, b = m.set_var(1, 4, name="a"), m.set_var(3, 6, name="b")
    >>> m += (a | b) == range(1, 7)
    >>> m += ((a & [3]).size == 0) | (a <= b)
    >>> m += b.contains(a.size)
    >>> [(s[a], s[b]) for s in m.solutions()]
    [({1, 2, 4}, {3, 5, 6}), ({1, 2, 4}, {3, 4, 5, 6})]
    """

    def __init__(self, has: Mapping[int, Any], defined: Any) -> None:
        # The condition of each possible member, and an expression that is 0 if the set is defined.
        self._has = {value: has[value] for value in sorted(has) if isinstance(has[value], Expr) or has[value]}
        self._defined = defined

    @staticmethod
    def at(sets: Iterable[SetExpr | Iterable[int]], index: Expr) -> SetExpr:
        """The set with this index, counted from 0; undefined outside the list.

        >>> m = ferz.Model()
        >>> i = m.int_var(0, 9, name="i")
        >>> m += ferz.SetExpr.at([[1, 2], [2, 3], [4]], i).contains(2)
        >>> m.count()
        2
        """
        array, values = _sets(sets)
        has = {value: Array([one._has.get(value, 0) for one in array])[index] for value in values}
        return SetExpr(has, Array([one._defined for one in array])[index])

    def contains(self, value: Term) -> Expr:
        """The condition that a number or an expression is a member; for a number, a Boolean variable of the model."""
        if not isinstance(value, Expr):
            own = self._has.get(operator.index(value), 0)
            if isinstance(own, Expr) and not isinstance(self._defined, Expr):
                return own
            return self._member(operator.index(value)) >= 1
        first, last = min(self._has, default=0), max(self._has, default=0)
        if last - first < 4 * len(self._has):
            has: Expr = Array([self._has.get(v, 0) for v in range(first, last + 1)])[value - first]
        else:
            has = _ferz._reduce("sum", [_join("all", value == v, condition) for v, condition in self._has.items()])
        return has + self._defined >= 1  # type: ignore[no-any-return]

    def _member(self, value: int) -> Expr:
        """1 if the value is a member, otherwise 0; undefined if the set is."""
        return _ferz._reduce("sum", [self._has.get(value, 0), self._defined])

    @property
    def size(self) -> Expr:
        """The number of members."""
        return self.sum(lambda _: 1)

    def sum(self, weight: Callable[[int], int] = int) -> Expr:
        """The sum of the members, or of their weights.

        >>> m = ferz.Model()
        >>> load, weight = m.set_var(0, 2, name="load"), [5, 3, 4]
        >>> m += load.sum(lambda item: weight[item]) <= 8
        >>> m.maximize(load.size + load.sum()).solution[load]
        {1, 2}
        """
        return _ferz._weighted([weight(value) for value in self._has], [*self._has.values()]) + self._defined  # type: ignore[no-any-return]

    def min(self) -> Expr:
        """The smallest member; undefined if the set is empty, so that no comparison with it holds."""
        return -SetExpr({-value: has for value, has in self._has.items()}, self._defined).max()

    def max(self) -> Expr:
        """The largest member; undefined if the set is empty."""
        position = _ferz._reduce("max", [0, *(i * has for i, has in enumerate(self._has.values(), 1))]) - 1
        # An empty set has position -1, which is outside every list.
        return Array([*self._has] or [0])[position] + self._defined  # type: ignore[no-any-return]

    def _combine(self, other: Any, function: Callable[[Any, Any], Any]) -> SetExpr:
        (a, b), values = _sets([self, other])
        has = {value: function(a._has.get(value, 0), b._has.get(value, 0)) for value in values}
        return SetExpr(has, a._defined + b._defined)

    def __or__(self, other: SetExpr | Iterable[int]) -> SetExpr:
        return self._combine(other, lambda a, b: _join("any", a, b))

    def __and__(self, other: SetExpr | Iterable[int]) -> SetExpr:
        return self._combine(other, lambda a, b: _join("all", a, b))

    def __sub__(self, other: SetExpr | Iterable[int]) -> SetExpr:
        return self._combine(other, lambda a, b: _join("all", a, 1 - b))

    def __rsub__(self, other: SetExpr | Iterable[int]) -> SetExpr:
        return self._combine(other, lambda a, b: _join("all", b, 1 - a))

    def __xor__(self, other: SetExpr | Iterable[int]) -> SetExpr:
        return self._combine(other, lambda a, b: _join("xor", a, b))

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __le__(self, other: SetExpr | Iterable[int]) -> Expr:
        return (self - other).size <= 0

    def __ge__(self, other: SetExpr | Iterable[int]) -> Expr:
        return (other - self).size <= 0

    def __eq__(self, other: SetExpr | Iterable[int]) -> Expr:  # type: ignore[override]
        return (self ^ other).size <= 0

    def __ne__(self, other: SetExpr | Iterable[int]) -> Expr:  # type: ignore[override]
        return (self ^ other).size >= 1

    __hash__ = object.__hash__

    def _members_in(self, solution: Solution) -> set[int]:
        return {value for value in self._has if solution[self.contains(value)]}


def _sets(sets: Iterable[Any]) -> tuple[list[SetExpr], list[int]]:
    """Converts constants to sets, and returns the sets with the values that may be members of any of them."""
    array = [one if isinstance(one, SetExpr) else SetExpr(dict.fromkeys(_ferz._members(one), 1), 0) for one in sets]
    return array, sorted({value for one in array for value in one._has})


def _join(name: str, a: Any, b: Any) -> Any:
    """Joins two conditions with `all`, `any` or `xor`. A condition that is not an expression is 0 or 1."""
    for one, other in ((a, b), (b, a)):
        if not isinstance(one, Expr):
            return (1 - other if one else other) if name == "xor" else one if one == (name == "any") else other
    return a != b if name == "xor" else a if a is b else _ferz._reduce(name, [a, b])


class Sets(Scheduling):
    """A model with sets, and with constraints over several sets. Most of these post a constraint for each value."""

    def set_var(self, domain: Any, last: int | None = None, *, name: str | None = None) -> SetExpr:
        """Declares a set variable: a subset of the values from `domain` to `last`, or of those in a range or a list.

        For each value, the model gets a Boolean, such as `s has 3`.

        >>> m = ferz.Model()
        >>> s = m.set_var(range(1, 5), name="s")
        >>> m += [s.size == 2, s.sum() == 5, s.contains(4)]
        >>> m.solve().solution[s]
        {1, 4}
        """
        return SetExpr(dict(self._set(name or f"set{self.num_variables}", _ferz._members(domain, last))), 0)

    def all_disjoint(self, sets: Iterable[SetExpr | Iterable[int]]) -> None:
        """No two sets have a common member."""
        self._for_each_value(sets, [], lambda count, _: count <= 1)

    def partition(self, sets: Iterable[SetExpr | Iterable[int]], universe: SetExpr | Iterable[int]) -> None:
        """Each member of the universe is a member of exactly one of the sets, which have no other members.

        >>> m = ferz.Model()
        >>> teams = [m.set_var(1, 9, name=f"team {k}") for k in range(2)]
        >>> m.partition(teams, range(1, 5))
        >>> m += teams[0].size == teams[1].size
        >>> m.count()
        6
        """
        self._for_each_value(sets, universe, lambda count, within: count == within)

    def _for_each_value(self, sets: Iterable[Any], universe: Any, row: Callable[[Expr, Any], Expr]) -> None:
        (*array, whole), values = _sets([*sets, universe])
        for value in values or [0]:  # Sets without possible members must also be defined.
            count = _ferz._reduce("sum", [part for one in array for part in (one._has.get(value, 0), one._defined)])
            self.add(row(count, whole._has.get(value, 0) + whole._defined), name=f"the sets that have {value}")

    def channel_sets(self, xs: Iterable[Expr], sets: Iterable[SetExpr | Iterable[int]]) -> None:
        """`xs[i]` is j if and only if i is a member of `sets[j]`.

        >>> m = ferz.Model()
        >>> table = m.int_var(0, 9, shape=4, name="table of guest")
        >>> guests = [m.set_var(0, 9, name=f"guests of {k}") for k in range(2)]
        >>> m.channel_sets(table, guests)
        >>> m += guests[0].size == 2
        >>> m.count()
        6
        """
        xs, (array, _) = list(xs), _sets(sets)
        self.partition(array, range(len(xs)))
        self.add([(x == j).iff(one.contains(i)) for j, one in enumerate(array) for i, x in enumerate(xs)])

    def set_precede(self, before: int, after: int, sets: Iterable[SetExpr | Iterable[int]]) -> None:
        """If a set contains `after` but not `before`, an earlier one contains `before` but not `after`."""
        self._post("value_precede", 1, -1, [one._member(before) - one._member(after) for one in _sets(sets)[0]])
