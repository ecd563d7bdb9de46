//! Consistency levels of comparisons in models.

use crate::prelude::*;

/// Returns the solution and failure counts of the search for all solutions of `x + y + z = 12` over domains with holes.
fn tree(level: BoundsOrDomain) -> Result<(u64, u64), ModelError> {
    let mut m = Model::new();
    let (x, y, z) = (m.int("x", [0, 3, 6, 9])?, m.int("y", [0, 3, 6, 7])?, m.int("z", [1, 2, 6, 12])?);
    m.post((x + y + z).equals(12)).consistency(level);
    let mut run = m.search().start()?;
    while run.step() == Step::Solution {}
    Ok((run.statistics().solutions, run.statistics().failures))
}

#[test]
fn an_equation_of_three_is_domain_consistent_when_asked() -> Result<(), ModelError> {
    let mut expected = 0;
    for x in [0, 3, 6, 9] {
        for y in [0, 3, 6, 7] {
            expected += u64::from([1, 2, 6, 12].contains(&(12 - x - y)));
        }
    }
    assert_eq!(tree(BoundsOrDomain::Domain)?, (expected, 0));
    let (solutions, failures) = tree(BoundsOrDomain::Bounds)?;
    assert!(solutions == expected && failures > 0, "{failures}");
    Ok(())
}

#[test]
fn other_comparisons_have_domain_consistency_anyway() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 5, 0..=9)?;
    m.post(x.iter().sum::<Expr>().at_most(3)).consistency(BoundsOrDomain::Domain);
    m.post(x.iter().sum::<Expr>().differs(3)).consistency(BoundsOrDomain::Domain);
    m.post((x[0] + x[1]).equals(x[2] + 1)).consistency(BoundsOrDomain::Domain).iff(Expr::from(x[3].at_least(1)));
    m.post(x[3].at_most(1)).consistency(BoundsOrDomain::Domain);
    m.post(x[4].at_most(3));
    let mut expected = 0;
    for code in 0..1 << 10 {
        let v: Vec<i32> = (0..5).map(|i| code >> (2 * i) & 3).collect();
        let sum: i32 = v.iter().sum();
        expected += u128::from(sum < 3 && v[3] <= 1 && (v[3] == 1) == (v[0] + v[1] == v[2] + 1));
    }
    assert_eq!(m.count()?, Outcome::Complete(expected));
    Ok(())
}

#[test]
fn a_level_that_an_equation_does_not_have_is_refused_by_name() -> Result<(), ModelError> {
    let refusal = |high: i32, post: fn(&mut Model, &[IntVar])| -> Result<String, ModelError> {
        let mut m = Model::new();
        let x = m.ints("x", 4, 0..=high)?;
        post(&mut m, &x);
        let error = m.count().expect_err("a level that it does not have");
        assert!(matches!(error, ModelError::Unsupported { level: Consistency::Domain, .. }));
        Ok(error.to_string())
    };
    let long = refusal(9, |m, x| {
        m.post(x.iter().sum::<Expr>().equals(9)).consistency(BoundsOrDomain::Domain).named("sum");
    })?;
    let wide = refusal(70_000, |m, x| {
        m.post(x[0].equals(x[1])).consistency(BoundsOrDomain::Domain);
    })?;
    let pairs = refusal(5_000, |m, x| {
        m.post((x[0] + x[1]).equals(x[2])).named("sum").consistency(BoundsOrDomain::Domain);
    })?;
    let function = refusal(9, |m, x| {
        m.post((x[0] * x[1]).equals(x[2])).consistency(BoundsOrDomain::Domain).named("area");
    })?;
    let reified = refusal(9, |m, x| {
        m.post((x[0] + x[1] + x[2]).equals(x[3] + 1)).consistency(BoundsOrDomain::Domain).iff(x[3].at_least(5));
    })?;
    insta::assert_snapshot!([long, wide, pairs, function, reified].join("\n"));
    Ok(())
}

/// Variables fixed at the root do not count towards the limit of three variables.
#[test]
fn only_open_variables_count() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 5, 0..=9)?;
    m.post(x[0].equals(1));
    m.post(x[1].equals(2));
    m.post((x[0] + x[1] + x[2] + x[3]).equals(x[4])).consistency(BoundsOrDomain::Domain);
    assert_eq!(m.count()?, Outcome::Complete(7 * 8 / 2));
    Ok(())
}

/// Returns the node and solution counts of the search for Langford's problem L(2, n), with a separate variable for the
/// second position of each number.
fn langford(n: i32, level: Option<BoundsOrDomain>) -> Result<(u64, u64), ModelError> {
    let mut m = Model::new();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for k in 1..=n {
        first.push(m.int(format!("first {k}"), 0..=2 * n - k - 2)?);
        second.push(m.int(format!("second {k}"), k + 1..=2 * n - 1)?);
    }
    for (k, (&first, &second)) in (1..).zip(first.iter().zip(&second)) {
        let posted = m.post(second.equals(first + k + 1));
        if let Some(level) = level {
            posted.consistency(level);
        }
    }
    m.all_different(first.iter().chain(&second).copied()).consistency(Consistency::Domain);
    let mut run = m.search().on(&first).start()?;
    while run.step() == Step::Solution {}
    Ok((run.statistics().nodes, run.statistics().solutions))
}

/// Without domain consistency, when another constraint removed a value from one variable, its counterpart would stay in
/// the domain of the other variable.
#[test]
fn x_equals_y_plus_c_is_domain_consistent_by_default() -> Result<(), ModelError> {
    // The expected tree sizes are Gecode's.
    assert_eq!(langford(7, None)?, (687, 52));
    assert_eq!(langford(9, None)?, (20_163, 0));
    assert_eq!(langford(7, Some(BoundsOrDomain::Domain))?, langford(7, None)?);
    assert!(langford(7, Some(BoundsOrDomain::Bounds))?.0 > langford(7, None)?.0);
    let mut m = Model::new();
    let (x, y, z, b) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?, m.int("z", 0..=70_000)?, m.bool("b")?);
    let level = |m: &mut Model, comparison| {
        let c = m.post(comparison).id();
        m.level(c)
    };
    assert_eq!(level(&mut m, x.equals(y + 3))?, Some(Consistency::Domain));
    assert_eq!(level(&mut m, (x + y).equals(3))?, Some(Consistency::Domain));
    assert_eq!(level(&mut m, (2 * x).equals(y))?, Some(Consistency::Bounds));
    assert_eq!(level(&mut m, z.equals(y))?, None); // too many values
    let reified = m.post(x.equals(y)).iff(b).id();
    assert_eq!(m.level(reified)?, Some(Consistency::Domain));
    let wide = m.post(x.equals(z)).iff(b).id();
    assert_eq!(m.level(wide)?, None);
    Ok(())
}
