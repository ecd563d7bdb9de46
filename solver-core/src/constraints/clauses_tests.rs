//! Constraints with a pure clause encoding: the clauses accept the same assignments as the propagator.

use crate::atom::Atom;
use crate::constraints::{Clause, Conjunction, Form, ReifiedLiteral};
use crate::engine::EngineBuilder;
use crate::propagator::Propagator;
use crate::value_set::ValueSet;
use crate::view::View;

/// Checks, for each assignment of three variables, that the clauses hold if and only if the propagator does not fail.
fn agree(domains: [(i32, i32); 3], post: impl Fn([View; 3]) -> Box<dyn Propagator>) {
    for x in domains[0].0..=domains[0].1 {
        for y in domains[1].0..=domains[1].1 {
            for z in domains[2].0..=domains[2].1 {
                let assignment = [x, y, z];
                let mut builder = EngineBuilder::new(assignment.map(|v| ValueSet::range(v, v)).to_vec());
                let views = [0, 1, 2].map(|i| builder.view(i));
                let propagator = post(views);
                let (_, clauses) = propagator.clauses().expect("nothing but clauses");
                builder.post(propagator);
                let mut engine = builder.build().expect("an engine");
                let value = |literal: &Atom| engine.fixed(View::from(literal.var())).expect("all are fixed");
                let holds = clauses.iter().all(|clause| clause.iter().any(|literal| literal.holds_for(value(literal))));
                assert_eq!(holds, engine.propagate().is_ok(), "{assignment:?}: {clauses:?}");
            }
        }
    }
}

#[test]
fn a_clause() {
    let of =
        |[x, y, z]: [View; 3]| [Atom::at_least(x, 2), Atom::differs(y, 0), Atom::equals(-z, 1), Atom::at_most(x, -1)];
    agree([(-2, 3), (-1, 2), (-2, 2)], |views| Box::new(Clause::new(of(views))));
}

#[test]
fn a_conjunction_and_a_disjunction() {
    let bit = (0, 1);
    agree([bit; 3], |[truth, x, y]| Box::new(Conjunction::new(truth, [x, y])));
    let not = |view: View| (-view).plus(1);
    agree([bit; 3], |[truth, x, y]| Box::new(Conjunction::new(not(truth), [not(x), y, y])));
}

#[test]
fn reified_literals() {
    for form in [Form::Reified, Form::HalfReified] {
        agree([(0, 1), (-2, 3), (0, 0)], |[truth, x, _]| Box::new(ReifiedLiteral::equals(truth, x, 1, form)));
        agree([(0, 1), (-2, 3), (0, 0)], |[truth, x, _]| Box::new(ReifiedLiteral::at_most(truth, -x, 1, form)));
    }
}
