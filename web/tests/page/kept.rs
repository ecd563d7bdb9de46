//! Games are restored when the user returns.

use super::{DESK, button, cell, count, encoded, help, open, page, playing, solved};
use serde_json::json;

/// The player's entries on the board.
const FILLED: &str = ".square.filled:not(.given)";

fn leave(browser: &mut super::Browser) {
    browser.eval("location.hash = ''");
    browser.until("document.querySelector('.home')");
}

#[test]
fn a_game_that_is_left_is_found_again() {
    let (text, cells, solution) = solved("sudoku");
    let Some(mut browser) = open(DESK, &playing("sudoku", &text)) else { return };
    let open: Vec<usize> = (0..cells.len()).filter(|&n| cells[n].given.is_none()).collect();
    browser.click(&cell(open[0]));
    browser.press(&solution[open[0]].to_string());
    // A different puzzle has its own game.
    browser.eval(&format!("location.hash = {}", json!(playing("sudoku", "1...\n..3.\n.4..\n...2\n"))));
    browser.until("document.querySelectorAll('[data-cell]').length === 16");
    assert_eq!(count(&mut browser, FILLED), json!(0));
    leave(&mut browser);
    assert_eq!(browser.eval("document.querySelectorAll('.resume a').length"), json!(1));
    assert!(browser.text(".resume li").starts_with("Sudoku (1 entry, "));
    browser.click("document.querySelector('.resume a')");
    browser.until(&format!("document.querySelectorAll('{FILLED}').length === 1"));
    assert!(help(&mut browser).starts_with("Here is your game as you left it."));
    // Close the page and open it again.
    let file = page().expect("the page is there");
    browser.open(&file, &playing("sudoku", &text));
    browser.until(&format!("document.querySelectorAll('{FILLED}').length === 1"));
    // Open a link with another game, then undo.
    let state = json!({ "entries": { &cells[open[1]].name: solution[open[1]] }, "crossed": {} }).to_string();
    browser.open(&file, &format!("{}&state={}", playing("sudoku", &text), encoded(&state)));
    browser.until("document.querySelector('.help')?.textContent.startsWith('This is the game from the link.')");
    assert_eq!(browser.eval(&format!("{}.classList.contains('filled')", cell(open[1]))), json!(true));
    browser.click(&button("Undo"));
    assert_eq!(browser.eval(&format!("{}.classList.contains('filled')", cell(open[0]))), json!(true));
    browser.open(&file, &playing("sudoku", &text));
    browser.until("document.querySelector('.help')?.textContent.startsWith('Here is your game')");
    assert_eq!(browser.eval(&format!("{}.classList.contains('filled')", cell(open[0]))), json!(true));
    browser.click(&button("Start again"));
    leave(&mut browser);
    assert_eq!(count(&mut browser, ".resume"), json!(0));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// The undo history and the time are saved with a game.
#[test]
fn undo_leads_back_after_the_page_was_closed() {
    let (text, cells, solution) = solved("sudoku");
    let place = playing("sudoku", &text);
    let Some(mut browser) = open(DESK, &place) else { return };
    let open: Vec<usize> = (0..cells.len()).filter(|&n| cells[n].given.is_none()).take(3).collect();
    for &number in &open {
        browser.click(&cell(number));
        browser.press(&solution[number].to_string());
    }
    browser.click(&button("Undo"));
    browser.eval("{ const now = performance.now.bind(performance); performance.now = () => now() + 3_600_000; }");
    browser.eval("Object.defineProperty(document, 'hidden', { value: true }); document.dispatchEvent(new Event('visibilitychange'))");
    browser.open(&page().expect("the page is there"), &place);
    browser.until(&format!("document.querySelectorAll('{FILLED}').length === 2"));
    assert!(browser.text(".time").starts_with("1:00:"));
    for (direction, filled) in [("Redo", 3), ("Undo", 2), ("Undo", 1), ("Undo", 0), ("Redo", 1)] {
        browser.click(&button(direction));
        assert_eq!(count(&mut browser, FILLED), json!(filled), "{direction}");
    }
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// A finished game is not offered again, but is restored when it is opened.
#[test]
fn a_game_that_is_done_is_not_offered() {
    let text = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n";
    let Some(mut browser) = open(DESK, &playing("sudoku", text)) else { return };
    browser.click("document.querySelector('.more summary')");
    for _ in 0..12 {
        super::hint(&mut browser);
        browser.click(&button("Do it for me"));
    }
    browser.until("document.querySelector('.help').textContent.startsWith('Solved!')");
    leave(&mut browser);
    assert_eq!(count(&mut browser, ".resume"), json!(0));
    browser.eval(&format!("location.hash = {}", json!(playing("sudoku", text))));
    browser.until("document.querySelectorAll('.square.filled').length === 16");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// If the browser's storage is unavailable, is full, or contains other data, the game lasts only as long as the page.
#[test]
fn games_last_as_long_as_the_page_where_nothing_is_kept() {
    let broken = [
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
        "Object.defineProperty(window, 'localStorage', { value: null })",
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        "for (const text of ['', '{', 'null', '[]', '{\"kind\":1}', '{\"kind\":\"x\",\"text\":\"\",\"at\":1}']) localStorage[`ferz ${text}`] = text; \
         localStorage['ferz x '] = '{\"kind\":\"x\",\"text\":\"\",\"at\":1,\"state\":7}'; localStorage['ferz-settings'] = '[7'; localStorage['ferz-best'] = '[]'",
    ];
    let (text, cells, solution) = solved("sudoku");
    let first = cells.iter().position(|cell| cell.given.is_none()).expect("one is open");
    for script in broken {
        let Some(mut browser) = open(DESK, "") else { return };
        browser.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
        browser.open(&page().expect("the page is there"), &playing("sudoku", &text));
        browser.until("document.querySelector('.help')");
        browser.click(&cell(first));
        browser.press(&solution[first].to_string());
        leave(&mut browser);
        browser.click("document.querySelector('.resume a')");
        browser.until(&format!("document.querySelectorAll('{FILLED}').length === 1"));
        assert_eq!(browser.complaints(), [] as [String; 0], "{script}");
    }
}
