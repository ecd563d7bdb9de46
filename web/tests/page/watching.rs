//! Tests of animated searches and of user models.

use super::{DESK, PHONE, button, count, open};
use serde_json::json;

#[test]
fn trial_and_error_takes_112_steps() {
    for size in [DESK, PHONE] {
        let Some(mut browser) = open(size, "#watch=trial&n=8") else { return };
        // The animation plays automatically, and the board changes.
        browser.until("document.querySelector('.count')?.textContent.startsWith('Frame 3 ')");
        browser.click(&button("Pause"));
        let at = browser.text(".count");
        browser.click("document.querySelector('[aria-label=\"One step forward\"]')");
        browser.until(&format!("document.querySelector('.count').textContent !== {}", json!(at)));
        browser.click("document.querySelector('[aria-label=\"One step back\"]')");
        browser.until(&format!("document.querySelector('.count').textContent === {}", json!(at)));
        browser.eval("(() => { const s = document.querySelector('.slider'); s.value = s.max; s.dispatchEvent(new Event('input')); })()");
        browser.until("document.querySelector('.summary').textContent.startsWith('112 steps')");
        assert_eq!(count(&mut browser, ".square[data-what=queen]"), json!(8));
        assert_eq!(browser.complaints(), [] as [String; 0]);
    }
}

/// Every method runs to its end, with a board and a reason in each frame.
#[test]
fn every_method_is_shown_to_its_end() {
    for (method, n) in [("generate", 4), ("crossing", 6), ("propagation", 8), ("lists", 5)] {
        let Some(mut browser) = open(PHONE, &format!("#watch={method}&n={n}")) else { return };
        browser.until("document.querySelector('.caption')?.textContent");
        browser.eval("(() => { const s = document.querySelector('.slider'); s.value = s.max; s.dispatchEvent(new Event('input')); })()");
        browser.until("document.querySelector('.summary').textContent");
        assert_eq!(count(&mut browser, ".square[data-what=queen]"), json!(n), "{method}");
        assert_eq!(browser.complaints(), [] as [String; 0], "{method}");
    }
}

#[test]
fn who_wants_things_to_hold_still_starts_the_search_himself() {
    let Some(mut browser) = open(DESK, "") else { return };
    let feature = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.call("Emulation.setEmulatedMedia", feature);
    browser.eval("location.hash = '#watch=crossing&n=8'");
    browser.until("document.querySelector('.count')?.textContent.startsWith('Frame 1 ')");
    assert!(browser.eval(&format!("{}.textContent", button("Play"))).is_string());
}

#[test]
fn a_model_of_ones_own_is_solved_and_explained() {
    let Some(mut browser) = open(DESK, "#model") else { return };
    browser.click(&button("Solve"));
    browser.until("document.querySelector('.answer').textContent.startsWith('There is exactly one solution')");
    assert_eq!(browser.text(".answer tbody tr"), "2431");
    browser.click(&button("Why?"));
    browser.until("document.querySelector('.answer').textContent.startsWith('clara = 3 is true in every solution')");
    // An error is shown at once, and the link contains the model.
    browser.eval(
        "(() => { const i = document.querySelectorAll('.rows')[1].querySelectorAll('input')[1]; i.value = 'a + b'; \
         i.dispatchEvent(new Event('input')); })()",
    );
    assert!(browser.text(".answer.error").contains("is not a comparison"));
    let link = browser.eval("location.hash");
    let file = super::page().expect("the page is there");
    browser.open(&file, link.as_str().expect("a text"));
    browser.until("document.querySelectorAll('.rows .line').length === 8");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}
