//! The constraints of random models: the shapes of their arguments, and their semantics under an assignment, defined as
//! simply as possible.

use ferz_tests::meaning::{
    all_differ, are_inverse, count, cumulative, diffn, diffn_nonstrict, disjunctive, disjunctive_strict, distinct,
    first_best, has_cycle, index, is_circuit, is_packed, is_sorted_version, is_spanned, is_subcircuit, is_total, power,
    precedes, step,
};
use std::fmt::Write as _;

/// The names of constraints and the shapes of their arguments: `x` an integer variable, `b` a Boolean variable, `X`,
/// `B` lists of these, `Y` a list as long as the previous list, `c` a small number, `n` a number from 0 to 3, `C` a
/// list of numbers as long as the next list, `K` a list of numbers, `T` a list of Boolean constants, `S` a set, `1` the
/// number 1, `v` distinct numbers, `t` and `f` rows for the previous list, `w` a list of non-negative numbers as long
/// as the previous list, `N` and `P` lists of non-negative numbers as long as the next list, `r`, `a`, `d` an
/// automaton, a nondeterministic automaton and a diagram for the previous list, `M`, `m`, `u` a matrix of numbers,
/// integer variables and Boolean variables, `W` the number of its columns, `g` a graph of three nodes with variables
/// for its nodes and edges, `h` a graph with variables for its edges only.
pub(crate) const KINDS: &[(&str, &str)] = &[
    ("int_eq", "xx"),
    ("int_ne", "xx"),
    ("int_le", "xx"),
    ("int_lt", "xx"),
    ("int_plus", "xxx"),
    ("int_times", "xxx"),
    ("int_div", "xxx"),
    ("int_mod", "xxx"),
    ("int_pow", "xxx"),
    ("int_abs", "xx"),
    ("int_max", "xxx"),
    ("int_min", "xxx"),
    ("int_lin_eq", "CXc"),
    ("int_lin_ne", "CXc"),
    ("int_lin_le", "CXc"),
    ("bool_lin_eq", "CBx"),
    ("bool_lin_le", "CBc"),
    ("bool_eq", "bb"),
    ("bool_not", "bb"),
    ("bool_le", "bb"),
    ("bool_lt", "bb"),
    ("bool_and", "bbb"),
    ("bool_or", "bbb"),
    ("bool_xor", "bb"),
    ("bool_xor", "bbb"),
    ("bool2int", "bx"),
    ("bool_clause", "BB"),
    ("array_bool_and", "Bb"),
    ("array_bool_or", "Bb"),
    ("array_bool_xor", "B"),
    ("ferz_xor", "B"),
    ("set_in", "xS"),
    ("array_int_element", "xKx"),
    ("array_bool_element", "xTb"),
    ("array_var_int_element", "xXx"),
    ("array_var_bool_element", "xBb"),
    ("array_int_maximum", "xX"),
    ("array_int_minimum", "xX"),
    ("ferz_all_different", "X"),
    ("ferz_all_different_except", "XS"),
    ("ferz_all_equal", "X"),
    ("ferz_among", "xXS"),
    ("ferz_nvalue", "xX"),
    ("ferz_count", "Xxx"),
    ("ferz_at_least", "Xcx"),
    ("ferz_at_most", "Xcx"),
    ("ferz_global_cardinality", "XvY"),
    ("ferz_global_cardinality_closed", "XvY"),
    ("ferz_value_precede", "ccX"),
    ("ferz_value_precede_chain", "KX"),
    ("ferz_seq_precede_chain", "X"),
    ("ferz_increasing_int", "X"),
    ("ferz_strictly_increasing_int", "X"),
    ("ferz_decreasing_int", "X"),
    ("ferz_strictly_decreasing_int", "X"),
    ("ferz_increasing_bool", "B"),
    ("ferz_decreasing_bool", "B"),
    ("ferz_lex_less_int", "XX"),
    ("ferz_lex_lesseq_int", "XX"),
    ("ferz_lex_less_bool", "BB"),
    ("ferz_lex_lesseq_bool", "BB"),
    ("ferz_sort", "XY"),
    ("ferz_circuit", "X1"),
    ("ferz_subcircuit", "X1"),
    ("ferz_inverse", "X1Y1"),
    ("ferz_connected", "g"),
    ("ferz_dreachable", "gx"),
    ("ferz_forest", "h"),
    ("ferz_dag", "h"),
    ("ferz_cumulative", "XYYx"),
    ("ferz_disjunctive", "XY"),
    ("ferz_disjunctive_strict", "XY"),
    ("ferz_diffn", "XYYY"),
    ("ferz_diffn_nonstrict", "XYYY"),
    ("ferz_table_int", "Xt"),
    ("ferz_table_bool", "Bf"),
    ("ferz_regular", "Xr"),
    ("ferz_regular_nfa", "Xa"),
    ("ferz_mdd", "Xd"),
    ("ferz_knapsack", "NPXxx"),
    ("ferz_bin_packing_load", "X1Xw"),
    ("ferz_global_cardinality_low_up", "Xvww"),
    ("ferz_global_cardinality_low_up_closed", "Xvww"),
    ("ferz_int_element2d", "xxMWx"),
    ("ferz_var_int_element2d", "xxmWx"),
    ("ferz_var_bool_element2d", "xxuWb"),
    ("fzn_assume", "B"),
    ("ferz_arg_max_int", "X1x"),
    ("ferz_arg_min_int", "X1x"),
    ("ferz_arg_max_bool", "B1x"),
    ("ferz_arg_min_bool", "B1x"),
];

