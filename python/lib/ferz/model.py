"""Models and their queries."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, overload

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

from . import _ferz
from ._ferz import Array, Constraint, Expr, Node, Solution
from .constraints import Term
from .intervals import Interval
from .results import Answer, Core, Count, Derivation, Incumbent, Proof, Result, Statistics, Status, Uniqueness
from .sets import Sets

if TYPE_CHECKING:
    from .notebook import Page


class Limits(TypedDict, total=False):
    """The limits of a query."""

    time_limit: float | None
    """Seconds."""
    node_limit: int | None
    failure_limit: int | None
    solution_limit: int | None
    memory_limit: int | None
    """Bytes."""
    objective_limit: int | None
    """An objective value that is good enough."""
    gap_limit: float | None
    """A gap that is small enough."""


class Options(Limits, total=False):
    """The options of every query, with the same names and values as on the command line (`ferz solve --help`)."""

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
    linear: str | None
    learn: bool | str | None
    """Clause learning: True, False, or `"fixed"`, `"activity"`, `"alternating"`."""
    explanations: str | None
    """How a learning search explains inferences: `"eager"`, `"lazy"`, `"lifted"`, `"minimal"` or `"naive"`."""
    phase_saving: bool | None
    lns: bool | None
    """Large neighbourhood search, then the proof."""
    on: Any
    """The variables to branch on first."""
    project: Any
    """Finds only one solution for each assignment to these variables."""
    hint: Mapping[Any, Any] | None
    """Values to try first."""
    assumptions: Iterable[Term] | None
    """Conditions that hold only in this query."""
    branch_with: Callable[[Node], Expr | None] | None
    """A branching rule: maps a node, which provides the domains, to a comparison such as `x == 3`, or to None."""
    check: bool | None
    """Whether solutions are checked before they are returned (the default)."""


def _statistics(counts: tuple[int, ...], begun: float) -> Statistics:
    nodes, failures, solutions, propagations, peak_depth, restarts = counts
    return Statistics(nodes, failures, solutions, propagations, peak_depth, restarts, time.perf_counter() - begun)


class Solutions(Iterator[Solution]):
    """The solutions of a model, found one by one."""

    def __init__(self, run: _ferz._Solutions, begun: float) -> None:
        self._run, self._begun = run, begun
        self._next = run.__next__

    def __iter__(self) -> Iterator[Solution]:
        # The same search, without a call to a Python function for each solution.
        return self._run

    def __next__(self) -> Solution:
        return self._next()

    @property
    def stopped_by(self) -> str | None:
        """The limit that ended the search; None while it continues, and if all solutions have been found."""
        return self._run.stopped_by

    @property
    def is_complete(self) -> bool:
        """Whether all solutions have been found."""
        return self._run.is_complete

    @property
    def statistics(self) -> Statistics:
        """The effort so far."""
        return _statistics(self._run._counts, self._begun)


class Incremental:
    """A model that is compiled once and solved under many assumptions. Created by `Model.incremental`."""

    def __init__(self, solver: _ferz._Incremental) -> None:
        self._solver = solver

    def solve(self, assumptions: Iterable[Term] = (), **limits: Unpack[Limits]) -> Answer:
        """Returns a solution under assumptions, or a core of the assumptions.

        An assumption is a Boolean variable, or compares a variable with a number. The limits apply to this query.
        """
        begun = time.perf_counter()
        solution, core, stopped_by, counts = self._solver._solve(assumptions, limits)
        return Answer(solution, core, stopped_by, _statistics(counts, begun))


class Model(Sets):
    """A model: variables and constraints.

    >>> m = ferz.Model()
    >>> q = m.int_var(range(8), shape=8, name="q")
    >>> m.all_different(q, name="rows")
    <Constraint rows>
    >>> m.all_different(q + range(8), name="down diagonals")
    <Constraint down diagonals>
    >>> m.all_different(q - range(8), name="up diagonals")
    <Constraint up diagonals>
    >>> m.count()
    92
    >>> next(m.solutions())[q]
    [0, 4, 7, 5, 2, 6, 1, 3]
    """

    def int_vars(self, names: Iterable[str], domain: Any, last: int | None = None) -> list[Expr]:
        """Declares a variable for each name, all with the same domain.

        >>> m = ferz.Model()
        >>> x, y = m.int_vars("xy", 0, 9)
        >>> m.add(3 * x == 2 * y + 13)
        <Constraint 3*x = 2*y + 13>
        >>> m.solve().solution[{"x": x, "y": y}]
        {'x': 5, 'y': 1}
        """
        return [self.int_var(domain, last, name=name) for name in names]

    def interval(
        self, first: int, last: int, duration: Term, *, name: str | None = None, presence: Term | None = None
    ) -> Interval:
        """Declares a task within the time from `first` to `last`, for `disjunctive` and `cumulative`.

        The duration is a number or an expression. With a `presence`, the task is optional.

        >>> m = ferz.Model()
        >>> cut, glue = m.interval(0, 9, 2, name="cut"), m.interval(0, 9, 3, name="glue")
        >>> m += cut.end <= glue.start
        >>> best = m.minimize(glue.end)
        >>> best.objective, best.solution[cut]
        (5, [0, 2])
        """
        name = f"task{self.num_variables}" if name is None else name
        if presence is not None:
            _ferz._reduce("all", [presence])  # Raises if this is not a condition.
        if isinstance(duration, Expr):
            task = Interval(self.int_var(first, last, name=f"{name}.start"), duration, presence, name)
            self.add(task.end <= last, name=f"{name} ends by {last}", enforce_if=presence)
            return task
        return Interval(self.int_var(first, last - duration, name=f"{name}.start"), duration, presence, name)

    # Queries

    def solve(self, **options: Unpack[Options]) -> Result:
        """Finds a solution.

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
        progress: bool = False,
        **options: Unpack[Options],
    ) -> Result:
        """Finds the solution with the smallest value of an expression, and proves it optimal.

        `on_improvement` is called with each better solution, and `on_progress` about ten times a second. With
        `progress`, a progress bar is shown if `tqdm` is installed.

        >>> m = ferz.Model()
        >>> x, y = m.int_vars("xy", 0, 9)
        >>> m += 3 * x + 5 * y >= 22
        >>> best = m.minimize(3 * x + 4 * y)
        >>> str(best.status), best.objective, best.solution[[x, y]]
        ('OPTIMAL', 19, [1, 4])
        """
        return self._best(objective, True, on_improvement, on_progress, progress, options)

    def maximize(
        self,
        objective: Term,
        *,
        on_improvement: Callable[[Result], object] | None = None,
        on_progress: Callable[[Result], object] | None = None,
        progress: bool = False,
        **options: Unpack[Options],
    ) -> Result:
        """Finds the solution with the largest value of an expression, and proves it optimal: see `minimize`."""
        return self._best(objective, False, on_improvement, on_progress, progress, options)

    def _best(
        self,
        objective: Term,
        minimize: bool,
        on_improvement: Callable[[Result], object] | None,
        on_progress: Callable[[Result], object] | None,
        progress: bool,
        options: Options,
    ) -> Result:
        begun = time.perf_counter()
        is_watched = progress or on_improvement is not None or on_progress is not None
        shared = None if is_watched else self._optimum(objective, minimize, options)
        if shared is not None:
            solution, value, bound, stopped_by, counts = shared
            return _result(solution, value, bound, stopped_by, _statistics(counts, begun))
        bar = None
        if progress:
            from .notebook import progress_bar

            bar = progress_bar()

        def report(result: Result) -> None:
            if bar is not None:
                bar(result)
            if on_progress is not None:
                on_progress(result)

        result = None
        try:
            for result in self._results(objective, minimize, report if bar or on_progress else None, options):
                if bar is not None:
                    bar(result)
                if on_improvement is not None and result.status is Status.FEASIBLE and result.stopped_by is None:
                    on_improvement(result)
        finally:
            if bar is not None:
                bar(None)
        assert result is not None
        return result

    @overload
    def improving(self, *, minimize: Term, **options: Unpack[Options]) -> Iterator[Result]: ...
    @overload
    def improving(self, *, maximize: Term, **options: Unpack[Options]) -> Iterator[Result]: ...
    def improving(
        self, *, minimize: Term | None = None, maximize: Term | None = None, **options: Unpack[Options]
    ) -> Iterator[Result]:
        """Finds successively better solutions. The last result states how the search ended.

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
        incumbents: list[Incumbent] = []
        pause = None if on_progress is None else 0.1
        while found != 0:
            found, better, at = search._advance(pause)
            bound, stopped_by, counts = search._state()
            if better is not None:
                solution, value = at, better
                incumbents.append(Incumbent(time.perf_counter() - begun, better, bound))
            statistics = _statistics(counts, begun)
            if found == 0:
                bound = value if stopped_by is None else bound
                yield _result(solution, value, bound, stopped_by, statistics, tuple(incumbents))
                return
            status = Status.UNKNOWN if solution is None else Status.FEASIBLE
            result = Result(status, solution, value, bound, None, statistics)
            if better is not None:
                yield result
            elif on_progress is not None:
                on_progress(result)

    def solutions(self, **options: Unpack[Options]) -> Solutions:
        """Finds all solutions, one by one.

        >>> m = ferz.Model()
        >>> x = m.int_var([2, 3, 5], name="x")
        >>> [s[x] for s in m.solutions()]
        [2, 3, 5]
        """
        return Solutions(self._solutions(options), time.perf_counter())

    def incremental(self, **options: Unpack[Options]) -> Incremental:
        """Compiles the model once, to solve it repeatedly under different assumptions.

        What one query learns helps later ones. Constraints added to the model later do not affect the compiled model.

        >>> m = ferz.Model()
        >>> x = m.int_var(1, 9, name="x")
        >>> wish = m.bool_var(shape=3, name="wish")
        >>> _ = m.add(x > 5, enforce_if=wish[0])
        >>> _ = m.add(x < 3, enforce_if=wish[1])
        >>> _ = m.add(x != 4, enforce_if=wish[2])
        >>> solver = m.incremental()
        >>> answer = solver.solve([wish[0], wish[2]])
        >>> answer.solution[x] > 5, answer.core
        (True, None)
        >>> solver.solve(wish).core
        [0, 1]
        """
        return Incremental(self._incremental(options))

    def count(self, **options: Unpack[Options]) -> Count:
        """Counts the solutions."""
        return Count(*self._count(options))

    def unique(self, **options: Unpack[Options]) -> Uniqueness:
        """Determines whether there is exactly one solution.

        >>> m = ferz.Model()
        >>> x = m.int_var(0, 9, name="x")
        >>> m += x >= 9
        >>> bool(m.unique()), m.unique().solution[x]
        (True, 9)
        """
        return Uniqueness(*self._unique(options))

    def unsat_core(self, among: Iterable[Constraint] | None = None, **options: Unpack[Options]) -> Core | None:
        """Finds a minimal set of constraints without a common solution; returns None if there is a solution.

        With `among`, the core contains only these constraints, and all others always hold. If a limit stops the search,
        the core may be larger than necessary (`core.stopped_by`); if none is known yet, raises `TimeoutError`.

        >>> m = ferz.Model()
        >>> a, b, c = m.int_vars("abc", 1, 9)
        >>> m.add([a < b, b < c, c < a, a != 2])
        [<Constraint a < b>, <Constraint b < c>, <Constraint c < a>, <Constraint a != 2>]
        >>> print(m.unsat_core())
        `a < b`, `b < c` and `c < a`
        """
        members, stopped_by = self._unsat_core(among, options)
        if members is None and stopped_by is not None:
            raise TimeoutError(f"stopped before proving that there is no solution ({stopped_by})")
        return None if members is None else Core(members, stopped_by)

    def assumption_core(  # type: ignore[misc]  # also a keyword
        self, assumptions: Iterable[Term], **options: Unpack[Options]
    ) -> list[int] | None:
        """Finds the indices of a minimal set of assumptions that cannot hold together; returns None if all can hold.

        >>> m = ferz.Model()
        >>> x = m.int_var(0, 9, name="x")
        >>> m.assumption_core([x > 1, x > 5, x < 4])
        [1, 2]
        """
        indices, stopped_by = self._assumption_core({**options, "assumptions": assumptions})
        if indices is None and stopped_by is not None:
            raise TimeoutError(f"stopped before proving that there is no solution ({stopped_by})")
        return indices

    def why(self, fact: Term, **options: Unpack[Options]) -> Derivation:
        """Explains in sentences why a fact is true in every solution, or in none.

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
        path: str | os.PathLike[str],
        *,
        minimize: Term | None = None,
        maximize: Term | None = None,
        core: Iterable[Constraint] | None = None,
        **options: Unpack[Options],
    ) -> Proof:
        """Searches, and writes a proof for an independent checker: `veripb path.opb path.pbp`.

        The proof shows that there is no solution, or that all solutions are listed. With an objective, it shows that
        the best solution is optimal; with `core`, that these constraints have no solution together.
        """
        begun = time.perf_counter()
        if sum(given is not None for given in (minimize, maximize, core)) > 1:
            raise TypeError("give at most one of minimize=, maximize= and core=")
        objective = maximize if minimize is None else minimize
        files = os.fspath(path)
        verdict, solution, stopped_by, counts = self._prove(files, objective, maximize is None, core, options)
        return Proof(verdict, files, solution, stopped_by, _statistics(counts, begun))

    def study(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        minimize: Term | None = None,
        maximize: Term | None = None,
        title: str = "Ferz",
        **options: Unpack[Options],
    ) -> Page:
        """Searches at most 500 nodes, unless `node_limit` is given, and creates a page about the search.

        The page shows the tree, the domains at every event, which constraint removed each value and why, what stronger
        consistency levels would remove, and the work of each constraint. A notebook displays the page; with a
        `path`, it is saved.
        """
        from .notebook import Page

        if minimize is not None and maximize is not None:
            raise TypeError("give at most one of minimize= and maximize=")
        if (options.get("threads") or 1) > 1:
            raise TypeError("a page shows one search: omit threads=")
        objective = maximize if minimize is None else minimize
        page = Page(self._study(title, objective, maximize is None, {"node_limit": 500, **options}))
        if path is not None:
            page.save(path)
        return page

    def _repr_html_(self) -> str:
        from . import notebook

        return notebook.model(self)


def _result(
    solution: Solution | None,
    value: int | None,
    bound: int | None,
    stopped_by: str | None,
    statistics: Statistics,
    incumbents: tuple[Incumbent, ...] = (),
) -> Result:
    """Creates the result of an optimisation that has ended."""
    if stopped_by is None:
        status = Status.UNSATISFIABLE if solution is None else Status.OPTIMAL
    else:
        status = Status.UNKNOWN if solution is None else Status.FEASIBLE
    return Result(status, solution, value, bound, stopped_by, statistics, incumbents)


__all__ = ["Array", "Model", "Options", "Solutions"]
