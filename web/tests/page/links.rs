//! Links from strangers: none of their text becomes markup or runs.

use super::{DESK, encoded, open, page};
use serde_json::json;

/// Attempts to inject code into the page.
const PAYLOADS: [&str; 10] = [
    "<script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 1'>",
    "\"><svg onload=\"window.hacked = 1\">",
    "javascript:window.hacked=1",
    "</textarea><iframe srcdoc='<script>parent.hacked = 1</script>'>",
    "{{constructor.constructor('window.hacked = 1')()}}",
    "'-(window.hacked=1)-'",
    "</script><script>window.hacked = 1</script>",
    "<a href='javascript:window.hacked=1' autofocus onfocus='window.hacked=1'>x</a>",
    "\u{202e}\u{0}<style>*{display:none}</style><base href=//evil.example>",
];

/// Lists links with the payload in each possible position.
fn links(payload: &str) -> [String; 5] {
    let inside =
        json!({ "entries": { payload: payload, "a1": 1, "__proto__": 1 }, "crossed": { "a1": payload, payload: [1] } });
    let model = json!({
        "variables": { payload: { "type": "int", "domain": [[1, 9]] }, "constructor": { "type": "int", "domain": [[1, 2]] } },
        "constraints": [{ "id": "constructor", "args": [payload], "ann": [{ "id": "mzn_constraint_name", "args": [{ "string": payload }] }] }],
    });
    [
        format!("#play={}", encoded(payload)),
        format!("#play=sudoku&text={}", encoded(payload)),
        format!("#play=sudoku&state={}", encoded(&inside.to_string())),
        format!("#watch={}&n={}", encoded(payload), encoded(payload)),
        format!("#model={}", encoded(&model.to_string())),
    ]
}

#[test]
fn fifty_hostile_links_do_nothing() {
    let Some(mut browser) = open(DESK, "") else { return };
    let file = page().expect("the page is there");
    let mut opened = 0;
    for link in PAYLOADS.iter().flat_map(|payload| links(payload)) {
        browser.open(&file, &link);
        browser.until("document.querySelector('main h1')");
        // Give an animation and a worker time to run.
        browser.eval("new Promise(done => setTimeout(done, 30))");
        assert_eq!(browser.eval("window.hacked ?? null"), json!(null), "{link}");
        let foreign = "document.querySelectorAll('main script, main img, main iframe, main style, main base, \
                       main a[href^=\"javascript\"], [onload], [onerror], [onfocus]').length";
        assert_eq!(browser.eval(foreign), json!(0), "{link}");
        assert_eq!(browser.eval("document.querySelectorAll('script').length"), json!(3), "{link}");
        let shown = "getComputedStyle(document.querySelector('main h1')).display";
        assert_eq!(browser.eval(shown), json!("block"), "{link}");
        assert_eq!(browser.complaints(), [] as [String; 0], "{link}");
        opened += 1;
    }
    assert_eq!(opened, 50);
}

/// The page's content security policy blocks everything except its own script.
#[test]
fn no_other_script_and_no_markup_from_strings() {
    let Some(mut browser) = open(DESK, "") else { return };
    let refused = browser
        .eval("(() => { try { document.body.innerHTML = '<p>x</p>'; return false; } catch { return true; } })()");
    assert_eq!(refused, json!(true));
    let ran = browser.eval(
        "(() => { const s = document.createElement('script'); try { s.textContent = 'window.hacked = 1'; } catch {} \
         document.body.append(s); return window.hacked ?? null; })()",
    );
    assert_eq!(ran, json!(null));
}
