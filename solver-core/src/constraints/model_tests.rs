//! Error messages for misuse of arithmetic constraints in models. The crate `ferz-tests` tests the semantics of
//! constraints in models against independent definitions.

use crate::prelude::*;

#[test]
fn misuse_is_reported_by_name() -> Result<(), ModelError> {
    let printed = |post: fn(&mut Model, IntVar)| -> Result<String, ModelError> {
        let mut m = Model::new();
        let x = m.int("x", 0..=2)?;
        post(&mut m, x);
        Ok(m.count().unwrap_err().to_string())
    };
    assert_eq!(
        printed(|m, x| {
            m.maximum([0; 0], x);
        })?,
        "constraint number 1 (maximum): it is the maximum of no values: give it at least one"
    );
    assert_eq!(
        printed(|m, x| {
            m.arg_min([0; 0], x).named("first");
        })?,
        "constraint `first` (arg_min): its array is empty: give it at least one value"
    );
    let empty = "the array is empty, so no index is valid";
    assert_eq!(
        printed(|m, x| {
            m.element([], x, x);
        })?,
        format!("constraint number 1 (element): {empty}")
    );
    assert_eq!(
        printed(|m, x| {
            m.element_of([0; 0], x, x);
        })?,
        format!("constraint number 1 (element_of): {empty}")
    );
    assert_eq!(
        printed(|m, x| {
            m.element_2d([[0; 0]], x, x, x);
        })?,
        format!("constraint number 1 (element_2d): {empty}")
    );
    assert_eq!(
        printed(|m, x| {
            m.element_2d([vec![1, 2], vec![3]], x, x, x);
        })?,
        "constraint number 1 (element_2d): row 0 has 2 columns, but row 1 has 1"
    );
    Ok(())
}
