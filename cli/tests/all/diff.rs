//! `ferz study diff`: every difference between two searches.

use crate::common::ferz;
use crate::common::finish;

/// Returns the output for two subjects.
fn diff(subject: &str, versus: &str) -> String {
    let mut command = ferz(&format!("study diff {subject}"));
    let ran = finish(command.args(["--versus", versus]).output().expect("the command starts"));
    format!("{}{}", ran.out, ran.err)
}

#[test]
fn where_two_searches_part() {
    insta::assert_snapshot!(diff("queens 6", "queens 6 --consistency domain"));
}

/// A search with a different variable selection differs at the root, a search does not differ from itself, and a search
/// with learning differs where it has learned.
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
