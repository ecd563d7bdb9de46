"""Solves PyCSP3 models with Ferz.

>>> from pycsp3 import *                                       # doctest: +SKIP
>>> from ferz.pycsp3 import solve                              # doctest: +SKIP
>>> x = VarArray(size=8, dom=range(8))                         # doctest: +SKIP
>>> satisfy(AllDifferent(x), AllDifferent(x[i] + i for i in range(8)), AllDifferent(x[i] - i for i in range(8)))
...                                                            # doctest: +SKIP
>>> if solve(sols=ALL) is SAT:                                 # doctest: +SKIP
...     print(n_solutions(), values(x))
92 [3, 1, 6, 2, 5, 7, 4, 0]

`solve` is used like PyCSP3's own: it compiles the model, returns a status, and sets the values of the variables.
PyCSP3's `value`, `values`, `n_solutions`, `bound` and `status` then refer to its result.
"""

from __future__ import annotations

import sys
from typing import Any

import pycsp3
from pycsp3.classes.auxiliary.enums import TypeStatus
from pycsp3.solvers.solver import SolverProcess

__all__ = ["Ferz", "solve"]


class Ferz(SolverProcess):
    """Ferz as a PyCSP3 solver."""

    def __init__(self) -> None:
        super().__init__(name="Ferz", command=f"{sys.executable} -m ferz solve", cp="")

    def parse_general_options(
        self, string_options: str, dict_options: dict[str, Any], dict_simplified_options: dict[str, Any]
    ) -> str:
        """Translates the options that PyCSP3 offers for all solvers."""
        known = {"limit_time": "--time-limit", "limit_sols": "--limit", "seed": "--seed"}
        words = [f"{known[name]} {value}" for name, value in dict_simplified_options.items() if name in known]
        if "nolimit" in dict_simplified_options:
            words.append("--all")
        if "verbose" in dict_simplified_options:
            words.append("--stats")
        rest = set(dict_simplified_options) - set(known) - {"nolimit", "verbose", "args"}
        if rest:
            raise ValueError(f"Ferz lacks PyCSP3's option {min(rest)!r}: pass options of `ferz solve` in `options`")
        return " ".join(words)


def solve(
    *, options: str = "", filename: str | None = None, verbose: int = -1, sols: int | str | None = None,
    extraction: bool = False,
) -> TypeStatus | None:
    """Compiles the PyCSP3 model and solves it.

    Args:
        options: Options of `ferz solve`, such as `"--time-limit 10s --threads 2"`.
        filename: The file to which the compiled model is written.
        verbose: From -1 (prints nothing) to 2 (prints everything that the solver prints).
        sols: The number of solutions, or `ALL`.
        extraction: Must be false, because Ferz finds cores only of its own models, with `Model.unsat_core`.

    Returns:
        PyCSP3's `SAT`, `OPTIMUM`, `UNSAT` or `UNKNOWN`; `None` if the model has no variable.
    """
    if extraction:
        raise ValueError("extraction is not supported: ferz.Model.unsat_core finds the core of a Ferz model")
    solver = Ferz()
    solver.setting(options)
    pycsp3._solver = solver
    instance = pycsp3.compile(filename, verbose=verbose)
    limit = "" if sols is None else "limit=no" if sols == pycsp3.ALL else f"limit={sols}sols"
    return solver.solve(instance, limit, {}, {}, verbose=verbose)
