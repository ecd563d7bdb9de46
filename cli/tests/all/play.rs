//! `ferz play`: in a normal build, the page uses this program as its engine. `web/tests` tests the single-file page.

use crate::browser::Browser;
use crate::common::{ferz, finish, run};
use crate::served::Served;
use serde_json::{Value, json};
use std::io::Write;

/// Opens the page in a browser, and waits until its first view is drawn.
fn open(played: &Served, fragment: &str) -> Option<Browser> {
    let mut browser = Browser::start(1280, 800)?;
    visit(&mut browser, played, fragment);
    Some(browser)
}

fn visit(browser: &mut Browser, played: &Served, fragment: &str) {
    browser.open_address(&format!("http://{}/{fragment}", played.host));
    browser.until("document.querySelector('main h1') && !document.querySelector('main[aria-busy]')");
}

/// Returns the errors on the page, and its requests to other addresses.
fn complaints(browser: &mut Browser, played: &Served) -> Vec<String> {
    let all = browser.complaints();
    let own = format!("\"url\":\"http://{}/", played.host);
    all.into_iter().filter(|one| !(one.contains("Network.requestWillBeSent") && one.contains(&own))).collect()
}

fn click(browser: &mut Browser, text: &str) {
    browser.click(&format!(
        "[...document.querySelectorAll('button')].find(b => b.textContent.startsWith({}))",
        json!(text)
    ));
}

fn says(browser: &mut Browser, text: &str) {
    browser.until(&format!("document.querySelector('.help')?.textContent.includes({})", json!(text)));
}

/// A query that does not end unless it is cancelled.
const ENDLESS: &str = concat!(
    r#"{"puzzle":{"puzzle":"sudoku","text":""#,
    r#".........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n........."#,
    r#"","state":{},"ask":"count"}}"#
);

