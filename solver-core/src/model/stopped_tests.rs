//! Tests that limits can stop decompositions and the output of proof rows: each comparison is short, and nothing is
//! written after the stop.

#![allow(clippy::drop_non_drop, reason = "drops what posting returns, so that a closure is one line")]

use crate::atom::Atom;
use crate::budget::Stopped;
use crate::model::constraint::Meaning;
use crate::model::definition::ConstraintDef;
use crate::model::representations::Decomposition;
use crate::model::rows::{Literal, Rows};
use crate::model::{Comparison, IntVar};
use crate::prelude::*;
use crate::reason::Rule;
use crate::var::Var;
use crate::view::View;

/// The number of variables.
const N: usize = 60;

/// Posts a constraint over many variables.
type Post = fn(&mut Model, &[IntVar]);

const CONSTRAINTS: [(&str, Post); 17] = [
    ("all_different", |m, x| drop(m.all_different(x))),
    ("all_different_except", |m, x| drop(m.all_different_except(x, [1, 2]))),
    ("among", |m, x| drop(m.among(x, (0..N as i32).step_by(2), 3))),
    ("arg_max", |m, x| drop(m.arg_max(&x[1..], x[0]))),
    ("circuit", |m, x| drop(m.circuit(x))),
    ("cumulative", |m, x| drop(m.cumulative(x.iter().map(|&x| (x, 1, 1)), 1))),
    ("diffn", |m, x| drop(m.diffn(x.chunks(2).map(|x| [x[0].into(), x[1].into(), 2.into(), 2.into()])))),
    ("disjunctive", |m, x| drop(m.disjunctive(x.iter().map(|&x| (x, 1))))),
    ("disjunctive_strict", |m, x| drop(m.disjunctive_strict(x.iter().map(|&x| (x, 1))))),
    ("gcc", |m, x| drop(m.gcc(x, (0..N as i32).map(|v| (v, 1..=2))))),
    ("inverse", |m, x| drop(m.inverse(&x[..N / 2], &x[N / 2..], 0))),
    ("nvalue", |m, x| drop(m.nvalue(x, 3))),
    ("sort", |m, x| drop(m.sort(&x[..N / 2], &x[N / 2..]))),
    ("subcircuit", |m, x| drop(m.subcircuit(x))),
    ("table", |m, x| drop(m.table(&x[..3], (0..N as i32).map(|v| [v, v, v]).collect::<Vec<_>>()))),
    ("negative_table", |m, x| {
        drop(m.negative_table(&x[..3], (0..N as i32 * 3).map(|v| [v, v, v]).collect::<Vec<_>>()))
    }),
    ("value_precede", |m, x| drop(m.value_precede_chain(0..5, x))),
];

/// Calls `then` with the constraint definition.
fn with_definition<T>(post: Post, then: impl FnOnce(&ConstraintDef) -> T) -> T {
    let mut m = Model::new();
    let x = m.ints("x", N, 0..=N as i32 - 1).expect("variables");
    post(&mut m, &x);
    let Meaning::Defined(definition) = &m.constraints[0].meaning else { panic!("it is one of the catalogue") };
    then(definition)
}

/// Receives comparisons and rows and stops the writer after `most` of them.
struct Taker {
    most: usize,
    taken: usize,
    /// The length of the longest comparison or auxiliary expression.
    longest: usize,
}

impl Taker {
    fn new(most: usize) -> Taker {
        Taker { most, taken: 0, longest: 0 }
    }

    fn take(&mut self) -> Result<(), Stopped> {
        self.taken += 1;
        if self.taken > self.most { Err(Stopped) } else { Ok(()) }
    }
}

/// Returns the number of terms in an expression, including those in its functions.
fn length(e: &Expr) -> usize {
    let within = e.functions.iter().flat_map(|(_, function)| &function.arguments).map(length);
    1 + e.terms.len() + within.sum::<usize>()
}