/// Constraints with some arguments shifted far from 0, all by the same offset: `z` a far variable, `Z` a list of them,
/// `Q` a list of the same length as the preceding one, `n` a constant, `V` distinct constants, `E` a set of constants,
/// `t` rows for the preceding list, `d` a divisor, `w` a variable with values on both sides, `M` a list of a near
/// variable, a far one, and one with values on both sides. Other letters are as in `KINDS`.
pub(crate) const FAR: &[(&str, &str)] = &[
    ("int_eq", "zz"),
    ("int_ne", "zz"),
    ("int_le", "zz"),
    ("int_lt", "zz"),
    ("int_plus", "xzz"),
    ("int_max", "zzz"),
    ("int_min", "zzz"),
    ("array_int_maximum", "zZ"),
    ("array_int_minimum", "zZ"),
    ("array_int_element", "xVz"),
    ("array_var_int_element", "xZz"),
    ("set_in", "zE"),
    ("ferz_all_different", "Z"),
    ("ferz_all_different_except", "ZE"),
    ("ferz_all_equal", "Z"),
    ("ferz_among", "xZE"),
    ("ferz_nvalue", "xZ"),
    ("ferz_count", "Zzx"),
    ("ferz_at_least", "Znx"),
    ("ferz_at_most", "Znx"),
    ("ferz_global_cardinality", "ZVY"),
    ("ferz_global_cardinality_closed", "ZVY"),
    ("ferz_increasing_int", "Z"),
    ("ferz_strictly_increasing_int", "Z"),
    ("ferz_decreasing_int", "Z"),
    ("ferz_strictly_decreasing_int", "Z"),
    ("ferz_lex_less_int", "ZZ"),
    ("ferz_lex_lesseq_int", "ZZ"),
    ("ferz_sort", "ZQ"),
    ("ferz_cumulative", "ZYYx"),
    ("ferz_disjunctive", "ZY"),
    ("ferz_disjunctive_strict", "ZY"),
    ("ferz_diffn", "ZYYY"),
    ("ferz_table_int", "Zt"),
    ("ferz_value_precede", "nnZ"),
    ("ferz_value_precede_chain", "VZ"),
    ("ferz_arg_max_int", "Z1x"),
    ("ferz_arg_min_int", "Z1x"),
    ("int_times", "xdz"),
    ("int_times", "dxw"),
    ("int_times", "xzz"),
    ("int_times", "wxw"),
    ("int_div", "zdx"),
    ("int_div", "wdz"),
    ("int_div", "wdw"),
    ("int_mod", "zdx"),
    ("int_mod", "wdx"),
    ("int_mod", "wdz"),
    ("int_abs", "ww"),
    ("int_max", "xzw"),
    ("int_min", "wwz"),
    ("array_int_maximum", "wM"),
    ("array_int_minimum", "zM"),
    ("array_var_int_element", "xMw"),
    ("set_in", "wE"),
    ("int_lin_eq", "sum"),
    ("int_lin_ne", "sum"),
    ("int_lin_le", "sum"),
];

#[derive(Clone, Copy)]
pub(crate) enum Operand {
    Number(i64),
    Known(bool),
    /// The integer variable with this index.
    Int(usize),
    /// The Boolean variable with this index.
    Truth(usize),
}

