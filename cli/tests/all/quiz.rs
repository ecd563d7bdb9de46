//! `ferz study quiz` on the command line: how answers are parsed, and which are rejected.

use insta_cmd::get_cargo_bin;
use std::process::Command;

/// Runs the quiz about a FlatZinc file with these answers; returns the output after the introduction.
fn quiz(puzzle: &str, answers: &str) -> String {
    quiz_with("", puzzle, answers)
}

/// Like [`quiz`], with additional options.
fn quiz_with(options: &str, puzzle: &str, answers: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("the folder takes files");
    write("puzzle.fzn", puzzle);
    write("answers.txt", answers);
    let mut command = Command::new(get_cargo_bin("ferz"));
    let words = ["study", "quiz", "puzzle.fzn", "--answers", "answers.txt"];
    let ran = crate::common::finish(
        command
            .args(words)
            .args(options.split_whitespace())
            .current_dir(folder.path())
            .output()
            .expect("the command starts"),
    );
    let from = ran.out.find("> ").unwrap_or(0);
    format!("{}{}", &ran.out[from..], ran.err)
}

/// Variables that are named like commands, or like the word `because`.
#[test]
fn any_variable_can_be_answered_about() {
    let names = ["because", "guess", "back", "quit"];
    let mut puzzle: String = names.iter().map(|name| format!("var 1..4: {name};\n")).collect();
    puzzle += "constraint int_lt(because, guess);\nconstraint int_lt(guess, back);\nconstraint int_lt(back, quit);\nsolve satisfy;\n";
    let answers = [
        "because != 4",
        "because != 3 because guess <= 3",
        "guess != 4",
        "because != 3 because guess != 4",
        "guess = 4 because because >= 1",
        "guess >= 2 because because >= 1",
        "back != 1",
        "guess back = 4",
        "rest",
        "back because back = 4",
        "quit = 4",
        "x because y because because = 1",
        "quit",
    ];
    insta::assert_snapshot!(quiz(&puzzle, &answers.join("\n")));
}

/// A puzzle without a solution is played to the end, and nothing follows from a failure.
#[test]
fn the_last_guess_goes_and_nothing_is_left() {
    let mut puzzle: String = ["x", "y", "z"].iter().map(|name| format!("var 1..2: {name};\n")).collect();
    for (x, y) in [("x", "y"), ("y", "z"), ("z", "x")] {
        puzzle += &format!("constraint int_ne({x}, {y}) :: mzn_constraint_name(\"{x} and {y}\");\n");
    }
    puzzle += "solve satisfy;\n";
    let answers = [
        "# Blank lines and remarks are no answers.",
        "",
        "back",
        "back because x = 1",
        "guess x = 1",
        "guess x = 2",
        "guess x = 1",
        "y != 1 because x = 1",
        "z != 1",
        "y = 1",
        "x != 1",
        "back because y = 2",
        "back because x = 1",
        "y = 1",
        "rest",
        "back",
        "never read",
    ];
    insta::assert_snapshot!(quiz(&puzzle, &answers.join("\n")));
}

/// Eight queens, at every level from the fact alone to the consistency level: what is missing, wrong or redundant.
#[test]
fn levels_are_climbed() {
    let answers = [
        "# What follows.",
        "not c1",
        "not d1",
        "not e1",
        "# By which constraint.",
        "not f1",
        "not f1 by columns",
        "not f1 by down",
        "not f1 by Rows",
        "not f6 by `up diagonals`",
        "not g1 by rows because a1",
        "# From which facts.",
        "not g7 by up diagonals",
        "not g7 by up diagonals because a1, b5",
        "not g7 by up diagonals because a1",
        "not h1 by rows because a1",
        "not h8 by up because a1",
        "# At which level.",
        "not c5 by rows because b5",
        "not c5 by rows at once because b5",
        "not c5 by rows at domain because b5",
        "not c5 by rows at value because b5",
        "help",
    ];
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("answers.txt"), answers.join("\n")).expect("the folder takes files");
    let mut command = crate::common::ferz("study quiz queens 8 --given a1,b5 --climb --answers answers.txt");
    let ran = crate::common::finish(command.current_dir(folder.path()).output().expect("the command starts"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(4), ""));
    insta::assert_snapshot!(ran.out);
}

/// If a constraint has no levels, no level may be named. The inference from a pair of variables with two values needs
/// at least the bounds level.
#[test]
fn the_weakest_level_is_named() {
    let mut puzzle: String = ["x", "y", "z", "w"].iter().map(|name| format!("var 1..4: {name};\n")).collect();
    puzzle += "constraint ferz_all_different([x, y, z]) :: mzn_constraint_name(\"all different\");\n";
    puzzle += "constraint int_lt(w, x) :: mzn_constraint_name(\"order\");\nsolve satisfy;\n";
    let answers = [
        "w <= 3 by order",
        "guess x <= 2",
        "guess y <= 2",
        "z != 1 by all different at value because x <= 2, y <= 2",
        "z != 1 by all different at bounds because x <= 2, y <= 2",
        "w = 1 by order at value because x <= 2",
        "w = 1 by order because x <= 2",
    ];
    insta::assert_snapshot!(quiz_with("--level consistency", &puzzle, &answers.join("\n")));
}
