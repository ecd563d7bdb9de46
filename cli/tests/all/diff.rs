//! `ferz study diff`: every place where two searches part.

use crate::common::ferz;
use crate::common::finish;

/// What it prints about a subject and another one.
fn diff(subject: &str, versus: &str) -> String {
    let mut command = ferz(&format!("study diff {subject}"));
    let ran = finish(command.args(["--versus", versus]).output().expect("the command starts"));
    format!("{}{}", ran.out, ran.err)
}

#[test]
fn where_two_searches_part() {
    insta::assert_snapshot!(diff("queens 6", "queens 6 --consistency domain"));
}

/// Other orders part at the root, a search beside itself nowhere, and a search that learns where it has learned.
#[test]
fn what_else_can_differ() {
    let shown = [
        diff("queens 5", "queens 5 --order largest"),
        diff("queens 5", "queens 5"),
        diff("queens 6 --most 1", "queens 6 --learn=fixed"),
        diff("queens 6 --restarts luby:5 --order dom/wdeg --most=2", "queens 6"),
        diff("queens 4", "queens 4 --nonsense"),
    ];
    insta::assert_snapshot!(shown.join("\n"));
}
