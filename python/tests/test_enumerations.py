"""Variables over the members of an enumeration."""

import enum

import ferz
import pytest


class Colour(enum.IntEnum):
    RED = 1
    GREEN = 2
    BLUE = 4


def test_values_are_members():
    m = ferz.Model()
    x = m.int_var(Colour, shape=3, name="x")
    m.all_different(x, name="neighbours")
    m.add(x[0] == Colour.BLUE, name="given")
    solutions = [s[x] for s in m.solutions()]
    assert solutions == [
        [Colour.BLUE, Colour.RED, Colour.GREEN],
        [Colour.BLUE, Colour.GREEN, Colour.RED],
    ]
    assert all(isinstance(value, Colour) for value in solutions[0])
    assert m.solve(hint={x[1]: Colour.GREEN}).solution[x[0] + 1] == 5
    assert "x[0] = BLUE, by `given`" in str(m.why(x[1] != Colour.BLUE))


def test_other_classes_are_refused():
    class Letter(enum.Enum):
        A = "a"

    m = ferz.Model()
    for domain in (Letter, int, list):
        with pytest.raises(TypeError, match="must be derived from enum.IntEnum"):
            m.int_var(domain)
    with pytest.raises(ValueError):
        m.int_var(enum.IntEnum("Empty", []))
    assert m.num_variables == 0
