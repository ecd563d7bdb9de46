//! Each constraint, posted by itself over 0..=1,000,000,000, yields an answer or an error that names the constraint.

#![allow(clippy::drop_non_drop, reason = "drops what posting returns, so that a closure is one line")]

use solver_core::prelude::*;

const HUGE: std::ops::RangeInclusive<i32> = 0..=1_000_000_000;

fn first(state: impl Fn(&mut Model, &[IntVar])) -> Result<Outcome<Vec<i32>>, ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 3, HUGE)?;
    state(&mut m, &x);
    Ok(match m.first()? {
        Outcome::Complete(s) => Outcome::Complete(s.values(&x)?),
        Outcome::Unsat => Outcome::Unsat,
        Outcome::Stopped { by, known } => Outcome::Stopped { by, known },
    })
}

#[test]
fn every_constraint_answers_or_refuses_on_huge_domains() {
    let found = |values: [i32; 3]| Ok(Outcome::Complete(values.to_vec()));
    assert_eq!(
        first(|m, x| {
            m.post(x[0].differs(x[1]));
        }),
        found([0, 1, 0])
    );
    assert_eq!(
        first(|m, x| {
            m.post((x[0] + x[1]).at_least(1_999_999_999));
        }),
        found([999_999_999, 1_000_000_000, 0])
    );
    assert_eq!(
        first(|m, x| {
            m.post((2 * x[0] + 3 * x[1]).equals(x[2]));
        }),
        found([0, 0, 0])
    );
    assert_eq!(
        first(|m, x| {
            m.post((2 * x[0] - 2 * x[1]).equals(1));
        }),
        Ok(Outcome::Unsat)
    );
    assert_eq!(
        first(|m, x| {
            m.post((3 * x[0] - 5 * x[1] + 7 * x[2]).differs(0));
        }),
        found([0, 0, 1])
    );
    assert_eq!(
        first(|m, x| {
            m.all_different(x);
        }),
        found([0, 1, 2])
    );
    let bounds = first(|m, x| {
        m.all_different(x).consistency(Consistency::Bounds);
    });
    assert_eq!(bounds, found([0, 1, 2]));
    let domain = first(|m, x| {
        m.all_different(x).consistency(Consistency::Domain).named("rows");
    });
    insta::assert_snapshot!(domain.expect_err("too many values for a matching").to_string());
}

/// The domain has two values a billion apart; an explanation must not enumerate the gap.
#[test]
fn reasons_that_count_step_over_gaps() {
    let mut m = Model::new();
    let x = m.int("x", [0, 1 << 30]).expect("two values");
    let (y, z) = (m.int("y", [0, 1 << 30]).expect("two values"), m.int("z", 0..=1).expect("two values"));
    m.among([x, y], [0, 1 << 30], z).named("one of two");
    m.post(x.at_most(y)).named("order");
    let Clash::Minimal(core) = m.clash().expect("a sound model") else { panic!("both are counted") };
    assert_eq!(core.to_string(), "`one of two`");
    let mut m = Model::new();
    let x = m.ints("x", 3, [0, 1 << 30]).expect("two values");
    m.all_different(&x).consistency(Consistency::Bounds);
    m.gcc(&x, [(0, 2..=3), (1 << 30, 2..=3)]).named("twice each");
    m.count_equal(&x, 7, 1).named("a seven");
    assert!(matches!(m.clash().expect("a sound model"), Clash::Minimal(_)));
}

#[test]
fn every_value_order_copes_with_huge_domains() {
    for values in ferz_tests::without_objective() {
        let mut m = Model::new();
        let x = m.ints("x", 4, HUGE).expect("a domain");
        m.all_different(&x);
        let search = m.search().values(values).seed(3).solution_limit(2);
        // Each node removes only one value, so the search is long but must need little memory per node.
        let shrinks = matches!(
            values,
            ValueSelect::ExceptMin | ValueSelect::ExceptMax | ValueSelect::ExceptMedian | ValueSelect::ExceptRandom
        );
        let search = if shrinks { search.node_limit(1_000) } else { search };
        let found = search.solutions().expect("a sound model").count();
        assert_eq!(found, if shrinks { 0 } else { 2 }, "{values}");
    }
}

/// If a comparison must hold, its other side bounds a product whose range exceeds the limit.
#[test]
fn a_large_product_is_limited_by_its_comparison() -> Result<(), ModelError> {
    let values = [-70_000, -3, 0, 2, 40_000, 90_000];
    let pairs = || values.iter().flat_map(|&x| values.iter().map(move |&y| i64::from(x) * i64::from(y)));
    let count = |holds: &dyn Fn(i64) -> bool| Outcome::Complete(pairs().filter(|&xy| holds(xy)).count() as u128);
    let counted = |state: fn(&mut Model, IntVar, IntVar, IntVar)| {
        let mut m = Model::new();
        let (x, y, z) = (m.int("x", values)?, m.int("y", values)?, m.int("z", -6..=500_000)?);
        state(&mut m, x, y, z);
        m.count()
    };
    let in_range = |xy: i64| (-6..=500_000).contains(&xy);
    assert_eq!(counted(|m, x, y, z| drop(m.post((x * y).equals(z))))?, count(&in_range));
    assert_eq!(counted(|m, x, y, z| drop(m.post((2 * z).equals(2 * (x * y)))))?, count(&in_range));
    assert_eq!(
        counted(|m, x, y, z| {
            m.post((3 * (x * y)).equals(7 * z));
        })?,
        count(&|xy| 3 * xy % 7 == 0 && in_range(3 * xy / 7))
    );
    // A comparison that does not bound the product on both sides, or that need not hold, is refused.
    for refused in [
        counted(|m, x, y, z| drop(m.post((x * y).at_most(z)))),
        counted(|m, x, y, z| drop(m.post((x * y).differs(z)))),
        counted(|m, x, y, z| drop(m.post((x * y).equals(z).or(x.equals(2))))),
        counted(|m, x, y, z| drop(m.post((x * y).equals(z)).enforce_if(x.equals(2)))),
    ] {
        assert!(matches!(refused, Err(ModelError::Overflow { what: "function", .. })), "{refused:?}");
    }
    let mut m = Model::new();
    let price = m.ints("price", 4, 1..=711)?;
    m.post(price.iter().sum::<Expr>().equals(711));
    m.post((price[0] * price[1] * price[2] * price[3]).equals(711_000_000));
    m.increasing(&price);
    assert_eq!(m.first()?.complete().ok_or(()).map(|s| s.values(&price)), Ok(Ok(vec![120, 125, 150, 316])));
    Ok(())
}
