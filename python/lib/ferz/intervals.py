"""Intervals: tasks with a start, a duration and an end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ._ferz import Array, Expr


class Interval:
    """A task, made by `m.interval`, with its `start`, `duration` and `end`.

    A task with a `presence` is optional: where this condition does not hold it uses no resource,
    and its start has no meaning. `s[task]` is the start and the end.
    """

    __slots__ = ("duration", "end", "name", "presence", "start")

    def __init__(self, start: Expr, duration: Any, presence: Any, name: str) -> None:
        self.start, self.duration, self.presence, self.name = start, duration, presence, name
        self.end: Expr = start + duration

    def __iter__(self) -> Iterator[Expr]:
        return iter((self.start, self.end))

    def __repr__(self) -> str:
        optional = "" if self.presence is None else f" if {self.presence!r}"
        return f"<Interval {self.name}: {self.start!r} to {self.end!r}{optional}>"


def intervals_in(items: Any) -> tuple[Any, list[Interval]]:
    """The items, and the intervals if they are such."""
    if isinstance(items, Array) or not isinstance(items, Iterable):
        return items, []
    items = list(items)
    tasks = [item for item in items if isinstance(item, Interval)]
    if tasks and len(tasks) < len(items):
        raise TypeError(
            "a list has intervals and other items: give intervals, or starts with durations"
        )
    return items, tasks


def durations(tasks: Iterable[Interval]) -> list[Any]:
    """The durations; that of an optional task is 0 where it is absent."""
    return [
        task.duration if task.presence is None else task.duration * task.presence for task in tasks
    ]
