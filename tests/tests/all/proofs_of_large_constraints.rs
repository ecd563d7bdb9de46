//! Proofs of constraints over more variables than brute force can handle: a proof can derive every reason, and an
//! independent checker accepts the proof.

use ferz_tests::checkers::{ProofDir, python};
use ferz_tests::random_models::Draw;
use solver_core::constraints::{Automaton, Graph, Table};
use solver_core::prelude::*;

/// Declares variables whose domains are intervals below the limit, each with one hole.
fn windows(m: &mut Model, name: &str, (count, width, limit): (usize, i32, i32), some: &mut Draw) -> Vec<IntVar> {
    let window = |i: usize| {
        let low = some.between(0, (limit - width - 1).max(0));
        let hole = some.between(low + 1, low + width);
        let values = (low..low + width).filter(|&v| v != hole);
        m.int(format!("{name}{i}"), values.collect::<Vec<i32>>()).expect("a name")
    };
    (0..count).map(window).collect()
}

/// Declares variables, each with a few random values below the limit.
fn scattered(m: &mut Model, name: &str, (count, kept, limit): (usize, usize, i32), some: &mut Draw) -> Vec<IntVar> {
    let few = |i: usize| {
        let values: Vec<i32> = (0..kept).map(|_| some.between(0, limit - 1)).collect();
        m.int(format!("{name}{i}"), values).expect("a name")
    };
    (0..count).map(few).collect()
}

type Build = fn(&mut Model, u64, &mut Draw);

const KINDS: [(&str, Build); 21] = [
    ("all_different", |m, level, some| {
        let x = windows(m, "x", (22, 10, 24), some);
        m.all_different(x).consistency([Consistency::Bounds, Consistency::Domain][level as usize % 2]);
    }),
    ("nvalue, few", |m, _, some| {
        let x = windows(m, "x", (18, 9, 45), some);
        m.nvalue(x, 5);
    }),
    ("nvalue, many", |m, _, some| {
        let x = windows(m, "x", (18, 5, 22), some);
        m.nvalue(x, 17);
    }),
    ("gcc", |m, level, some| {
        let x = scattered(m, "x", (22, 4, 13), some);
        let counts = (0..13).map(|v| (v, 1..=2 + v % 2));
        m.gcc(x, counts).consistency(Consistency::ALL[level as usize % 3]);
    }),
    ("gcc with counts", |m, level, some| {
        let x = windows(m, "x", (20, 7, 12), some);
        let counts = m.ints("count", 12, 0..=2).expect("names");
        m.gcc_closed(x, (0..).zip(counts)).consistency(Consistency::ALL[level as usize % 3]);
    }),
    ("among", |m, _, some| {
        let x = windows(m, "x", (40, 6, 20), some);
        for k in 0..8 {
            m.among(x[4 * k..4 * k + 12.min(40 - 4 * k)].to_vec(), [2, 3, 5, 7, 11, 13, 17, 19], some.between(3, 5));
        }
    }),
    ("bin_packing", |m, _, some| {
        let bins = windows(m, "bin", (24, 6, 6), some);
        let sizes: Vec<i32> = bins.iter().map(|_| some.between(30, 89)).collect();
        let total: i32 = sizes.iter().sum();
        let loads = m.ints("load", 6, total / 6 - 1..=total / 6 + 1).expect("names");
        m.bin_packing(bins.into_iter().zip(sizes), loads);
    }),
    ("knapsack", |m, _, some| {
        let take = m.ints("take", 30, 0..=1).expect("names");
        let (weight, profit) =
            (m.int("weight", 300..=302).expect("a name"), m.int("profit", 520..=900).expect("a name"));
        let items: Vec<(i32, i32, IntVar)> =
            take.iter().map(|&x| (some.between(20, 49), some.between(20, 59), x)).collect();
        m.knapsack(items, weight, profit);
    }),
    ("regular", |m, _, some| {
        let x = windows(m, "x", (30, 5, 6), some);
        let arcs = (0..12).flat_map(|s| (0..6).map(move |v| (s, v))).filter(|&(s, v)| (s as i32 + v) % 3 != 0);
        let transitions: Vec<_> = arcs.map(|(s, v)| (s, v, some.below(12))).collect();
        let automaton = Automaton::new(12, 0, [0, 1], transitions).expect("an automaton");
        m.regular(&x, &automaton);
        m.regular(x.into_iter().rev(), &automaton);
    }),
    ("table", |m, _, some| {
        let x = windows(m, "x", (16, 10, 12), some);
        let rows: Vec<Vec<i32>> = (0..1000).map(|_| (0..6).map(|_| some.between(0, 11)).collect()).collect();
        let table = Table::new(6, rows).expect("a table");
        for k in 0..3 {
            m.table(x[4 * k..4 * k + 6].to_vec(), &table);
        }
    }),
    ("inverse", |m, level, some| {
        let f = scattered(m, "f", (18, 12, 18), some);
        let g = scattered(m, "g", (18, 20, 18), some);
        m.inverse(f, g, 0).consistency(Consistency::ALL[level as usize % 3]);
    }),
    ("sort", |m, _, some| {
        let x = windows(m, "x", (20, 20, 40), some);
        let y = windows(m, "y", (20, 35, 40), some);
        m.all_different(x.clone());
        m.sort(x, y);
    }),
    ("sort of many", |m, _, some| {
        let x = windows(m, "x", (60, 50, 90), some);
        let y = windows(m, "y", (60, 90, 90), some);
        m.all_different(x.clone());
        m.sort(x, y);
    }),
    ("sort of many values", |m, _, some| {
        let x = windows(m, "x", (14, 500, 900), some);
        let y = windows(m, "y", (14, 900, 900), some);
        m.post((3 * y[2] + 2 * y[6]).at_least(some.between(1800, 1999)));
        m.sort(x, y);
    }),
    ("value_precede", |m, _, some| {
        let x = windows(m, "x", (30, 9, 9), some);
        m.value_precede_chain(0..9, x.clone());
        m.nvalue(x, 9);
    }),
    ("lex and increasing", |m, _, some| {
        let x = windows(m, "x", (24, 5, 9), some);
        m.lex_less(x[..12].to_vec(), x[12..].to_vec());
        m.lex_less(x[12..].to_vec(), x[2..14].to_vec());
        m.increasing(x[6..18].to_vec());
    }),
    ("subcircuit", |m, _, some| {
        let next = scattered(m, "next", (16, 4, 16), some);
        m.subcircuit(next);
    }),
    ("path", |m, _, some| {
        let next = scattered(m, "next", (12, 7, 13), some);
        m.path(next, 0, 11);
    }),
    ("connected", |m, _, some| {
        let cells = m.ints("cell", 24, 0..=1).expect("names");
        m.connected(&Graph::grid(4, 6).expect("a small grid"), &cells);
        for pair in cells.chunks(3) {
            m.post((pair[0] + pair[some.below(3)] + pair[2]).equals(1));
        }
        m.post(cells.into_iter().sum::<Expr>().at_most(12));
    }),
    ("tree", |m, _, some| {
        let graph = Graph::grid(3, 3).expect("a small grid");
        let nodes = m.ints("node", 9, 0..=1).expect("names");
        let edges = m.ints("edge", 12, 0..=1).expect("names");
        m.connected_subgraph(&graph, &nodes, &edges);
        m.acyclic(&graph, &edges);
        m.post(nodes[some.below(4)].equals(1));
        m.post((nodes[8] + nodes[6]).equals(2));
        m.post(edges.into_iter().map(|e| e * some.between(1, 4)).sum::<Expr>().at_most(9));
    }),
    ("element", |m, _, some| {
        let arrays: Vec<Vec<i32>> = (0..3).map(|_| (0..30).map(|_| some.between(0, 299)).collect()).collect();
        let at = windows(m, "at", (12, 12, 30), some);
        let costs: Vec<Expr> = (0..12).map(|i| arrays[i % 3].at(at[i])).collect();
        m.all_different(at);
        m.post(costs.into_iter().sum::<Expr>().at_most(500));
    }),
];

