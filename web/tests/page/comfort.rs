//! Tests what the page does automatically: conflicts, crosses, pencil marks, highlights, met clues, staged hints, time,
//! colours.

use super::{DESK, PHONE, ask, button, cell, count, help, open, page, playing, solved};
use serde_json::json;

/// The smallest phone that the page is made for.
const SMALL: (u32, u32) = (375, 700);

/// Ticks or clears the box with this text.
fn tick(browser: &mut super::Browser, text: &str) {
    browser.eval(&format!(
        "[...document.querySelectorAll('.tick')].find(l => l.textContent.startsWith({})).querySelector('input').click()",
        json!(text)
    ));
}

/// Entries that break a rule are marked at once; an entry that breaks none is not marked, even if it is wrong.
#[test]
fn conflicts_are_marked_as_they_are_entered() {
    let (text, cells, solution) = solved("sudoku");
    let Some(mut browser) = open(DESK, &playing("sudoku", &text)) else { return };
    let first = cells.iter().position(|cell| cell.given.is_none()).expect("one is open");
    // A value that no peer has, but that differs from the solution.
    let given = |number: usize, value: i32| cells[number].given == Some(value);
    let sees = |number: usize| {
        number / 9 == first / 9
            || number % 9 == first % 9
            || (number / 27 == first / 27 && number % 9 / 3 == first % 9 / 3)
    };
    let fits = |value: &i32| !(0..81).any(|number| sees(number) && given(number, *value));
    let wrong = (1..=9).filter(fits).find(|&value| value != solution[first]).expect("several fit");
    let clash = (1..=9).find(|&value| (0..9).any(|number| given(number, value))).expect("row 1 has givens");
    browser.click(&cell(first));
    browser.press(&clash.to_string());
    browser.until("document.querySelectorAll('.conflict').length === 1");
    assert!(help(&mut browser).ends_with("this breaks row 1."), "{}", help(&mut browser));
    let label = browser.eval(&format!("{}.ariaLabel", cell(first)));
    assert!(label.as_str().is_some_and(|label| label.contains("conflict: ")), "{label}");
    browser.press(&wrong.to_string());
    browser.until("document.querySelectorAll('.conflict').length === 0");
    assert_eq!(help(&mut browser), "");
    // Two conflicting entries are both marked. When marking is off, neither is, and the setting is remembered.
    let last = (0..81).rfind(|&number| cells[number].given.is_none()).expect("one is open");
    let other = (1..=9).find(|&value| (72..81).any(|number| given(number, value))).expect("row 9 has givens");
    browser.press(&clash.to_string());
    browser.click(&cell(last));
    browser.press(&other.to_string());
    browser.until("document.querySelectorAll('.conflict').length === 2");
    tick(&mut browser, "Mark entries");
    browser.until("document.querySelectorAll('.conflict').length === 0");
    browser.open(&page().expect("the page is there"), &playing("sudoku", &text));
    browser.until("document.querySelector('.tick input')?.checked === false");
    assert_eq!(count(&mut browser, ".conflict"), json!(0));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// A queen crosses out its row, column, region and neighbours; the crosses disappear with it.
#[test]
fn queens_cross_out_by_themselves() {
    let (text, cells, solution) = solved("region-queens");
    let Some(mut browser) = open(DESK, &playing("region-queens", &text)) else { return };
    assert_eq!(count(&mut browser, ".auto"), json!(0));
    let queen = solution.iter().position(|&value| value == 1).expect("there are queens");
    browser.click(&cell(queen));
    browser.until("document.querySelectorAll('.auto').length >= 14");
    assert_eq!(browser.eval(&format!("{}.ariaLabel.includes('queen')", cell(queen))), json!(true));
    let beside = if queen % 8 == 0 { queen + 1 } else { queen - 1 };
    let label = browser.eval(&format!("{}.ariaLabel", cell(beside)));
    assert!(label.as_str().is_some_and(|label| label.contains("crossed out")), "{label}");
    // A second queen beside it breaks a rule.
    browser.click(&cell(beside));
    browser.until("document.querySelectorAll('.conflict').length === 2");
    browser.click(&button("Undo"));
    browser.until("document.querySelectorAll('.conflict').length === 0");
    tick(&mut browser, "Cross out around a queen");
    browser.until("document.querySelectorAll('.auto').length === 0");
    tick(&mut browser, "Cross out around a queen");
    browser.until("document.querySelectorAll('.auto').length >= 14");
    browser.click(&button("Undo"));
    browser.until("document.querySelectorAll('.auto').length === 0");
    assert_eq!(cells.len(), 64);
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// Pencil marks are the values that no peer has; an entry removes its value from the pencil marks of its peers.
#[test]
fn pencil_marks_highlights_and_used_digits() {
    let (text, cells, solution) = solved("sudoku");
    let Some(mut browser) = open(DESK, &playing("sudoku", &text)) else { return };
    let open: Vec<usize> = (0..81).filter(|&number| cells[number].given.is_none()).collect();
    assert_eq!(count(&mut browser, ".pencil"), json!(0));
    tick(&mut browser, "Fill in pencil marks");
    assert_eq!(count(&mut browser, ".pencil"), json!(open.len()));
    let marks = |number: usize| format!("{}.ariaLabel.split(', ')[1]", cell(number));
    let peer = open.iter().copied().find(|&n| n != open[0] && n / 9 == open[0] / 9).expect("row 1 has another");
    let value = solution[open[0]].to_string();
    let before = browser.eval(&marks(peer)).as_str().expect("a text").to_owned();
    browser.click(&cell(open[0]));
    assert_eq!(count(&mut browser, ".peer"), json!(20));
    browser.press(&value);
    let after = browser.eval(&marks(peer)).as_str().expect("a text").to_owned();
    assert_eq!(after, before.replace(&format!(" {value}"), ""));
    let same = cells.iter().filter(|cell| cell.given.is_some_and(|given| given == solution[open[0]])).count();
    assert_eq!(count(&mut browser, ".same"), json!(same));
    // The pencil removes a mark, and undo restores it.
    browser.click(&cell(peer));
    browser.press("p");
    let mark = after.split(' ').nth(2).expect("a mark is left").to_owned();
    browser.press(&mark);
    assert_eq!(browser.eval(&marks(peer)), json!(after.replace(&format!(" {mark}"), "")));
    browser.press("u");
    assert_eq!(browser.eval(&marks(peer)), json!(after));
    browser.press("p");
    // The ninth entry of a digit greys out its key.
    let digit = solution[open[0]];
    assert_eq!(count(&mut browser, ".key.used"), json!(0));
    for &number in open.iter().filter(|&&number| number != open[0] && solution[number] == digit) {
        browser.click(&cell(number));
        browser.press(&value);
    }
    assert_eq!(browser.eval("document.querySelector('.key.used').ariaLabel"), json!(format!("{value}, used up")));
    assert_eq!(count(&mut browser, ".key.used"), json!(1));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// Clues are ticked off when the entries meet them.
#[test]
fn clues_are_ticked_off() {
    for (kind, met) in [("nonogram", ".clue.met"), ("kakuro", ".corner.met"), ("zebra", ".notes .met")] {
        let (text, cells, solution) = solved(kind);
        let Some(mut browser) = open(DESK, &playing(kind, &text)) else { return };
        let state: serde_json::Map<String, serde_json::Value> =
            cells.iter().zip(&solution).map(|(cell, value)| (cell.name.clone(), json!(value))).collect();
        let all = match kind {
            "nonogram" => "[...document.querySelectorAll('.clue.left, .clue.above')].length",
            "kakuro" => "[...document.querySelectorAll('.corner')].filter(c => c.textContent).length",
            _ => "document.querySelectorAll('.notes li').length",
        };
        assert_eq!(count(&mut browser, met), json!(0), "{kind}");
        let state = json!({ "entries": state, "crossed": {} }).to_string();
        browser.eval(&format!(
            "location.hash = {}",
            json!(format!("{}&state={}", playing(kind, &text), super::encoded(&state)))
        ));
        browser.until(&format!("document.querySelectorAll('{met}').length > 0"));
        let (all, ticked) = (browser.eval(all), count(&mut browser, met));
        assert_eq!(all, ticked, "{kind}");
        // When an entry is removed, some clue is open again.
        let last = cells.len() - 1;
        browser.click(&cell(if kind == "nonogram" {
            solution.iter().position(|&v| v == 1).unwrap_or(0)
        } else {
            last
        }));
        browser.press("Backspace");
        browser.until(&format!("document.querySelectorAll('{met}').length < {all}"));
        assert_eq!(browser.complaints(), [] as [String; 0], "{kind}");
    }
}

/// A hint shows where to look, then why, then the move. On a small phone, nothing above the help moves meanwhile.
#[test]
fn a_hint_has_three_stages_and_moves_nothing() {
    let (text, ..) = solved("sudoku");
    let Some(mut browser) = open(SMALL, &playing("sudoku", &text)) else { return };
    let places = "JSON.stringify([...document.querySelectorAll('.key, .tool, .square')].map(e => { \
                  const { x, y } = e.getBoundingClientRect(); return [x, y]; }))";
    let before = browser.eval(places);
    // Does not use the test's pointer, which scrolls.
    let [look, why, what] = [0; 3].map(|_| {
        browser.eval(&format!("document.querySelector('.help').textContent = ''; {}.click()", button("Hint")));
        browser.until("document.querySelector('.help .actions') && !document.querySelector('.play[aria-busy]')");
        help(&mut browser)
    });
    assert!(look.starts_with("Look at "), "{look}");
    assert!(look.contains("Show me why") && why.contains("Show me the move") && what.contains("Do it for me"));
    assert!(why.contains("What follows") && !why.contains(": 1 in f1"), "{why}");
    assert!(what.contains(": 1 in f1."), "{what}");
    assert_eq!(browser.eval(places), before);
    browser.click(&button("Do it for me"));
    browser.until("document.querySelectorAll('.square.filled:not(.given)').length === 1");
    // In a different state, there is a different hint, which starts at the first stage.
    assert!(ask(&mut browser, "Hint").contains("Show me why"));
    let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.eval(overflow), json!(0));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// The clock stops while the page is hidden; a game without hints sets the best time, and can be shared.
#[test]
fn time_best_time_and_result() {
    let text = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n";
    let Some(mut browser) = open(PHONE, "") else { return };
    let script = "{ let now = 0; performance.now = () => now; window.pass = (s) => { now += 1000 * s; }; \
                  window.hide = (is) => { Object.defineProperty(document, 'hidden', { value: is, configurable: true }); \
                  document.dispatchEvent(new Event('visibilitychange')); }; \
                  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } }); }";
    browser.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    let file = page().expect("the page is there");
    browser.open(&file, &playing("sudoku", text));
    browser.until("document.querySelector('.time')");
    browser.eval("pass(65)");
    browser.until("document.querySelector('.time').textContent === '1:05'");
    browser.eval("hide(true)");
    browser.eval("pass(1000)");
    browser.eval("hide(false)");
    browser.eval("pass(3)");
    browser.until("document.querySelector('.time').textContent === '1:08'");
    let solution = super::asked("sudoku", text, puzzles::Ask::Solve { limit: 1 }).solutions.remove(0);
    for (number, value) in solution.iter().enumerate() {
        browser.click(&cell(number));
        browser.press(&value.to_string());
    }
    browser.until("document.querySelector('.help').textContent.startsWith('Solved!')");
    assert!(help(&mut browser).contains("1:08, your best time for 4×4."), "{}", help(&mut browser));
    assert_eq!(count(&mut browser, ".won"), json!(1));
    browser.eval("pass(60)");
    browser.click(&button("Share"));
    browser.until("document.querySelector('.help').textContent.startsWith('Copied')");
    // A page opened from a file has no address that others can open.
    assert_eq!(browser.eval("copied"), json!("Ferz · Sudoku 4×4\nSolved in 1:08, no hints"));
    browser.open(&file, "#sudoku");
    browser.until("document.querySelector('.score')");
    assert_eq!(browser.text(".score"), "0:00");
    // The solved game can be shared later; a solution shown by the engine does not count as a result.
    browser.open(&file, &playing("sudoku", text));
    browser.until("document.querySelector('.score')?.textContent.endsWith('best 1:08')");
    assert_eq!(help(&mut browser), "You have solved this one. 1:08.Start againShare");
    browser.click(&button("Start again"));
    browser.click("document.querySelector('.more summary')");
    browser.click(&button("Show the solution"));
    browser.until("document.querySelector('.help').textContent.startsWith('This is a solution')");
    browser.click(&button("Undo"));
    browser.click(&button("Redo"));
    browser.until("document.querySelector('.help').textContent.startsWith('Solved!')");
    assert!(!help(&mut browser).contains("Share"), "{}", help(&mut browser));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// The light or dark theme can be chosen, whatever the system setting, and the choice is remembered.
#[test]
fn colours_are_chosen() {
    let Some(mut browser) = open(DESK, "") else { return };
    let paper = "getComputedStyle(document.documentElement).backgroundColor";
    let choose = |theme: &str| {
        format!(
            "(() => {{ const s = document.querySelector('footer select'); s.value = '{theme}'; \
             s.dispatchEvent(new Event('change')); }})()"
        )
    };
    let light = browser.eval(paper);
    browser.eval(&choose("dark"));
    let dark = browser.eval(paper);
    assert_ne!(light, dark);
    browser.open(&page().expect("the page is there"), "");
    browser.until("document.querySelector('footer select')");
    assert_eq!(browser.eval(paper), dark);
    let system = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.call("Emulation.setEmulatedMedia", system);
    browser.eval(&choose("light"));
    assert_eq!(browser.eval(paper), light);
    browser.eval(&choose("system"));
    assert_eq!(browser.eval(paper), dark);
    assert_eq!(browser.complaints(), [] as [String; 0]);
}
