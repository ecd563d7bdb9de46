//! Boards as pictures: as text, on pages, and in the notations of other programs.

use crate::common::{Ran, ferz, finish, run, shown_on, transcript};
use insta::assert_snapshot;
use roxmltree::{Document, ParsingOptions};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn drawings() {
    assert_snapshot!(transcript([
        "queens 8 --format unicode",
        "queens 4 --all --format unicode",
        "queens 4 --all --format boxed",
        "queens pieces 5 3 --format boxed",
        "queens 3 --format boxed",
        "queens 6 --method formula --format unicode",
        "queens 4 --trace --format boxed",
    ]));
}

#[test]
fn notations() {
    assert_snapshot!(transcript([
        "queens 8 --limit 2 --format fen",
        "queens pieces 8 2 --format fen",
        "queens 8 --count --format fen",
        "queens 4 --all --format leetcode",
        "queens 3 --all --format leetcode",
        "queens 6 --all --format oeis",
        "queens report extensions 8 --given a1,b3 --format fen",
        "queens 8 --method formula --format fen",
        "queens 8 --method local-search --format oeis --stats",
        "queens 8 --method local-search --format leetcode",
    ]));
}

#[test]
fn attacked_squares() {
    assert_snapshot!(transcript([
        "queens 8 --given d1,f2 --attacked",
        "queens 8 --given d1 --attacked --limit 2 --format unicode",
        "queens list 8 --given d1 --attacked --transpose --limit 1 --format board",
        "queens pieces 4 2 --attacked --format boxed",
        "queens 5 --given b1 --torus --attacked",
        "queens 10 --given e4 --superqueens --attacked",
        "queens 8 --given a1,d7 --attacked",
    ]));
}

#[test]
fn pages() {
    for format in ["svg", "html", "latex"] {
        assert_snapshot!(format, run(&format!("queens 4 --all --format {format}")).out);
    }
    assert_snapshot!("svg_of_one", run("queens 4 --given a2 --attacked --format svg").out);
    assert_snapshot!("latex_attacked", run("queens pieces 4 2 --attacked --format latex").out);
}

#[test]
fn what_cannot_be_drawn() {
    assert_snapshot!(transcript([
        "queens 6 --format fen",
        "queens pieces 6 2 --format fen",
        "queens 8 --attacked",
        "queens 8 --given d1 --attacked --format rows",
        "queens 8 --given d1 --attacked --format json",
        "queens 8 --given d1 --attacked --count",
        "queens 8 --given d1 --attacked --trace",
        "queens report extensions 8 --given d1 --attacked",
        "queens 8 --attacked --method formula",
        "queens 8 --step --format html",
        "queens 8 --trace --format svg",
        "queens 8 --why d1 --format svg",
        "queens report levels 8 --format svg",
        "queens report extensions 8 --given a1 --format unicode",
        "queens 5000 --method local-search --format svg",
        "queens 5000 --method formula --format leetcode",
        "queens pieces 3 2 --format oeis",
    ]));
}

/// An instance may have no given queens.
#[test]
fn an_instance_without_queens_has_nothing_to_mark() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("instance.param");
    std::fs::write(&file, run("instance blocked 8 3 --seed 1").out).expect("a file");
    let ran = finish(ferz("queens --attacked --instance").arg(&file).output().expect("the command starts"));
    let said =
        "error: --attacked needs given queens (--given d1,f2): N queens attack every square that they leave free\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(2), said));
}

fn parsed(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).unwrap_or_else(|e| panic!("{e}:\n{text}"))
}

/// Reads the boards on an SVG or HTML page; returns the rows of each board's queens.
fn rows(document: &Document<'_>, n: usize) -> Vec<String> {
    let boards = document.descendants().filter(|node| node.attribute("href") == Some("#board"));
    let rows = |board: roxmltree::Node<'_, '_>| {
        let number = |node: &roxmltree::Node<'_, '_>, name| node.attribute(name)?.parse::<usize>().ok();
        let queens = board.next_siblings().filter(|node| node.attribute("href") == Some("#queen"));
        let mut queens: Vec<_> =
            queens.filter_map(|node| Some((number(&node, "x")?, n - number(&node, "y")?))).collect();
        queens.sort();
        queens.iter().map(|(_, row)| row.to_string()).collect::<Vec<_>>().join(" ")
    };
    boards.map(rows).collect()
}

