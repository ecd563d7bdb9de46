//! Runs the study of variable selections (`docs/orderings.md`) on small instances, with exact counts.

#[path = "../../../models/examples/orderings/table.rs"]
mod table;

use models::orderings::{Scale, classes};
use table::table;

#[test]
fn small_tables() {
    let tables: Vec<String> = classes(Scale::Small)
        .expect("sound models")
        .iter()
        .map(|class| table(class, 3_000).expect("sound models"))
        .collect();
    insta::assert_snapshot!(tables.join("\n"));
}
