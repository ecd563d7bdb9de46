//! The study of variable orders (`docs/orderings.md`) on small instances: exact counts.

use models::orderings::{Scale, classes, table};

#[test]
fn small_tables() {
    let tables: Vec<String> = classes(Scale::Small)
        .expect("sound models")
        .iter()
        .map(|class| table(class, 3_000).expect("sound models"))
        .collect();
    insta::assert_snapshot!(tables.join("\n"));
}
