//! Calls every constraint with unusual arguments: none, one, the same one repeatedly, and numbers beyond all limits.
//! Each query returns an answer or an error that names the constraint; none panics.

use solver_core::constraints::{Automaton, Diagram, Graph, Table};
use solver_core::model::Posted;
use solver_core::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

const LIMIT: i32 = 1 << 30;

/// Posts a constraint on the given variables, with the number among its arguments.
type Post = fn(&mut Model, &[IntVar], i32, Under);

/// The condition of a constraint.
#[derive(Clone, Copy)]
enum Under {
    Always,
    HalfReified(IntVar),
    Iff(IntVar),
}

fn under<K>(posted: Posted<'_, K>, condition: Under) {
    let posted = posted.named("culprit");
    match condition {
        Under::Always => posted,
        Under::HalfReified(b) => posted.enforce_if(b),
        Under::Iff(b) => posted.iff(b),
    };
}

/// Returns the variable at this index, modulo the number of variables, or the number if there are no variables.
fn at(x: &[IntVar], i: usize, k: i32) -> Expr {
    if x.is_empty() { k.into() } else { x[i % x.len()].into() }
}

fn table(k: i32) -> Table {
    Table::new(2, [[0, 1], [k, k], [1, 0]]).expect("two columns")
}

/// Builds a triangle, which is directed if the number is even.
fn triangle(k: i32) -> Graph {
    let edges = [(0, 1), (1, 2), (2, 0)];
    if k % 2 == 0 { Graph::directed(3, edges) } else { Graph::undirected(3, edges) }.expect("its ends are nodes")
}

