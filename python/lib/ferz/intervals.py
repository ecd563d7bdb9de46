"""Intervals: tasks with a start, a duration and an end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from . import _ferz
from ._ferz import Array, Expr


class Interval:
    """A task with a `start`, a `duration` and an `end`, created by `m.interval`.

    A task with a `presence` is optional: if this condition does not hold, the task uses no
    resource, and its start has no meaning. `s[task]` is a list of the start and the end.
    """

    __slots__ = ("duration", "end", "name", "presence", "start")

    def __init__(self, start: Expr, duration: Any, presence: Any, name: str) -> None:
        self.start, self.duration, self.presence, self.name = start, duration, presence, name
        self.end: Expr = start + duration

    def mode(self, duration: Any, presence: Any, *, name: str | None = None) -> Interval:
        """A mode of this task: an optional task with the same start, for `m.alternative`."""
        _ferz._reduce("all", [presence])  # Raises if this is not a condition.
        return Interval(self.start, duration, presence, self.name if name is None else name)

    def extended(self, by: Any) -> Interval:
        """The same task, longer by this time, for example for a setup or a delay."""
        return Interval(self.start, self.duration + by, self.presence, self.name)

    def precedes(self, later: Interval) -> Expr:
        """The condition that this task ends before the other one starts, or one of them is absent.

        >>> m = ferz.Model()
        >>> wash, dry = m.interval(0, 5, 1, name="wash"), m.interval(0, 5, 2, name="dry")
        >>> m += wash.extended(2).precedes(dry)
        >>> m.count()
        1
        """
        return self._unless_absent([self.end <= later.start], later)

    def avoids(self, first: int, last: int) -> Expr:
        """The condition that the task is absent or does not run during the break between these times."""
        return self._unless_absent([self.end <= first, self.start >= last])

    def _unless_absent(self, conditions: list[Any], *others: Interval) -> Expr:
        absent = [1 - task.presence for task in (self, *others) if task.presence is not None]
        return _ferz._reduce("any", [*absent, *conditions])

    def _parts(self) -> tuple[Any, Any, Any]:
        return self.start, self.duration, 1 if self.presence is None else self.presence

    def __iter__(self) -> Iterator[Expr]:
        return iter((self.start, self.end))

    def __repr__(self) -> str:
        optional = "" if self.presence is None else f" if {self.presence!r}"
        return f"<Interval {self.name}: {self.start!r} to {self.end!r}{optional}>"


def intervals_in(items: Any) -> tuple[Any, list[Interval]]:
    """Returns the items, and a list of them if they are intervals."""
    if isinstance(items, Array) or not isinstance(items, Iterable):
        return items, []
    items = list(items)
    tasks = [item for item in items if isinstance(item, Interval)]
    if tasks and len(tasks) < len(items):
        raise TypeError(
            "a list mixes intervals and other items: give only intervals, or starts and durations"
        )
    return items, tasks


def durations(tasks: Iterable[Interval]) -> list[Any]:
    """Returns the durations; that of an optional task is 0 if the task is absent."""
    return [
        task.duration if task.presence is None else task.duration * task.presence for task in tasks
    ]
