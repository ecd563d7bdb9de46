//! Tests of reified constraints against brute force.

use super::by_evaluation::DECIDED;
use super::{Form, HalfReified, ReifiedByEvaluation};
use crate::constraints::{AllDifferentBounds, AllDifferentValue, ElementOfViews, NotEqual};
use crate::engine::EngineBuilder;
use crate::harness::{self, Check, Claim};
use crate::prelude::*;
use crate::prelude_propagator::*;
use std::sync::Arc;

fn distinct(values: &[i32]) -> bool {
    (1..values.len()).all(|i| !values[..i].contains(&values[i]))
}

/// `v[0] -> C(v[1..])`
fn conditional<Q: Propagator + 'static>(
    name: &str,
    arity: std::ops::RangeInclusive<usize>,
    post: fn(&[View]) -> Q,
    rules: &[&'static Rule],
) -> Check {
    Check::new(name)
        .forms([harness::Form::Holds])
        .arity(arity)
        .values(-3..=3)
        .position(0, 0..=1)
        .post(move |(), v| HalfReified::new(v[0], Box::new(post(&v[1..]))))
        .holds(|(), v| v[0] == 0 || distinct(&v[1..]))
        .rules(rules.iter().copied())
        .up_to(10_000)
}

#[test]
fn eager_reasons_get_the_condition() {
    let rules = [];
    conditional("not_equal.enforce_if", 3..=3, |v| NotEqual::new(v[0], v[1]), &rules).passes(250);
}

/// `b -> x != y` is domain consistent: the constraint is refuted as soon as both sides are fixed to the same value.
#[test]
fn a_disequality_refutes_its_condition() {
    let post = |v: &[View]| NotEqual::new(v[0], v[1]);
    conditional("not_equal.refuted", 3..=3, post, &[]).claims(Claim::Domain).passes(1_500);
}

#[test]
fn propagators_with_modified_positions_run_under_a_condition() {
    let post = |v: &[View]| AllDifferentValue::new(v.to_vec());
    conditional("all_different.value.enforce_if", 1..=5, post, &[]).passes(1_500);
}

#[test]
fn lazy_reasons_get_the_condition() {
    let post = |v: &[View]| AllDifferentBounds::new(v.to_vec());
    conditional("all_different.bounds.enforce_if", 1..=5, post, &[]).without_modified_positions().passes(1_500);
}

/// Claims that each value has a support, except while other positions are unfixed.
fn by_evaluation(form: Form) -> Check {
    let holds = move |v: &[i32]| match form {
        Form::HalfReified => v[0] == 0 || distinct(&v[1..]),
        Form::Reified => (v[0] == 1) == distinct(&v[1..]),
    };
    Check::new(if form == Form::Reified { "by_evaluation.iff" } else { "by_evaluation.enforce_if" })
        .forms([harness::Form::Holds])
        .arity(1..=4)
        .values(-3..=3)
        .position(0, 0..=1)
        .post(move |(), v| ReifiedByEvaluation::new(v[0], form, v[1..].to_vec(), Arc::new(distinct)))
        .holds(move |(), v| holds(v))
        .claims(Claim::values(move |(), domains: &[Vec<i32>], i, v| {
            // Evaluation is forward checking, so nothing is claimed while two positions are unfixed.
            let open = (0..domains.len()).filter(|&k| k != i && domains[k].len() > 1).count();
            let tuple: Vec<i32> = (0..domains.len()).map(|k| if k == i { v } else { domains[k][0] }).collect();
            let own = domains[i].len();
            open > 0 || own > 1 && i > 0 || holds(&tuple)
        }))
        .rules([&DECIDED])
        .up_to(10_000)
}

#[test]
fn half_reification_by_meaning() {
    by_evaluation(Form::HalfReified).passes(250);
}

#[test]
fn reification_by_meaning() {
    by_evaluation(Form::Reified).passes(500);
}

#[test]
fn models_of_reified_constraints_have_the_solutions_of_their_meaning() -> Result<(), ModelError> {
    type Post = fn(&mut Model, &[IntVar], IntVar, Form);
    type Holds = fn(&[i32]) -> bool;
    fn with<K>(posted: crate::model::Posted<'_, K>, b: IntVar, form: Form) {
        match form {
            Form::HalfReified => posted.enforce_if(b),
            Form::Reified => posted.iff(b),
        };
    }
    let kinds: [(Post, Holds); 6] = [
        (|m, x, b, form| with(m.all_different(x), b, form), distinct),
        (|m, x, b, form| with(m.post(constraint!(x[0] + x[1] <= x[2])), b, form), |v| v[0] + v[1] <= v[2]),
        (|m, x, b, form| with(m.post(constraint!(2 * x[0] == x[1] - x[2])), b, form), |v| 2 * v[0] == v[1] - v[2]),
        (|m, x, b, form| with(m.post(constraint!(x[0] != x[1])), b, form), |v| v[0] != v[1]),
        (|m, x, b, form| with(m.post(constraint!(x[0] > 1)), b, form), |v| v[0] > 1),
        (|m, x, b, form| with(m.post(constraint!(x[0] == x[0])), b, form), |_| true),
    ];
    for (post, holds) in kinds {
        for form in [Form::HalfReified, Form::Reified] {
            let mut m = Model::new();
            let x = m.ints("x", 3, -1..=2)?;
            let b = m.bool("b")?;
            post(&mut m, &x, b, form);
            let mut expected = 0;
            for code in 0..64 {
                let v = [code % 4 - 1, code / 4 % 4 - 1, code / 16 - 1];
                expected += match (holds(&v), form) {
                    (_, Form::Reified) | (false, Form::HalfReified) => 1,
                    (true, Form::HalfReified) => 2,
                };
            }
            assert_eq!(m.count()?, Outcome::Complete(expected), "{form:?}");
        }
    }
    Ok(())
}

#[test]
fn misuse_is_reported_by_name() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.int("x", 0..=2)?;
    m.post(constraint!(x > 1)).named("late").iff(x);
    assert_eq!(
        m.count().unwrap_err().to_string(),
        "constraint `late` (linear): its condition can be 0..=2, but must be 0 or 1"
    );
    let mut m = Model::new();
    let b = m.bool("b")?;
    m.propagator("own", [b], |v| Box::new(NotEqual::new(v[0], v[0]))).iff(b);
    assert!(matches!(m.count(), Err(ModelError::Misuse { .. })));
    Ok(())
}

#[test]
fn what_a_run_heeded_does_not_outlast_its_condition() {
    let domains = [(0, 1), (0, 1), (0, 3), (2, 5), (2, 5)].map(|(low, high)| ValueSet::range(low, high));
    let mut b = EngineBuilder::new(domains.to_vec());
    let [condition, index, result, x, y] = std::array::from_fn(|i| b.view(i));
    b.post(Box::new(HalfReified::new(condition, Box::new(ElementOfViews::domain([x, y], index, result)))));
    let mut e = b.build().unwrap();
    e.propagate().unwrap();
    e.push_level();
    e.assume(Atom::equals(condition, 1)).unwrap();
    e.propagate().unwrap();
    e.pop_level();
    for atom in [Atom::equals(index, 1), Atom::equals(result, 3), Atom::differs(y, 3)] {
        e.assume(atom).unwrap();
        e.propagate().unwrap();
    }
    assert_eq!(e.values(condition), [0]);
}
