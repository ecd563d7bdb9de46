//! `ferz study quiz`, from the command line: what is read as what, and what is refused.

use insta_cmd::get_cargo_bin;
use std::process::Command;

/// The quiz about a FlatZinc file, with these answers; what it prints after the opening.
fn quiz(puzzle: &str, answers: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("the folder takes files");
    write("puzzle.fzn", puzzle);
    write("answers.txt", answers);
    let mut command = Command::new(get_cargo_bin("ferz"));
    let words = ["study", "quiz", "puzzle.fzn", "--answers", "answers.txt"];
    let ran =
        crate::common::finish(command.args(words).current_dir(folder.path()).output().expect("the command starts"));
    let from = ran.out.find("> ").unwrap_or(0);
    format!("{}{}", &ran.out[from..], ran.err)
}

/// Variables with the names of commands, and of the word that parts a line.
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

/// A puzzle without a solution is gone through to the end, and nothing follows from a dead end.
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
