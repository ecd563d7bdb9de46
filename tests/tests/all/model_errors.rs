//! Tests of errors in models, in the user's terms: each message names the variable or the constraint, even if it was
//! named only after the error was detected.

use insta::assert_snapshot;
use solver_core::model::Posted;
use solver_core::prelude::*;
use solver_core::search::UnknownName;
use std::fmt::Write;

const HUGE: std::ops::RangeInclusive<i32> = 0..=1_000_000_000;

/// Returns the error of the first query to a model with variables `x[0]`, `x[1]`, `x[2]`.
fn refusal(state: impl FnOnce(&mut Model, &[IntVar])) -> String {
    let mut m = Model::new();
    let x = m.ints("x", 3, HUGE).expect("a domain");
    state(&mut m, &x);
    m.first().expect_err("a fault").to_string()
}

/// Returns a variable from another model.
fn stranger() -> IntVar {
    Model::new().int("stranger", 0..=9).expect("a domain")
}

/// Returns the messages for a constraint posted without a name, and for the same constraint named afterwards.
fn twice<K>(post: impl for<'m> Fn(&'m mut Model, &[IntVar]) -> Posted<'m, K>) -> String {
    let plain = refusal(|m, x| {
        m.post(x[0].differs(x[1]));
        post(m, x);
    });
    let named = refusal(|m, x| {
        m.post(x[0].differs(x[1])).named("innocent");
        post(m, x).named("culprit");
    });
    format!("{plain}\n{named}\n")
}

#[test]
fn domains() {
    let mut m = Model::new();
    let mut said = String::new();
    let mut note = |fault: Result<String, ModelError>| writeln!(said, "{}", fault.expect_err("a fault")).unwrap();
    let nothing = || ValueSet::range(5, 4);
    note(m.int("age", nothing()).map(|_| String::new()));
    note(m.ints("q", 8, nothing()).map(|_| String::new()));
    note(m.int("age", ValueSet::from([0; 0])).map(|_| String::new()));
    note(m.int("far", 0..=1_073_741_825).map(|_| String::new()));
    note(m.int("far", -1_073_741_825..=0).map(|_| String::new()));
    note(m.ints("far", 2, i32::MIN..=i32::MAX).map(|_| String::new()));
    assert_snapshot!(said);
    assert!(m.int("widest", -1_073_741_824..=1_073_741_824).is_ok());
}

#[test]
fn foreign_variables() {
    let mut said = twice(|m, x| m.all_different([x[0], stranger()]));
    said += &twice(|m, x| m.post(x[0].differs(stranger())));
    said += &twice(|m, x| m.post((x[0] + x[1] - stranger()).at_most(7)));
    said += &twice(|m, x| m.propagator("mine", [x[0], stranger()], |_| unreachable!("it is refused before")));
    assert_snapshot!(said);
}

#[test]
fn foreign_variables_in_questions() {
    let mut m = Model::new();
    let x = m.int("x", 0..=9).expect("a domain");
    let y = stranger();
    let mut said = String::new();
    let mut note = |fault: ModelError| writeln!(said, "{fault}").unwrap();
    note(m.name(y).expect_err("a fault"));
    note(m.search().on(&[x, y]).first().map(drop).expect_err("a fault"));
    let mut run = m.search().start().expect("a sound model");
    note(run.value(x).expect_err("no solution yet"));
    assert_eq!(run.step(), Step::Solution);
    assert_eq!(run.value(x), Ok(0));
    note(run.value(y).expect_err("a fault"));
    let solution = run.solution().expect("a solution");
    note(solution.value(y).expect_err("a fault"));
    note(solution.values(&[x, y]).expect_err("a fault"));
    assert_snapshot!(said);
}

/// A model and its copy are distinct, but handles of the original are valid for both.
#[test]
fn a_copy_knows_the_variables_of_the_original() {
    let mut m = Model::new();
    let x = m.int("x", 0..=9).expect("a domain");
    let copy = m.clone();
    assert_eq!(copy.name(x), Ok("x".to_owned()));
}

#[test]
fn sums_beyond_the_limit() {
    let big = |x: IntVar| x * i32::MAX * i32::MAX;
    let mut said = twice(|m, x| m.post(big(x[0]).at_most(x[1])));
    said += &twice(|m, x| m.post((big(x[0]) + x[1]).equals(x[2])));
    said += &twice(|m, x| m.post((big(x[0]) + x[1]).differs(x[2])));
    assert_snapshot!(said);
}

/// Coefficients may exceed even `i128`, in either direction.
#[test]
fn coefficients_beyond_any_limit() {
    let product = |x: IntVar, factor: i32| (0..6).fold(-(-x), |product, _| product * factor);
    let mut said = String::new();
    for factor in [i32::MAX, i32::MIN] {
        said += &twice(|m, x| m.post((-product(x[0], factor)).at_most(x[1])));
        said += &twice(|m, x| m.post((-product(x[0], factor) * 3 * factor).equals(0)));
        said += &twice(|m, x| m.post((product(x[0], factor) * factor).differs(1)));
        said += &twice(|m, x| m.all_different([product(x[0], factor) * factor, x[1] - 1]));
        // Neither term fits into the range, so the difference is unknown and must not be taken as 0.
        said += &twice(|m, x| m.post((product(x[0], factor) - 2 * product(x[0], factor)).equals(x[1])));
    }
    assert_snapshot!(said);
}

#[test]
fn arguments_beyond_the_limit() {
    let mut said = twice(|m, x| m.all_different([2 * x[0], x[1] + 0]));
    said += &twice(|m, x| m.all_different([x[0] + 100_000_000, x[1] + 0]));
    said += &twice(|m, x| m.all_different([x[0] + 2_000_000_000 + 2_000_000_000, x[1] + 0]));
    said += &twice(|m, x| m.propagator("mine", [x[0] + x[1]], |_| unreachable!("it is refused before")));
    assert_snapshot!(said);
}

#[test]
fn too_large_for_the_algorithm() {
    let domain = twice(|m, x| m.all_different(x).consistency(Consistency::Domain));
    let dway = |values| {
        let mut m = Model::new();
        let _small = m.int("small", 0..=9).expect("a domain");
        let _large = m.int("large", HUGE).expect("a domain");
        let search = m.search().branching(Branching::DWay).values(values);
        search.first().map(drop).expect_err("a fault").to_string()
    };
    assert_snapshot!(format!("{domain}{}\n{}\n", dway(ValueSelect::Min), dway(ValueSelect::Split)));
}

/// The first error is reported, even if constraints are named later.
#[test]
fn the_first_of_several_faults() {
    assert_snapshot!(refusal(|m, x| {
        m.post(x[0].differs(stranger())).named("first");
        m.all_different([x[1], stranger()]).named("second");
    }));
}

#[test]
fn unknown_names() {
    let mut said = String::new();
    let mut note = |fault: Option<UnknownName>| writeln!(said, "{}", fault.expect("a fault")).unwrap();
    note("smallest".parse::<VarSelect>().err());
    note("middle".parse::<TieBreak>().err());
    note("smallest".parse::<ValueSelect>().err());
    note("3-way".parse::<Branching>().err());
    note("strong".parse::<Consistency>().err());
    assert_snapshot!(said);
}
