"""Random MiniZinc expressions over x1, x2, x3 in 1..3 and the truth values p, q, each with its semantics.

An expression is a pair: its text, and a function from the variables' values to its own value. An
undefined value makes the nearest enclosing truth value false, as in MiniZinc.
"""

import operator

import meaning

VARIABLES = {"x1": (1, 2, 3), "x2": (1, 2, 3), "x3": (1, 2, 3), "p": (0, 1), "q": (0, 1)}
COMPARISONS = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
CONNECTIVES = {
    "/\\": lambda a, b: a and b,
    "\\/": lambda a, b: a or b,
    "->": lambda a, b: not a or b,
    "<-": lambda a, b: a or not b,
    "<->": lambda a, b: a == b,
    "xor": lambda a, b: a != b,
}


class Undefined(Exception):
    """Raised when a partial function is applied outside its domain."""


def listed(items):
    return "[" + ", ".join(text for text, _ in items) + "]"


def values(items, at):
    return [int(value(at)) for _, value in items]


def numbers(given):
    return "[" + ", ".join(map(str, given)) + "]"


def span(given):
    return "{" + ", ".join(map(str, sorted(given))) + "}"


class Maker:
    """Generates expressions from a stream of random numbers."""

    def __init__(self, random):
        self.random = random
        # Arrays of truth values contain no partial functions: the compiler would make more than the element false.
        self.is_inner = False

    # Numbers

    def variable(self):
        name = self.random.choice(["x1", "x2", "x3"])
        return name, lambda at: at[name]

    def number(self, partial=True):
        kind = self.random.random()
        if kind < 0.55:
            return self.variable()
        if kind < 0.7:
            value = self.random.randint(0, 3)
            return str(value), lambda at: value
        text, inner = self.variable()
        if kind < 0.85 or not partial or self.is_inner:
            added = self.random.choice([-1, 1])
            return f"({text} + {added})" if added > 0 else f"({text} - 1)", lambda at: inner(at) + added
        other, by = self.variable()
        k = self.random.randint(1, 3)

        def divided(at):
            if by(at) == k:
                raise Undefined
            # Rounds towards 0.
            return int(inner(at) / (by(at) - k))

        def rest(at):
            return inner(at) - divided(at) * (by(at) - k)

        def element(at):
            i = inner(at) + k - 2
            if not 1 <= i <= 3:
                raise Undefined
            return (2, 0, 1)[i - 1]

        return self.random.choice([
            (f"({text} div ({other} - {k}))", divided),
            (f"({text} mod ({other} - {k}))", rest),
            (f"[2, 0, 1][{text} + {k - 2}]", element),
        ])

    def list(self, length, partial=False):
        """Generates a list with repeated elements, because equal arguments are a common source of bugs."""
        few = [self.number(partial) for _ in range(self.random.randint(1, length))]
        return [self.random.choice(few) for _ in range(length)]

    def constants(self, length, low, high):
        return [self.random.randint(low, high) for _ in range(length)]

    # Truth values

    def defined(self, text, value):
        def truth(at):
            try:
                return int(bool(value(at)))
            except Undefined:
                return 0
        return text, truth

    def truth(self, depth):
        if depth == 0 or self.random.random() < 0.15:
            return self.atom()
        kind = self.random.random()
        if kind < 0.1:
            text, value = self.truth(depth - 1)
            return f"(not {text})", lambda at: int(not value(at))
        if kind < 0.35:
            return self.connected(depth)
        if kind < 0.6:
            return self.over_truths(depth)
        return self.over_numbers()

    def atom(self):
        if self.random.random() < 0.25:
            name = self.random.choice("pq")
            return name, lambda at: at[name]
        left, right = self.number(), self.number()
        sign = self.random.choice(list(COMPARISONS))
        compare = COMPARISONS[sign]
        return self.defined(f"({left[0]} {sign} {right[0]})", lambda at: compare(left[1](at), right[1](at)))

    def connected(self, depth):
        left, right = self.truth(depth - 1), self.truth(depth - 1)
        if self.random.random() < 0.2:
            middle = self.truth(depth - 1)
            text = f"(if {left[0]} then {middle[0]} else {right[0]} endif)"
            return text, lambda at: (middle if left[1](at) else right)[1](at)
        sign = self.random.choice(list(CONNECTIVES))
        join = CONNECTIVES[sign]
        return f"({left[0]} {sign} {right[0]})", lambda at: int(join(left[1](at), right[1](at)))

    def truths(self, depth, length):
        outer, self.is_inner = self.is_inner, True
        # Half-reified expressions are nested more deeply than the elements themselves.
        make = lambda: self.connected(1) if self.random.random() < 0.4 else self.truth(depth - 1)
        few = [make() for _ in range(self.random.randint(1, length))]
        self.is_inner = outer
        return [self.random.choice(few) for _ in range(length)]

    def over_truths(self, depth):
        """Generates a constraint on an array of truth values."""
        r = self.random
        # With three elements, every variable is a valid index.
        n = 3 if self.is_inner else r.randint(2, 3)
        a, b = self.truths(depth, n), self.truths(depth, n)
        k = r.randint(0, n)
        sign = r.choice(list(COMPARISONS))
        compare = COMPARISONS[sign]
        one = self.variable()
        rows = [[r.randint(0, 1) for _ in range(n)] for _ in range(r.randint(1, 4))]
        table = "[|" + "|".join(",".join("true" if v else "false" for v in row) for row in rows) + "|]"

        def element(at):
            if one[1](at) > n:
                raise Undefined
            return a[one[1](at) - 1][1](at)

        first = lambda which: lambda at: compare(values(a, at).index(which(values(a, at))) + 1, max(k, 1))
        return self.defined(*r.choice([
            (f"exists({listed(a)})", lambda at: any(values(a, at))),
            (f"forall({listed(a)})", lambda at: all(values(a, at))),
            (f"xorall({listed(a)})", lambda at: sum(values(a, at)) % 2),
            (f"iffall({listed(a)})", lambda at: sum(values(a, at)) % 2 == 0),
            (f"clause({listed(a)}, {listed(b)})", lambda at: any(values(a, at)) or not all(values(b, at))),
            (f"(sum({listed(a)}) {sign} {k})", lambda at: compare(sum(values(a, at)), k)),
            (f"increasing({listed(a)})", lambda at: meaning.ascends(values(a, at))),
            (f"decreasing({listed(a)})", lambda at: meaning.ascends(values(a, at)[::-1])),
            (f"lex_less({listed(a)}, {listed(b)})", lambda at: values(a, at) < values(b, at)),
            (f"lex_lesseq({listed(a)}, {listed(b)})", lambda at: values(a, at) <= values(b, at)),
            (f"table({listed(a)}, {table})", lambda at: values(a, at) in rows),
            (f"(arg_max({listed(a)}) {sign} {max(k, 1)})", first(max)),
            (f"(arg_min({listed(a)}) {sign} {max(k, 1)})", first(min)),
            (f"{listed(a)}[{one[0]}]", element),
            (f"all_equal([bool2int(t) | t in {listed(a)}])", lambda at: len(set(values(a, at))) == 1),
            (f"among({k}, [bool2int(t) | t in {listed(a)}], {{1}})", lambda at: sum(values(a, at)) == k),
        ]))

    def over_numbers(self):
        """Generates a global constraint on numbers."""
        r = self.random
        n = r.randint(2, 4)
        partial = r.random() < 0.1
        x = self.list(n, partial)
        y = self.list(n, partial)
        one, two = self.number(partial), self.number(partial)
        c, d = r.randint(0, 3), r.randint(0, 3)
        some = set(self.constants(2, 0, 3))
        cover = list(dict.fromkeys(self.constants(2, 0, 3)))
        low = self.constants(len(cover), 0, 1)
        up = [k + r.randint(0, 2) for k in low]
        counts = [self.number() for _ in cover]
        chain = self.constants(r.randint(1, 3), 0, 3)
        lengths, needs = self.constants(n, 0, 2), self.constants(n, 0, 2)
        rows = [self.constants(n, 0, 3) for _ in range(r.randint(1, 6))]
        states = r.randint(1, 3)
        step = [[r.randint(0, states) for _ in range(3)] for _ in range(states)]
        steps = [[{r.randint(1, states) for _ in range(r.randint(0, 2))} for _ in range(3)] for _ in range(states)]
        accepted = {r.randint(1, states) for _ in range(2)}
        load = [self.number() for _ in range(2)]
        window = r.randint(1, n)
        sign = r.choice(list(COMPARISONS))
        compare = COMPARISONS[sign]
        X, Y = lambda at: values(x, at), lambda at: values(y, at)
        One, Two = lambda at: one[1](at), lambda at: two[1](at)
        table = "[|" + "|".join(",".join(map(str, row)) for row in rows) + "|]"
        automaton = "[|" + "|".join(",".join(map(str, row)) for row in step) + "|]"
        nondeterministic = "[|" + "|".join(",".join(map(span, row)) for row in steps) + "|]"
        f, g = listed(x), listed(y)
        # If the names of two variants differ only by a letter, one of them is picked.
        strictly = r.choice([True, False])
        closed = r.choice([True, False])
        end = "_closed" if closed else ""

        def bounded(name, relation):
            return f"{name}({f}, {one[0]}, {two[0]})", lambda at: relation(Two(at), X(at).count(One(at)))

        def sorted_(at):
            return sorted(X(at)) == Y(at)

        return self.defined(*r.choice([
            (f"all_different({f})", lambda at: meaning.differ(X(at))),
            (f"alldifferent_except_0({f})", lambda at: meaning.differ([v for v in X(at) if v])),
            (f"alldifferent_except({f}, {span(some)})", lambda at: meaning.differ([v for v in X(at) if v not in some])),
            (f"all_equal({f})", lambda at: len(set(X(at))) == 1),
            (f"among({one[0]}, {f}, {span(some)})", lambda at: One(at) == sum(v in some for v in X(at))),
            (f"at_least({c}, {f}, {d})", lambda at: X(at).count(d) >= c),
            (f"at_most({c}, {f}, {d})", lambda at: X(at).count(d) <= c),
            (f"exactly({c}, {f}, {d})", lambda at: X(at).count(d) == c),
            bounded("count_eq", operator.eq), bounded("count_neq", operator.ne), bounded("count_leq", operator.le),
            bounded("count_lt", operator.lt), bounded("count_geq", operator.ge), bounded("count_gt", operator.gt),
            (f"count_leq({f}, {c}, {d})", lambda at: d <= X(at).count(c)),
            (f"count_gt({f}, {c}, {d})", lambda at: d > X(at).count(c)),
            (f"(count({f}, {one[0]}) {sign} {c})", lambda at: compare(X(at).count(One(at)), c)),
            (f"member({f}, {one[0]})", lambda at: One(at) in X(at)),
            (f"nvalue({one[0]}, {f})", lambda at: One(at) == len(set(X(at)))),
            (f"global_cardinality{end}({f}, {numbers(cover)}, {listed(counts)})",
             lambda at: meaning.cardinality(X(at), cover, values(counts, at), values(counts, at), closed)),
            (f"global_cardinality_low_up{end}({f}, {numbers(cover)}, {numbers(low)}, {numbers(up)})",
             lambda at: meaning.cardinality(X(at), cover, low, up, closed)),
            (f"value_precede({c}, {d}, {f})", lambda at: meaning.precede(c, d, X(at))),
            (f"value_precede({c}, {c}, {f})", lambda at: meaning.precede(c, c, X(at))),
            (f"value_precede_chain({numbers(chain)}, {f})",
             lambda at: meaning.precede_chain(chain, X(at))),
            (f"{'strictly_' * strictly}increasing({f})", lambda at: meaning.ascends(X(at), strictly)),
            (f"{'strictly_' * strictly}decreasing({f})", lambda at: meaning.ascends(X(at)[::-1], strictly)),
            (f"lex_less({f}, {g})", lambda at: X(at) < Y(at)),
            (f"lex_lesseq({f}, {g})", lambda at: X(at) <= Y(at)),
            (f"sort({f}, {g})", sorted_),
            (f"circuit({f})", lambda at: meaning.circuit(X(at))),
            (f"subcircuit({f})", lambda at: meaning.subcircuit(X(at))),
            (f"inverse({f}, {g})", lambda at: meaning.inverse(X(at), Y(at))),
            (f"inverse({f}, {f})", lambda at: meaning.inverse(X(at), X(at))),
            (f"symmetric_all_different({f})", lambda at: meaning.inverse(X(at), X(at))),
            (f"cumulative({f}, {numbers(lengths)}, {numbers(needs)}, {one[0]})",
             lambda at: One(at) >= 0 and meaning.cumulative(X(at), lengths, needs, One(at))),
            (f"disjunctive{'_strict' * strictly}({f}, {numbers(lengths)})",
             lambda at: meaning.disjunctive(X(at), lengths, strictly)),
            (f"diffn{'_nonstrict' * (not strictly)}({f}, {g}, {numbers(lengths)}, {numbers(needs)})",
             lambda at: meaning.diffn(X(at), Y(at), lengths, needs, strictly)),
            (f"bin_packing({c}, {f}, {numbers(needs)})", lambda at: meaning.bin_packing(c, X(at), needs)),
            (f"bin_packing_capa([{c}, {d}], {f}, {numbers(needs)})",
             lambda at: meaning.bin_packing_capa([c, d], X(at), needs)),
            (f"bin_packing_load({listed(load)}, {f}, {numbers(needs)})",
             lambda at: meaning.bin_packing_load(values(load, at), X(at), needs)),
            (f"knapsack({numbers(lengths)}, {numbers(needs)}, {f}, {one[0]}, {two[0]})",
             lambda at: meaning.knapsack(lengths, needs, X(at), One(at), Two(at))),
            (f"sliding_sum({c}, {c + d}, {window}, {f})", lambda at: meaning.sliding_sum(c, c + d, window, X(at))),
            (f"table({f}, {table})", lambda at: X(at) in rows),
            (f"regular({f}, {states}, 3, {automaton}, 1, {span(accepted)})",
             lambda at: meaning.regular(X(at), 3, [[{s} - {0} for s in row] for row in step], accepted)),
            (f"regular_nfa({f}, {states}, 3, {nondeterministic}, 1, {span(accepted)})",
             lambda at: meaning.regular(X(at), 3, steps, accepted)),
            (f"(arg_max({f}) {sign} {max(c, 1)})", lambda at: compare(X(at).index(max(X(at))) + 1, max(c, 1))),
            (f"(arg_min({f}) {sign} {max(c, 1)})", lambda at: compare(X(at).index(min(X(at))) + 1, max(c, 1))),
            (f"(max({f}) {sign} {c})", lambda at: compare(max(X(at)), c)),
            (f"(min({f}) {sign} {c})", lambda at: compare(min(X(at)), c)),
        ]))
