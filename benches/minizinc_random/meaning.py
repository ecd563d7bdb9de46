"""The semantics of MiniZinc's globals on lists of integers (truth values are 0 and 1), computed from the definitions.
Nothing is propagated."""

from itertools import combinations


def differ(x):
    return len(set(x)) == len(x)


def ascends(x, strictly=False):
    return all(a < b if strictly else a <= b for a, b in zip(x, x[1:]))


def precede(s, t, x):
    return all(v != t or s in x[:i] for i, v in enumerate(x))


def precede_chain(chain, x):
    return all(precede(s, t, x) for s, t in zip(chain, chain[1:]))


def circuit(x):
    if not (differ(x) and all(1 <= v <= len(x) for v in x)):
        return False
    at, seen = 1, set()
    while at not in seen:
        seen.add(at)
        at = x[at - 1]
    return len(seen) == len(x)


def subcircuit(x):
    if not (differ(x) and all(1 <= v <= len(x) for v in x)):
        return False
    moved = {i for i, v in enumerate(x, 1) if v != i}
    if not moved:
        return True
    at, seen = min(moved), set()
    while at not in seen:
        seen.add(at)
        at = x[at - 1]
    return seen == moved


def inverse(f, g):
    inside = all(1 <= v <= len(g) for v in f) and all(1 <= v <= len(f) for v in g)
    return inside and all(g[v - 1] == i for i, v in enumerate(f, 1)) and all(f[v - 1] == i for i, v in enumerate(g, 1))


def cumulative(s, d, r, b):
    """At no time is more than `b` used; tasks with zero duration or demand use nothing."""
    times = [t for t, long, need in zip(s, d, r) if long > 0 and need > 0]
    return all(sum(need for t, long, need in zip(s, d, r) if t <= at < t + long) <= b for at in times)


def disjunctive(s, d, strictly):
    def clear(i, j):
        if not strictly and (d[i] == 0 or d[j] == 0):
            return True
        return s[i] + d[i] <= s[j] or s[j] + d[j] <= s[i]
    return all(clear(i, j) for i, j in combinations(range(len(s)), 2))


def diffn(x, y, dx, dy, strictly):
    def clear(i, j):
        if not strictly and 0 in (dx[i], dx[j], dy[i], dy[j]):
            return True
        return any(p[i] + d[i] <= p[j] or p[j] + d[j] <= p[i] for p, d in ((x, dx), (y, dy)))
    return all(clear(i, j) for i, j in combinations(range(len(x)), 2))


def loads(bins, weights, at):
    return sum(w for b, w in zip(bins, weights) if b == at)


def cardinality(x, cover, low, up, closed):
    inside = not closed or all(v in cover for v in x)
    return inside and all(a <= x.count(v) <= b for v, a, b in zip(cover, low, up))


def regular(x, symbols, step, accepted):
    """`step[state - 1][symbol - 1]` is the set of the next states; the first state is 1."""
    states = {1}
    for v in x:
        if not 1 <= v <= symbols:
            return False
        states = {after for state in states for after in step[state - 1][v - 1]}
    return bool(states & set(accepted))


def mdd(x, levels, edges):
    """Edges are (from, labels, to); 0 is the end."""
    nodes = {1}
    for i, v in enumerate(x, 1):
        nodes = {to for node, labels, to in edges if node in nodes and v in labels and levels[node - 1] == i}
    return 0 in nodes


def bin_packing_load(load, bins, weights):
    return all(1 <= b <= len(load) for b in bins) and all(c == loads(bins, weights, k) for k, c in enumerate(load, 1))


def bin_packing(capacity, bins, weights):
    return all(loads(bins, weights, k) <= capacity for k in set(bins))


def bin_packing_capa(capacities, bins, weights):
    inside = all(1 <= b <= len(capacities) for b in bins)
    return inside and all(loads(bins, weights, k) <= c for k, c in enumerate(capacities, 1))


def knapsack(weights, profits, x, weight, profit):
    total = lambda by: sum(a * b for a, b in zip(by, x))
    return min(x) >= 0 and total(weights) == weight and total(profits) == profit


def sliding_sum(low, up, window, x):
    return all(low <= sum(x[i:i + window]) <= up for i in range(len(x) - window + 1))
