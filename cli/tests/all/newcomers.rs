//! What newcomers type: short forms, `-o FILE`, options of other programs, and options without effect.

use crate::common::{ferz, finish, run, shown};
use crate::errors::refused;
use insta::assert_snapshot;
use std::fs::read_to_string;

const SUDOKU: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_number_is_a_board_and_a_kind_is_a_puzzle() {
    for (short, full) in [
        ("8", "queens 8"),
        ("6 --all --format rows", "queens 6 --all --format rows"),
        ("sudoku", "puzzle sudoku"),
        ("region-queens --generate 5 --seed 1", "puzzle region-queens --generate 5 --seed 1"),
        ("0", "queens 0"),
        ("8 --fundamental --count", "queens 8 --distinct --count"),
        ("queens list 6 --fundamental", "queens list 6 --distinct"),
    ] {
        let ran = run(short);
        assert_eq!(ran, run(full), "ferz {short}");
        assert!(!ran.out.is_empty() || short == "0", "ferz {short}");
    }
}

/// A puzzle in one word needs no file, but a file of that name takes precedence.
#[test]
fn a_sudoku_of_81_characters_is_an_argument() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("board.txt");
    std::fs::write(&file, SUDOKU).expect("it is written");
    let from_file = run(&format!("puzzle sudoku {} --unique", file.display()));
    assert_eq!(run(&format!("puzzle sudoku {SUDOKU} --unique")), from_file);
    assert!(from_file.out.contains("exactly one solution"), "{from_file:?}");
    let link = run(&format!("puzzle sudoku {SUDOKU} --write puzzlink")).out;
    assert_eq!(run(&format!("sudoku {} --unique", link.trim())), from_file);
    std::fs::write(dir.path().join(SUDOKU), &SUDOKU[9..]).expect("it is written");
    let other = finish(ferz(&format!("sudoku {SUDOKU}")).current_dir(dir.path()).output().expect("it starts"));
    assert!(other.err.starts_with(&format!("error: {SUDOKU}: line 1, ")), "{other:?}");
    assert_snapshot!(refused([
        &format!("sudoku {}", &SUDOKU[1..]) as &str,
        "sudoku https://puzz.link/p?slither/5/5/1",
        "sudoku nothing",
    ]));
}

/// Options of MiniZinc and other programs, and other misplaced words, are rejected with a tip.
#[test]
fn words_from_elsewhere_have_tips() {
    assert_snapshot!(refused([
        "solve x.mzn -a",
        "solve x.mzn -f",
        "solve x.mzn -s",
        "solve x.mzn -p 4",
        "solve x.mzn -o x.txt",
        "solve x.mzn -z",
        "queens 8 --order firstfail",
        "queens 8 --order first_fail",
        "queens 8 --order best",
        "queens 8 --random",
        "queens 8 --png",
        "queens 8 all",
        "study compare queens 6 --levels value",
        "puzzle linkedin",
        "linkedin",
        "model.mzn",
        "queens 1000000",
    ]));
}

#[test]
fn output_files_have_the_format_of_their_ending() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name);
    for (name, option, line, format) in [
        ("a.svg", "-o", "queens 8", " --format svg"),
        ("a.SVG", "-o", "8 --all --distinct", " --format svg"),
        ("a.html", "--output", "queens 6 --all", " --format html"),
        ("a.tex", "-o", "queens pieces 3 2", " --format latex"),
        ("list.html", "-o", "queens list 5", " --format html"),
        ("a.json", "-o", "queens 6 --given b1", " --format json"),
        ("a.txt", "-o", "queens 6", ""),
        ("b.svg", "--format rows -o", "queens 6", " --format rows"),
        ("c.svg", "-o", "region-queens --generate 5 --seed 1", " --format svg"),
        ("c.json", "-o", "region-queens --generate 5 --seed 1", " --format json"),
        ("count.txt", "-o", "queens 8 --count", ""),
    ] {
        let file = path(name);
        std::fs::write(&file, "older, and longer than a count of boards, which is one line").expect("it is written");
        let ran = run(&format!("{line} {option} {}", file.display()));
        let to_terminal = run(&format!("{line}{format}"));
        let written = read_to_string(&file).expect("a text");
        // JSON output contains the search time.
        let timeless = |text: &str| text.split("\"seconds\"").next().unwrap_or_default().to_owned();
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{line} {name}: {}", ran.err);
        assert_eq!(timeless(&written), timeless(&to_terminal.out), "{line} {name}");
        let said = format!("wrote {} ({} kB)\n", file.display(), written.len().div_ceil(1000));
        assert!(ran.err.ends_with(&said), "{}", ran.err);
    }
}