impl Decomposition for Taker {
    fn variable(&mut self, e: Expr) -> Result<Expr, Stopped> {
        self.longest = self.longest.max(length(&e));
        self.take()?;
        Ok(IntVar::auxiliary(0).into())
    }

    fn require(&mut self, comparison: Comparison) -> Result<(), Stopped> {
        self.longest = self.longest.max(length(&comparison.difference));
        self.take()
    }
}

impl Rows for Taker {
    fn literal(&mut self, _: Atom) -> Result<Literal, Stopped> {
        self.take()?;
        Ok(Literal(2))
    }

    fn values(&mut self, _: View) -> Result<Option<Vec<i32>>, Stopped> {
        self.take()?;
        Ok(Some((0..N as i32).collect()))
    }

    fn bounds(&self, view: View) -> (i64, i64) {
        // A constant, or a variable.
        if view.var() == Var(N as u32) { (1, 1) } else { (0, N as i64 - 1) }
    }

    fn terms(&mut self, _: View) -> (i64, Vec<(i64, Literal)>) {
        (0, Vec::new())
    }

    fn row(&mut self, _: &'static str, _: i64, _: Vec<(i64, Literal)>, _: i64) -> Result<(), Stopped> {
        self.take()
    }

    fn at_most(&mut self, _: (&'static str, i64), _: &[(i64, View)], _: i64, _: Literal) -> Result<(), Stopped> {
        self.take()
    }

    fn selector(&mut self, _: &str) -> Result<Literal, Stopped> {
        self.take()?;
        Ok(Literal(4))
    }

    fn is_conditional(&self) -> bool {
        false
    }

    fn refuse(&mut self, _: &'static str) {}

    fn implied(&mut self, _: &'static str, _: i64, _: &[((&'static str, i64), i64)]) {}

    fn at_least_one(&mut self, _: &'static str, _: i64, _: View) -> Result<(), Stopped> {
        self.take()
    }

    fn suffice(&mut self) {}

    fn suffice_for(&mut self, _: &'static Rule) {}
}

#[test]
fn a_decomposition_consists_of_short_comparisons_and_stops_at_any_of_them() {
    for (name, post) in CONSTRAINTS {
        with_definition(post, |definition| {
            let arguments = &definition.arguments;
            let decomposition = definition.decomposition.as_ref().expect("each is decomposed");
            let mut all = Taker::new(usize::MAX);
            decomposition.decompose(arguments, &mut all).expect("nothing stops it");
            assert!(all.taken > N / 2 && all.longest <= 10 * N, "{name}: {} of {} terms", all.taken, all.longest);
            for most in [0, 1, all.taken / 2, all.taken - 1] {
                let mut taker = Taker::new(most);
                assert_eq!(decomposition.decompose(arguments, &mut taker), Err(Stopped), "{name}");
                assert_eq!(taker.taken, most + 1, "{name}: more is written after the stop");
            }
        });
    }
}

#[test]
fn rows_of_proofs_stop_at_any_of_them() {
    let mut written = 0;
    for (name, post) in CONSTRAINTS {
        with_definition(post, |definition| {
            let view = |e: &Expr| View::from(Var(e.terms.first().map_or(N as u32, |term| term.1.index)));
            let views: Vec<View> = definition.arguments.iter().map(view).collect();
            let Some(certificate) = &definition.certificate else { return };
            let mut all = Taker::new(usize::MAX);
            if !certificate.rows(&views, &mut all).expect("nothing stops it") || all.taken == 0 {
                return;
            }
            written += 1;
            for most in [0, 1, all.taken / 2, all.taken - 1] {
                let mut taker = Taker::new(most);
                assert_eq!(certificate.rows(&views, &mut taker), Err(Stopped), "{name}");
                assert_eq!(taker.taken, most + 1, "{name}: more is written after the stop");
            }
        });
    }
    assert!(written >= 8, "{written} constraints have rows of their own");
}
