//! Tests that remove one model constraint, or set a constraint to each of its levels.

use crate::constraints::NotEqual;
use crate::prelude::*;

/// Builds a model of three variables and a Boolean, with constraints of all kinds.
fn model() -> (Model, Vec<ConstraintId>) {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=3).unwrap();
    let b = m.bool("b").unwrap();
    let different = |m: &mut Model| {
        let posted = m.propagator("different", [x[0], x[2]], |v| Box::new(NotEqual::new(v[0], v[1])));
        posted.checked_by(|v| v[0] != v[1]).id()
    };
    let all = vec![
        m.all_different(&x).named("rows").id(),
        m.post(constraint!(x[0] + x[1] >= x[2])).id(),
        m.post(constraint!(x[0] <= 2)).id(),
        m.post((x[0] * x[1]).at_most(2)).iff(b).id(),
        different(&mut m),
        m.element_of(&x, x[0], x[1]).enforce_if(b).id(),
    ];
    (m, all)
}

fn every_assignment() -> impl Iterator<Item = Vec<i32>> {
    (0..4 * 4 * 4 * 2).map(|k| vec![k / 32, k / 8 % 4, k / 2 % 4, k % 2])
}

#[test]
fn without_a_constraint_the_solutions_are_those_of_the_others() {
    let (m, all) = model();
    for &c in &all {
        let varied = m.without(c).unwrap();
        assert_eq!((varied.constraint_name(c), varied.constraints()), (m.constraint_name(c), m.constraints()));
        let mut found: Vec<Vec<i32>> = varied.solutions().unwrap().map(|s| s.all_values().to_vec()).collect();
        found.sort();
        let others = |v: &Vec<i32>| m.violations(v).unwrap().iter().all(|&v| v == Violation::Constraint(c));
        assert_eq!(found, every_assignment().filter(others).collect::<Vec<_>>(), "{:?}", m.constraint_name(c));
        assert_eq!(varied.to_string().lines().count() + 1, m.to_string().lines().count());
    }
    // A custom constraint cannot be exported unless it is removed.
    assert!(m.to_flatzinc(&crate::SolveItem::Satisfy).is_err());
    let exported = |m: &Model| m.to_xcsp3(&crate::SolveItem::Satisfy).unwrap().to_string();
    let free = m.without(all[4]).unwrap();
    assert!(exported(&free).contains("allDifferent"));
    assert!(!exported(&free.without(all[0]).unwrap()).contains("allDifferent"));
    assert!(free.to_flatzinc(&crate::SolveItem::Satisfy).is_ok());
}

#[test]
fn at_every_level_the_solutions_are_the_same_and_the_tree_no_larger() {
    let mut m = Model::new();
    let x = m.ints("x", 4, 0..=5).unwrap();
    let twice = [x[0], x[1]];
    let leveled = vec![
        m.all_different(&x).id(),
        m.all_different_except(&x, [0]).id(),
        m.gcc(&x, [(1, 0..=1), (2, 1..=2)]).id(),
        m.inverse(&x, [3, 2, 1, 0], 0).id(),
        m.element([1, 3, 0, 2], x[0], x[1]).id(),
        m.all_equal([x[0] + x[3], 3.into()]).id(),
        m.abs(x[0] - x[1], 2).id(),
        m.post((x[0] + x[1]).equals(x[2] + 3)).id(),
        m.circuit(&x).id(),
        m.disjunctive([(x[0], 2), (x[1], 1)]).id(),
        m.disjunctive_strict([(x[0], 2), (x[1], 0)]).id(),
        m.cumulative(twice.map(|x| (x, 2, 1)), 1).id(),
    ];
    for &c in &leveled {
        let alone = leveled.iter().filter(|&&other| other != c).fold(m.clone(), |m, &o| m.without(o).unwrap());
        let levels = m.levels(c).unwrap();
        assert!(levels.len() >= 2 && levels.is_sorted(), "{:?}", m.constraint_name(c));
        assert!(levels.contains(&m.level(c).unwrap().unwrap()));
        let mut trees = Vec::new();
        for &level in &levels {
            let varied = alone.at_level(c, level).unwrap();
            assert_eq!(varied.level(c).unwrap(), Some(level));
            let mut run = varied.search().start().unwrap();
            while run.step() == Step::Solution {}
            trees.push((run.statistics().solutions, run.statistics().nodes));
        }
        assert!(trees.windows(2).all(|w| w[0].0 == w[1].0 && w[0].1 >= w[1].1), "{trees:?}");
        for level in Consistency::ALL.iter().filter(|level| !levels.contains(level)) {
            let error = m.at_level(c, *level).unwrap_err();
            assert!(matches!(error, ModelError::Unsupported { .. }), "{error}");
        }
    }
    // The original model is unchanged.
    assert_eq!(m.level(leveled[0]).unwrap(), Some(Consistency::Value));
}

#[test]
fn constraints_of_other_models_are_refused_and_errors_go_with_their_constraint() {
    let (m, all) = model();
    let mut other = Model::new();
    let x = other.ints("x", 2, 0..=1).unwrap();
    assert!(matches!(other.without(all[0]), Err(ModelError::ForeignConstraint { .. })));
    assert!(matches!(other.at_level(all[0], Consistency::Domain), Err(ModelError::ForeignConstraint { .. })));
    assert!(matches!(other.levels(all[0]), Err(ModelError::ForeignConstraint { .. })));
    let bad = other.element([], x[0], x[1]).id();
    assert!(other.count().is_err());
    assert_eq!(other.without(bad).unwrap().count(), Ok(Outcome::Complete(4)));
    let twice = m.without(all[0]).unwrap().without(all[0]).unwrap();
    assert_eq!(twice.constraint_name(all[0]).unwrap(), "rows");
}