/// The constraints, by the name of the `Model` method that posts them.
const POSTS: [(&str, Post); 56] = [
    ("abs", |m, x, k, c| under(m.abs(at(x, 0, k), at(x, 1, k)), c)),
    ("acyclic", |m, x, k, c| under(m.acyclic(&triangle(k), x), c)),
    ("all_different", |m, x, k, c| under(m.all_different(x.iter().map(|&x| x + k)), c)),
    ("all_different_except", |m, x, k, c| under(m.all_different_except(x, [k, 0]), c)),
    ("all_equal", |m, x, k, c| under(m.all_equal(x.iter().map(|&x| Expr::from(k) - x)), c)),
    ("among", |m, x, k, c| under(m.among(x, [k, 0], at(x, 0, k)), c)),
    ("arg_max", |m, x, k, c| under(m.arg_max(x, k), c)),
    ("arg_min", |m, x, k, c| under(m.arg_min(x, at(x, 0, k)), c)),
    ("at_least", |m, x, k, c| under(m.at_least(x, k, k), c)),
    ("at_most", |m, x, k, c| under(m.at_most(x, k, k), c)),
    ("bin_packing", |m, x, k, c| under(m.bin_packing(x.iter().map(|x| (x, k)), x), c)),
    ("circuit", |m, x, k, c| under(m.circuit(x.iter().map(|&x| x + k)), c)),
    ("clause", |m, x, k, c| under(m.clause(x, [k]), c)),
    ("connected", |m, x, k, c| under(m.connected(&triangle(k), x), c)),
    ("connected_subgraph", |m, x, k, c| under(m.connected_subgraph(&triangle(k), x, [k, 1, 1]), c)),
    ("count_equal", |m, x, k, c| under(m.count_equal(x, at(x, 1, k), k), c)),
    ("cumulative", |m, x, k, c| under(m.cumulative(x.iter().map(|x| (x, k, x)), k), c)),
    ("decreasing", |m, x, k, c| under(m.decreasing(x.iter().map(|&x| x + k)), c)),
    ("diffn", |m, x, k, c| under(m.diffn(x.iter().map(|x| [x.into(), k.into(), x.into(), k.into()])), c)),
    ("diffn_nonstrict", |m, x, k, c| {
        under(m.diffn_nonstrict(x.iter().map(|x| [x.into(), x.into(), k.into(), k.into()])), c);
    }),
    ("disjunctive", |m, x, k, c| under(m.disjunctive(x.iter().map(|x| (x, k))), c)),
    ("disjunctive_strict", |m, x, k, c| under(m.disjunctive_strict(x.iter().map(|x| (x, at(&[*x], 0, k)))), c)),
    ("div", |m, x, k, c| under(m.div(at(x, 0, k), k, at(x, 1, k)), c)),
    ("element", |m, x, k, c| under(m.element(x.iter().map(|_| k), at(x, 0, k), at(x, 1, k)), c)),
    ("element_2d", |m, x, k, c| under(m.element_2d(x.iter().map(|_| [k, 0]), at(x, 0, k), k, at(x, 1, k)), c)),
    ("element_2d_of", |m, x, k, c| {
        let rows = x.iter().map(|&x| [Expr::from(x), x + k]);
        under(m.element_2d_of(rows, at(x, 0, k), at(x, 1, k), at(x, 2, k)), c);
    }),
    ("element_of", |m, x, k, c| under(m.element_of(x, k, at(x, 1, k)), c)),
    ("even", |m, x, k, c| under(m.even(x.iter().map(|&x| x + k)), c)),
    ("gcc", |m, x, k, c| under(m.gcc(x, [(k, 0..=1), (1, 0..=k)]), c)),
    ("gcc_closed", |m, x, k, c| under(m.gcc_closed(x, [(k, at(x, 0, k)), (0, k.into())]), c)),
    ("increasing", |m, x, k, c| under(m.increasing(x.iter().map(|&x| x + k)), c)),
    ("inverse", |m, x, k, c| under(m.inverse(x, &x[x.len() / 2..], k), c)),
    ("knapsack", |m, x, k, c| under(m.knapsack(x.iter().map(|x| (k, 1, x)), at(x, 0, k), k), c)),
    ("lex_less", |m, x, k, c| under(m.lex_less(x, x.iter().map(|&x| x + k)), c)),
    ("lex_less_eq", |m, x, k, c| under(m.lex_less_eq(x, [k]), c)),
    ("maximum", |m, x, k, c| under(m.maximum(x, k), c)),
    ("mdd", |m, x, k, c| {
        let diagram = Diagram::new([vec![(0, 0, 0), (0, k, 1)], vec![(0, k, 0), (1, 1, 0)]]).expect("a diagram");
        under(m.mdd(x, &diagram), c);
    }),
    ("minimum", |m, x, k, c| under(m.minimum(x.iter().map(|&x| x + k), at(x, 0, k)), c)),
    ("modulo", |m, x, k, c| under(m.modulo(at(x, 0, k), k, at(x, 1, k)), c)),
    ("negative_table", |m, x, k, c| under(m.negative_table(x, &table(k)), c)),
    ("nvalue", |m, x, k, c| under(m.nvalue(x, k), c)),
    ("nvalue_except", |m, x, k, c| under(m.nvalue_except(x, [k, 0], at(x, 1, k)), c)),
    ("odd", |m, x, k, c| under(m.odd(x.iter().map(|&x| x + k)), c)),
    ("path", |m, x, k, c| under(m.path(x, k, at(x, 0, k)), c)),
    ("pow", |m, x, k, c| under(m.pow(at(x, 0, k), k, at(x, 1, k)), c)),
    ("reachable", |m, x, k, c| under(m.reachable(&triangle(k), k, x), c)),
    ("reachable_subgraph", |m, x, k, c| under(m.reachable_subgraph(&triangle(k), at(x, 0, k), x, x), c)),
    ("regular", |m, x, k, c| {
        let automaton = Automaton::new(2, 0, [1], [(0, k, 1), (1, 0, 1)]).expect("an automaton");
        under(m.regular(x, &automaton), c);
    }),
    ("sort", |m, x, k, c| under(m.sort(x, x.iter().skip(k.unsigned_abs() as usize % 2)), c)),
    ("strictly_decreasing", |m, x, k, c| under(m.strictly_decreasing(x.iter().map(|&x| x + k)), c)),
    ("strictly_increasing", |m, x, _, c| under(m.strictly_increasing(x), c)),
    ("subcircuit", |m, x, k, c| under(m.subcircuit(x.iter().map(|&x| x + k)), c)),
    ("table", |m, x, k, c| under(m.table(x, &table(k)), c)),
    ("times", |m, x, k, c| under(m.times(at(x, 0, k), at(x, 1, k), k), c)),
    ("value_precede", |m, x, k, c| under(m.value_precede(k, 0, x), c)),
    ("value_precede_chain", |m, x, k, c| under(m.value_precede_chain([k, 1, k.wrapping_add(1)], x), c)),
];