#[test]
fn no_reason_is_beyond_a_proof() {
    let Some(files) = ProofDir::checked() else { return };
    let (mut failed, mut some) = (Vec::new(), [false; 2]);
    for (kind, build) in KINDS {
        let (mut failures, mut solved) = (0, 0);
        for case in 0..ferz_tests::cases(4, 12) {
            let mut m = Model::new();
            build(&mut m, case / 2, &mut Draw::new(case));
            let search = m.search().learn((case % 2 == 1).then_some(Learning::Alternating)).node_limit(60);
            match search.prove(files.create().expect("files")) {
                Err(error) => failed.push(format!("{kind}, case {case}: {error}")),
                Ok(proved) => {
                    failures += proved.statistics.failures;
                    // There is no verdict if a limit was reached.
                    if let Some(verdict) = proved.verdict {
                        assert_eq!(files.veripb(), Ok(verdict), "{kind}, case {case}");
                    }
                    // Unsatisfiable rows would prove everything.
                    if proved.statistics.solutions > 0 && solved < 2 {
                        solved += 1;
                        let said = python("tests/check_solutions.py", &[files.folder()]);
                        assert!(said.is_ok(), "{kind}, case {case}: {said:?}");
                    }
                }
            }
        }
        // With only a few cases, it may happen that all searches fail, or none do.
        let is_both = failures > 0 && solved > 0;
        assert!(is_both || !ferz_tests::is_full(), "{kind}: {failures} failures, {solved} with solutions");
        some = [some[0] || failures > 0, some[1] || solved > 0];
    }
    assert_eq!(some, [true; 2], "failures, solutions");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
