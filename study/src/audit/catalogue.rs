//! The constraints to audit: their text in MiniZinc and their definition.
//!
//! The definition is a constraint of a [`Model`] that is only evaluated, never propagated.

use solver_core::prelude::*;

/// A kind of constraint: its name, its text in MiniZinc, and the function that posts its definition.
///
/// In the text, `$x` is an integer variable, `$n` a non-negative one, `$b` a Boolean one, `$c` a number and `$k` one from
/// 0 to 3; `@` is the name, for a predicate in a file of the library. The definition takes the variables and numbers of
/// the text in order, as expressions and, if constant, as numbers.
#[derive(Clone, Copy, Debug)]
pub struct Kind(pub &'static str, pub(super) &'static str, pub(super) fn(&mut Model, &[Expr], &[i32]));

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind("int_eq", "$x = $x", |m, x, _| _ = m.post(x[0].clone().equals(&x[1]))),
    Kind("int_ne", "$x != $x", |m, x, _| _ = m.post(x[0].clone().differs(&x[1]))),
    Kind("int_le", "$x <= $x", |m, x, _| _ = m.post(x[0].clone().at_most(&x[1]))),
    Kind("int_lin_eq", "$c*$x + $c*$x + $c*$x = $c", |m, x, k| _ = m.post(linear(x, k).equals(k[6]))),
    Kind("int_lin_ne", "$c*$x + $c*$x + $c*$x != $c", |m, x, k| _ = m.post(linear(x, k).differs(k[6]))),
    Kind("int_lin_le", "$c*$x + $c*$x + $c*$x <= $c", |m, x, k| _ = m.post(linear(x, k).at_most(k[6]))),
    Kind("bool_lin_eq", "$k*$b + $k*$b + $k*$b = $k", |m, x, k| _ = m.post(linear(x, k).equals(k[6]))),
    Kind("bool_lin_le", "$k*$b + $k*$b + $k*$b <= $k", |m, x, k| _ = m.post(linear(x, k).at_most(k[6]))),
    Kind("int_times", "$x * $x = $x", |m, x, _| _ = m.times(&x[0], &x[1], &x[2])),
    Kind("int_div", "$x div $x = $x", |m, x, _| _ = m.div(&x[0], &x[1], &x[2])),
    Kind("int_mod", "$x mod $x = $x", |m, x, _| _ = m.modulo(&x[0], &x[1], &x[2])),
    Kind("int_pow", "pow($x, $x) = $x", |m, x, _| _ = m.pow(&x[0], &x[1], &x[2])),
    Kind("int_abs", "abs($x) = $x", |m, x, _| _ = m.abs(&x[0], &x[1])),
    Kind("int_min", "min($x, $x) = $x", |m, x, _| _ = m.minimum(&x[..2], &x[2])),
    Kind("int_max", "max($x, $x) = $x", |m, x, _| _ = m.maximum(&x[..2], &x[2])),
    Kind("element", "[$c, $c, $c][$n] = $x", |m, x, k| _ = m.element(k[..3].to_vec(), x[3].clone() - 1, &x[4])),
    Kind("element_var", "[$x, $x, $x][$n] = $x", |m, x, _| _ = m.element_of(&x[..3], x[3].clone() - 1, &x[4])),
    Kind("all_different", "@([$x, $x, $x, $x])", |m, x, _| _ = m.all_different(x)),
    Kind("all_different_except_0", "@([$n, $n, $n, $n])", |m, x, _| _ = m.all_different_except(x, [0])),
    Kind("all_equal", "@([$x, $x, $x])", |m, x, _| _ = m.all_equal(x)),
    Kind("nvalue", "@($n, [$x, $x, $x])", |m, x, _| _ = m.nvalue(&x[1..], &x[0])),
    Kind("count_eq", "@([$x, $x, $x], $x, $n)", |m, x, _| _ = m.count_equal(&x[..3], &x[3], &x[4])),
    Kind("among", "@($n, [$n, $n, $n], {0, 1, 3})", |m, x, _| _ = m.among(&x[1..], [0, 1, 3], &x[0])),
    Kind("at_least", "@($k, [$x, $x, $x], $c)", |m, x, k| _ = m.at_least(&x[1..4], k[4], k[0])),
    Kind("at_most", "@($k, [$x, $x, $x], $c)", |m, x, k| _ = m.at_most(&x[1..4], k[4], k[0])),
    Kind("global_cardinality", "@([$n,$n,$n],[1,2],[$n,$n])", |m, x, _| _ = m.gcc(&x[..3], (1..).zip(x[3..].to_vec()))),
    Kind("increasing", "@([$x, $x, $x])", |m, x, _| _ = m.increasing(x)),
    Kind("strictly_increasing", "@([$x, $x, $x])", |m, x, _| _ = m.strictly_increasing(x)),
    Kind("lex_less", "@([$x, $x], [$x, $x, $x])", |m, x, _| _ = m.lex_less(&x[..2], &x[2..])),
    Kind("lex_lesseq", "@([$x, $x, $x], [$x, $x])", |m, x, _| _ = m.lex_less_eq(&x[..3], &x[3..])),
    Kind("inverse", "@([$n, $n, $n], [$n, $n, $n])", |m, x, _| _ = m.inverse(&x[..3], &x[3..], 1)),
    Kind("circuit", "@([$n, $n, $n, $n])", |m, x, _| _ = m.circuit(x.iter().map(|x| x.clone() - 1))),
    Kind("subcircuit", "@([$n, $n, $n, $n])", |m, x, _| _ = m.subcircuit(x.iter().map(|x| x.clone() - 1))),
    Kind("table", "@([$n, $n], array2d(1..4, 1..2, [$k,$k,$k,$k,$k,$k,$k,$k]))", |m, x, k| {
        _ = m.table(&x[..2], k[2..].as_chunks::<2>().0)
    }),
    Kind("regular", "@([$n, $n, $n], 3, 2, array2d(1..3, 1..2, [$k, $k, $k, $k, $k, $k]), 1, {2})", |m, x, k| {
        // State 0 has no transitions.
        let arcs = (0..6).map(|i| (1 + i / 2, 1 + i as i32 % 2, k[3 + i] as usize));
        let _ = Automaton::new(4, 1, [2], arcs).map(|automaton| m.regular(&x[..3], &automaton).id());
    }),
    Kind("cumulative", "@([$x, $x, $x], [$n, $n, $n], [$n, $n, $n], $n)", |m, x, _| {
        m.cumulative((0..3).map(|i| (&x[i], &x[3 + i], &x[6 + i])), &x[9]);
    }),
    Kind("disjunctive", "@([$x, $x, $x], [$n, $n, $n])", |m, x, _| _ = m.disjunctive(x[..3].iter().zip(&x[3..]))),
    Kind("diffn", "@([$x, $x, $x], [$x, $x, $x], [$n, $n, $n], [$n, $n, $n])", |m, x, _| {
        m.diffn((0..3).map(|i| [0, 3, 6, 9].map(|side| x[side + i].clone())));
    }),
    Kind("bin_packing_load", "@([$n, $n], [$n, $n, $n], [$k, $k, $k])", |m, x, k| {
        m.bin_packing((2..5).map(|i| (x[i].clone() - 1, k[3 + i])), &x[..2]);
    }),
    Kind("knapsack", "@([$k, $k, $k], [$k, $k, $k], [$n, $n, $n], $n, $n)", |m, x, k| {
        m.knapsack((0..3).map(|i| (k[i], k[3 + i], &x[6 + i])), &x[9], &x[10]);
    }),
    Kind("sort", "@([$x, $x, $x], [$x, $x, $x])", |m, x, _| _ = m.sort(&x[..3], &x[3..])),
    Kind("value_precede", "@(1, 2, [$n, $n, $n, $n])", |m, x, _| _ = m.value_precede(1, 2, x)),
    Kind("bool_clause", "clause([$b, $b], [$b, $b])", |m, x, _| _ = m.clause(&x[..2], &x[2..])),
    Kind("array_bool_and", "forall([$b, $b, $b]) = $b", |m, x, _| _ = m.minimum(&x[..3], &x[3])),
    Kind("array_bool_or", "exists([$b, $b, $b]) = $b", |m, x, _| _ = m.maximum(&x[..3], &x[3])),
    Kind("array_bool_xor", "xorall([$b, $b, $b])", |m, x, _| _ = m.odd(x)),
    Kind("set_in", "$x in {-1, 1, 2}", |m, x, _| _ = m.post(x[0].clone().in_set(ValueSet::from_values([-1, 1, 2])))),
];

fn linear(x: &[Expr], k: &[i32]) -> Expr {
    Expr::weighted([0, 2, 4].map(|i| (k[i].into(), x[i + 1].clone())))
}
