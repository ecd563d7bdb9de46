//! Puzzles of the day, and short links.

use super::{DESK, PHONE, button, count, help, open, page};
use puzzles::{Ask, Difficulty};
use serde_json::json;

/// Returns the FNV hash of a text.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)).into()
}

/// The puzzle is generated from a hash of its kind and the date, so it is the same in every browser.
#[test]
fn a_day_has_one_puzzle_of_each_kind() {
    for (kind, size) in [("sudoku", 9), ("region-queens", 8), ("nonogram", 10), ("slitherlink", 6)] {
        let seed = hash(&format!("{kind} 2026-02-28"));
        let made =
            super::asked(kind, "", Ask::Generate { seed, difficulty: Some(Difficulty::Medium), size: Some(size) });
        assert_eq!(made.outcome, "made", "{kind}: {:?}", made.text);
        let place = format!("#daily/{kind}/2026-02-28");
        let Some(mut browser) = open(PHONE, &place) else { return };
        browser.until("document.querySelector('.score')");
        assert!(browser.text(".score").starts_with("Daily, 28 Feb"));
        assert_eq!(browser.eval("location.hash"), json!(place));
        browser.click("document.querySelector('.more summary')");
        browser.click(&button("Enter or paste your own"));
        assert_eq!(browser.eval("document.querySelector('.help textarea').value"), json!(made.write), "{kind}");
        assert_eq!(browser.complaints(), [] as [String; 0]);
    }
}

/// Today's puzzles are on the start page, and are ticked off when solved.
#[test]
fn todays_puzzles_are_linked() {
    let Some(mut browser) = open(DESK, "") else { return };
    assert_eq!(count(&mut browser, ".day"), json!(4));
    browser.click("document.querySelector('.day[href=\"#daily/nonogram\"]')");
    browser.until("document.querySelector('.score')");
    let day = browser.eval("new Date().toLocaleDateString('en-CA')");
    assert_eq!(browser.eval("location.hash"), json!(format!("#daily/nonogram/{}", day.as_str().expect("a text"))));
    browser.click("document.querySelector('.more summary')");
    browser.click(&button("Show the solution"));
    browser.until("document.querySelector('.help').textContent.startsWith('This is a solution')");
    // A puzzle filled in by the engine does not count as solved.
    browser.eval("location.hash = ''");
    browser.until("document.querySelector('.day')");
    assert_eq!(count(&mut browser, ".done"), json!(0));
    browser.eval("history.back()");
    browser.until("document.querySelector('.score')");
    let filled = "[...document.querySelectorAll('.marked')].map(e => Number(e.dataset.cell))";
    let cells = browser.eval(filled);
    browser.click(&button("Start again"));
    for number in cells.as_array().expect("a list").iter().filter_map(serde_json::Value::as_u64) {
        browser.click(&super::cell(number as usize));
    }
    browser.until("document.querySelector('.help').textContent.startsWith('Solved!')");
    browser.eval("location.hash = ''");
    browser.until("document.querySelectorAll('.done').length === 1");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn a_kind_has_a_short_link() {
    let Some(mut browser) = open(DESK, "#killer-sudoku") else { return };
    assert_eq!(browser.text("main h1"), "Killer sudoku");
    assert!(help(&mut browser).starts_with("Choose a square"));
    let file = page().expect("the page is there");
    for (place, said) in [
        ("#chess", "There is no puzzle named “chess”."),
        ("#daily/zebra", "There is no daily puzzle “zebra”."),
        ("#daily/constructor", "There is no daily puzzle “constructor”."),
    ] {
        browser.open(&file, place);
        browser.until("document.querySelector('.sorry')");
        assert_eq!(browser.text(".sorry [role=alert]"), said);
    }
    browser.open(&file, "#daily/sudoku/yesterday");
    browser.until("document.querySelector('.home')");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}