/// All formats show the same boards as the plain list.
#[test]
fn pages_and_notations_show_the_same_boards() {
    let all = run("queens 8 --all --format rows").out;
    let all: Vec<&str> = all.lines().take(92).collect();
    for format in ["svg", "html"] {
        let page = run(&format!("queens 8 --all --format {format}")).out;
        let document = parsed(&page);
        assert_eq!(rows(&document, 8), all, "{format}");
        let title = document.descendants().find(|node| node.tag_name().name() == "title");
        assert_eq!(title.and_then(|title| title.text()), Some("8 queens: 92 solutions"));
    }
    let latex = run("queens 8 --all --format latex").out;
    let lists = latex.lines().filter_map(|line| line.strip_prefix("\\foreach \\x/\\y in {")?.split_once('}'));
    let lists: Vec<String> = lists
        .map(|(list, _)| {
            let mut queens: Vec<&str> = list.split(',').collect();
            queens.sort();
            let rows = queens.iter().filter_map(|queen| queen.split_once('/')?.1.parse::<u32>().ok());
            rows.map(|row| (row + 1).to_string()).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(lists, all);

    let oeis = run("queens 8 --all --format oeis").out;
    assert_eq!(oeis.replace(',', "").lines().collect::<Vec<_>>(), all);
    let leetcode: Vec<Vec<String>> =
        serde_json::from_str(&run("queens 8 --all --format leetcode").out).expect("a list of lists of strings");
    // Lists the column of the queen in each row.
    let columns = |board: &Vec<String>| {
        let columns = board.iter().map(|row| row.find('Q').map_or(0, |column| column + 1).to_string());
        columns.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(leetcode.iter().map(columns).collect::<Vec<_>>(), all);
    let fen = run("queens 8 --all --format fen").out;
    let read = |line: &str| -> String {
        let placed = line.strip_suffix(" w - - 0 1").expect("six fields");
        let mut rows = vec![String::new(); 8];
        for (row, text) in (1..=8).rev().zip(placed.split('/')) {
            let column = text.split('Q').next().and_then(|text| text.parse().ok()).unwrap_or(0);
            rows[column as usize] = i32::to_string(&row);
        }
        rows.join(" ")
    };
    assert_eq!(fen.lines().map(read).collect::<Vec<_>>(), all);
}

/// Every output is one well-formed XML document.
#[test]
fn pages_are_well_formed() {
    for asked in [
        "queens 1",
        "queens 3",
        "queens 30 --order dom",
        "queens pieces 6 3 --limit 5 --attacked",
        "queens 8 --given d1,f2 --all --attacked",
        "queens 8 --blocked a1,b2 --excluded a3-f8 --distinct",
        "queens 9 --torus --superqueens",
        "queens 12 --method formula",
        "queens 12 --method local-search",
    ] {
        for format in ["svg", "html"] {
            let Ran { code, out, err } = run(&format!("{asked} --format {format}"));
            assert_eq!((code, err.as_str()), (Some(0), ""), "{asked}");
            let document = parsed(&out);
            let uses = document.descendants().filter_map(|node| node.attribute("href"));
            let ids: BTreeSet<String> =
                document.descendants().filter_map(|node| node.attribute("id")).map(|id| format!("#{id}")).collect();
            assert!(uses.into_iter().all(|used| ids.contains(used)), "{asked} {format}");
        }
    }
}

/// A page stops after ten thousand boards and says that there are more.
#[test]
fn pages_end_somewhere() {
    let page = run("queens 12 --all --format html").out;
    let document = parsed(&page);
    assert_eq!(rows(&document, 12).len(), 10_000);
    let note = document.descendants().find(|node| node.attribute("class") == Some("note"));
    assert_eq!(note.and_then(|note| note.text()), Some("The first 10000 of 14200 boards are drawn."));
    assert!(page.contains("<h1>12 queens</h1>\n<p>14200 solutions</p>"));
}

/// A page stopped by a limit says so, and so does standard error.
#[test]
fn stopped_pages_say_so() {
    let Ran { code, out, err } = run("queens 8 --all --node-limit 150 --format svg");
    let said = "8 queens: 7 solutions so far; incomplete, stopped by the node limit";
    assert_eq!((code, err), (Some(3), format!("{said}\n")));
    assert!(out.contains(&format!("<title>{said}</title>")), "{out}");
    let unique = run("queens 8 --given d1,f2 --unique --format html");
    assert!(unique.out.contains("<p>more than one solution; these two differ</p>"), "{}", unique.out);
    assert_eq!(unique.err, "8 queens with d1, f2: more than one solution; these two differ\n");
    let clash = run("queens 8 --given a1,d7 --format svg");
    assert!(clash.out.contains("8 queens with a1, d7: no solution"));
    assert_eq!(clash.err, run("queens list 8 --given a1,d7 --format python --limit 1").err);
}

/// Colours are used only on terminals, or on request.
#[test]
fn colours_are_for_terminals() {
    let plain = run("queens 6 --format unicode").out;
    assert!(!plain.contains('\u{1b}'));
    let with = |line: &str, variables: &[(&str, &str)]| {
        finish(ferz(line).envs(variables.iter().copied()).output().expect("the command starts")).out
    };
    let forced = ("CLICOLOR_FORCE", "1");
    let coloured = with("queens 6 --format unicode", &[forced]);
    assert_eq!(coloured.matches('♛').count(), 6);
    assert_eq!(coloured.matches("\u{1b}[48;5;137m").count(), 18, "dark squares");
    assert_eq!(coloured.matches("\u{1b}[48;5;223m").count(), 18, "light squares");
    assert_eq!(with("queens 6 --format unicode", &[forced, ("NO_COLOR", "1")]), plain);
    assert_eq!(with("queens 6 --format board", &[forced]), run("queens 6").out);
    let marked = with("queens 4 --given a2 --attacked --format unicode", &[forced]);
    assert_eq!(marked.matches("\u{1b}[48;5;131m").count() + marked.matches("\u{1b}[48;5;217m").count(), 9);
    assert!(marked.contains("♛ given, ♕ found, red attacked by the given queen\n"));
}

fn docs() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs"))
}

/// The page shows the output of the commands.
#[test]
fn the_chapter_is_up_to_date() {
    let page = std::fs::read_to_string(docs().join("pictures.md")).expect("the page");
    let mut commands = 0;
    for (line, below) in shown_on(&page) {
        assert_eq!(run(line).out.trim_end(), below.trim_end(), "ferz {line}");
        commands += 1;
    }
    assert!(commands >= 5, "{commands} commands");
}

/// The pictures on the page are the ones that the commands draw.
#[test]
fn the_pictures_are_up_to_date() {
    for (name, line) in [
        ("8-distinct", "queens 8 --all --distinct --format svg"),
        ("8-attacked", "queens 8 --given d1,f2 --attacked --format svg"),
    ] {
        let picture = std::fs::read_to_string(docs().join(format!("pictures/{name}.svg"))).expect("a picture");
        assert_eq!(run(line).out, picture, "{name}");
    }
}
