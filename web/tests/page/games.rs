//! Plays games from the first move to the last.

use super::{DESK, PHONE, ask, button, cell, count, help, hint, open, playing, solved};
use serde_json::json;

/// Fills every open cell by keyboard, at the focus position.
#[test]
fn a_whole_sudoku_by_keyboard() {
    let (text, cells, solution) = solved("sudoku");
    let Some(mut browser) = open(DESK, &playing("sudoku", &text)) else { return };
    for (number, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.given.is_none()) {
        // Arrow keys lead from any cell to any other.
        browser.eval("document.querySelector('[data-cell=\"0\"]').focus()");
        for _ in 0..number % 9 {
            browser.press("ArrowRight");
        }
        for _ in 0..number / 9 {
            browser.press("ArrowDown");
        }
        let focused = browser.eval("document.activeElement.dataset.cell");
        assert_eq!(focused, json!(number.to_string()), "{}", cell.name);
        browser.press(&solution[number].to_string());
    }
    browser.until("document.querySelector('.help').textContent.startsWith('Solved!')");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn a_wrong_entry_is_found_and_taken_back() {
    let (text, cells, solution) = solved("sudoku");
    let Some(mut browser) = open(PHONE, &playing("sudoku", &text)) else { return };
    let open: Vec<usize> = (0..cells.len()).filter(|&number| cells[number].given.is_none()).collect();
    let [right, wrong] = [open[0], open[1]];
    browser.click(&cell(right));
    browser.click(&format!("document.querySelector('.key[data-value=\"{}\"]')", solution[right]));
    let other = solution[wrong] % 9 + 1;
    browser.click(&cell(wrong));
    browser.click(&format!("document.querySelector('.key[data-value=\"{other}\"]')"));
    assert_eq!(count(&mut browser, ".square.filled:not(.given)"), json!(2));
    ask(&mut browser, "Check");
    assert_eq!(browser.eval(&format!("{}.classList.contains('wrong')", cell(wrong))), json!(true));
    browser.click(&button("Take that back"));
    assert_eq!(browser.eval(&format!("{}.classList.contains('filled')", cell(wrong))), json!(false));
    // Tests undo and redo.
    browser.click(&button("Undo"));
    assert_eq!(browser.eval(&format!("{}.classList.contains('filled')", cell(wrong))), json!(true));
    browser.click(&button("Redo"));
    assert_eq!(browser.eval(&format!("{}.classList.contains('filled')", cell(wrong))), json!(false));
    browser.click(&button("Undo"));
    browser.click(&button("Undo"));
    assert_eq!(count(&mut browser, ".square.filled:not(.given)"), json!(1));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// If a row contains the same number twice, the correct entry stays.
#[test]
fn what_is_right_is_not_taken_back() {
    let (text, cells, solution) = solved("sudoku");
    let Some(mut browser) = open(DESK, &playing("sudoku", &text)) else { return };
    let open: Vec<usize> = (0..9).filter(|&number| cells[number].given.is_none()).collect();
    let [right, wrong] = [open[0], open[1]];
    for number in [right, wrong] {
        browser.click(&cell(number));
        browser.press(&solution[right].to_string());
    }
    let said = ask(&mut browser, "Hint");
    assert!(said.contains("this breaks row 1") && said.contains("mistakes"), "{said}");
    assert_eq!(count(&mut browser, ".square.wrong"), json!(2));
    browser.click(&button("Take that back"));
    assert_eq!(browser.eval(&format!("{}.classList.contains('filled')", cell(wrong))), json!(false));
    assert_eq!(browser.eval(&format!("{}.classList.contains('filled')", cell(right))), json!(true));
    // Showing the solution does not count as solving the puzzle.
    browser.click("document.querySelector('.more summary')");
    browser.click(&button("Show the solution"));
    browser.until("document.querySelectorAll('.square.filled').length === 81");
    assert_eq!(help(&mut browser), "This is a solution. Undo restores your own entries.");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn hints_alone_lead_to_the_end() {
    let (text, ..) = solved("sudoku");
    let Some(mut browser) = open(DESK, &playing("sudoku", &text)) else { return };
    for step in 0.. {
        assert!(step < 200, "hints go on and on");
        let said = hint(&mut browser);
        if said.starts_with("Solved!") || said.starts_with("It is solved") {
            break;
        }
        assert!(count(&mut browser, ".about").as_u64() > Some(0), "nothing is lit up: {said}");
        browser.click(&button("Do it for me"));
        let solved = "document.querySelector('.help').textContent.startsWith('Solved!')";
        browser.until(&format!("{solved} || document.querySelector('.square:not(.filled)')"));
        if browser.eval(solved) == json!(true) {
            break;
        }
    }
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// Explains why a cell has its value, and why it cannot have a different one, in steps that highlight their reasons.
#[test]
fn why_is_answered_step_by_step() {
    let (text, cells, solution) = solved("sudoku");
    let Some(mut browser) = open(DESK, &playing("sudoku", &text)) else { return };
    let number = (0..cells.len()).rfind(|&number| cells[number].given.is_none()).expect("one is open");
    browser.click(&button("Why?"));
    browser.click(&cell(number));
    browser.click(&button("Tell me the right one"));
    browser.until("document.querySelector('.steps, .about')");
    assert!(help(&mut browser).contains(&format!("{} in {}", solution[number], cells[number].name)));
    let other = solution[number] % 9 + 1;
    browser.click(&cell(number));
    browser.press(&other.to_string());
    browser.until(&format!("document.querySelector('.help').textContent.startsWith('No {other} in')"));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// On a phone, the first tap marks and the second crosses out; the last queen completes the puzzle.
#[test]
fn eight_queens_and_regions_by_taps() {
    for kind in ["queens", "region-queens"] {
        let (text, cells, solution) = solved(kind);
        let Some(mut browser) = open(PHONE, &playing(kind, &text)) else { return };
        let first = (0..cells.len()).find(|&n| solution[n] == 0 && cells[n].given.is_none()).expect("an empty square");
        let class = |class: &str| format!("{}.classList.contains('{class}')", cell(first));
        browser.click(&cell(first));
        assert_eq!(browser.eval(&class("marked")), json!(true), "{kind}");
        browser.click(&cell(first));
        assert_eq!(browser.eval(&class("marked")), json!(false), "{kind}");
        assert_eq!(browser.eval(&format!("{}.ariaLabel.includes('crossed out')", cell(first))), json!(true));
        let said = ask(&mut browser, "Hint");
        assert!(said.len() > 10, "{said}");
        browser.click(&button("Why?"));
        browser.click(&cell(first));
        browser.until(
            "!document.querySelector('.play[aria-busy]') && !document.querySelector('.help').textContent.startsWith('Why')",
        );
        browser.press("Escape");
        for number in (0..cells.len()).filter(|&n| solution[n] == 1 && cells[n].given.is_none()) {
            browser.click(&cell(number));
        }
        browser.until("document.querySelector('.help').textContent.startsWith('Solved!')");
        assert_eq!(browser.complaints(), [] as [String; 0], "{kind}");
    }
}

/// A link contains the game: opening it restores the game.
#[test]
fn a_link_is_the_game() {
    let (text, cells, solution) = solved("sudoku");
    let Some(mut browser) = open(DESK, &playing("sudoku", &text)) else { return };
    let number = cells.iter().position(|cell| cell.given.is_none()).expect("one is open");
    browser.click(&cell(number));
    browser.press(&solution[number].to_string());
    browser.press("ArrowRight");
    let link = browser.eval("location.hash");
    let labels = "[...document.querySelectorAll('[data-cell]')].map(cell => cell.ariaLabel).join('; ')";
    let before = browser.eval(labels);
    let file = super::page().expect("the page is there");
    browser.open(&file, link.as_str().expect("a text"));
    browser.until("document.querySelector('.help')");
    assert_eq!(browser.eval(labels), before);
    // The address follows the game without a history entry for each move.
    assert_eq!(browser.eval("location.hash"), link);
}

#[test]
fn puzzles_are_made_and_pasted() {
    let (text, ..) = solved("sudoku");
    let Some(mut browser) = open(DESK, &playing("sudoku", &text)) else { return };
    let before = browser.eval("location.hash");
    browser.eval("document.querySelector('.new label:nth-child(2) select').value = '4'");
    browser.click(&button("New puzzle"));
    browser.until(&format!("location.hash !== {before} && document.querySelectorAll('[data-cell]').length === 16"));
    // The next puzzle has the same options.
    let asked = "[...document.querySelectorAll('.new select')].map(choice => choice.value)";
    assert_eq!(browser.eval(asked), json!(["easy", "4"]));
    browser.eval(
        "[...document.querySelectorAll('.new select')].forEach((choice, i) => choice.value = ['medium', '9'][i])",
    );
    browser.click(&button("New puzzle"));
    browser.until("document.querySelectorAll('[data-cell]').length === 81");
    assert_eq!(browser.eval(asked), json!(["medium", "9"]));
    // A text with an error is rejected with its location; a valid one is opened.
    browser.click("document.querySelector('.more summary')");
    browser.click(&button("Enter or paste your own"));
    // The text is selected, and an already open puzzle is not opened again.
    browser.until("(area => area.value && area.selectionEnd - area.selectionStart === area.value.length)(document.querySelector('.help textarea'))");
    browser.click(&button("Open it"));
    browser.until("!document.querySelector('.help textarea')");
    browser.click("document.querySelector('.more:not([open]) summary') ?? document.body");
    browser.click(&button("Enter or paste your own"));
    browser.eval("document.querySelector('.help textarea').value = '1234\\n34x2\\n....\\n....'");
    browser.click(&button("Open it"));
    browser.until("document.querySelector('.help .error').textContent.startsWith('Line 2, column 3')");
    browser.eval("document.querySelector('.help textarea').value = '11..\\n....\\n....\\n....'");
    browser.click(&button("Open it"));
    browser.until("document.querySelector('.help .error').textContent.startsWith('No solution: 1 in a1 and 1 in b1: this breaks row 1')");
    // The puzzle can still be played; givens cannot be removed.
    browser.click(&button("Play it anyway"));
    browser.until("location.hash.includes('11..%0A') && document.querySelectorAll('.given').length === 2");
    let said = ask(&mut browser, "Hint");
    assert!(said.contains("this breaks row 1") && !said.contains("Take that back"), "{said}");
    assert_eq!(count(&mut browser, ".square.wrong"), json!(2));
    browser.click("document.querySelector('.more summary')");
    browser.click(&button("Enter or paste your own"));
    browser.eval("document.querySelector('.help textarea').value = '1...\\n..3.\\n.4..\\n...2'");
    browser.click(&button("Open it"));
    browser.until("location.hash.includes('1...%0A..3.') && document.querySelectorAll('.given').length === 4 && !document.querySelector('.more[open]')");
    browser.click("document.querySelector('.more summary')");
    let said = ask(&mut browser, "Is there only one solution?");
    assert!(said.contains("solution"), "{said}");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}
