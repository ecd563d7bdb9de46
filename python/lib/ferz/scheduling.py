"""Interval constraints, as model methods that each post several constraints."""

from __future__ import annotations

from collections.abc import Iterable

from ._ferz import ModelError
from .constraints import Constraints, Term
from .intervals import Interval


class Scheduling(Constraints):
    """A model with constraints over intervals. Each of these methods posts several constraints and returns nothing."""

    def alternative(self, task: Interval, alternatives: Iterable[Interval]) -> None:
        """If the task is present, exactly one alternative is, with the same start and duration; otherwise none is.

        >>> m = ferz.Model()
        >>> task = m.interval(0, 5, m.int_var(3, 5, name="length"), name="drill")
        >>> slow, fast = m.bool_var(name="slow"), m.bool_var(name="fast")
        >>> m.alternative(task, [task.mode(5, slow), task.mode(3, fast)])
        >>> m.count()
        4
        """
        self._scheduling("alternative", [one._parts() for one in (task, *alternatives)], [])

    def disjunctive_with_transitions(
        self, tasks: Iterable[Interval], times: Iterable[Iterable[int]], *, name: str | None = None
    ) -> None:
        """No two tasks overlap; at least `times[i][j]` passes from the end of task i to the start of a later task j.

        >>> m = ferz.Model()
        >>> white, black = m.interval(0, 6, 1, name="white"), m.interval(0, 6, 1, name="black")
        >>> m.disjunctive_with_transitions([white, black], [[0, 0], [4, 0]])
        >>> m.count()
        16
        """
        tasks = list(tasks)
        parts = [task._parts() for task in tasks]
        self._scheduling("disjunctive_with_transitions", parts, [list(row) for row in times])
        self._schedule(name or "resource", [(task.name, task._parts()) for task in tasks])

    def reservoir(self, times: Iterable[Term], changes: Iterable[Term], low: int, high: int) -> None:
        """At each of `times`, after all changes at that time, the sum of the changes so far is within `low` and `high`.

        For an optional change, multiply it by a condition; for an initial level, add a change before all others.

        >>> m = ferz.Model()
        >>> fill, empty = m.int_vars(["fill", "empty"], 0, 3)
        >>> m.reservoir([fill, empty], [2, -2], 0, 2)
        >>> m.count()
        10
        """
        times, changes = list(times), list(changes)
        if len(times) != len(changes):
            raise ModelError(f"reservoir: {len(times)} times, {len(changes)} changes")
        self._scheduling("reservoir", [(time, change, 1) for time, change in zip(times, changes)], [[low, high]])

    def span(self, whole: Interval, parts: Iterable[Interval]) -> None:
        """The whole starts with its first part and ends with its last part; it is present if any part is.

        >>> m = ferz.Model()
        >>> length = m.int_var(0, 9, name="length")
        >>> whole, parts = m.interval(0, 9, length), [m.interval(1, 9, 2), m.interval(4, 9, 3)]
        >>> m.span(whole, parts)
        >>> m.minimize(length).objective
        3
        """
        self._scheduling("span", [part._parts() for part in (whole, *parts)], [])
