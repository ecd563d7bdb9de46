"""Programs that `mypy --strict` must accept unchanged, as a user's editor would."""

from __future__ import annotations

import ferz


def queens(n: int) -> list[list[int]]:
    m = ferz.Model()
    q = m.int_var(range(n), shape=n, name="q")
    m.all_different(q, name="rows")
    m.all_different(q + range(n))
    m.all_different(q - range(n), consistency="bounds")
    return [s[q] for s in m.solutions(var_order="dom")]


def knapsack(weights: list[int], profits: list[int], capacity: int) -> int | None:
    m = ferz.Model()
    take = m.bool_var(shape=len(weights), name="take")
    m += ferz.weighted_sum(weights, take) <= capacity
    best: ferz.Result = m.maximize(ferz.weighted_sum(profits, take), time_limit=60)
    return best.objective


def conditions() -> ferz.Count:
    m = ferz.Model()
    x, y = m.int_vars("xy", 0, 9)
    b = m.bool_var(name="b")
    order: ferz.Constraint = m.add(x + 2 * y <= 9, enforce_if=b, name="order")
    several: list[ferz.Constraint] = m.add([x != y, (x == 1) >> (y == 2), ~b | (x > 3), x.is_in([1, 2, 5])])
    assert order.name == "order" and len(several) == 4
    m += ferz.max([x, y]) - abs(x - y) >= x // 3 + y % 2
    return m.count(assumptions=[x > 0])


def own_search() -> int:
    m = ferz.Model()
    q = m.int_var(range(6), shape=6, name="q")
    m.all_different(q)

    def middle(node: ferz.Node) -> ferz.Expr | None:
        x: ferz.Expr | None = min((x for x in q if node.size(x) > 1), key=node.size, default=None)
        return None if x is None else x == node.values(x)[node.size(x) // 2]

    return m.count(branch_with=middle)


if __name__ == "__main__":
    print(len(queens(6)), knapsack([4, 5, 3], [5, 6, 3], 9), conditions(), own_search())