/// Methods already listed above, with different arguments.
const OTHERS: [(&str, Post); 2] = [
    ("post", |m, x, k, c| under(m.post((at(x, 0, k) * k + at(x, 1, k)).at_most(k)), c)),
    ("post", |m, x, k, c| under(m.post((at(x, 0, k) * at(x, 1, k)).equals(at(x, 2, k) / k)), c)),
];

const NUMBERS: [i32; 8] = [0, 1, 2, -1, LIMIT, -LIMIT, i32::MAX, i32::MIN];

fn domains() -> [ValueSet; 6] {
    [
        ValueSet::range(0, 0),
        ValueSet::range(0, 2),
        ValueSet::from([-3, -1, 1, 2]),
        ValueSet::range(LIMIT - 1, LIMIT),
        ValueSet::range(-LIMIT, -LIMIT + 1),
        ValueSet::range(-LIMIT, LIMIT),
    ]
}

/// Builds a model with the constraint on up to three variables, or on the first one repeatedly.
fn model(post: Post, domain: &ValueSet, (arity, is_aliased): (usize, bool), number: i32, form: usize) -> Model {
    let mut m = Model::new();
    let b = m.bool("b").expect("two values");
    let mut x = m.ints("x", arity, domain.clone()).expect("a domain");
    if is_aliased {
        x = vec![x[0]; arity];
    }
    post(&mut m, &x, number, [Under::Always, Under::HalfReified(b), Under::Iff(b)][form]);
    m
}

/// Collects the error messages of a constraint for all unusual arguments, one of each kind.
fn refusals(post: Post) -> Vec<String> {
    let mut kinds = BTreeMap::new();
    for domain in domains() {
        for shape in [(0, false), (1, false), (2, false), (3, false), (2, true), (3, true)] {
            for number in NUMBERS {
                for form in 0..3 {
                    let m = model(post, &domain, shape, number, form);
                    // A few nodes suffice.
                    if let Err(error) = m.search().node_limit(8).first() {
                        let message = error.to_string();
                        assert!(message.starts_with("constraint `culprit` ("), "{message}");
                        let kind: String = message.chars().filter(|c| !c.is_ascii_digit() && *c != '-').collect();
                        kinds.entry(kind).or_insert(message);
                    }
                }
            }
        }
    }
    kinds.into_values().collect()
}

fn printed(posts: &[(&str, Post)]) -> String {
    let mut out = String::new();
    for (name, post) in posts {
        writeln!(out, "{name}").expect("a string");
        for message in refusals(*post) {
            writeln!(out, "  {}", message.trim_start_matches("constraint `culprit` ")).expect("a string");
        }
    }
    out
}

macro_rules! odd_arguments {
    ($($test:ident: $range:expr;)+) => {$(
        #[test]
        fn $test() {
            insta::assert_snapshot!(stringify!($test), printed(&POSTS[$range]));
        }
    )+};
}

odd_arguments! {
    odd_arguments_1: 0..9;
    odd_arguments_2: 9..17;
    odd_arguments_3: 17..26;
    odd_arguments_4: 26..34;
    odd_arguments_5: 34..42;
    odd_arguments_6: 42..51;
}

#[test]
fn odd_arguments_of_comparisons() {
    insta::assert_snapshot!(printed(&OTHERS));
}

/// Checks that every `Model` method that posts a constraint is listed.
#[test]
fn every_constraint_is_here() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver-core/src/constraints");
    let mut posting = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the constraints") {
        let folder = entry.expect("an entry").path();
        let text = ["model.rs", "model/mod.rs"].iter().find_map(|file| std::fs::read_to_string(folder.join(file)).ok());
        let Some(text) = text else { continue };
        let Some(start) = text.find("impl Model {") else { continue };
        let methods = text[start..].lines().take_while(|line| *line != "}");
        posting.extend(
            methods.filter_map(|line| line.strip_prefix("    pub fn ")).map(|signature| {
                signature.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
            }),
        );
    }
    let here: BTreeSet<String> = POSTS.iter().map(|post| post.0.to_owned()).collect();
    assert_eq!(posting, here);
    let drawn: BTreeSet<String> = ferz_tests::random_models::names().map(str::to_owned).collect();
    assert_eq!(posting, drawn, "random models have them all");
}
