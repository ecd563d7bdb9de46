//! Bad input: exit code 2, nothing on standard output, and a message that names the culprit.

use crate::common::{run, transcript};
use insta::assert_snapshot;

/// The messages for these command lines, each of which must be refused.
fn refused<'a>(lines: impl IntoIterator<Item = &'a str> + Clone) -> String {
    for line in lines.clone() {
        let ran = run(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "ferz {line}");
        assert!(ran.err.starts_with("error: "), "ferz {line}: {}", ran.err);
    }
    transcript(lines)
}

/// 2^40 and 2^200 are no boards.
#[test]
fn sizes() {
    assert_snapshot!(refused([
        "queens",
        "queens 0",
        "queens -5",
        "queens eight",
        "queens 1.5",
        "queens 1e3",
        "queens 0x10",
        "queens 1099511627776",
        "queens 1606938044258990275541962092341162602522202993782792835301376",
        "queens -1606938044258990275541962092341162602522202993782792835301376",
        "queens 8 9",
    ]));
}

#[test]
fn boards_too_large_for_a_model() {
    assert_snapshot!(refused([
        "queens 5000 --model pairwise",
        "queens 5000 --model dual",
        "queens 5000 --model queens-rule",
        "queens 50001",
        "queens 50001 --model pairwise",
        "queens 50000 --consistency domain",
        "queens 5000 --model pairwise --format json",
    ]));
}

#[test]
fn unknown_names() {
    assert_snapshot!(refused([
        "queens 8 --model alldiferent",
        "queens 8 --consistency strong",
        "queens 8 --order smallest",
        "queens 8 --tie-break none",
        "queens 8 --value-order middle",
        "queens 8 --branching 2-way",
        "queens 8 --format yaml",
        "queens 8 --statistics",
        "rooks 8",
    ]));
}

#[test]
fn contradictions() {
    assert_snapshot!(refused([
        "queens 8 --all --count",
        "queens 8 --all --limit 3",
        "queens 8 --count --limit 3",
        "queens 8 --model dual --consistency value",
        "queens 8 --model pairwise --consistency domain",
        "queens 8 --model queens-rule --consistency bounds",
        "queens 8 --branching d-way --value-order split",
        "queens 8 --branching d-way --value-order split --format json",
        "queens 8 --all --all",
    ]));
}

#[test]
fn limits() {
    assert_snapshot!(refused([
        "queens 8 --limit 0",
        "queens 8 --limit -1",
        "queens 8 --limit many",
        "queens 8 --limit",
        "queens 8 --node-limit 0",
        "queens 8 --failure-limit 0",
        "queens 8 --memory-limit 0",
        "queens 8 --node-limit 1.5",
        "queens 8 --node-limit 99999999999999999999",
        "queens 8 --seed -1",
        "queens 8 --seed x",
        "queens 8 --limit --all",
    ]));
}

#[test]
fn time_limits() {
    assert_snapshot!(refused([
        "queens 8 --time-limit soon",
        "queens 8 --time-limit 10parsecs",
        "queens 8 --time-limit -1s",
        "queens 8 --time-limit=-1s",
        "queens 8 --time-limit=",
        "queens 8 --time-limit s",
        "queens 8 --time-limit 1,5s",
        "queens 8 --time-limit 1m30s",
        "queens 8 --time-limit nan",
        "queens 8 --time-limit inf",
        "queens 8 --time-limit 99999999999999999999h",
    ]));
}

#[test]
fn given_queens_off_the_board() {
    assert_snapshot!(refused([
        "queens 8 --given d1,i2",
        "queens 8 --given d9",
        "queens 30 --given d31",
        "queens 8 --given 9:1",
        "queens 8 --given d99999999999",
        "queens 5001 --model dual --given a1",
    ]));
}

#[test]
fn given_queens_twice_on_a_square() {
    assert_snapshot!(refused(["queens 8 --given d1,f2,d1", "queens 8 --given d1,4:1", "queens 30 --given d1,D1"]));
}

#[test]
fn given_queens_that_attack_each_other() {
    assert_snapshot!(refused([
        "queens 8 --given d1,d8",
        "queens 8 --given a2,d1,h2",
        "queens 8 --given d1,f3",
        "queens 8 --given f2,e3 --count --format json",
        "queens 30 --given d1,f3",
    ]));
}

