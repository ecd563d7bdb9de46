"""Models: what is stated, and what can be asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypedDict, overload

try:
    from typing import Unpack
except ImportError:  # before Python 3.11
    from typing_extensions import Unpack

from . import _ferz
from ._ferz import Array, Constraint, Expr, Solution
from .constraints import Constraints, Term
from .results import Core, Count, Derivation, Proof, Result, Statistics, Status, Uniqueness


class Options(TypedDict, total=False):
    """The options of every query. Their names and values are those of the command line (`ferz solve --help`)."""

    time_limit: float | None
    """Seconds."""
    node_limit: int | None
    failure_limit: int | None
    solution_limit: int | None
    memory_limit: int | None
    """Bytes."""
    objective_limit: int | None
    """A value that is good enough."""
    gap_limit: float | None
    """A gap that is small enough."""
    threads: int | None
    seed: int | None
    var_order: str | None
    """`"input"`, `"dom"`, `"dom/wdeg"`, … or `"auto"`."""
    value_order: str | None
    """`"min"`, `"max"`, `"split"`, …"""
    then_by: Iterable[str] | None
    tie_break: str | None
    branching: str | None
    conflict_heuristic: str | None
    restarts: str | None
    """`"luby:100"`, …"""
    exploration: str | None
    learn: bool | str | None
    """Learn from conflicts: True, False, or `"fixed"`, `"activity"`, `"alternating"`."""
    phase_saving: bool | None
    lns: bool | None
    """Large neighbourhood search, then the proof."""
    on: Any
    """The variables to branch on first."""
    project: Any
    """Find only one of the solutions that agree on these variables."""
    hint: Mapping[Any, Any] | None
    """Values to try first."""
    assumptions: Iterable[Term] | None
    """Conditions that hold in this query only."""
    branch_with: Callable[[Any], Expr | None] | None
    """A branching rule: from a node, with the domains, to a comparison such as `x == 3`, or None."""
    check: bool | None
    """Whether solutions are evaluated before they are returned: yes, unless False."""


def _statistics(counts: tuple[int, ...], begun: float) -> Statistics:
    nodes, failures, solutions, propagations, peak_depth, restarts = counts
    return Statistics(nodes, failures, solutions, propagations, peak_depth, restarts, time.perf_counter() - begun)


class Solutions(Iterator[Solution]):
    """The solutions of a model, found one by one."""

    def __init__(self, run: _ferz._Solutions, begun: float) -> None:
        self._run, self._begun = run, begun
        self._next = run.__next__

    def __iter__(self) -> Solutions:
        return self

    def __next__(self) -> Solution:
        return self._next()

    @property
    def stopped_by(self) -> str | None:
        """The limit that ended the search; None while it continues, and when all solutions are found."""
        return self._run.stopped_by

    @property
    def is_complete(self) -> bool:
        """Whether all solutions are found."""
        return self._run.is_complete

    @property
    def statistics(self) -> Statistics:
        """The effort so far."""
        return _statistics(self._run._counts, self._begun)


class Model(Constraints):
    """A model: variables and constraints.

    >>> m = ferz.Model()
    >>> q = m.int_var(range(8), shape=8, name="q")
    >>> m.all_different(q, name="rows")
    <Constraint rows>
    >>> m.all_different(q + range(8), name="up diagonals")
    <Constraint up diagonals>
    >>> m.all_different(q - range(8), name="down diagonals")
    <Constraint down diagonals>
    >>> m.count()
    92
    >>> next(m.solutions())[q]
    [0, 4, 7, 5, 2, 6, 1, 3]
    """

    def int_vars(self, names: Iterable[str], domain: Any, last: int | None = None) -> list[Expr]:
        """A variable for each name, with the same values.

        >>> m = ferz.Model()
        >>> x, y = m.int_vars("xy", 0, 9)
        >>> m.add(3 * x == 2 * y + 13)
        <Constraint 3*x = 2*y + 13>
        >>> m.solve().solution[{"x": x, "y": y}]
        {'x': 5, 'y': 1}
        """
        return [self.int_var(domain, last, name=name) for name in names]

    # Queries

    def solve(self, **options: Unpack[Options]) -> Result:
        """A solution.

        >>> m = ferz.Model()
        >>> x = m.int_var(0, 9, name="x")
        >>> m += x * x == 49
        >>> result = m.solve()
        >>> str(result.status), result.solution[x]
        ('FEASIBLE', 7)
        """
        begun = time.perf_counter()
        solution, stopped_by, counts = self._first(options)
        status = Status.FEASIBLE if solution else Status.UNKNOWN if stopped_by else Status.UNSATISFIABLE
        return Result(status, solution, None, None, stopped_by, _statistics(counts, begun))

    def minimize(
        self,
        objective: Term,
        *,
        on_improvement: Callable[[Result], object] | None = None,
        on_progress: Callable[[Result], object] | None = None,
        **options: Unpack[Options],
    ) -> Result:
        """The solution with the smallest value of an expression, proved optimal.

        `on_improvement` is called with each better solution, `on_progress` some ten times a second.

        >>> m = ferz.Model()
        >>> x, y = m.int_vars("xy", 0, 9)
        >>> m += 3 * x + 5 * y >= 22
        >>> best = m.minimize(3 * x + 4 * y)
        >>> str(best.status), best.objective, best.solution[[x, y]]
        ('OPTIMAL', 19, [1, 4])
        """
        return self._best(objective, True, on_improvement, on_progress, options)

    def maximize(
        self,
        objective: Term,
        *,
        on_improvement: Callable[[Result], object] | None = None,
        on_progress: Callable[[Result], object] | None = None,
        **options: Unpack[Options],
    ) -> Result:
        """The solution with the largest value of an expression, proved optimal: see `minimize`."""
        return self._best(objective, False, on_improvement, on_progress, options)

    def _best(
        self,
        objective: Term,
        minimize: bool,
        on_improvement: Callable[[Result], object] | None,
        on_progress: Callable[[Result], object] | None,
        options: Options,
    ) -> Result:
        begun = time.perf_counter()
        if (options.get("threads") or 1) > 1 and on_improvement is None and on_progress is None:
            solution, value, bound, stopped_by, counts = self._optimum(objective, minimize, options)
            return _result(solution, value, bound, stopped_by, _statistics(counts, begun))
        result = None
        for result in self._results(objective, minimize, on_progress, options):
            if on_improvement is not None and result.status is Status.FEASIBLE and result.stopped_by is None:
                on_improvement(result)
        assert result is not None
        return result

    @overload
    def improving(self, *, minimize: Term, **options: Unpack[Options]) -> Iterator[Result]: ...
    @overload
    def improving(self, *, maximize: Term, **options: Unpack[Options]) -> Iterator[Result]: ...
    def improving(
        self, *, minimize: Term | None = None, maximize: Term | None = None, **options: Unpack[Options]
    ) -> Iterator[Result]:
        """Better and better solutions, as they are found. The last result says how the search ended.

        >>> m = ferz.Model()
        >>> x = m.int_var(0, 4, shape=3, name="x")
        >>> m.all_different(x)
        <Constraint all_different(x)>
        >>> last = [r for r in m.improving(maximize=x[0] + x[1] - x[2])][-1]
        >>> str(last.status), last.objective
        ('OPTIMAL', 7)
        """
        if (minimize is None) == (maximize is None):
            raise TypeError("give minimize= or maximize=")
        objective = maximize if minimize is None else minimize
        assert objective is not None
        return self._results(objective, minimize is not None, None, options)

    def _results(
        self, objective: Term, minimize: bool, on_progress: Callable[[Result], object] | None, options: Options
    ) -> Iterator[Result]:
        begun = time.perf_counter()
        search = self._improving(objective, minimize, options)
        solution, value, found = None, None, -1
        pause = None if on_progress is None else 0.1
        while found != 0:
            found, better, at = search._advance(pause)
            bound, stopped_by, counts = search._state()
            if found == 1:
                solution, value = at, better
            statistics = _statistics(counts, begun)
            if found == 0:
                yield _result(solution, value, value if stopped_by is None else bound, stopped_by, statistics)
                return
            status = Status.UNKNOWN if solution is None else Status.FEASIBLE
            result = Result(status, solution, value, bound, None, statistics)
            if found == 1:
                yield result
            elif on_progress is not None:
                on_progress(result)

    def solutions(self, **options: Unpack[Options]) -> Solutions:
        """All solutions, found one by one.

        >>> m = ferz.Model()
        >>> x = m.int_var([2, 3, 5], name="x")
        >>> [s[x] for s in m.solutions()]
        [2, 3, 5]
        """
        return Solutions(self._solutions(options), time.perf_counter())

    def count(self, **options: Unpack[Options]) -> Count:
        """The number of solutions."""
        return Count(*self._count(options))

    def unique(self, **options: Unpack[Options]) -> Uniqueness:
        """Whether there is exactly one solution.

        >>> m = ferz.Model()
        >>> x = m.int_var(0, 9, name="x")
        >>> m += x >= 9
        >>> bool(m.unique()), m.unique().solution[x]
        (True, 9)
        """
        return Uniqueness(*self._unique(options))

    def unsat_core(self, among: Iterable[Constraint] | None = None, **options: Unpack[Options]) -> Core | None:
        """Constraints that have no solution together, none of which can be left out; None if there is a solution.

        With `among` the core has only these constraints, and all others always hold. With a limit, it may be larger
        than necessary (`core.stopped_by`); if nothing is refuted yet, `TimeoutError`.

        >>> m = ferz.Model()
        >>> a, b, c = m.int_vars("abc", 1, 9)
        >>> m.add([a < b, b < c, c < a, a != 2])
        [<Constraint a < b>, <Constraint b < c>, <Constraint c < a>, <Constraint a != 2>]
        >>> print(m.unsat_core())
        `a < b`, `b < c` and `c < a`
        """
        members, stopped_by = self._unsat_core(among, options)
        if members is None and stopped_by is not None:
            raise TimeoutError(f"not yet shown that there is no solution ({stopped_by})")
        return None if members is None else Core(members, stopped_by)

    def assumption_core(self, assumptions: Iterable[Term], **options: Unpack[Options]) -> list[int] | None:
        """The indices of assumptions that cannot hold together, none of which can be left out; None if all can hold.

        >>> m = ferz.Model()
        >>> x = m.int_var(0, 9, name="x")
        >>> m.assumption_core([x > 1, x > 5, x < 4])
        [1, 2]
        """
        indices, stopped_by = self._assumption_core({**options, "assumptions": assumptions})
        if indices is None and stopped_by is not None:
            raise TimeoutError(f"not yet shown that there is no solution ({stopped_by})")
        return indices

    def why(self, fact: Term, **options: Unpack[Options]) -> Derivation:
        """Why a fact is true in every solution, or in none, in sentences.

        >>> m = ferz.Model()
        >>> x = m.int_var(1, 3, shape=3, name="x")
        >>> m.all_different(x, name="rows")
        <Constraint rows>
        >>> m.add(x[0] == 1, name="given")
        <Constraint given>
        >>> print(m.why(x[1] != 1))
        x[1] != 1 is true in every solution:
        1. x[0] = 1, by `given`
        2. x[0] = 1, and all of `rows` must differ, so x[1] != 1 (from 1)
        """
        return Derivation(*self._why(fact, options))

    def prove(
        self,
        path: str,
        *,
        minimize: Term | None = None,
        maximize: Term | None = None,
        core: Iterable[Constraint] | None = None,
        **options: Unpack[Options],
    ) -> Proof:
        """Searches, and writes a proof for an independent checker: `veripb path.opb path.pbp`.

        The proof shows that there is no solution, or that all are listed; with an objective, that the best one is
        optimal; with `core`, that these constraints have no solution together.
        """
        begun = time.perf_counter()
        if sum(given is not None for given in (minimize, maximize, core)) > 1:
            raise TypeError("give at most one of minimize=, maximize= and core=")
        objective = maximize if minimize is None else minimize
        verdict, solution, stopped_by, counts = self._prove(str(path), objective, maximize is None, core, options)
        return Proof(verdict, str(path), solution, stopped_by, _statistics(counts, begun))


def _result(
    solution: Solution | None, value: int | None, bound: int | None, stopped_by: str | None, statistics: Statistics
) -> Result:
    """The result of a search for an optimum that has ended."""
    if stopped_by is None:
        status = Status.UNSATISFIABLE if solution is None else Status.OPTIMAL
    else:
        status = Status.UNKNOWN if solution is None else Status.FEASIBLE
    return Result(status, solution, value, bound, stopped_by, statistics)


__all__ = ["Array", "Model", "Options", "Solutions"]
