#!/usr/bin/env python
# -*- coding:utf-8 -*-
# SPDX-License-Identifier: Apache-2.0
##
## ferz.py
##
"""
Interface to Ferz's API

Ferz is a finite-domain constraint solver, written in Rust, in which every inference has a reason:
it can produce proofs for VeriPB and minimal unsatisfiable cores.

Always use :func:`cp.SolverLookup.get("ferz") <cpmpy.solvers.utils.SolverLookup.get>` to
instantiate the solver object. As long as Ferz is not in CPMpy's list of solvers by default,
``import ferz.cpmpy`` adds it.

============
Installation
============

Requires that the 'ferz' python package is installed:

.. code-block:: console

    $ pip install ferz

The rest of this documentation is for advanced users.

===============
List of classes
===============

.. autosummary::
    :nosignatures:

    CPM_ferz

==============
Module details
==============
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from copy import copy
from math import prod
from typing import Any

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import Comparison, Expression, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.globalfunctions import FloatSum, GlobalFunction
from cpmpy.expressions.utils import (
    eval_comparison, flatlist, get_bounds, is_boolexpr, is_int, is_star,
)
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl
from cpmpy.solvers.solver_interface import Callback, ExitStatus, SolverInterface, SolverStatus
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import _no_partial_functions

try:
    import ferz
except ImportError:  # CPM_ferz.supported() says so
    pass

# Counting functions: Ferz has constraints for them, not expressions.
_COUNTING = frozenset({"count", "among", "nvalue", "nvalue_except"})
_FUNCTIONS = _COUNTING | {"min", "max", "abs", "mul", "div", "mod", "pow", "element", "nd_element"}

# Constraints on one list, on two lists, and on matrix rows, each with its ferz.Model method.
_ONE_LIST = {
    "alldifferent": "all_different", "allequal": "all_equal", "circuit": "circuit", "xor": "odd",
    "increasing": "increasing", "decreasing": "decreasing",
    "strictly_increasing": "strictly_increasing", "strictly_decreasing": "strictly_decreasing",
}
_TWO_LISTS = {"inverse": "inverse", "lex_less": "lex_less", "lex_lesseq": "lex_less_eq"}
_ROWS = {"lex_chain_less": "lex_less", "lex_chain_lesseq": "lex_less_eq"}


class CPM_ferz(SolverInterface):
    """
    Interface to Ferz's API

    Creates the following attributes (see parent constructor for more):

    - ``ferz_model``: ferz.Model, the native model
    - ``ferz_result``: ferz.Result or ferz.Proof, the result of the last `solve()` call

    The :class:`~cpmpy.expressions.globalconstraints.DirectConstraint` calls a method of
    `ferz.Model` with the given name.

    Documentation of the solver's own Python API: ``help(ferz.Model)``.

    >>> import cpmpy as cp
    >>> import ferz.cpmpy
    >>> x = cp.intvar(0, 9, shape=3, name="x")
    >>> s = cp.SolverLookup.get("ferz", cp.Model(cp.AllDifferent(x), sum(x) == 3))
    >>> s.solveAll()
    6
    """

    supported_global_constraints = _FUNCTIONS | {
        *_ONE_LIST, *_TWO_LISTS, *_ROWS,
        "alldifferent_except_0", "alldifferent_except_n", "table", "short_table", "negative_table",
        "regular", "mdd", "ite", "indomain", "cumulative", "cumulative_optional", "no_overlap",
        "no_overlap_optional", "precedence", "gcc",
    }
    supported_reified_global_constraints = supported_global_constraints - _FUNCTIONS

    @staticmethod
    def supported() -> bool:
        # try to import the package
        try:
            import ferz  # noqa: F401
            return True
        except ModuleNotFoundError:
            return False

    @classmethod
    def version(cls) -> str | None:
        """
        Returns the installed version of the solver's Python API.
        """
        return ferz.__version__ if cls.supported() else None

    def __init__(self, cpm_model: Any = None, subsolver: None = None, proof: str | None = None):
        """
        Constructor of the native solver object

        Arguments:
            cpm_model: Model(), a CPMpy Model() (optional)
            subsolver: None, not used
            proof (str, optional): solve() writes a proof into files whose names begin with this
        """
        if not self.supported():
            raise ModuleNotFoundError("CPM_ferz: Install the python package 'ferz'.")
        assert subsolver is None

        # initialise the native solver object
        self.ferz_model = ferz.Model()
        self.ferz_result: Any = None
        self._proof = proof
        self._objective: Any = None
        self._objective_is_min = True
        self._hint: dict[Any, int] = {}
        self._assumptions: list[Any] | None = None  # of the last solve(), if it was UNSAT

        # initialise everything else and post the constraints/objective
        super().__init__(name="ferz", cpm_model=cpm_model)

    @property
    def native_model(self) -> Any:
        """
        Returns the solver's underlying native model (for direct solver access).
        """
        return self.ferz_model

    def solve(
        self,
        time_limit: float | None = None,
        assumptions: Iterable[_BoolVarImpl] | None = None,
        display: Callback | None = None,
        **kwargs: Any,
    ) -> bool:
        """
        Call the Ferz solver

        Arguments:
            time_limit (float, optional): maximum solve time in seconds
            assumptions: iterable (e.g. list, set, tuple) of Boolean expressions, typically
                variables (or their negation), that are assumed to be true. If there is no
                solution, `get_core()` returns a minimal subset of them that has none.
            display: generic solution callback for use during optimization: a CPMpy expression, a
                list of them, or a function, called after the value-mapping of each better solution
            kwargs: any keyword argument of ferz.Model.solve

        Some options of Ferz: `threads`, `seed`, `node_limit`, `memory_limit` (bytes),
        `var_order="dom/wdeg"`, `value_order="max"`, `restarts="luby:100"`, `learn` (True or False),
        `lns=True`. For the complete list see `ferz.Options`.
        """
        # ensure all vars are known to solver
        self.solver_vars(list(self.user_vars))

        options = self._options(time_limit, kwargs)
        if assumptions is not None:
            assumptions = list(assumptions)  # iterable to ordered list
            options["assumptions"] = self._ferz_exprs(assumptions, [])

        # call the solver, with parameters
        m, start_time = self.ferz_model, time.time()
        result: Any
        sense = "minimize" if self._objective_is_min else "maximize"
        if self._proof is not None:
            if self.has_objective():
                options[sense] = self._objective
            else:
                options["solution_limit"] = 1
            result = m.prove(self._proof, **options)
        elif self.has_objective():
            found = None
            if display is not None:
                found = lambda better: self._display(better.solution, display)  # noqa: E731
            result = getattr(m, sense)(self._objective, on_improvement=found, **options)
        else:
            result = m.solve(**options)
        self.ferz_result = result

        # new status, translate runtime
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.solve_time = time.time() - start_time

        # translate solver exit status to CPMpy exit status
        if result.solution is None:
            stopped = result.stopped_by is not None
            self.cpm_status.exitstatus = ExitStatus.UNKNOWN if stopped else ExitStatus.UNSATISFIABLE
        elif self.has_objective() and result.stopped_by is None:
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL
        else:
            self.cpm_status.exitstatus = ExitStatus.FEASIBLE
        unsat = self.cpm_status.exitstatus == ExitStatus.UNSATISFIABLE
        self._assumptions = assumptions if unsat else None

        # translate solution values (of user specified variables only)
        self._read(result.solution)
        self.objective_value_ = None
        if result.solution is not None and self.has_objective():
            self.objective_value_ = result.solution[self._objective]
        if result.solution is not None and not self.has_objective():
            self.print_display(display)
        return self._solve_return(self.cpm_status)

    def solveAll(
        self,
        display: Callback | None = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,
        **kwargs: Any,
    ) -> int:
        """
        Compute all solutions, map them to CPMpy and optionally display the solutions.

        Arguments:
            display: either a list of CPMpy expressions, OR a callback function, called with the
                variables after value-mapping. default/None: nothing displayed
            time_limit: stop after this many seconds (default: None)
            solution_limit: stop after this many solutions (default: None)
            call_from_model: whether the method is called from a CPMpy Model instance or not
            kwargs: any keyword argument of ferz.Model.solutions

        Returns:
            number of solutions found
        """
        if self.has_objective():
            raise NotSupportedError("Ferz does not support finding all optimal solutions.")
        user_vars = self.solver_vars(list(self.user_vars))
        options = self._options(time_limit, kwargs)
        if len(user_vars) < self.ferz_model.num_variables:
            options["project"] = user_vars  # solutions differ in more than auxiliary variables

        count, solution, start_time = 0, None, time.time()
        solutions = self.ferz_model.solutions(solution_limit=solution_limit, **options)
        for solution in solutions:
            count += 1
            if display is not None:
                self._display(solution, display)
        if count == 0 or display is None:
            self._read(solution)

        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.solve_time = time.time() - start_time
        if solutions.is_complete:
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL if count else ExitStatus.UNSATISFIABLE
        else:
            self.cpm_status.exitstatus = ExitStatus.FEASIBLE if count else ExitStatus.UNKNOWN
        return count

    def _options(self, time_limit: float | None, kwargs: dict[str, Any]) -> dict[str, Any]:
        """
        Returns the options of a Ferz call.
        """
        if time_limit is not None and time_limit <= 0:
            raise ValueError(f"Time limit must be positive, but got {time_limit}")
        return {"time_limit": time_limit, "hint": self._hint or None, **kwargs}

    def _read(self, solution: Any) -> None:
        """
        Fill in the values of the user variables, or clear them if there is no solution.
        """
        cpm_vars = list(self.user_vars)
        if solution is None:
            for cpm_var in cpm_vars:
                cpm_var._value = None
            return
        for cpm_var, value in zip(cpm_vars, solution[self.solver_vars(cpm_vars)]):
            cpm_var._value = bool(value) if isinstance(cpm_var, _BoolVarImpl) else value

    def _display(self, solution: Any, display: Callback) -> None:
        self._read(solution)
        self.print_display(display)

    def solver_var(self, cpm_var: Any) -> Any:
        """
        Creates solver variable for cpmpy variable
        or returns from cache if previously created
        or returns a constant if the variable is a constant
        """
        if isinstance(cpm_var, _NumVarImpl):
            name = cpm_var.name
            revar = self._varmap.get(name)
            if revar is not None:
                return revar

            # not yet created, make a new solver var
            if isinstance(cpm_var, NegBoolView):
                revar = ~self.solver_var(cpm_var._bv)
            else:
                revar = self.ferz_model.int_var(int(cpm_var.lb), int(cpm_var.ub), name=name)
            self._varmap[name] = revar
            return revar

        if is_int(cpm_var):  # shortcut, eases posting constraints
            return int(cpm_var)

        raise NotImplementedError(f"Not a known var {cpm_var}")

    def objective(self, expr: Expression, minimize: bool = True) -> None:
        """
        Post the given expression to the solver as objective to minimize/maximize

        Arguments:
            expr: Expression, the CPMpy expression that represents the objective function
            minimize: Bool, whether it is a minimization problem (True) or maximization (False)

        'objective()' can be called multiple times, only the last one is stored
        """
        if isinstance(expr, FloatSum):
            raise NotSupportedError("CPM_ferz: only integer objectives are supported, not FloatSum")

        # save user variables
        get_variables(expr, collect=self.user_vars)

        guards: list[Any] = []
        self._objective = self._ferz_expr(expr, guards)
        self._objective_is_min = minimize
        for guard in guards:
            self.ferz_model.add(guard)

    def has_objective(self) -> bool:
        return self._objective is not None

    def transform(self, cpm_expr: Any) -> list[Expression]:
        """
        Transform arbitrary CPMpy expressions to constraints the solver supports

        Ferz accepts nested expressions with partial functions, so this only flattens lists;
        `add()` decomposes the global constraints that Ferz does not have.

        Arguments:
            cpm_expr (NestedBoolExprLike): CPMpy expression, or list thereof

        Returns:
            list[Expression]: transformed constraints
        """
        return toplevel_list(cpm_expr)

    def add(self, cpm_expr: Any) -> CPM_ferz:
        """
        Eagerly add a constraint to the underlying solver.

        Any CPMpy expression given is immediately transformed (through `transform()`)
        and then posted to the solver in this function.

        The variables used in expressions given to add are stored as 'user variables'. Those are the
        only ones the user knows and cares about (and will be populated with a value after solve).
        All other variables are auxiliary variables created by transformations.

        Arguments:
            cpm_expr (NestedBoolExprLike): CPMpy expression, or list thereof

        Returns:
            self
        """
        # add new user vars to the set
        get_variables(cpm_expr, collect=self.user_vars)

        # transform and post the constraints
        for con in self.transform(cpm_expr):
            self._post(con)
        return self

    __add__ = add  # avoid redirect in superclass

    def _post(self, con: Any, **how: Any) -> None:
        """
        Post a constraint. `how` is empty, or `enforce_if=condition`.
        """
        if isinstance(con, GlobalConstraint):
            for part in self._parts(con, "decompose_positive"):
                self._post_part(part, how)
            return
        if isinstance(con, DirectConstraint):
            if how:
                raise NotSupportedError(f"CPM_ferz: a DirectConstraint cannot be reified: {con}")
            con.callSolver(self, self.ferz_model)
            return
        if not how and isinstance(con, (Comparison, Operator)):
            lhs, rhs = con.args[0], con.args[-1]
            if con.name == "not" and isinstance(lhs, GlobalConstraint):
                self._post_iff(lhs, 0)
                return
            if con.name == "->":
                self._post(rhs, enforce_if=self._ferz_expr(lhs, []))
                return
            if con.name == "==" and is_boolexpr(lhs) and is_boolexpr(rhs):
                if isinstance(rhs, GlobalConstraint):
                    lhs, rhs = rhs, lhs
                self._post_iff(lhs, self._ferz_expr(rhs, []))
                return
            if con.name == "==" and getattr(lhs, "name", None) in _COUNTING:
                guards: list[Any] = []
                self._post_count(lhs, self._ferz_expr(rhs, guards), guards)
                for guard in guards:
                    self.ferz_model.add(guard)
                return
        self.ferz_model.add(self._ferz_expr(con, []), **how)

    def _post_iff(self, con: Any, condition: Any) -> None:
        """
        Post that a constraint holds if and only if the condition does.
        """
        if isinstance(con, GlobalConstraint):
            parts = self._parts(con, "decompose")
        else:
            parts = [self._ferz_expr(con, [])]
        if len(parts) == 1:
            self._post_part(parts[0], {"iff": condition})
        else:
            self.ferz_model.add(ferz.all(map(self._condition, parts)), iff=condition)

    def _post_part(self, part: Any, how: dict[str, Any]) -> None:
        """
        Post a condition, or a constraint, given as a model method with its arguments.
        """
        if isinstance(part, tuple):
            part[0](*part[1:], **how)
        else:
            self.ferz_model.add(part, **how)

    def _condition(self, part: Any) -> Any:
        """
        Converts a condition or a constraint to a condition.
        """
        if not isinstance(part, tuple):
            return part
        holds = self.ferz_model.bool_var()
        part[0](*part[1:], iff=holds)
        return holds

    def _post_all(self, cpm_cons: Any) -> None:
        """
        Post constraints that define auxiliary variables.
        """
        for con in self.transform(cpm_cons):
            self._post(con)

    def _total(self, args: Any, guards: list[Any]) -> Any:
        """
        Returns the arguments without partial functions. Adds the conditions under which these are
        defined to the guards, which belong to the nearest enclosing Boolean expression.
        """
        changed, total, toplevel, conditions = _no_partial_functions(
            args, is_toplevel=False, safen_toplevel=frozenset()
        )
        self._post_all(toplevel)
        guards.extend(self._ferz_expr(condition, []) for condition in conditions)
        return total if changed else args

    def _ferz_exprs(self, cpm_exprs: Any, guards: list[Any]) -> list[Any]:
        """
        Converts a list of CPMpy expressions of any shape to Ferz expressions.
        """
        return [self._ferz_expr(expr, guards) for expr in flatlist(cpm_exprs)]

    def _ferz_expr(self, e: Any, guards: list[Any]) -> Any:
        """
        Converts a CPMpy expression to a Ferz expression or a number.

        Most partial functions are the same in Ferz. For others, adds the conditions under which they
        are defined to the guards, which belong to the nearest enclosing Boolean expression.
        """
        if isinstance(e, _NumVarImpl):
            revar = self._varmap.get(e.name)
            return self.solver_var(e) if revar is None else revar
        if isinstance(e, Comparison):
            mine: list[Any] = []
            lhs, rhs = e.args
            a, b = self._ferz_expr(lhs, mine), self._ferz_expr(rhs, mine)
            if e.name == "==" and is_boolexpr(lhs) and is_boolexpr(rhs):
                holds = ferz.sum([a]).iff(b)
            else:
                holds = eval_comparison(e.name, a, b)
            return ferz.all([holds, *mine]) if mine else holds
        if isinstance(e, Operator):
            return self._operator(e, guards)
        if isinstance(e, GlobalFunction):
            return self._function(e, guards)
        if isinstance(e, GlobalConstraint):
            parts = [self._condition(part) for part in self._parts(e, "decompose")]
            return parts[0] if len(parts) == 1 else ferz.all(parts)
        if is_int(e):
            return int(e)
        raise NotSupportedError(f"CPM_ferz: cannot be part of an expression: {e}")

    def _operator(self, e: Operator, guards: list[Any]) -> Any:
        name, args = e.name, e.args
        if name == "wsum":
            weights, args = args
            items = [self._ferz_expr(arg, guards) for arg in args]
            return ferz.weighted_sum([int(weight) for weight in weights], items)
        args = [self._ferz_expr(arg, guards) for arg in args]
        if name == "sum":
            return ferz.sum(args)
        if name == "and":
            return ferz.all(args)
        if name == "or":
            return ferz.any(args)
        if name == "->":
            return ferz.any([_negated(args[0]), args[1]])
        if name == "not":
            return _negated(args[0])
        if name == "sub":
            return args[0] - args[1]
        if name == "-":
            return -args[0]
        raise NotImplementedError(f"CPM_ferz: unknown operator {name}")

    def _function(self, e: GlobalFunction, guards: list[Any]) -> Any:
        """
        Converts a function to an expression.
        """
        name, args = e.name, e.args
        if name in _COUNTING:
            number = self.ferz_model.int_var(0, len(args) if name == "nvalue" else len(args[0]))
            self._post_count(e, number, guards)
            return number
        if name == "element":
            array, index = args
            return ferz.array(self._ferz_exprs(array, guards))[self._index(index, guards)]
        if name == "nd_element":
            array, *axes = args
            indices = [self._index(axis, guards) for axis in axes]
            for axis, index, length in zip(axes, indices, array.shape):
                low, high = get_bounds(axis)
                if low < 0 or high >= length:  # must not become the index of another row
                    guards += [index >= 0, index < length]
            strides = [prod(array.shape[axis + 1:]) for axis in range(len(axes))]
            place = ferz.weighted_sum(strides, indices)
            return ferz.array(self._ferz_exprs(array, guards))[place]
        if name not in self.supported_global_constraints:
            total = copy(e)
            total.update_args(self._total(args, guards))
            value, toplevel = total.decompose()
            self._post_all(toplevel)
            return self._ferz_expr(value, guards)
        args = [self._ferz_expr(arg, guards) for arg in args]
        if name == "mul":
            return args[0] * args[1]
        if name == "div":
            return ferz.div(*args)
        if name == "mod":
            return ferz.mod(*args)
        if name == "pow":
            return args[0] ** args[1]
        if name == "abs":
            return abs(args[0])
        return ferz.min(args) if name == "min" else ferz.max(args)

    def _index(self, index: Any, guards: list[Any]) -> Any:
        """
        Converts an index to an expression, even if the index is a constant.
        """
        return ferz.sum([self._ferz_expr(index, guards)])

    def _post_count(self, e: GlobalFunction, number: Any, guards: list[Any]) -> None:
        """
        Post that the number is the value of a counting function.
        """
        m, name, args = self.ferz_model, e.name, e.args
        if e.has_subexpr():
            args = self._total(args, guards)
        items = self._ferz_exprs(args if name == "nvalue" else args[0], guards)
        if name == "count":
            m.at_value(items, self._ferz_expr(args[1], guards), number)
        elif name == "among":
            m.among(items, _ints(args[1]), number)
        elif name == "nvalue":
            m.nvalue(items, number)
        else:
            m.nvalue_except(items, [int(args[1])], number)

    def _parts(self, con: GlobalConstraint, decompose: str) -> list[Any]:
        """
        Converts a global constraint to a conjunction of conditions and native constraints. A native
        constraint is a tuple of a model method and its arguments.

        Arguments:
            con: GlobalConstraint
            decompose: the name of the method that decomposes the constraint if Ferz lacks it
        """
        guards: list[Any] = []
        if con.name in self.supported_global_constraints:
            parts = self._native(con, guards)
        else:
            total = con
            if con.has_subexpr():
                total = copy(con)
                total.update_args(self._total(con.args, guards))
            parts, toplevel = getattr(total, decompose)()
            self._post_all(toplevel)
            parts = self._ferz_exprs(parts, [])
        return [*parts, *guards] or [1]

    def _native(self, con: GlobalConstraint, guards: list[Any]) -> list[Any]:
        """
        Converts a global constraint that Ferz supports to a conjunction.
        """
        m, name, args = self.ferz_model, con.name, con.args

        def exprs(cpm_exprs: Any) -> list[Any]:
            return self._ferz_exprs(cpm_exprs, guards)

        if name in _ONE_LIST:
            return [(getattr(m, _ONE_LIST[name]), exprs(args))]
        if name in _TWO_LISTS:
            return [(getattr(m, _TWO_LISTS[name]), exprs(args[0]), exprs(args[1]))]
        if name in _ROWS:
            method, rows = getattr(m, _ROWS[name]), [exprs(row) for row in args]
            return [(method, row, after) for row, after in zip(rows, rows[1:])]
        if name in ("alldifferent_except_0", "alldifferent_except_n"):
            return [(m.all_different_except, exprs(args[0]), _ints(args[1]))]
        if name in ("table", "negative_table"):
            return [(getattr(m, name), exprs(args[0]), args[1].tolist())]
        if name == "short_table":
            rows = [[None if is_star(value) else int(value) for value in row] for row in args[1]]
            return [(m.table, exprs(args[0]), rows)]
        if name == "regular":
            return [_regular(m, con, exprs(args[0]))]
        if name == "mdd":
            return [_mdd(m, con, exprs(args[0]))]
        if name == "indomain":
            return [self._index(args[0], guards).is_in(_ints(args[1]))]
        if name == "ite":
            condition, if_true, if_false = exprs(args)
            no = _negated(condition)
            return [ferz.any([no, if_true]), ferz.any([condition, if_false])]
        if name == "precedence":
            return [(m.value_precede_chain, _ints(args[1]), exprs(args[0]))]
        if name == "gcc":
            counts: dict[int, Any] = {}
            same = []  # counts of a value that is given twice
            for value, count in zip(_ints(args[1]), exprs(args[2])):
                if counts.setdefault(value, count) is not count:
                    same.append(ferz.sum([count]) == counts[value])
            return [(m.gcc, exprs(args[0]), list(counts), list(counts.values()), con.closed), *same]
        return self._schedule(con, guards)

    def _schedule(self, con: GlobalConstraint, guards: list[Any]) -> list[Any]:
        """
        Converts the tasks on a resource. An absent task has duration 0.
        """
        args: list[Any] = list(con.args)
        present = None
        if con.name.endswith("optional"):
            present = self._ferz_exprs(args.pop(), guards)
        capacity, demand = None, None
        if con.name.startswith("cumulative"):
            capacity = self._ferz_expr(args.pop(), guards)
            if isinstance(capacity, int) and capacity < 0:
                return [0]
            demand = self._ferz_exprs(args.pop(), guards)
        start, duration = (self._ferz_exprs(arg, guards) for arg in args[:2])

        # CPMpy's conditions on each (present) task
        conditions = [[d >= 0] for d in duration]
        if len(args) == 3:
            ends = self._ferz_exprs(args[2], guards)
            for both, s, d, end in zip(conditions, start, duration, ends):
                both.append(s + d == end)
        if demand is not None:
            for both, height in zip(conditions, demand):
                both.append(height >= 0)
        if present is not None:
            conditions = [
                [ferz.any([_negated(p), condition]) for condition in both]
                for p, both in zip(present, conditions)
            ]
            duration = [p * d for p, d in zip(present, duration)]
            if demand is not None:
                demand = [p * height for p, height in zip(present, demand)]
        parts = [condition for both in conditions for condition in both if condition is not True]
        m = self.ferz_model
        if demand is None:
            return [(m.disjunctive, start, duration), *parts]
        return [(m.cumulative, start, duration, demand, capacity), *parts]

    def solution_hint(self, cpm_vars: list[_NumVarImpl], vals: list[int | bool]) -> None:
        """
        Ferz supports warm-starting with a (partial, in)feasible solution: it tries these
        values first.

        :param cpm_vars: list of CPMpy variables
        :param vals: list of (corresponding) values for the variables
        """
        cpm_vars, vals = flatlist(cpm_vars), flatlist(vals)
        if len(cpm_vars) != len(vals):
            sizes = f"{len(cpm_vars)} and {len(vals)}"
            raise ValueError(f"A hint needs as many values as variables, but got {sizes}")
        self._hint = {}  # clear previous hints
        for cpm_var, val in zip(cpm_vars, vals):
            if isinstance(cpm_var, NegBoolView):
                cpm_var, val = cpm_var._bv, 1 - val
            self._hint[self.solver_var(cpm_var)] = int(val)

    def get_core(self) -> list[Any]:
        """
        For use with :func:`s.solve(assumptions=[...]) <CPM_ferz.solve>`. Only meaningful if the
        solver returned UNSAT. In that case, returns a subset of the assumptions that is jointly
        unsat. It is minimal (omitting any one of them leaves a solution), unless finding it takes
        more than ten times as long as solve(), and more than ten seconds.
        """
        assert self._assumptions is not None, (
            "get_core(): the last solve() call must have had assumptions and been UNSAT"
        )
        assumptions = self._ferz_exprs(self._assumptions, [])
        time_limit = max(10.0, 10 * self.cpm_status.solve_time)
        try:
            core = self.ferz_model.assumption_core(assumptions, time_limit=time_limit)
        except TimeoutError:  # what solve() has refuted is also a core
            core = None
        if core is None:
            return list(self._assumptions)
        return [self._assumptions[index] for index in core]

    @classmethod
    def mus_native(cls, soft: Any, hard: Any = []) -> list[Any]:
        """
        Returns a minimal unsatisfiable subset of the soft constraints, using Ferz's own extraction.

        Args:
            soft: List of soft constraints over which a MUS needs to be found
            hard: List of hard constraints that always need to be satisfied

        Returns a MUS.
        """
        from cpmpy.tools.explain.utils import make_assump_model  # avoid circular import

        # one assumption variable for each soft constraint
        m, soft, assumptions = make_assump_model(soft, hard)
        s = cls(m)
        core = s.ferz_model.assumption_core(s.solver_vars(assumptions))
        assert core is not None, "MUS: model must be UNSAT"
        return [soft[index] for index in core]

    def get_proof_files(self) -> tuple[str, str]:
        """
        Returns the files of the proof written by the last solve():

        - the model as pseudo-Boolean constraints (.opb)
        - the proof for VeriPB (.pbp)
        """
        if self._proof is None:
            raise ValueError("No proof was written: set `proof=<name>` in the constructor")
        return (f"{self._proof}.opb", f"{self._proof}.pbp")

    def verify(
        self,
        verifier: str = "veripb",
        verifier_args: list[str] = [],
        time_limit: float | None = None,
        display_output: bool = False,
    ) -> bool:
        """
        Verify the last solver-generated proof using an external checker.

        Saves a `verify_status` attribute to the solver instance with the result and statistics of
        the verification run as a dictionary. See :func:`cpmpy.tools.verify.verify_prooflog`.

        Arguments:
            verifier (str): name or path of the proof checker executable (default: veripb)
            verifier_args (list[str]): extra command line arguments to pass to the checker
            time_limit (float): time limit for verification in seconds (default: None)
            display_output (bool): whether to print the output from the checker (default: False)

        Returns:
            bool: True if the proof is valid, False otherwise.
        """
        from cpmpy.tools.verify import verify_prooflog  # avoid circular import

        self.verify_status = verify_prooflog(
            verifier, self.get_proof_files(), time_limit=time_limit,
            display_output=display_output, verifier_args=verifier_args,
        )
        return self.verify_status["result"]


def _negated(condition: Any) -> Any:
    return 1 - condition if isinstance(condition, int) else ~condition


def _ints(values: Any) -> list[int]:
    return [int(value) for value in values]


def _regular(m: Any, con: GlobalConstraint, items: list[Any]) -> tuple[Any, ...]:
    """
    Converts an automaton, numbering its states.
    """
    _, _, start, accepting = con.args
    states: dict[Any, int] = {}
    arcs = []
    for (before, value), after in con.trans_dict.items():
        ends = [states.setdefault(state, len(states)) for state in (before, after)]
        arcs.append((ends[0], int(value), ends[1]))
    first = states.setdefault(start, len(states))
    final = [states.setdefault(state, len(states)) for state in accepting]
    return (m.regular, items, len(states), first, final, arcs)


def _mdd(m: Any, con: GlobalConstraint, items: list[Any]) -> tuple[Any, ...]:
    """
    Converts a decision diagram layer by layer, numbering the nodes of each layer.
    """
    layers, nodes = [], {con.root_node: 0}
    for depth in range(len(items)):
        below: dict[Any, int] = {}
        arcs = []
        for node, number in nodes.items():
            for value, to in con.mapping.get(node, {}).items():
                # All nodes of the last layer accept.
                end = 0 if depth == len(items) - 1 else below.setdefault(to, len(below))
                arcs.append((number, int(value), end))
        layers.append(arcs)
        nodes = below
    return (m.mdd, items, layers)


def _register() -> None:
    """
    Add Ferz to CPMpy's list of solvers, unless it is already there.
    """
    from cpmpy.solvers.utils import SolverLookup

    if any(name == "ferz" for name, _ in SolverLookup.base_solvers()):
        return
    others = SolverLookup.base_solvers.__func__

    def base_solvers(cls: type) -> list[tuple[str, type]]:
        """
        Return ordered list of (name, class) of base CPMpy solvers

        First one is default
        """
        return [*others(cls), ("ferz", CPM_ferz)]

    SolverLookup.base_solvers = classmethod(base_solvers)


if __name__ == "ferz.cpmpy":  # not as a part of CPMpy
    _register()
