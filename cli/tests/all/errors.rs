//! Bad input: exit code 2, nothing on standard output, and a message that names the culprit.

use crate::common::{run, shown};
use insta::assert_snapshot;

/// Returns the messages for these command lines, each of which must be rejected.
pub(crate) fn refused<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let refusal = |line| {
        let ran = run(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "ferz {line}");
        assert!(ran.err.starts_with("error: "), "ferz {line}: {}", ran.err);
        shown(line, &ran)
    };
    lines.into_iter().map(refusal).collect()
}

/// 2^40 and 2^200 are not valid sizes.
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
fn a_compiled_file_takes_no_data() {
    assert_snapshot!(refused([
        "solve three.fzn three.dzn",
        "solve three.fzn --learn activity",
        "study trace three.fzn --learn fixed",
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

/// A tip names the nearest option of the same command, if one is near.
#[test]
fn tips() {
    assert_snapshot!(refused([
        "queens 8 --quiet",
        "queens 8 --restart luby:10",
        "queens 8 --ordr dom",
        "queens 8 --timeout 5",
        "queens 8 --json",
        "queens 8 --color",
        "queens 8 --sort lex",
        "queens list 8 --transposed",
        "model golomb 5 --parallel 2",
        "model golomb 5 --value-ordering min",
        "model jobshop ft06",
        "solve x.fzn --free-search",
        "study trase queens 8",
        "quens 8",
        "jobshop",
        "lessons",
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
        "queens backtracking 0",
        "queens backtracking 1001",
        "queens 8 --step --count",
        "queens 8 --step --format json",
        "queens 8 --trace --format svg",
        "queens list 8 --trace",
        "queens backtracking 8 --format rows",
    ]));
}

/// Plain backtracking has no model, no propagation, a fixed variable order, and one board.
#[test]
fn options_without_meaning_for_a_trace() {
    assert_snapshot!(refused([
        "queens backtracking 8 --all",
        "queens backtracking 8 --count",
        "queens backtracking 8 --limit 1",
        "queens backtracking 8 --given d1",
        "queens backtracking 8 --model alldifferent",
        "queens backtracking 8 --order dom",
        "queens backtracking 8 --node-limit 10",
    ]));
}

/// A sorted list requires a particular search.
#[test]
fn orders_that_break_a_sorted_list() {
    assert_snapshot!(refused([
        "queens list 8 --order dom",
        "queens list 8 --sort length",
        "queens list 8 --count",
        "queens 8 --sort lex",
        "queens pieces 8 3 --sort lex --order dom",
        "queens pieces 8 3 --sort colex --seed 1",
    ]));
}

#[test]
fn pieces() {
    assert_snapshot!(refused([
        "queens pieces 0 0",
        "queens pieces 8 -1",
        "queens pieces 8 few",
        "queens pieces 1001 2",
        "queens pieces 8 1001",
        "queens pieces 8 3 --format rows",
        "queens pieces 8 3 --format scheme",
        "queens pieces 8 3 --given a1",
        "queens pieces 8 3 --model dual",
        "queens pieces 8 3 --trace",
        "queens pieces 8 3 --why d1",
    ]));
}

#[test]
fn reports() {
    assert_snapshot!(refused([
        "queens report everything 8",
        "queens report levels 0",
        "queens report spaces 1001",
        "queens report costs 101",
        "queens report levels 8 --all",
        "queens report levels 8 --given a1",
        "queens report levels 8 --format rows",
        "queens report costs 8 --trace",
        "queens report extensions 8 --given a1 --why d1",
        "queens report spaces 8 --time-limit 1s",
        "queens report cells 8 --format scheme",
        "queens report candidates 8 --pieces 2 --given a1",
        "queens report candidates 8 --given a1,b2",
        "queens report candidates 8 --given b4 --format scheme",
        "queens report extensions 8 --given b4 --format rows",
        "queens report extensions 8 --pieces 2",
        "queens report safe 8",
        "queens report safe 8 --given a1,i2",
        "queens report safe 8 --given a1,a1",
        "queens report safe 8 --given a1 --format ox",
    ]));
}

#[test]
fn no_given_queen() {
    assert_snapshot!(refused(["queens 8 --given=", "queens 8 --given ,"]));
}
