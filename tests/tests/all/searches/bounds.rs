//! Tests of value selection by objective bound.

use solver_core::prelude::*;

/// Returns the objective values, in order of discovery.
fn stream(search: &Search<'_>, goal: Goal, objective: impl Into<Expr>) -> Result<Vec<i32>, ModelError> {
    Ok(search.improving(goal, objective)?.map(|best| best.value).collect())
}

#[test]
fn the_first_solution_is_good() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    m.post((x + y).equals(9));
    for branching in [Branching::TwoWay, Branching::DWay] {
        let search = m.search().branching(branching);
        let with_bounds = search.clone().values(ValueSelect::BoundImpact);
        assert_eq!(stream(&search, Goal::Minimize, x + 2 * y)?, [18, 17, 16, 15, 14, 13, 12, 11, 10, 9]);
        assert_eq!(stream(&with_bounds, Goal::Minimize, x + 2 * y)?, [9]);
        assert_eq!(stream(&search, Goal::Maximize, x - 2 * y)?.len(), 10);
        assert_eq!(stream(&with_bounds, Goal::Maximize, x - 2 * y)?, [9]);
    }
    Ok(())
}

/// In a large domain, only the two bounds are compared: their distances to the target are 400 and 599, or 600 and 399.
#[test]
fn of_large_domains_the_bounds_are_tried() -> Result<(), ModelError> {
    for (target, first) in [(400, 400), (600, 399)] {
        let mut m = Model::new();
        let x = m.int("x", 0..=999)?;
        let distance = m.int("distance", 0..=999)?;
        m.post((x - target).at_most(distance));
        m.post((target - x).at_most(distance));
        let search = m.search().values(ValueSelect::BoundImpact);
        let values = stream(&search, Goal::Minimize, distance)?;
        assert_eq!((values.first(), values.last()), (Some(&first), Some(&0)));
    }
    Ok(())
}

#[test]
fn without_an_objective_it_is_refused() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.int("x", 0..=9)?;
    let search = m.search().seq([Phase::on::<IntVar>(&[]), Phase::on(&[x]).values(ValueSelect::BoundImpact)]);
    let refusal = search.count().expect_err("nothing to bound");
    assert_eq!(
        refusal.to_string(),
        "the value order `bound-impact` looks at bounds of an objective, but there is none: \
         minimize or maximize something, or choose another value order"
    );
    assert_eq!(search.minimize(x)?.complete().map(|best| best.value), Some(0));
    Ok(())
}