#[test]
fn given_queens_in_wrong_syntax() {
    assert_snapshot!(refused([
        "queens 8 --given 1d",
        "queens 8 --given d1;f2",
        "queens 8 --given d1,f",
        "queens 8 --given d0",
        "queens 8 --given d-1",
        "queens 8 --given -1:2",
        "queens 8 --given (4,1)",
        "queens 8 --given",
        "queens 8 --given d1 f2",
        "queens 8 --given d1 --given f2",
    ]));
}

#[test]
fn traces() {
    assert_snapshot!(refused([
        "queens 8 --trace steps",
        "queens 0 --trace placements",
        "queens 1001 --trace placements",
        "queens 8 --step --count",
        "queens 8 --step --format json",
        "queens 8 --trace --format scheme",
        "queens 8 --trace --transpose",
        "queens 8 --trace placements --format rows",
        "queens 8 --trace placements --format board",
        "queens 8 --trace placements --trace placements",
    ]));
}

/// A trace of placements has no model, no propagation, one order, one board.
#[test]
fn options_without_meaning_for_a_trace() {
    assert_snapshot!(refused([
        "queens 8 --trace placements --all",
        "queens 8 --trace placements --count",
        "queens 8 --limit 1 --trace placements",
        "queens 8 --trace placements --given d1",
        "queens 8 --trace placements --model alldifferent",
        "queens 8 --trace placements --consistency value",
        "queens 8 --trace placements --order dom",
        "queens 8 --trace placements --tie-break last",
        "queens 8 --trace placements --value-order max",
        "queens 8 --trace placements --branching d-way",
        "queens 8 --trace placements --seed 0",
        "queens 8 --trace placements --node-limit 10",
        "queens 8 --trace placements --failure-limit 10",
        "queens 8 --trace placements --memory-limit 10",
        "queens 8 --trace placements --step --all --count",
    ]));
}

/// A sorted list is that of one search.
#[test]
fn orders_that_break_a_sorted_list() {
    assert_snapshot!(refused([
        "queens 8 --sort lex --order dom",
        "queens 8 --sort colex --value-order max",
        "queens 8 --sort lex --tie-break last",
        "queens 8 --sort lex --seed 1",
        "queens 8 --pieces 3 --sort lex --order dom",
        "queens 8 --sort length",
    ]));
}

#[test]
fn pieces() {
    assert_snapshot!(refused([
        "queens 0 --pieces 0",
        "queens 8 --pieces -1",
        "queens 8 --pieces few",
        "queens 1001 --pieces 2",
        "queens 8 --pieces 1001",
        "queens 8 --pieces 3 --format rows",
        "queens 8 --pieces 3 --format scheme",
        "queens 8 --pieces 3 --given a1",
        "queens 8 --pieces 3 --model dual",
        "queens 8 --pieces 3 --trace",
        "queens 8 --pieces 3 --why d1",
    ]));
}

#[test]
fn reports() {
    assert_snapshot!(refused([
        "queens 8 --report everything",
        "queens 0 --report levels",
        "queens 1001 --report spaces",
        "queens 101 --report costs",
        "queens 8 --report levels --all",
        "queens 8 --report levels --given a1",
        "queens 8 --report levels --format rows",
        "queens 8 --report costs --trace",
        "queens 8 --report extensions --given a1 --why d1",
        "queens 8 --report spaces --time-limit 1s",
        "queens 8 --report cells --format scheme",
        "queens 8 --report candidates --pieces 2 --given a1",
        "queens 8 --report candidates --given a1,b2",
        "queens 8 --report candidates --given b4 --format scheme",
        "queens 8 --report extensions --given b4 --format rows",
        "queens 8 --report extensions --pieces 2",
        "queens 8 --report safe",
        "queens 8 --report safe --given a1,i2",
        "queens 8 --report safe --given a1,a1",
        "queens 8 --report safe --given a1 --format ox",
    ]));
}

#[test]
fn no_given_queen() {
    assert_snapshot!(refused(["queens 8 --given=", "queens 8 --given ,"]));
}
