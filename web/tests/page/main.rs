//! Opens the page from its file in a real browser, and plays games on it.
//!
//! If Chromium or the page (built by `web/build`) is missing, a test is skipped with a notice; with `FERZ_REQUIRE=1` it
//! fails.
#![cfg(unix)]

mod access;
#[path = "../../../cli/tests/all/browser/mod.rs"]
mod browser;
mod comfort;
mod daily;
mod games;
mod kept;
mod links;
mod watching;

use browser::Browser;
use puzzles::{Ask, Limits, Question, State};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Window sizes of a desktop and a phone.
const DESK: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);

/// Returns the path of the page, if it exists.
fn page() -> Option<PathBuf> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/page/ferz.html").canonicalize().ok();
    if file.is_none() {
        assert!(std::env::var_os("FERZ_REQUIRE").is_none(), "the page is missing: run web/build");
        eprintln!("not run: the page is missing (web/build)");
    }
    file
}

/// Opens the page at a fragment, in a window of this size, and waits until its first view is drawn.
fn open((width, height): (u32, u32), fragment: &str) -> Option<Browser> {
    let file = page()?;
    let mut browser = Browser::start(width, height)?;
    browser.open(&file, fragment);
    browser.until("document.querySelector('main h1')");
    Some(browser)
}

/// Returns the fragment for a game.
fn playing(kind: &str, text: &str) -> String {
    format!("#play={kind}&text={}", encoded(text))
}

/// Percent-encodes a text.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let one = |byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(one).collect()
}

/// Returns the answer of the native engine.
fn asked(kind: &str, text: &str, ask: Ask) -> puzzles::Answer {
    let question = Question { puzzle: kind.to_owned(), text: text.to_owned(), state: State::default(), ask };
    puzzles::answer(&question, &Limits::default())
}

/// Returns the example of a kind, its cells and its solution.
fn solved(kind: &str) -> (String, Vec<puzzles::CellReport>, Vec<i32>) {
    let text = puzzles::kind(kind).expect("it is in the catalogue").example.to_owned();
    let cells = asked(kind, &text, Ask::Show).cells;
    let solution = asked(kind, &text, Ask::Solve { limit: 1 }).solutions.remove(0);
    (text, cells, solution)
}

/// Returns an expression for the element of a cell.
fn cell(number: usize) -> String {
    format!("document.querySelector('[data-cell=\"{number}\"]')")
}

/// Returns an expression for the button whose text begins with `text`.
fn button(text: &str) -> String {
    format!("[...document.querySelectorAll('button')].find(b => b.textContent.startsWith({}))", json!(text))
}

/// Returns the help text of the game.
fn help(browser: &mut Browser) -> String {
    browser.text(".help")
}

/// Clicks a button and waits for its answer.
fn ask(browser: &mut Browser, text: &str) -> String {
    browser.eval("document.querySelector('.help').textContent = ''");
    browser.click(&button(text));
    browser.until("document.querySelector('.help').textContent && !document.querySelector('.play[aria-busy]')");
    help(browser)
}

/// Asks for a hint and its further stages, until the move is shown or no stage follows.
fn hint(browser: &mut Browser) -> String {
    let mut said = ask(browser, "Hint");
    while browser.eval(&format!("Boolean({} ?? {})", button("Show me why"), button("Show me the move"))) == json!(true)
    {
        said = ask(browser, "Hint");
    }
    said
}

/// Returns the number of elements that match a selector.
fn count(browser: &mut Browser, selector: &str) -> Value {
    browser.eval(&format!("document.querySelectorAll({}).length", json!(selector)))
}

#[test]
fn the_page_opens_from_a_file_and_is_small() {
    for size in [DESK, PHONE] {
        let Some(mut browser) = open(size, "") else { return };
        let drawn = "document.querySelectorAll('.card .board').length === document.querySelectorAll('.card').length";
        browser.until(drawn);
        assert_eq!(count(&mut browser, ".card"), json!(puzzles::KINDS.len()));
        let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(browser.eval(overflow), json!(0));
        assert_eq!(browser.complaints(), [] as [String; 0]);
    }
    let Some(file) = page() else { return };
    let packed = std::process::Command::new("gzip").arg("-9c").arg(file).output().expect("gzip is there").stdout;
    assert!(packed.len() < 1_200_000, "{} bytes, compressed", packed.len());
}