pub(crate) enum Argument {
    One(Operand),
    List(Vec<Operand>),
    Set(Vec<i64>),
    Sets(Vec<Vec<i64>>),
}

pub(crate) struct Constraint {
    pub(crate) name: String,
    pub(crate) arguments: Vec<Argument>,
    /// The number of integer variables, which come first.
    pub(crate) ints: usize,
}

impl Constraint {
    pub(crate) fn text(&self) -> String {
        let one = |operand: &Operand| match operand {
            Operand::Number(v) => v.to_string(),
            Operand::Known(v) => v.to_string(),
            Operand::Int(i) => format!("x{i}"),
            Operand::Truth(i) => format!("b{i}"),
        };
        let set = |set: &Vec<i64>| format!("{{{}}}", set.iter().map(i64::to_string).collect::<Vec<_>>().join(","));
        let mut text = format!("{}(", self.name);
        for (i, argument) in self.arguments.iter().enumerate() {
            let argument = match argument {
                Argument::One(operand) => one(operand),
                Argument::List(list) => format!("[{}]", list.iter().map(one).collect::<Vec<_>>().join(",")),
                Argument::Set(values) => set(values),
                Argument::Sets(sets) => format!("[{}]", sets.iter().map(set).collect::<Vec<_>>().join(",")),
            };
            let _ = write!(text, "{}{argument}", if i == 0 { "" } else { "," });
        }
        text + ")"
    }

    pub(crate) fn holds(&self, values: &[i64]) -> bool {
        let one = |operand: &Operand| match *operand {
            Operand::Number(v) => v,
            Operand::Known(v) => v.into(),
            Operand::Int(i) => values[i],
            Operand::Truth(i) => values[self.ints + i],
        };
        let lists = self
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::One(operand) => vec![one(operand)],
                Argument::List(list) => list.iter().map(one).collect(),
                Argument::Set(set) => set.clone(),
                // Each set is preceded by its size.
                Argument::Sets(sets) => {
                    sets.iter().flat_map(|set| std::iter::once(set.len() as i64).chain(set.iter().copied())).collect()
                }
            })
            .map(|list: Vec<i64>| list.into_iter().map(i128::from).collect());
        let mut lists: Vec<Vec<i128>> = lists.collect();
        let full = self.name.strip_suffix("_reif");
        let half = self.name.strip_suffix("_imp");
        match (full, half) {
            (Some(name), _) => lists.pop().is_some_and(|truth| (truth[0] != 0) == means(name, &lists)),
            (_, Some(name)) => lists.pop().is_some_and(|truth| truth[0] == 0 || means(name, &lists)),
            _ => means(&self.name, &lists),
        }
    }
}

/// Splits a concatenation of sets, each preceded by its size.
fn sets(mut list: &[i128]) -> Vec<&[i128]> {
    let mut sets = Vec::new();
    while let Some((&size, rest)) = list.split_first() {
        let (set, others) = rest.split_at(size as usize);
        sets.push(set);
        list = others;
    }
    sets
}

/// Returns the arcs of an automaton whose transitions are given as one array, grouped by state. Symbols and states are
/// 1-based.
fn arcs(symbols: i128, next: &[&[i128]]) -> Vec<(usize, i128, usize)> {
    let from = |at: usize| ((at / symbols as usize + 1), (at % symbols as usize) as i128 + 1);
    let ends = next.iter().enumerate().flat_map(|(at, ends)| ends.iter().map(move |&end| (at, end)));
    ends.map(|(at, end)| (from(at).0, from(at).1, end as usize)).collect()
}

fn element(at: i128, array: &[i128]) -> Option<i128> {
    index(at - 1, array.len()).map(|i| array[i])
}

/// Converts 1-based numbers, as in the file, to 0-based numbers.
fn from_0(v: &[i128]) -> Vec<i128> {
    v.iter().map(|v| v - 1).collect()
}

/// Combines several lists into a list of rows.
fn rows<const N: usize>(lists: [&Vec<i128>; N]) -> Vec<[i128; N]> {
    (0..lists[0].len()).map(|i| lists.map(|list| list[i])).collect()
}

/// Returns the end nodes of the chosen edges of a graph, 0-based.
fn chosen_edges(a: &[Vec<i128>]) -> Vec<(usize, usize)> {
    let ends = |e: usize| (a[0][e] as usize - 1, a[1][e] as usize - 1);
    (0..a[0].len()).filter(|&e| a[4][e] == 1).map(ends).collect()
}

