use super::{Clause, RULE};
use crate::constraints::HalfReified;
use crate::engine::{EngineBuilder, Halt};
use crate::harness::{Check, Claim, Form, Rng};
use crate::var::Var;
use crate::{Atom, ValueSet, View};

/// Generates a literal over a variable that is later replaced by an arbitrary view.
fn literal(rng: &mut Rng) -> Atom {
    let v = rng.below(7) as i32 - 3;
    let any = View::from(Var(0));
    match rng.below(4) {
        0 => Atom::at_least(any, v),
        1 => Atom::at_most(any, v),
        2 => Atom::equals(any, v),
        _ => Atom::differs(any, v),
    }
}

fn literals(literals: &[Atom], views: &[View]) -> Vec<Atom> {
    literals.iter().zip(views).map(|(literal, &view)| literal.restated(View::from(Var(0)), view)).collect()
}

#[test]
fn is_domain_consistent_and_planted_faults_are_caught() {
    let check = Check::new("clause")
        .parameters(|rng, n| (0..n).map(|_| literal(rng)).collect::<Vec<Atom>>())
        .arity(0..=5)
        .values(-3..=3)
        .without_extremes()
        .post(|facts, v| Clause::new(literals(facts, v)))
        .holds(|facts, v| facts.iter().zip(v).any(|(fact, &v)| fact.holds_for(v)))
        .claims(Claim::Sound)
        .claims(Claim::values(|facts: &Vec<Atom>, domains: &[Vec<i32>], position, v| {
            let others = (0..domains.len()).filter(|&k| k != position);
            facts[position].holds_for(v) || { others }.any(|k| domains[k].iter().any(|&w| facts[k].holds_for(w)))
        }))
        .rules([&RULE])
        .up_to(10_000);
    check.passes(500);
}

#[test]
fn a_condition_is_false_when_all_literals_are() {
    let check = Check::new("clause.enforce_if")
        .forms([Form::Holds])
        .arity(2..=5)
        .values(0..=1)
        .without_extremes()
        .post(|(), v| {
            let literals = v[1..].iter().map(|&b| Atom::equals(b, 1));
            HalfReified::new(v[0], Box::new(Clause::new(literals)))
        })
        .holds(|(), v| v[0] == 0 || v[1..].contains(&1))
        .claims(Claim::Domain)
        .rules([&RULE])
        .up_to(10_000);
    check.passes(500);
}

#[test]
fn the_empty_clause_is_false() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1)]);
    b.post(Box::new(Clause::new([])));
    assert_eq!(b.build().unwrap().propagate(), Err(Halt::Failed));
}
