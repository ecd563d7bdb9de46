//! Accessibility tests with axe-core: roles, names, contrast, and order.

use super::browser::Browser;
use super::{DESK, PHONE, asked, open, page, playing};
use puzzles::Ask;
use serde_json::{Value, json};
use std::path::Path;

/// Reads the script of axe-core, which CI installs.
fn axe() -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/outside/axe/node_modules/axe-core/axe.min.js");
    let text = std::fs::read_to_string(&file).ok();
    if text.is_none() {
        let how = "npm install --prefix target/outside/axe axe-core";
        assert!(std::env::var_os("FERZ_REQUIRE").is_none(), "axe-core is missing: {how}");
        eprintln!("not run: axe-core is missing ({how})");
    }
    text
}

/// Lists the violated rules, each with an element.
fn broken(browser: &mut Browser, axe: &str) -> Vec<Value> {
    browser.eval(&format!("{axe}; 0"));
    let found = browser.eval(
        "axe.run().then(({ violations }) => violations.map(({ id, help, nodes }) => \
         ({ id, help, node: nodes[0].html, why: nodes[0].failureSummary })))",
    );
    found.as_array().expect("a list").clone()
}

#[test]
fn every_page_is_accessible() {
    let Some(axe) = axe() else { return };
    let mut places: Vec<String> =
        ["", "#watch=trial&n=6", "#watch=lists&n=4", "#model", "#play=nothing"].map(str::to_owned).into();
    places.extend(puzzles::KINDS.iter().map(|kind| playing(kind.name, kind.example)));
    let Some(file) = page() else { return };
    let is_full = std::env::var_os("FERZ_CASES").is_some();
    for (k, (size, scheme)) in [(DESK, "light"), (PHONE, "dark")].into_iter().enumerate() {
        let Some(mut browser) = open(size, "") else { return };
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        browser.call("Emulation.setEmulatedMedia", json!({ "features": features }));
        // By default, each view is tested once, in a desktop or a phone window.
        for (_, place) in places.iter().enumerate().filter(|(i, _)| is_full || i % 2 == k) {
            browser.open(&file, place);
            browser.until("document.querySelector('main h1') && !document.querySelector('main[aria-busy]')");
            assert_eq!(broken(&mut browser, &axe), [] as [Value; 0], "{place}, {scheme}");
        }
    }
}

/// A game with a highlighted hint is also accessible.
#[test]
fn a_hint_is_accessible() {
    let Some(axe) = axe() else { return };
    for kind in ["sudoku", "queens"] {
        let example = puzzles::kind(kind).expect("it is listed").example;
        assert_eq!(asked(kind, example, Ask::Hint).outcome, "step");
        let Some(mut browser) = open(PHONE, &playing(kind, example)) else { return };
        super::ask(&mut browser, "Hint");
        assert_eq!(broken(&mut browser, &axe), [] as [Value; 0], "{kind}");
    }
}

/// A game with a conflict, met clues, automatic crosses, or pencil marks is accessible, and so is the list of further
/// actions.
#[test]
fn what_a_game_marks_is_accessible() {
    let Some(axe) = axe() else { return };
    for (kind, number) in [("sudoku", 0), ("region-queens", 9), ("nonogram", 0), ("zebra", 0)] {
        let example = puzzles::kind(kind).expect("it is listed").example;
        let Some(mut browser) = open(PHONE, &playing(kind, example)) else { return };
        browser.eval("document.querySelector('.more').open = true");
        browser.eval(
            "[...document.querySelectorAll('.tick input')].filter(box => !box.checked).forEach(box => box.click())",
        );
        browser.click(&super::cell(number));
        browser.press("3");
        assert_eq!(broken(&mut browser, &axe), [] as [Value; 0], "{kind}");
    }
}
