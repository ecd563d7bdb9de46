"""A finite-domain constraint solver in which every inference has a reason.

State a problem, then query it:

>>> m = ferz.Model()
>>> q = m.int_var(range(8), shape=8, name="q")     # q[column] = row
>>> for line in (q, q + range(8), q - range(8)):
...     _ = m.all_different(line)
>>> m.count()
92
"""

from __future__ import annotations

from typing import Any

from . import _ferz
from ._ferz import Array, Constraint, Expr, InternalError, ModelError, Node, Solution
from .constraints import Term, Terms
from .intervals import Interval
from .model import Incremental, Model, Options, Solutions
from .results import (
    Answer,
    Core,
    Count,
    Derivation,
    Incumbent,
    Proof,
    Result,
    Statistics,
    Status,
    Uniqueness,
)
from .sets import SetExpr

__version__ = _ferz.__version__


def array(items: Terms) -> Array:
    """Creates an array of expressions and numbers. An index that is an expression creates an element constraint.

    >>> m = ferz.Model()
    >>> i = m.int_var(0, 2, name="i")
    >>> m += ferz.array([30, 10, 20])[i] == 20
    >>> m.solve().solution[i]
    2
    """
    return Array(items)


def sum(items: Terms) -> Expr:
    """The sum of the items. Python's own `sum` gives the same result."""
    return _ferz._reduce("sum", items)


def weighted_sum(weights: Terms, items: Terms) -> Expr:
    """The weighted sum of expressions."""
    return _ferz._weighted(weights, items)


def max(*items: Term | Terms) -> Expr:
    """The largest of several expressions, given as a list or as separate arguments."""
    return _ferz._reduce("max", items[0] if len(items) == 1 else items)  # type: ignore[arg-type]


def min(*items: Term | Terms) -> Expr:
    """The smallest of several expressions, given as a list or as separate arguments."""
    return _ferz._reduce("min", items[0] if len(items) == 1 else items)  # type: ignore[arg-type]


def all(items: Terms) -> Expr:
    """Whether all conditions hold."""
    return _ferz._reduce("all", items)


def any(items: Terms) -> Expr:
    """Whether at least one condition holds."""
    return _ferz._reduce("any", items)


def count(items: Terms, value: Term) -> Expr:
    """The number of expressions that equal a value.

    >>> m = ferz.Model()
    >>> x = m.int_var(0, 2, shape=3, name="x")
    >>> m += ferz.count(x, 1) == 2
    >>> m.count()
    6
    """
    return sum(Array(items) == value)


def div(x: Term, y: Term) -> Any:
    """The quotient, rounded towards 0 as in C and MiniZinc; `x // y` rounds down, as always in Python."""
    return _ferz._combine("div", x, y)


def mod(x: Term, y: Term) -> Any:
    """The remainder that belongs to `ferz.div`, with the sign of `x`; `x % y` has the sign of `y`."""
    return _ferz._combine("mod", x, y)


__all__ = [
    "Answer", "Array", "Constraint", "Core", "Count", "Derivation", "Expr", "Incremental", "Incumbent",
    "InternalError", "Interval", "Model", "ModelError", "Node", "Options", "Proof", "Result", "SetExpr", "Solution",
    "Solutions", "Statistics", "Status", "Term", "Terms", "Uniqueness", "all", "any", "array", "count",
    "div", "max", "min", "mod", "sum", "weighted_sum",
]