#[test]
fn every_sort_of_question_is_answered() {
    let played = Served::start("play --port 0");
    let ask = |question: &str| {
        let (status, answer) = played.post("/ask", question);
        assert_eq!(status, 200, "{answer}");
        serde_json::from_str::<Value>(&answer).expect("JSON")
    };
    assert!(ask(r#"{"catalogue":{}}"#)["catalogue"].as_array().expect("kinds").len() > 5);
    let hint = json!({ "puzzle": { "puzzle": "sudoku", "text": "1...\n..3.\n.4..\n...2\n", "ask": "hint" } });
    assert_eq!(ask(&hint.to_string())["puzzle"]["outcome"], "step");
    assert!(ask(r#"{"watch":{"method":"trial","n":8,"skip":0,"take":5}}"#)["watch"]["frames"][4].is_object());
    assert!(ask("nonsense")["error"].is_string());
    for (method, path, status) in
        [("GET", "/ask", 404), ("GET", "/worker.js", 404), ("GET", "/../Cargo.toml", 404), ("GET", "/main.js", 200)]
    {
        assert_eq!(played.ask(method, path, &format!("Host: {}\r\n", played.host), "").0, status, "{path}");
    }
    assert_eq!(played.post("/", "{}").0, 404);
    played.end();
}

/// Cancels more queries than can run concurrently: the next one is answered, so all of them were stopped.
#[test]
fn questions_that_are_given_up_are_stopped() {
    let played = Served::start("play --port 0");
    for _ in 0..20 {
        let mut stream = played.connect();
        let head = "Content-Type: application/json\r\n";
        let length = ENDLESS.len();
        write!(
            stream,
            "POST /ask HTTP/1.1\r\nHost: {}\r\n{head}Content-Length: {length}\r\n\r\n{ENDLESS}",
            played.host
        )
        .expect("it reads");
        // Meanwhile, other queries are answered.
        assert_eq!(played.get("/").0, 200);
    }
    assert_eq!(played.post("/ask", r#"{"catalogue":{}}"#).0, 200);
    // Ctrl-C does not wait for an unanswered query.
    let mut stream = played.connect();
    write!(
        stream,
        "POST /ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{ENDLESS}",
        played.host,
        ENDLESS.len()
    )
    .expect("it reads");
    assert_eq!(played.get("/").0, 200);
    played.end();
}

#[test]
fn puzzles_are_played_and_searches_watched() {
    let played = Served::start("play --port 0");
    let Some(mut browser) = open(&played, "") else { return };
    browser.until("document.querySelectorAll('.card .board').length === document.querySelectorAll('.card').length");
    visit(&mut browser, &played, "#play=sudoku");
    for button in ["Hint", "Show me why", "Show me the move", "Do it for me"] {
        browser
            .until(&format!("[...document.querySelectorAll('button')].some(b => b.textContent === {})", json!(button)));
        click(&mut browser, button);
    }
    browser.until("document.querySelectorAll('.square.filled:not(.given)').length === 1");
    browser.eval("document.querySelector('.new label:nth-child(2) select').value = '4'");
    click(&mut browser, "New puzzle");
    browser.until("document.querySelectorAll('[data-cell]').length === 16");
    visit(&mut browser, &played, "#watch=trial&n=6");
    browser.until("document.querySelector('.caption').textContent.length > 5");
    visit(&mut browser, &played, "#model");
    click(&mut browser, "Solve");
    browser.until("document.querySelector('.answer').textContent.includes('exactly one solution')");
    assert_eq!(complaints(&mut browser, &played), [] as [String; 0]);
    // When the program has ended, the page reports this.
    visit(&mut browser, &played, "#play=sudoku");
    played.end();
    click(&mut browser, "Hint");
    says(&mut browser, "restart it with ferz play");
}

/// Opens the board of a kind, a file, or a puzzle given as one word.
#[test]
fn a_board_is_opened() {
    for (line, heading, cells) in
        [("play region-queens --port 0", "Region queens", 64), ("play sudoku 1.....3..4.....2 --port 0", "Sudoku", 16)]
    {
        let played = Served::start(line);
        let Some(mut browser) = open(&played, &played.fragment) else { return };
        assert_eq!(browser.text("main h1"), heading);
        assert_eq!(browser.eval("document.querySelectorAll('[data-cell]').length"), json!(cells));
        assert_eq!(complaints(&mut browser, &played), [] as [String; 0]);
        played.end();
    }
    let refused = run("play sudoku 1.....3..4.....x");
    assert!(refused.code == Some(2) && refused.err.contains("column 16"), "{}", refused.err);
}

/// The browser can install the page: it has a manifest with an icon.
#[test]
fn the_page_can_be_installed() {
    let played = Served::start("play --port 0");
    let Some(mut browser) = open(&played, "") else { return };
    let manifest = browser.call("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    assert_eq!(manifest["manifest"]["startUrl"], json!(format!("http://{}/", played.host)), "{manifest}");
    let obstacles = browser.call("Page.getInstallabilityErrors", json!({}));
    assert_eq!(obstacles["installabilityErrors"], json!([]));
    assert_eq!(complaints(&mut browser, &played), [] as [String; 0]);
    played.end();
}

/// The stop button ends a long query, and the next one is answered.
#[test]
fn a_long_question_is_stopped() {
    let played = Served::start("play --port 0");
    let Some(mut browser) = open(&played, "#play=sudoku") else { return };
    // The engine's side is tested above: here every query is replaced by the endless one.
    browser.eval(&format!(
        "(() => {{ const fetch = window.fetch; let first = true; window.fetch = (to, how) => {{ \
         const hint = first && how?.body?.includes('hint'); first &&= !hint; \
         return fetch(to, hint ? {{ ...how, body: {} }} : how); }}; }})()",
        json!(ENDLESS)
    ));
    click(&mut browser, "Hint");
    browser.until("[...document.querySelectorAll('.help button')].some(b => b.textContent === 'Stop')");
    click(&mut browser, "Stop");
    says(&mut browser, "Stopped");
    click(&mut browser, "Hint");
    browser.until("document.querySelector('.reason')");
    assert_eq!(complaints(&mut browser, &played), [] as [String; 0]);
    played.end();
}

#[test]
fn a_port_in_use_is_reported() {
    let played = Served::start("play --port 0");
    let port = played.host.split(':').nth(1).expect("a port");
    let ran = finish(ferz(&format!("play --port {port}")).output().expect("the command starts"));
    assert!(ran.code == Some(2) && ran.err.contains("cannot listen on port"), "{ran:?}");
    played.end();
}
