"""What newcomers write, and the error messages that they get."""

from __future__ import annotations

from typing import Any

import ferz
import pytest

TRUTH = (
    "TypeError: an expression has no truth value before the model is solved: write `&`, `|`, `~` for `and`, `or`, `not`, "
    "`(a <= x) & (x <= b)` for `a <= x <= b`, and ferz.max, ferz.min for max, min"
)
SLIPS = {
    # Truth values
    "0 <= x <= 7": TRUTH,
    "x < 3 and y < 3": TRUTH,
    "not x": TRUTH,
    "x if x > 3 else y": TRUTH,
    "max(x, y)": TRUTH,
    "sorted(q)": TRUTH,
    "x in [x + 1, y + 1]": TRUTH,
    "bool(q == 1)": "TypeError: an array of conditions has no truth value: write ferz.all(…) or ferz.any(…)",
    "{q: 1}": "TypeError: an array cannot be a dictionary key: use its name or its variables",
    # Values that are not integers
    "m.add(x == 1.5)": "TypeError: 1.5 is a float, but expressions are integers",
    "m.add(x / 2 == 3)": "TypeError: `/` gives fractions, but expressions are integers: write `//` or ferz.div",
    "m.add(x == '3')": "TypeError: Expr and str cannot be equal",
    "m.add(None)": "TypeError: the argument of add must be an array or a list of expressions, not NoneType",
    "m.all_different([x, 1.5])": "TypeError: 1.5 is a float, but expressions are integers",
    "m.all_different([x, 'y'])": "TypeError: an array contains expressions and integers, not str",
    "m.minimize('x')": "TypeError: an objective must be an expression or an integer, not str",
    # Values that are not conditions
    "m.add(x)": "TypeError: a constraint must be a condition, but `x` can be 0..=9: compare it, as in `x != 0`",
    "m.add(b & x)": "TypeError: an operand of `&`, `|`, `^` and `>>` must be a condition, but `x` can be 0..=9: compare it, as in `x != 0`",
    "m.add(~x)": "TypeError: an operand of `~` must be a condition, but `x` can be 0..=9: compare it, as in `x != 0`",
    "m.all_different(q, enforce_if=x)": "TypeError: enforce_if must be a condition, but `x` can be 0..=9: compare it, as in `x != 0`",
    "m.all_different(q, enforce_if=b, iff=b)": "TypeError: give enforce_if or iff, not both",
    "m.solve(assumptions=[x])": "TypeError: an assumption must be a condition, but `x` can be 0..=9: compare it, as in `x != 0`",
    "m.why(x)": "TypeError: a fact must be a condition, but `x` can be 0..=9: compare it, as in `x != 0`",
    # Other models
    "m.add(z == 1)": "ModelError: a variable belongs to another model",
    "m.add(x + z == 1)": "ModelError: an expression mixes variables from two models",
    "m.solve().solution[z]": "ModelError: a variable belongs to another model",
    # Domains and shapes
    "m.int_var(5)": "TypeError: a domain must be two bounds, a range, or a list of values",
    "m.int_var(5, 3, name='w')": "ModelError: variable `w` has an empty domain: give it at least one value",
    "m.int_var(range(0), name='w')": "ModelError: variable `w` has an empty domain: give it at least one value",
    "m.int_var(0, 10**10)": "OverflowError: the largest value is 10000000000, but values must lie within -1073741824..=1073741824",
    "m.int_var(0, 9, shape=-1)": "ModelError: a shape cannot contain the length -1",
    "q + [1, 2]": "ModelError: shapes [4] and [2] are incompatible",
    "q[4]": "IndexError: index 4 is out of range for an axis of length 4",
    "q['a']": "TypeError: an index must be an integer, a slice or, to create an element constraint, an expression",
    "ferz.array([[x, y], [x]])": "ModelError: the rows of an array differ in length",
    # Constraints
    "m.all_different(3)": "TypeError: all_different: argument 1 must be an array or a list of expressions, not int",
    "m.all_different(q, consistency='strong')": "ModelError: unknown consistency level `strong`; one of: value, bounds, domain",
    "m.table(q, [(1, 2)])": "ModelError: row 0 of the table has 2 values, but the table has 4 columns",
    "m.cumulative(q, [1, 1], [1, 1, 1, 1], 3)": "ModelError: cumulative: its lists differ in length: [4, 2, 4]",
    "m.increasing(q, strict=True)": "TypeError: increasing: no keyword strict (besides its arguments: name, enforce_if, iff, consistency)",
    "m.gcc(q, [1, 2], [1])": "ModelError: gcc: 2 numbers for 1 expressions",
    "ferz.max([])": "ModelError: max needs at least one expression",
    # Queries
    "m.solve(timelimit=3)": "TypeError: no option timelimit, did you mean time_limit? (all: assumptions, branch_with, …",
    "m.solve(minimize=x)": "TypeError: no option minimize, call m.minimize(objective) (all: assumptions, branch_with, …",
    "m.solve(time_limit=-1)": "ValueError: time_limit=-1: give seconds, from 0",
    "m.solve(time_limit='3')": "TypeError: time_limit must be a number, not str",
    "m.solve(var_order='smallest')": "ModelError: unknown variable order `smallest`; one of: input, dom, largest, …",
    "m.solve(threads=0)": "ValueError: threads=0: give 1 to 1024",
    "m.solve(hint=[1, 2])": "TypeError: hint must be a dictionary {x: value}",
    "m.solve(hint={'x': 1})": "TypeError: hint needs variables, not str",
    "m.solve(on=[x + 1])": "TypeError: on needs variables, not `x + 1`",
    "m.solve(assumptions=x > 1)": "TypeError: assumptions must be a list, not Expr",
    "m.improving()": "TypeError: give minimize= or maximize=",
    "m.unsat_core(among=['rows'])": "ModelError: expected constraints, as returned by m.add",
    "m.solve().solution['x']": "TypeError: the key of a solution must be an array or a list of expressions, not str",
    "m.prove('/nowhere/p')": "FileNotFoundError: /nowhere/p.opb: No such file or directory (os error 2)",
}


@pytest.mark.parametrize("slip", SLIPS)
def test_what_is_wrong_is_said(slip: str) -> None:
    m = ferz.Model()
    x, y = m.int_vars("xy", 0, 9)
    names: dict[str, Any] = {"x": x, "y": y, "m": m, "ferz": ferz, "b": m.bool_var(name="b")}
    names |= {"q": m.int_var(0, 3, shape=4, name="q"), "z": ferz.Model().int_var(0, 3, name="z")}
    with pytest.raises(Exception) as raised:
        eval(slip, names)
    text, expected = f"{raised.type.__name__}: {raised.value}", SLIPS[slip]
    assert text.startswith(expected[:-1]) if expected.endswith("…") else text == expected
