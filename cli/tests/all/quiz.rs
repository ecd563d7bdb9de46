//! `ferz study quiz` on the command line: how answers are parsed, and which ones are rejected.

use insta_cmd::get_cargo_bin;
use std::process::Command;

/// Runs the quiz on a FlatZinc file with these answers; returns the output after the introduction.
fn quiz(puzzle: &str, answers: &str) -> String {
    quiz_with("", puzzle, answers)
}

/// Same as [`quiz`], with additional options.
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

/// Some variables are named like commands, or like the word `because`.
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

/// A puzzle without solutions is played to the end, and nothing follows from a failure.
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

/// Eight queens, at every quiz level from the fact alone to the consistency level: missing, wrong and redundant parts.
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

/// If a constraint has no levels, no level may be named. The inference from two variables with the same two values
/// needs at least the bounds level.
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

/// A sheet is printed in every format, with its answers on a separate page; the same seed gives the same sheet.
#[test]
fn an_exam_is_printed() {
    let exam = |options: &str| crate::common::run(&format!("study quiz queens 6 --exam {options}"));
    let sheet = exam("2 --difficulty bounds --level consistency --seed 4");
    assert_eq!((sheet.code, sheet.err.as_str()), (Some(0), ""));
    let options = ["2 --difficulty bounds --level consistency --seed 4 --format", "1 --given b1 --format"];
    insta::assert_snapshot!("exam_markdown", exam(&format!("{} md", options[0])).out);
    insta::assert_snapshot!("exam_latex", exam(&format!("{} latex", options[0])).out);
    insta::assert_snapshot!("exam_html", exam(&format!("{} html", options[1])).out);
    assert_ne!(sheet.out, exam("2 --difficulty bounds --level consistency --seed 5").out);
    insta::assert_snapshot!(
        "exam_domains",
        crate::common::run("study quiz model letters send-more-money --exam 2 --level reason").out
    );
    assert_eq!(exam("").out.matches("What follows for").count(), 5);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("exam.tex");
    let ran = exam(&format!("1 -o {}", file.display()));
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    assert!(std::fs::read_to_string(file).expect("it was written").starts_with("\\documentclass{article}\n"));
}

/// The quiz accepts the answers of a sheet, given the facts known on the sheet.
#[test]
fn the_answers_of_an_exam_are_right() {
    for (difficulty, seed) in [("value", 1), ("bounds", 2), ("domain", 3)] {
        let line =
            format!("study quiz puzzle sudoku --exam 3 --difficulty {difficulty} --level consistency --seed {seed}");
        let sheet = crate::common::run(&line).out;
        let (questions, answers) = sheet.split_once("break-before: page").expect("two parts");
        let known: Vec<String> = questions.split("\n## ").skip(1).map(known).collect();
        let answers: Vec<&str> = answers.lines().filter(|line| line.contains(" Weakest level: ")).collect();
        assert_eq!((known.len(), answers.len()), (3, 3));
        for (given, shown) in known.iter().zip(answers) {
            let (answer, level) = answer(shown);
            assert_eq!(level, difficulty);
            let folder = tempfile::tempdir().expect("a folder");
            std::fs::write(folder.path().join("answers.txt"), &answer).expect("the folder takes files");
            let line = "study quiz puzzle sudoku --level consistency --answers answers.txt";
            let mut command = crate::common::ferz(line);
            let ran = command.args(["--given", given]).current_dir(folder.path()).output().expect("the command starts");
            let ran = crate::common::finish(ran);
            assert!(
                ran.code == Some(0) && ran.out.contains("\nRight, by "),
                "{given}: {answer}: {}{}",
                ran.out,
                ran.err
            );
        }
    }
}

/// Returns the facts that the domains on a sheet imply: `e8  1..4, 7` excludes the missing values.
fn known(question: &str) -> String {
    let cells = question.lines().filter_map(|line| line.trim().split_once("  "));
    let facts = cells.flat_map(|(cell, values)| {
        let ranges = values.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| {
            let (low, high) = part.split_once("..").unwrap_or((part, part));
            low.parse::<u32>().expect("a number")..=high.parse::<u32>().expect("a number")
        });
        let ranges: Vec<_> = ranges.collect();
        let missing = (1..=9).filter(move |value| !ranges.iter().any(|range| range.contains(value)));
        missing.map(move |value| format!("{cell} != {value}"))
    });
    facts.collect::<Vec<_>>().join(", ")
}

/// Splits a key answer into the quiz's wording and the level: `2. e8 != 2, by `row 8`, because d8 = 2. Weakest …`.
fn answer(line: &str) -> (String, String) {
    let line = line.replace("\\<", "<");
    let (_, line) = line.split_once(". ").expect("a number");
    let (deduction, level) = line.split_once(". Weakest level: ").expect("a level");
    let (fact, reason) = deduction.split_once(", by `").expect("a constraint");
    let (by, because) = reason.split_once("`, because ").expect("premises");
    let level = level.trim_end_matches('.').to_owned();
    (format!("{fact} by {by} at {level} because {}", premises(because).join(", ")), level)
}

/// Splits the premises of an answer into facts: `d8 = 2`, `3 <= d8 <= 7 except 5`, `d8 >= 3`, `d8 is 2, 3 or 5`.
fn premises(text: &str) -> Vec<String> {
    let mut facts = Vec::new();
    let mut lists: Vec<(String, Vec<u32>)> = Vec::new();
    let mut excepted: Option<String> = None;
    let text = text.replace(" and ", ", ").replace(" or ", ", ").replace(" except ", ", except, ");
    for part in text.split(", ") {
        let words: Vec<&str> = part.split(' ').collect();
        match (&words[..], &excepted) {
            (["except"], _) => {
                let last: &String = facts.last().expect("a fact");
                excepted = last.split(' ').next().map(str::to_owned);
            }
            ([value], Some(cell)) => facts.push(format!("{cell} != {value}")),
            ([value], None) => lists.last_mut().expect("a list").1.push(value.parse().expect("a value")),
            ([cell, "is", first], _) => {
                lists.push(((*cell).to_owned(), vec![first.parse().expect("a value")]));
                excepted = None;
            }
            ([low, "<=", cell, "<=", high], _) => {
                facts.extend([format!("{cell} >= {low}"), format!("{cell} <= {high}")]);
                excepted = None;
            }
            _ => {
                facts.push(part.to_owned());
                excepted = None;
            }
        }
    }
    for (cell, values) in lists {
        let (low, high) = (values[0], values[values.len() - 1]);
        facts.extend((low > 1).then(|| format!("{cell} >= {low}")));
        facts.extend((high < 9).then(|| format!("{cell} <= {high}")));
        let holes = (low..high).filter(|value| !values.contains(value));
        facts.extend(holes.map(|value| format!("{cell} != {value}")));
    }
    facts
}

#[test]
fn exams_that_cannot_be_are_refused() {
    insta::assert_snapshot!(crate::common::transcript([
        "study quiz queens 6 --model pairwise --exam --difficulty domain",
        "study quiz queens 3 --exam 2",
        "study quiz queens 1 --exam 2",
        "study quiz queens 6 --exam 0",
        "study quiz queens 6 --seed 3",
        "study quiz queens 6 -o exam.tex",
        "study quiz queens 6 --exam -o exam.svg",
    ]));
}
