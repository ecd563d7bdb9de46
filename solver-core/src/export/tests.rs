//! Compares flattened rows with the models they come from.

use super::flatten::{Idiom, flatten};
use super::{ExportError, SolveItem};
use crate::constraints::NotEqual;
use crate::harness::Rng;
use crate::prelude::*;

/// Checks that the extension of each assignment satisfies the rows if and only if the assignment satisfies the model.
fn agree(m: &Model, values: &[Vec<i32>]) -> Result<usize, ExportError> {
    let mut solutions = 0;
    for idiom in [Idiom::FlatZinc, Idiom::Xcsp3] {
        let flat = flatten(m, &SolveItem::Satisfy, idiom)?;
        for v in values {
            let is_solution = m.violations(v)?.is_empty();
            assert_eq!(flat.extend(m, v).is_some(), is_solution, "{idiom:?} {v:?} in\n{m}\n{flat:?}");
            solutions += usize::from(is_solution);
        }
    }
    Ok(solutions)
}

#[test]
fn rows_say_what_expressions_say() -> Result<(), ExportError> {
    let mut solutions = 0;
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let mut m = Model::new();
        let x = m.ints("x", 3, -2..=2)?;
        let e = expression(&mut rng, &x, 3);
        let f = expression(&mut rng, &x, 2);
        let comparison = match rng.below(3) {
            0 => e.at_most(f),
            1 => e.equals(f),
            _ => e.differs(f),
        };
        match rng.below(3) {
            0 => drop(m.post(comparison).id()),
            1 => drop(m.post(comparison).iff(Expr::from(x[0].equals(1))).id()),
            _ => drop(m.all_different([Expr::from(comparison), x[1] + 1]).enforce_if(Expr::from(x[2].at_most(0))).id()),
        }
        let values: Vec<Vec<i32>> = (0..125).map(|i| vec![i % 5 - 2, i / 5 % 5 - 2, i / 25 - 2]).collect();
        solutions += agree(&m, &values)?;
    }
    assert!(solutions > 20_000, "{solutions}");
    Ok(())
}

fn expression(rng: &mut Rng, x: &[IntVar], depth: u64) -> Expr {
    if depth == 0 {
        return if rng.below(4) == 0 { Expr::from(rng.below(5) as i32 - 2) } else { x[rng.below(3) as usize].into() };
    }
    let mut next = || expression(rng, x, depth - 1);
    let (a, b, c) = (next(), next(), next());
    match rng.below(12) {
        0 => a + b,
        1 => 2 * a - 3 * b,
        2 => a * b,
        3 => a / b,
        4 => a % b,
        5 => a.abs(),
        6 => maximum_of([a, b, c]),
        7 => minimum_of([a, b]),
        8 => [3, -1, 2].at(a),
        9 => [a, b].at(c),
        10 => x[0].pow(x[1]) + Expr::from(a.less_than(b)),
        _ => a.equals(&b).or(b.at_most(c)).into(),
    }
}

#[test]
fn what_cannot_be_said_is_an_error_by_name() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=999)?, m.int("y", 0..=999)?);
    let message = |m: &Model| {
        let of = |result: Result<String, ExportError>| result.expect_err("it cannot be expressed").to_string();
        let both =
            (of(m.to_flatzinc(&SolveItem::Satisfy)), of(m.to_xcsp3(&SolveItem::Satisfy).map(|text| text.to_string())));
        assert_eq!(both.0, both.1);
        both.0
    };
    let mut own = m.clone();
    own.propagator("mine", [x, y], |v| Box::new(NotEqual::new(v[0], v[1]))).named("secret");
    let mut power = m.clone();
    power.post(x.pow(y).equals(1));
    let mut wide = m.clone();
    wide.post((x * x * x * 2 + y).abs().equals(3)).named("far");
    let mut foreign = m.clone();
    foreign.post(Model::new().int("z", 0..=1)?.equals(1));
    let text = [own, power, wide, foreign].map(|m| message(&m)).join("\n");
    insta::assert_snapshot!(text);
    let strange = m.to_flatzinc(&SolveItem::Maximize(Model::new().int("z", 0..=1)?.into()));
    assert_eq!(
        strange.expect_err("not its own").to_string(),
        "the objective uses a variable that belongs to another model"
    );
    Ok(())
}
