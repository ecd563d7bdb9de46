"""The results of queries."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import NamedTuple

from ._ferz import Constraint, Solution


class Status(enum.Enum):
    """How a query ended.

    `str(status)` is the name: `OPTIMAL`, `FEASIBLE`, `UNSATISFIABLE`, `UNKNOWN`.
    """

    OPTIMAL = "optimal"
    """The solution is proved optimal."""
    FEASIBLE = "feasible"
    """There is a solution; with an objective, it is not known whether there is a better one."""
    UNSATISFIABLE = "unsatisfiable"
    """It is proved that there is no solution."""
    UNKNOWN = "unknown"
    """A limit was reached before there was an answer."""

    def __str__(self) -> str:
        return self.name


class Statistics(NamedTuple):
    """The effort of a search."""

    nodes: int
    """Nodes visited."""
    failures: int
    """Failed nodes."""
    solutions: int
    """Solutions found."""
    propagations: int
    """Propagator runs."""
    peak_depth: int
    """The maximum number of decisions between the root and a node."""
    restarts: int
    """The number of times the search returned to the root."""
    seconds: float
    """Time in seconds, including the compilation of the model."""


class Incumbent(NamedTuple):
    """A solution that was the best so far when it was found."""

    seconds: float
    """When it was found, in seconds from the start of the search."""
    objective: int
    bound: int | None
    """The bound at that time."""


class Result(NamedTuple):
    """The result of `solve`, `minimize` or `maximize`. It is true if there is a solution."""

    status: Status
    solution: Solution | None
    """The best solution found."""
    objective: int | None
    """The objective value of the solution."""
    bound: int | None
    """No solution has a better value than this."""
    stopped_by: str | None
    """The limit that ended the search: `time_limit`, `node_limit`, …"""
    statistics: Statistics
    incumbents: tuple[Incumbent, ...] = ()
    """The incumbents found during the search, if a single thread searched for an optimum."""

    def __bool__(self) -> bool:
        return self.solution is not None

    def _repr_html_(self) -> str:
        from . import notebook

        return notebook.result(self)

    @property
    def gap(self) -> float | None:
        """How far the solution can be from the optimum: `|objective - bound| / max(1, |objective|)`."""
        if self.objective is None or self.bound is None:
            return None
        return abs(self.objective - self.bound) / max(1, abs(self.objective))


class Answer(NamedTuple):
    """The result of a query under assumptions. It is true if there is a solution."""

    solution: Solution | None
    core: list[int] | None
    """The indices of assumptions that cannot hold together, perhaps more than necessary."""
    stopped_by: str | None
    """The limit that ended the search."""
    statistics: Statistics

    def __bool__(self) -> bool:
        return self.solution is not None


class Count(int):
    """A number of solutions; `stopped_by` is the limit that ended the count, if any."""

    stopped_by: str | None

    def __new__(cls, number: int, stopped_by: str | None = None) -> Count:
        count = super().__new__(cls, number)
        count.stopped_by = stopped_by
        return count

    @property
    def is_complete(self) -> bool:
        """Whether all solutions were counted."""
        return self.stopped_by is None


class Uniqueness(NamedTuple):
    """Whether there is exactly one solution. It is true if there is."""

    solutions: list[Solution]
    """No solution, the only one, or two different ones."""
    stopped_by: str | None
    """The limit that ended the search; if set, there may be more solutions than were found."""

    def __bool__(self) -> bool:
        return len(self.solutions) == 1 and self.stopped_by is None

    @property
    def solution(self) -> Solution | None:
        """The only solution, if it is proved to be the only one."""
        return self.solutions[0] if self else None


class Core:
    """An unsatisfiable core: constraints without a common solution, all of which are needed."""

    def __init__(self, members: list[tuple[Constraint, Solution | None]], stopped_by: str | None) -> None:
        self._members = members
        self.stopped_by = stopped_by
        """The limit that ended the search; if set, some of the constraints may not be needed."""

    @property
    def constraints(self) -> list[Constraint]:
        """The constraints, in posting order."""
        return [constraint for constraint, _ in self._members]

    def without(self, constraint: Constraint) -> Solution | None:
        """A solution of the other constraints, which shows that this one is needed; None if no solution is known."""
        for member, witness in self._members:
            if member == constraint:
                return witness
        raise ValueError(f"{constraint!r} is not in the core")

    def __iter__(self) -> Iterator[Constraint]:
        return iter(self.constraints)

    def __len__(self) -> int:
        return len(self._members)

    def __bool__(self) -> bool:
        """A core is true, even without constraints: the domains by themselves then have no solution."""
        return True

    def __contains__(self, constraint: object) -> bool:
        return constraint in self.constraints

    def __str__(self) -> str:
        names = [f"`{constraint.name}`" for constraint in self]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def __repr__(self) -> str:
        return f"<Core {self}>"

    def _repr_html_(self) -> str:
        from . import notebook

        return notebook.core(self)


class Derivation:
    """An explanation of why a fact is true in every solution, or in none, in numbered sentences."""

    def __init__(self, lines: list[str], stopped_by: str | None) -> None:
        self.lines = lines
        self.stopped_by = stopped_by
        """The limit that ended the search for a reason."""

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return f"<Derivation: {self.lines[0] if self.lines else ''}>"

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def _repr_html_(self) -> str:
        from . import notebook

        return notebook.derivation(self)


class Proof(NamedTuple):
    """A proof in files for an independent checker: `veripb path.opb path.pbp`."""

    verdict: str | None
    """The line with which the checker confirms the answer; None if a limit ended the search."""
    path: str
    """The common prefix of the files: `path.opb` is the model, `path.pbp` the proof, `path.sols` the solutions."""
    solution: Solution | None
    """The last solution: with an objective, the best one."""
    stopped_by: str | None
    """The limit that ended the search; if set, the proof claims nothing."""
    statistics: Statistics
