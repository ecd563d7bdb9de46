//! `--why`: explains why a square can have no queen, or must have one.

use crate::common::{STATED, run, transcript};
use insta::assert_snapshot;

#[test]
fn a_square_that_a_given_queen_attacks() {
    assert_snapshot!(transcript(["queens 8 --given d1,f2 --why e1", "queens 8 --given d1,f2 --why h5 --depth step"]));
}

#[test]
fn a_square_in_the_column_of_a_given_queen() {
    assert_snapshot!(transcript(["queens 8 --given d1,f2 --why d5", "queens 8 --given d1,f2 --why d1"]));
}

/// Before h2 is excluded, two columns have only one square left each.
#[test]
fn a_square_ruled_out_by_queens_that_follow() {
    assert_snapshot!(transcript(["queens 8 --given a1,b5,c8,e3 --why h2"]));
}

#[test]
fn a_queen_that_must_stand_there() {
    assert_snapshot!(transcript(["queens 8 --given d1,f2,h6 --why g8", "queens 4 --given b1 --why c4 --depth step"]));
}

#[test]
fn each_model_explains_it_in_its_own_way() {
    let lines = STATED.map(|model| format!("queens 4 --given b1 --why c4 {model}"));
    assert_snapshot!(transcript(lines.iter().map(String::as_str)));
}

/// Every remaining square of column b would leave a row or column without a square.
#[test]
fn the_queens_rule_looks_at_lines() {
    assert_snapshot!(transcript([
        "queens 8 --given d1,f2,h6 --why b4 --model queens-rule",
        "queens 8 --given d1,f2,h6 --why b7 --model queens-rule --depth step",
    ]));
}

/// Two columns whose only free squares are in the same two rows take both rows.
#[test]
fn queens_that_take_their_rows_between_them() {
    assert_snapshot!(transcript([
        "queens 5 --given b3 --why e5 --consistency domain",
        "queens 5 --given b2 --why d5 --consistency bounds",
    ]));
}

#[test]
fn the_smallest_reason() {
    assert_snapshot!(transcript([
        "queens 8 --given a1,d7 --why h8 --depth smallest",
        "queens 8 --given d1,f2,h6 --why g8 --depth smallest",
        "queens 8 --given d1,f2,h6 --why g8 --depth smallest --node-limit 1",
    ]));
}

/// Propagation needs more given queens than search does.
#[test]
fn the_smallest_reason_may_need_search() {
    assert_snapshot!(transcript([
        "queens 8 --given d1,f2,h6 --why a3 --model queens-rule --depth decisions",
        "queens 8 --given d1,f2,h6 --why a3 --model queens-rule --depth smallest",
    ]));
}

#[test]
fn givens_that_contradict_each_other() {
    assert_snapshot!(transcript([
        "queens 4 --given a1,c2 --why d4",
        "queens 4 --given a1,c2 --why d4 --depth step",
        "queens 4 --given a1,c2 --why d4 --depth smallest",
        "queens 4 --given a1,c2 --why b --model queens-rule",
    ]));
}

#[test]
fn what_propagation_leaves_open_search_decides() {
    assert_snapshot!(transcript([
        "queens 6 --why c5",
        "queens 6 --why a1",
        "queens 8 --given d1,f2 --why e4 --model queens-rule",
        "queens 6 --given a1 --why c5",
        "queens 8 --given d1,f2 --why e8 --node-limit 3",
        "queens 1 --why a1",
        "queens 3 --why b2 --model queens-rule",
        "queens 3 --why b2 --model queens-rule --given a1",
    ]));
}

#[test]
fn a_whole_column() {
    assert_snapshot!(transcript([
        "queens 8 --given d1,f2 --why e",
        "queens 8 --given d1,f2,h6 --why 7",
        "queens 8 --given d1,f2,h6 --why b --model queens-rule",
    ]));
}

#[test]
fn large_boards() {
    assert_snapshot!(transcript([
        "queens 28 --given 4:1,a2 --why 5:5 --order dom",
        "queens 100 --given 4:1 --why 50:1"
    ]));
}

#[test]
fn one_json_object() {
    assert_snapshot!(transcript([
        "queens 8 --given d1,f2,h6 --why g8 --depth smallest --format json",
        "queens 8 --given d1,f2 --why e5 --format json",
        "queens 4 --given a1,c2 --why d4 --format json",
        "queens 4 --given b1 --why c --format json",
        "queens 8 --given d1,f2 --why e5 --format json --time-limit 0",
    ]));
}

#[test]
fn bad_questions() {
    let lines = [
        "queens 8 --why z9",
        "queens 8 --why 5e",
        "queens 8 --why=",
        "queens 8 --why d0",
        "queens 8 --why e9",
        "queens 8 --why i",
        "queens 8 --why 9",
        "queens 8 --why -1",
        "queens 8 --why 1:9999999999",
        "queens 8 --why",
        "queens 8 --given d1,d2 --why e5",
        "queens 8 --given d1,d1 --why e5",
        "queens 8 --why e5 --depth deep",
        "queens 8 --depth step",
        "queens 8 --why e --depth smallest",
        "queens 8 --why e5 --format rows",
        "queens 8 --why e5 --all",
        "queens 8 --why e5 --count",
        "queens 8 --why e5 --limit 2",
        "queens 8 --why e5 --stats",
        "queens backtracking 8 --why e5",
        "queens 5000 --why e5 --model dual",
        "queens 8 --why e5 --branching d-way --value-order split",
    ];
    for line in lines {
        let ran = run(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "ferz {line}");
    }
    assert_snapshot!(transcript(lines));
}

/// There is an answer for every square, model and depth. Its steps are numbered, depend on earlier steps, and lead back
/// to given queens.
#[test]
fn every_square_of_a_board_has_an_answer() {
    for model in STATED {
        for depth in ["decisions", "smallest"] {
            for square in (0..64).map(|i| format!("{}{}", char::from(b'a' + i / 8), i % 8 + 1)) {
                let line = format!("queens 8 --given d1,f2,h6 --why {square} --format json --depth {depth} {model}");
                let ran = run(&line);
                assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "ferz {line}");
                let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("valid JSON");
                let Some(steps) = answer["answer"]["because"]["steps"].as_array() else {
                    assert_eq!(answer["answer"]["state"], "open", "ferz {line}");
                    continue;
                };
                for (number, step) in (1..).zip(steps) {
                    assert_eq!(step["number"], number);
                    let from = step["from"].as_array().expect("a list");
                    assert!(from.iter().all(|from| from.as_i64().is_some_and(|from| from < number)), "ferz {line}");
                    let is_end = step["kind"] == "given";
                    assert!(is_end == from.is_empty() || step["kind"] == "search", "ferz {line}: {step}");
                }
                assert!(
                    ["ruled_out", "required"].iter().any(|&known| answer["answer"]["state"] == known),
                    "ferz {line}"
                );
            }
        }
    }
}