/// An output file that cannot be written is reported at once; bad input neither creates a file nor changes an existing
/// one.
#[test]
fn output_files_that_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.svg");
    let clash = |file: &std::path::Path| run(&format!("queens 8 --given a1,b2 -o {}", file.display())).code;
    assert_eq!((clash(&file), file.exists()), (Some(2), false));
    std::fs::write(&file, "older").expect("it is written");
    assert_eq!((clash(&file), read_to_string(&file).expect("a text").as_str()), (Some(2), "older"));
    let nowhere = run(&format!("queens 40 --count --method model -o {}/no/a.txt", dir.path().display()));
    assert_eq!((nowhere.code, nowhere.out.as_str()), (Some(70), ""));
    assert!(nowhere.err.starts_with("error: cannot write "), "{}", nowhere.err);
    assert_snapshot!(refused([
        "queens 8 -o board.png",
        "queens 8 -o board",
        "puzzle sudoku x.txt -o board.html",
        "queens 8 -o",
        "queens 8 --why d1 -o why.svg",
    ]));
}

#[test]
fn a_board_as_svg_is_small() {
    for line in ["queens 8", "queens 8 --given d1,f2 --attacked"] {
        let bytes = run(&format!("{line} --format svg")).out.len();
        assert!(bytes < 5_000, "{line}: {bytes} bytes");
    }
    for kind in puzzles::KINDS {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("example.txt");
        std::fs::write(&file, kind.example).expect("it is written");
        let svg = run(&format!("puzzle {} {} --format svg", kind.name, file.display())).out;
        roxmltree::Document::parse(&svg).expect("a drawing");
        assert!(svg.len() < 5_000, "{}: {} bytes", kind.name, svg.len());
    }
}

#[test]
fn a_seed_without_effect_is_reported() {
    let warning = "--seed has no effect here, because nothing is random: add --value-order random\n";
    for line in ["queens 8 --seed 3", "queens 8 --seed 3 --order dom", "queens 6 --all --format rows --seed 1"] {
        let ran = run(line);
        assert_eq!(ran.err, warning, "ferz {line}");
        assert_eq!(ran.out, run(&line.replace("--seed 3", "").replace("--seed 1", "")).out, "ferz {line}");
    }
    for line in [
        "queens 8",
        "queens 8 --seed 3 --value-order random",
        "queens 8 --seed 3 --order random",
        "queens 8 --seed 3 --tie-break random",
        "queens 8 --seed 3 --learn",
        "queens 100 --seed 3 --method local-search",
    ] {
        assert_eq!(run(line).err, "", "ferz {line}");
    }
}

/// Help texts contain the words that newcomers search for.
#[test]
fn known_names_stand_in_the_help() {
    for (line, words) in [
        ("-h", vec!["Solve:", "Play and understand:", "Distribute:", "Set up:", "LinkedIn", "ferz queens 8"]),
        ("queens -h", vec!["fundamental", "-o, --output", "--distinct"]),
        ("puzzle", vec!["LinkedIn"]),
        ("region-queens", vec!["LinkedIn"]),
    ] {
        let help = run(line);
        for word in words {
            assert!(help.out.contains(word), "{word} in {}", shown(line, &help));
        }
    }
    let examples = run("queens -h").out.lines().filter(|line| line.starts_with("  ferz queens")).count();
    assert_eq!(examples, 6);
    for page in ["README.md", "docs/guide.md"] {
        let page = read_to_string(format!("{}/../{page}", env!("CARGO_MANIFEST_DIR"))).expect("a page");
        assert!(page.contains("LinkedIn") && page.contains("fundamental"));
    }
}
