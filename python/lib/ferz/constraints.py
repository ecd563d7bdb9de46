"""The catalogue constraints, as model methods.

Each method posts the constraint at once and returns it. All have the same keywords: `name` for messages and
explanations, `enforce_if=b` (the constraint must hold if the condition holds), `iff=b` (the constraint holds if and
only if the condition does), and, if there are several consistency levels, `consistency="value"`, `"bounds"` or
`"domain"`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union, cast

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

from . import _ferz
from ._ferz import Array, Constraint, Expr
from .intervals import Interval, durations, intervals_in

Term = Union[Expr, int]
"""An expression or a number, which may be a numpy number."""
Terms = Union[Array, Iterable[Any]]
"""Expressions and numbers, in any shape: an array, a list, a range, or a numpy array."""


class How(TypedDict, total=False):
    """The keywords of every constraint."""

    name: str | None
    enforce_if: Term | None
    iff: Term | None
    consistency: Literal["value", "bounds", "domain"] | None


def _need(kind: str, arguments: dict[str, Any]) -> None:
    """Raises an error if an argument is missing."""
    missing = [name for name, value in arguments.items() if value is None]
    if missing:
        raise TypeError(f"{kind}: {', '.join(missing)} missing")


class Constraints(_ferz.Model):
    """The constraints of a model."""

    def acyclic(
        self, chosen: Terms, edges: Iterable[tuple[int, int]], directed: bool = False, **how: Unpack[How]
    ) -> Constraint:
        """The edges whose `chosen` is 1 form no cycle. An edge is a pair of nodes, which are numbered from 0.

        >>> m = ferz.Model()
        >>> m.acyclic(m.bool_var(shape=3, name="edge"), [(0, 1), (1, 2), (2, 0)], name="forest")
        <Constraint forest>
        >>> m.count()
        7
        """
        return self._post("acyclic", chosen, edges, directed, **how)

    def all_different(self, x: Terms, **how: Unpack[How]) -> Constraint:
        """All expressions take different values.

        >>> m = ferz.Model()
        >>> x = m.int_var(1, 3, shape=3, name="x")
        >>> m.all_different(x)
        <Constraint all_different(x)>
        >>> m.count()
        6
        """
        return self._post("all_different", x, **how)

    def all_different_except(self, x: Terms, values: Terms, **how: Unpack[How]) -> Constraint:
        """All expressions take different values, except that `values`, such as `[0]`, may be repeated."""
        return self._post("all_different_except", x, values, **how)

    def all_equal(self, x: Terms, **how: Unpack[How]) -> Constraint:
        """All expressions take the same value."""
        return self._post("all_equal", x, **how)

    def among(self, x: Terms, values: Terms, count: Term, **how: Unpack[How]) -> Constraint:
        """Exactly `count` of the expressions take one of `values`."""
        return self._post("among", x, values, count, **how)

    def arg_max(self, x: Terms, index: Term, **how: Unpack[How]) -> Constraint:
        """`index` is the 0-based index of the first largest expression."""
        return self._post("arg_max", x, index, **how)

    def arg_min(self, x: Terms, index: Term, **how: Unpack[How]) -> Constraint:
        """`index` is the 0-based index of the first smallest expression."""
        return self._post("arg_min", x, index, **how)

    def at_least(self, x: Terms, value: int, count: Term, **how: Unpack[How]) -> Constraint:
        """At least `count` of the expressions take this value."""
        return self._post("at_least", x, value, count, **how)

    def at_most(self, x: Terms, value: int, count: Term, **how: Unpack[How]) -> Constraint:
        """At most `count` of the expressions take this value."""
        return self._post("at_most", x, value, count, **how)

    def bin_packing(self, bins: Terms, sizes: Terms, loads: Terms, **how: Unpack[How]) -> Constraint:
        """Item `i` of size `sizes[i]` is in bin `bins[i]` (0-based), and `loads[b]` is the total size in bin `b`."""
        return self._post("bin_packing", bins, sizes, loads, **how)

    def circuit(self, successor: Terms, **how: Unpack[How]) -> Constraint:
        """The successors form a single tour of all nodes, which are numbered from 0.

        >>> m = ferz.Model()
        >>> m.circuit(m.int_var(0, 3, shape=4, name="next"), name="tour")
        <Constraint tour>
        >>> m.count()
        6
        """
        return self._post("circuit", successor, **how)

    def clause(self, positive: Terms, negative: Terms = (), **how: Unpack[How]) -> Constraint:
        """At least one condition in `positive` holds, or at least one in `negative` does not."""
        return self._post("clause", positive, negative, **how)

    def at_value(self, x: Terms, value: Term, count: Term, **how: Unpack[How]) -> Constraint:
        """Exactly `count` of the expressions equal `value`, which may be an expression. See also `ferz.count`."""
        return self._post("count", x, value, count, **how)

    def connected(
        self,
        nodes: Terms,
        edges: Iterable[tuple[int, int]] | None = None,
        chosen: Terms | None = None,
        **how: Unpack[How],
    ) -> Constraint:
        """The nodes that are 1 are connected by the edges whose `chosen` is 1 or, without `chosen`, by all edges
        between them. An edge is a pair of nodes, which are numbered from 0. Without edges, a matrix of nodes is a grid.

        >>> m = ferz.Model()
        >>> cell = m.bool_var(shape=(3, 3), name="cell")
        >>> m.connected(cell, name="island")
        <Constraint island>
        >>> m.count()
        219
        """
        return self._post("connected", nodes, edges, chosen, **how)

    def cumulative(
        self,
        start: Terms,
        duration: Terms | None = None,
        demand: Terms | Term | None = None,
        capacity: Term | None = None,
        **how: Unpack[How],
    ) -> Constraint:
        """Tasks share a resource: at no time does their total demand exceed its capacity.

        Give starts, durations, demands and the capacity, or intervals, demands and the capacity. A single demand
        holds for all tasks.

        >>> m = ferz.Model()
        >>> start = m.int_var(0, 2, shape=3, name="start")
        >>> m.cumulative(start, [1, 1, 1], [2, 2, 1], capacity=3, name="crane")
        <Constraint crane>
        >>> m.count()
        18
        >>> tasks = [m.interval(0, 3, 1) for _ in range(3)]
        >>> m.cumulative(tasks, [2, 2, 1], capacity=3, name="lift")
        <Constraint lift>
        """
        start, tasks = intervals_in(start)
        if tasks:
            given = [value for value in (duration, demand, capacity) if value is not None]
            if len(given) != 2:
                raise TypeError("cumulative: intervals need demands and a capacity; they already have durations")
            demand, capacity = given[0], cast(Term, given[1])
            start, duration = [task.start for task in tasks], durations(tasks)
        if isinstance(demand, (int, Expr)):
            start = Array(start)
            demand = [demand] * len(start.flat)
        _need("cumulative", {"durations": duration, "demands": demand, "a capacity": capacity})
        return self._drawn(tasks, self._post("cumulative", start, duration, demand, capacity, **how), how)

    def decreasing(self, x: Terms, **how: Unpack[How]) -> Constraint:
        """No expression is larger than the previous one. See also `strictly_decreasing`."""
        return self._post("decreasing", x, **how)

    def diffn(
        self, x: Terms, y: Terms, width: Terms, height: Terms, strict: bool = True, **how: Unpack[How]
    ) -> Constraint:
        """Rectangles do not overlap. A rectangle without area may lie inside another one, unless `strict`."""
        return self._post("diffn" if strict else "diffn_nonstrict", x, y, width, height, **how)

    def disjunctive(
        self, start: Terms, duration: Terms | None = None, strict: bool = False, **how: Unpack[How]
    ) -> Constraint:
        """No two tasks run at the same time: give starts and durations, or intervals. See also
        `disjunctive_with_transitions`.

        A task of duration 0 may lie inside another one, unless `strict`.

        >>> m = ferz.Model()
        >>> m.disjunctive([m.interval(0, 5, 2, name="cut"), m.interval(0, 5, 3, name="glue")], name="bench")
        <Constraint bench>
        >>> m.count()
        2
        """
        start, tasks = intervals_in(start)
        if tasks:
            if duration is not None:
                raise TypeError("disjunctive: intervals already have durations")
            if strict and any(task.presence is not None for task in tasks):
                raise TypeError("disjunctive: an optional interval cannot be strict: its duration is 0 if it is absent")
            start, duration = [task.start for task in tasks], durations(tasks)
        _need("disjunctive", {"durations": duration})
        kind = "disjunctive_strict" if strict else "disjunctive"
        return self._drawn(tasks, self._post(kind, start, duration, **how), how)

    def _drawn(self, tasks: list[Interval], constraint: Constraint, how: How) -> Constraint:
        """Returns the constraint, after recording its tasks for a chart."""
        if tasks:
            self._schedule(how.get("name") or "resource", [(task.name, task._parts()) for task in tasks])
        return constraint

    def element(self, array: Terms, index: Term, result: Term, **how: Unpack[How]) -> Constraint:
        """`array[index] == result`, with 0-based indices. See also the expression `array[index]`."""
        return self._post("element", array, index, result, **how)

    def element_2d(self, matrix: Terms, row: Term, column: Term, result: Term, **how: Unpack[How]) -> Constraint:
        """`matrix[row, column] == result`, with 0-based indices."""
        return self._post("element_2d", matrix, row, column, result, **how)

    def even(self, x: Terms, **how: Unpack[How]) -> Constraint:
        """The sum of the expressions is even."""
        return self._post("even", x, **how)

    def gcc(self, x: Terms, values: Terms, counts: Terms, closed: bool = False, **how: Unpack[How]) -> Constraint:
        """Global cardinality: `counts[i]` of the expressions take the value `values[i]`; if `closed`, no others occur.

        >>> m = ferz.Model()
        >>> x = m.int_var(0, 2, shape=3, name="x")
        >>> m.gcc(x, [0, 1], [1, 2], name="one and two")
        <Constraint one and two>
        >>> m.count()
        3
        """
        return self._post("gcc_closed" if closed else "gcc", x, values, counts, **how)

    def increasing(self, x: Terms, **how: Unpack[How]) -> Constraint:
        """No expression is smaller than the previous one. See also `strictly_increasing`."""
        return self._post("increasing", x, **how)

    def inverse(self, f: Terms, g: Terms, **how: Unpack[How]) -> Constraint:
        """`f[i] == j` if and only if `g[j] == i`, with 0-based indices."""
        return self._post("inverse", f, g, **how)

    def knapsack(
        self, weights: Terms, profits: Terms, x: Terms, weight: Term, profit: Term, **how: Unpack[How]
    ) -> Constraint:
        """`x[i]` is the number of copies of item `i`; all copies together have this weight and profit."""
        return self._post("knapsack", weights, profits, x, weight, profit, **how)

    def lex_less(self, left: Terms, right: Terms, **how: Unpack[How]) -> Constraint:
        """The first list is lexicographically smaller than the second one."""
        return self._post("lex_less", left, right, **how)

    def lex_less_eq(self, left: Terms, right: Terms, **how: Unpack[How]) -> Constraint:
        """The first list is lexicographically smaller than the second one, or equal to it."""
        return self._post("lex_less_eq", left, right, **how)

    def maximum(self, x: Terms, result: Term, **how: Unpack[How]) -> Constraint:
        """`result` is the largest of the values. See also the expression `ferz.max`."""
        return self._post("maximum", x, result, **how)

    def minimum(self, x: Terms, result: Term, **how: Unpack[How]) -> Constraint:
        """`result` is the smallest of the values. See also the expression `ferz.min`."""
        return self._post("minimum", x, result, **how)

    def mdd(self, x: Terms, layers: Iterable[Iterable[tuple[int, int, int]]], **how: Unpack[How]) -> Constraint:
        """The values form a path through a decision diagram, from node 0 of the first layer to the end of the last.

        There is a layer for each expression. A layer is a list of arcs `(from, value, to)`; the nodes of each layer are
        numbered from 0.
        """
        return self._post("mdd", x, layers, **how)

    def negative_table(self, x: Terms, rows: Iterable[Sequence[Any]], **how: Unpack[How]) -> Constraint:
        """The values differ from each of these rows."""
        return self._post("negative_table", x, rows, **how)

    def nvalue(self, x: Terms, count: Term, **how: Unpack[How]) -> Constraint:
        """The expressions take exactly `count` different values."""
        return self._post("nvalue", x, count, **how)

    def nvalue_except(self, x: Terms, values: Terms, count: Term, **how: Unpack[How]) -> Constraint:
        """The expressions take exactly `count` different values, not counting those in `values`."""
        return self._post("nvalue_except", x, values, count, **how)

    def odd(self, x: Terms, **how: Unpack[How]) -> Constraint:
        """The sum of the expressions is odd; for conditions, this is the exclusive or of all of them."""
        return self._post("odd", x, **how)

    def path(self, successor: Terms, start: Term, end: Term, **how: Unpack[How]) -> Constraint:
        """The successors form a path through all nodes; the successor of the last node is the number of nodes."""
        return self._post("path", successor, start, end, **how)

    def propagator(
        self,
        x: Terms,
        filter: Callable[[list[list[int]]], Sequence[Iterable[int] | None] | None],
        holds: Callable[[list[int]], bool] | None = None,
        **how: Unpack[How],
    ) -> Constraint:
        """A propagator written in Python, for teaching and experiments: a call takes about twenty microseconds.

        `filter` receives the remaining values of each expression, and returns the values to keep: a list for each
        expression, or None for an expression that does not change. `holds` decides whether fixed values are allowed; if
        it is given, solutions are checked with it, and a wrong solution raises a `ModelError`. An exception ends the
        search, and the query raises it. Reasons are generated automatically.

        >>> def differ(domains):
        ...     fixed = [d[0] for d in domains if len(d) == 1]
        ...     if len(set(fixed)) < len(fixed):
        ...         return [[] for d in domains]
        ...     return [d if len(d) == 1 else [v for v in d if v not in fixed] for d in domains]
        >>> m = ferz.Model()
        >>> x = m.int_var(1, 3, shape=3, name="x")
        >>> m.propagator(x, differ, holds=lambda values: len(set(values)) == len(values), name="mine")
        <Constraint mine>
        >>> m.count()
        6
        """
        return self._post("propagator", x, filter, holds, **how)

    def reachable(
        self,
        root: Term,
        nodes: Terms,
        edges: Iterable[tuple[int, int]],
        chosen: Terms | None = None,
        directed: bool = True,
        **how: Unpack[How],
    ) -> Constraint:
        """A path of nodes that are 1 leads from the root to each node that is 1, along edges whose `chosen` is 1 or,
        without `chosen`, along any edges. An edge is a pair of nodes, which are numbered from 0."""
        return self._post("reachable", nodes, edges, chosen, root, directed, **how)

    def regular(
        self,
        x: Terms,
        states: int,
        start: int,
        accepting: Iterable[int],
        arcs: Iterable[tuple[int, int, int]],
        **how: Unpack[How],
    ) -> Constraint:
        """The values form a word accepted by an automaton with states `range(states)` and arcs `(from, value, to)`."""
        return self._post("regular", x, states, start, accepting, arcs, **how)

    def sort(self, x: Terms, ordered: Terms, **how: Unpack[How]) -> Constraint:
        """The second list is the first one, sorted."""
        return self._post("sort", x, ordered, **how)

    def strictly_decreasing(self, x: Terms, **how: Unpack[How]) -> Constraint:
        """Each expression is smaller than the previous one."""
        return self._post("strictly_decreasing", x, **how)

    def strictly_increasing(self, x: Terms, **how: Unpack[How]) -> Constraint:
        """Each expression is larger than the previous one."""
        return self._post("strictly_increasing", x, **how)

    def subcircuit(self, successor: Terms, **how: Unpack[How]) -> Constraint:
        """The successors form a single tour of some nodes, numbered from 0; other nodes are their own successors."""
        return self._post("subcircuit", successor, **how)

    def table(self, x: Terms, rows: Iterable[Sequence[Any]], **how: Unpack[How]) -> Constraint:
        """The values form one of these rows; `"*"` or None in a row stands for any value.

        >>> m = ferz.Model()
        >>> x, y = m.int_vars("xy", 0, 9)
        >>> m.table([x, y], [(1, 2), (3, "*")], name="menu")
        <Constraint menu>
        >>> m.count()
        11
        """
        return self._post("table", x, rows, **how)

    def value_precede(self, before: int, after: int, x: Terms, **how: Unpack[How]) -> Constraint:
        """The value `after` occurs only after the value `before` has occurred."""
        return self._post("value_precede", before, after, x, **how)

    def value_precede_chain(self, values: Terms, x: Terms, **how: Unpack[How]) -> Constraint:
        """Each of the values occurs only after the previous value in the list has occurred."""
        return self._post("value_precede_chain", values, x, **how)
