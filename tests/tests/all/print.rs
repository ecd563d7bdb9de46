//! Tests of models printed as text.

use ferz_tests::kinds;
use solver_core::prelude::*;
use std::error::Error;

#[test]
fn every_kind_of_constraint_in_print() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    for kind in kinds()? {
        text += &format!("{}\n{}\n", kind.name, kind.model()?);
    }
    insta::assert_snapshot!(text);
    Ok(())
}

#[test]
fn a_whole_model_in_print() -> Result<(), ModelError> {
    let classic = models::golomb_ruler(4, 6)?;
    insta::assert_snapshot!(classic.model);
    insta::assert_snapshot!(models::send_more_money()?.model);
    let shop =
        models::job_shop(&models::JobShop::named("ft06").expect("a published job shop"), 55, models::Machines::Whole)?;
    insta::assert_snapshot!(shop.model.to_string().lines().take(60).collect::<Vec<_>>().join("\n"));
    Ok(())
}

#[test]
fn arrays_are_folded_and_numbers_are_on_the_side_where_they_read_well() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y) = (m.ints("x", 5, 0..=9)?, m.ints("y", 2, [1, 2, 4])?);
    let z = m.int("z", [3])?;
    let b = m.bool("b")?;
    m.all_different(&x);
    m.all_different(&x[1..4]);
    m.all_different([x[0], x[1], y[0], y[1], z]);
    m.post(x[0].at_most(5));
    m.post(x[0].at_least(5));
    m.post(x[0].greater_than(x[1]));
    m.post((x[0] - x[1] - 3).equals(0));
    m.post((7 - x[0] - x[1]).at_most(0));
    m.post((-3 * x[0] + 1).differs(y[0] - 2));
    m.post(constraint!(x[0] * (x[1] + 2) - x[2] / 2 <= 3 * (y[0] % z).abs()));
    m.post(!x[0].equals(2)).enforce_if(b);
    m.post(x[0].equals(2).and(x[1].less_than(z)).or(b.equals(0)));
    m.post((Expr::from(x[0].equals(1)) + x[1].equals(1) + b).equals(2)).iff(1 - b);
    insta::assert_snapshot!(m);
    Ok(())
}