/// Whether the chosen nodes and edges form a connected subgraph or, if there is a root, a subgraph reachable from it.
fn is_subgraph(a: &[Vec<i128>], directed: bool, root: Option<i128>) -> bool {
    let (nodes, edges) = (a[3].iter().map(|&v| v == 1).collect::<Vec<_>>(), chosen_edges(a));
    edges.iter().all(|&(from, to)| nodes[from] && nodes[to]) && is_spanned(&nodes, &edges, directed, root)
}

fn means(name: &str, a: &[Vec<i128>]) -> bool {
    let one = |i: usize| a[i][0];
    let sum = || a[0].iter().zip(&a[1]).map(|(c, x)| c * x).sum::<i128>();
    match name {
        "int_eq" | "bool_eq" | "bool2int" => one(0) == one(1),
        "int_ne" | "bool_not" => one(0) != one(1),
        "int_le" | "bool_le" => one(0) <= one(1),
        "int_lt" | "bool_lt" => one(0) < one(1),
        "int_plus" => one(0) + one(1) == one(2),
        "int_times" => one(0) * one(1) == one(2),
        "int_div" => one(0).checked_div(one(1)) == Some(one(2)),
        "int_mod" => one(0).checked_rem(one(1)) == Some(one(2)),
        "int_pow" => power(one(0), one(1)) == Some(one(2)),
        "int_abs" => one(0).abs() == one(1),
        "int_max" => one(0).max(one(1)) == one(2),
        "int_min" => one(0).min(one(1)) == one(2),
        "int_lin_eq" | "bool_lin_eq" => sum() == one(2),
        "int_lin_ne" => sum() != one(2),
        "int_lin_le" | "bool_lin_le" => sum() <= one(2),
        "bool_and" => (one(0) + one(1) == 2) == (one(2) == 1),
        "bool_or" => (one(0) + one(1) >= 1) == (one(2) == 1),
        "bool_xor" => (one(0) != one(1)) == (a.len() == 2 || one(2) == 1),
        "bool_clause" => a[0].contains(&1) || a[1].contains(&0),
        "array_bool_and" => a[0].contains(&0) == (one(1) == 0),
        "array_bool_or" => a[0].contains(&1) == (one(1) == 1),
        "array_bool_xor" | "ferz_xor" => a[0].iter().sum::<i128>() % 2 == 1,
        "set_in" => a[1].contains(&one(0)),
        "array_int_element" | "array_bool_element" | "array_var_int_element" | "array_var_bool_element" => {
            element(one(0), &a[1]) == Some(one(2))
        }
        "array_int_maximum" => a[1].iter().max() == Some(&one(0)),
        "array_int_minimum" => a[1].iter().min() == Some(&one(0)),
        "ferz_all_different" => all_differ(&a[0]),
        "ferz_all_different_except" => {
            all_differ(&a[0].iter().copied().filter(|v| !a[1].contains(v)).collect::<Vec<_>>())
        }
        "ferz_all_equal" => a[0].windows(2).all(|w| w[0] == w[1]),
        "ferz_among" => count(&a[1], |v| a[2].contains(&v)) == one(0),
        "ferz_nvalue" => distinct(&a[1]) == one(0),
        "ferz_count" => count(&a[0], |v| v == one(1)) == one(2),
        "ferz_at_least" => count(&a[0], |v| v == one(1)) >= one(2),
        "ferz_at_most" => count(&a[0], |v| v == one(1)) <= one(2),
        "ferz_global_cardinality" => a[1].iter().zip(&a[2]).all(|(v, n)| count(&a[0], |w| w == *v) == *n),
        "ferz_global_cardinality_closed" => {
            means("ferz_global_cardinality", a) && a[0].iter().all(|v| a[1].contains(v))
        }
        "ferz_value_precede" => precedes(&a[2], one(0), one(1)),
        "ferz_seq_precede_chain" => {
            (0..a[0].len()).all(|i| a[0][i] <= a[0][..i].iter().max().map_or(0, |v| *v.max(&0)) + 1)
        }
        "ferz_value_precede_chain" => a[0].windows(2).all(|w| precedes(&a[1], w[0], w[1])),
        "ferz_increasing_int" | "ferz_increasing_bool" => a[0].is_sorted(),
        "ferz_strictly_increasing_int" => a[0].windows(2).all(|w| w[0] < w[1]),
        "ferz_decreasing_int" | "ferz_decreasing_bool" => a[0].windows(2).all(|w| w[0] >= w[1]),
        "ferz_strictly_decreasing_int" => a[0].windows(2).all(|w| w[0] > w[1]),
        "ferz_lex_less_int" | "ferz_lex_less_bool" => a[0] < a[1],
        "ferz_lex_lesseq_int" | "ferz_lex_lesseq_bool" => a[0] <= a[1],
        "ferz_sort" => is_sorted_version(&a[0], &a[1]),
        "ferz_circuit" => is_circuit(&from_0(&a[0])),
        "ferz_subcircuit" => is_subcircuit(&from_0(&a[0])),
        "ferz_inverse" => are_inverse(&from_0(&a[0]), &from_0(&a[2])),
        "ferz_connected" => is_subgraph(a, false, None),
        "ferz_dreachable" => is_subgraph(a, true, Some(one(5) - 1)),
        "ferz_forest" => !has_cycle(3, &chosen_edges(a), false),
        "ferz_dag" => !has_cycle(3, &chosen_edges(a), true),
        "ferz_cumulative" => cumulative(&rows([&a[0], &a[1], &a[2]]), one(3)),
        "ferz_disjunctive" => disjunctive(&rows([&a[0], &a[1]])),
        "ferz_disjunctive_strict" => disjunctive_strict(&rows([&a[0], &a[1]])),
        "ferz_diffn" => diffn(&rows([&a[0], &a[1], &a[2], &a[3]])),
        "ferz_diffn_nonstrict" => diffn_nonstrict(&rows([&a[0], &a[1], &a[2], &a[3]])),
        "ferz_table_int" | "ferz_table_bool" => a[1].chunks(a[0].len()).any(|row| row == a[0]),
        "ferz_regular" | "ferz_regular_nfa" => {
            // State 0 stands for no transition.
            let next = match name {
                "ferz_regular" => a[3].iter().map(|s| if *s > 0 { std::slice::from_ref(s) } else { &[] }).collect(),
                _ => sets(&a[3]),
            };
            let arcs = arcs(one(2), &next);
            let ends = a[0].iter().fold(vec![one(4) as usize], |at, &v| step(&at, &arcs, v));
            ends.iter().any(|&end| a[5].contains(&(end as i128)))
        }
        "ferz_mdd" => {
            let labels = sets(&a[5]);
            let edge = |e: usize| labels[e].iter().map(move |&label| (e, label));
            let edges = (0..a[4].len()).flat_map(edge).map(|(e, label)| (a[4][e] as usize, label, a[6][e] as usize));
            let edges: Vec<(usize, i128, usize)> = edges.collect();
            a[0].iter().fold(vec![1], |at, &v| step(&at, &edges, v)).contains(&0)
        }
        "ferz_knapsack" => is_total(&a[0], &a[2], one(3)) && is_total(&a[1], &a[2], one(4)),
        "ferz_bin_packing_load" => is_packed(&from_0(&a[2]), &a[3], &a[0]),
        "ferz_global_cardinality_low_up" => {
            let bounds = a[2].iter().zip(&a[3]);
            a[1].iter().zip(bounds).all(|(v, (low, up))| (*low..=*up).contains(&count(&a[0], |w| w == *v)))
        }
        "ferz_global_cardinality_low_up_closed" => {
            means("ferz_global_cardinality_low_up", a) && a[0].iter().all(|v| a[1].contains(v))
        }
        "ferz_int_element2d" | "ferz_var_int_element2d" | "ferz_var_bool_element2d" => {
            let columns = one(3);
            let is_inside = one(0) >= 1 && (1..=columns).contains(&one(1));
            is_inside && element((one(0) - 1) * columns + one(1), &a[2]) == Some(one(4))
        }
        "fzn_assume" => !a[0].contains(&0),
        "ferz_arg_max_int" | "ferz_arg_max_bool" => {
            first_best(&a[0], i128::ge).is_some_and(|i| i as i128 + 1 == one(2))
        }
        "ferz_arg_min_int" | "ferz_arg_min_bool" => {
            first_best(&a[0], i128::le).is_some_and(|i| i as i128 + 1 == one(2))
        }
        other => panic!("{other} has no meaning here"),
    }
}
