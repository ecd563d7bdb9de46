"""Small models for run.py, in which each global occurs under a condition."""

INTS = "array [1..3] of var 1..3: x;"
FROM_ZERO = "array [1..3] of var 0..2: x;"
TWO = INTS + " array [1..3] of var 1..2: y;"
BOOLS = "array [1..3] of var bool: x;"
TWO_BOOLS = "array [1..2] of var bool: x; array [1..2] of var bool: y;"
COUNTS = INTS + " array [1..2] of var 0..3: c;"
RECTANGLES = "array [1..2] of var 0..2: x; array [1..2] of var 0..1: y;"
TASKS = "array [1..3] of var 0..3: x;"

# Ferz's predicate that must be used under a condition, or none; the declarations; and the constraint.
MODELS = [
    ("ferz_all_different", INTS, "all_different(x)"),
    ("ferz_all_different_except", FROM_ZERO, "alldifferent_except_0(x)"),
    ("ferz_all_different_except", INTS, "alldifferent_except(x, {2, 3})"),
    ("ferz_all_equal", INTS, "all_equal(x)"),
    ("ferz_among", INTS + " var 0..3: n;", "among(n, x, {1, 3})"),
    ("ferz_at_least", INTS, "at_least(2, x, 3)"),
    ("ferz_at_most", INTS, "at_most(1, x, 3)"),
    ("ferz_count", INTS, "exactly(1, x, 3)"),
    ("ferz_count", INTS + " var 0..4: n; var 0..3: v;", "count_eq(x, v, n)"),
    ("ferz_count", INTS, "count_eq(x, 2, 1)"),
    ("ferz_at_most", INTS, "count_geq(x, 2, 1)"),
    ("ferz_at_most", INTS, "count_gt(x, 2, 1)"),
    ("ferz_at_least", INTS, "count_leq(x, 2, 1)"),
    ("ferz_at_least", INTS, "count_lt(x, 2, 1)"),
    ("ferz_nvalue", INTS + " var 0..4: n;", "nvalue(n, x)"),
    ("ferz_global_cardinality", COUNTS, "global_cardinality(x, [1, 3], c)"),
    ("ferz_global_cardinality_closed", COUNTS, "global_cardinality_closed(x, [1, 3], c)"),
    ("ferz_global_cardinality_low_up", INTS, "global_cardinality_low_up(x, [1, 3], [1, 0], [2, 1])"),
    ("ferz_global_cardinality_low_up_closed", INTS, "global_cardinality_low_up_closed(x, [1, 3], [1, 0], [2, 1])"),
    ("ferz_value_precede", INTS, "value_precede(1, 2, x)"),
    ("ferz_value_precede_chain", INTS, "value_precede_chain([1, 2, 3], x)"),
    ("ferz_increasing_int", INTS, "increasing(x)"),
    ("ferz_increasing_bool", BOOLS, "increasing(x)"),
    # Arrays of expressions, which the compiler half-reifies under a condition.
    ("ferz_increasing_bool", INTS, "increasing([x[1] != 2, x[2] = 1])"),
    (None, INTS, "decreasing([x[1] != 2, x[2] = 1])"),
    ("ferz_lex_less_bool", INTS, "lex_less([x[1] != 2, x[2] = 1], [x[2] != 1, x[3] = 2])"),
    ("ferz_table_bool", INTS, "table([x[1] != 2, x[2] = 1], [| true, false | false, false |])"),
    ("ferz_xor", INTS, "xorall([x[1] != 2, x[2] = 1])"),
    (None, INTS, "arg_max([x[1] != 2, x[2] = 1, x[3] < 2]) = 2"),
    (None, INTS, "arg_min([x[1] != 2, x[2] = 1, x[3] < 2]) = 2"),
    (None, INTS, "decreasing(x)"),
    (None, BOOLS, "decreasing(x)"),
    ("ferz_strictly_increasing_int", "array [1..3] of var 1..4: x;", "strictly_increasing(x)"),
    (None, "array [1..3] of var 1..4: x;", "strictly_decreasing(x)"),
    ("ferz_lex_less_int", TWO, "lex_less(x, y)"),
    ("ferz_lex_lesseq_int", TWO, "lex_lesseq(x, y)"),
    ("ferz_lex_less_bool", TWO_BOOLS, "lex_less(x, y)"),
    ("ferz_lex_lesseq_bool", TWO_BOOLS, "lex_lesseq(x, y)"),
    ("ferz_sort", TWO, "sort(x, y)"),
    ("ferz_circuit", INTS, "circuit(x)"),
    ("ferz_circuit", "array [0..2] of var 0..2: x;", "circuit(x)"),
    ("ferz_subcircuit", INTS, "subcircuit(x)"),
    ("ferz_inverse", "array [1..3] of var 1..3: x; array [1..3] of var 1..3: y;", "inverse(x, y)"),
    ("ferz_inverse", "array [1..4] of var 1..4: x;", "symmetric_all_different(x)"),
    ("ferz_cumulative", TASKS + " var 1..3: n;", "cumulative(x, [2, 1, 2], [1, 2, 1], n)"),
    ("ferz_disjunctive", TASKS, "disjunctive(x, [2, 1, 0])"),
    ("ferz_disjunctive_strict", TASKS, "disjunctive_strict(x, [2, 1, 0])"),
    ("ferz_diffn", RECTANGLES, "diffn(x, y, [1, 2], [1, 1])"),
    ("ferz_diffn_nonstrict", RECTANGLES, "diffn_nonstrict(x, y, [1, 2], [0, 1])"),
    ("ferz_bin_packing_load", "array [1..3] of var 1..2: x; array [1..2] of var 0..6: c;", "bin_packing_load(c, x, [1, 2, 3])"),
    (None, "array [1..3] of var 1..2: x;", "bin_packing_capa([3, 4], x, [1, 2, 3])"),
    (None, "array [1..3] of var 1..3: x;", "bin_packing(3, x, [1, 2, 2])"),
    ("ferz_knapsack", "array [1..2] of var 0..2: x; var 0..6: w; var 0..8: p;", "knapsack([1, 2], [3, 1], x, w, p)"),
    ("ferz_table_int", INTS, "table(x, [| 1, 2, 3 | 3, 3, 1 | 2, 2, 2 |])"),
    ("ferz_table_bool", BOOLS, "table(x, [| true, false, true | false, false, true |])"),
    ("ferz_regular", INTS, "regular(x, 2, 3, [| 1, 2, 0 | 2, 0, 1 |], 1, {2})"),
    ("ferz_regular_nfa", INTS, "regular_nfa(x, 2, 3, [| {1, 2}, {}, {1} | {}, {2}, {1} |], 1, {2})"),
    ("ferz_mdd", "array [1..2] of var 1..3: x;",
     "mdd(x, 3, [1, 2, 2], 4, [1, 1, 2, 3], [{1}, {2, 3}, {2}, {1, 3}], [2, 3, 0, 0])"),
]


# The forms of a condition, the predicate suffix for each, and whether the form holds for given truth values of `b`
# and of the constraint.
FORMS = [
    ("b -> ", "_imp", lambda b, holds: holds or not b),
    ("b \\/ ", "_imp", lambda b, holds: holds or b),
    ("b <-> ", "_reif", lambda b, holds: holds == b),
    ("b xor ", "_reif", lambda b, holds: holds != b),
]


def model(declarations, constraint=None):
    """Returns a model with a constraint, or without one."""
    posted = f"constraint {constraint};\n" if constraint else ""
    return f'include "globals.mzn";\n{declarations}\n{posted}solve satisfy;\n'
