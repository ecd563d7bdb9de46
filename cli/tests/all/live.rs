//! `ferz study live`: requests sent directly, and requests sent by its page in a real browser.

use crate::browser::Browser;
use crate::common::{ferz, run};
use crate::served::Served;
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;

/// A running `ferz study live`.
struct Live(Served);

impl std::ops::Deref for Live {
    type Target = Served;

    fn deref(&self) -> &Served {
        &self.0
    }
}

impl Live {
    fn start(line: &str) -> Live {
        Live(Served::start(&format!("study live {line}")))
    }

    fn what_if(&self, way: &Value) -> (u16, String) {
        self.post("/what-if", &way.to_string())
    }

    /// Returns the search after these steps, each of which is supposed after a number of events of the previous search.
    fn below(&self, way: &Value) -> Value {
        let (status, body) = self.what_if(way);
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("JSON")
    }

    fn end(self) {
        self.0.end();
    }
}

/// Counts the events of one kind in a page's data.
fn events(run: &Value, kind: u64) -> usize {
    let fields = [0, 3, 1, 2, 3, 0, 1, 0, 0, 2];
    let numbers: Vec<u64> = run["events"].as_array().expect("events").iter().filter_map(Value::as_u64).collect();
    let (mut at, mut found) = (0, 0);
    while let Some(&event) = numbers.get(at) {
        found += usize::from(event == kind);
        at += 1 + fields[event as usize];
    }
    found
}

const SOLUTION: u64 = 5;

#[test]
fn below_every_value_lie_the_solutions_that_have_it() {
    let live = Live::start("queens 6");
    let solutions = |way: Value| events(&live.below(&way)["run"], SOLUTION);
    let of_values: Vec<usize> =
        (0..6).map(|v| solutions(json!([{ "event": 0, "fact": format!("q[3] = {v}") }]))).collect();
    // The solutions by column: 135024, 251403, 304152, 420531.
    assert_eq!(of_values, [1, 1, 0, 0, 1, 1]);
    // Supposes a value inside a supposed search, and the exclusion of a value.
    let first = live.below(&json!([{ "event": 0, "fact": "q[3] != 0" }]));
    assert_eq!(first["run"]["name"], "if q[3] != 0");
    assert_eq!((&first["run"]["end"]["outcome"], &first["run"]["notes"]), (&json!("complete below it"), &json!([])));
    let event = &first["event"];
    assert_eq!(solutions(json!([{ "event": 0, "fact": "q[3] != 0" }, { "event": event, "fact": "q[2] = 1" }])), 1);
    live.end();
    // An incomplete recording is not called complete.
    let live = Live::start("queens 8 --events 100");
    let cut = live.below(&json!([{ "event": 0, "fact": "q[3] = 1" }]));
    assert_eq!(
        (&cut["run"]["end"]["outcome"], &cut["run"]["notes"].as_array().map(Vec::len)),
        (&json!("left"), &Some(2))
    );
    live.end();
}

/// As elsewhere, auxiliary variables in a file do not increase the solution count.
#[test]
fn a_file_with_helpers_can_be_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("helper.fzn");
    let model = "var 1..3: x:: output_var;\nvar 1..3: y:: output_var;\nvar 0..4: h:: var_is_introduced;\n\
                 constraint int_lin_le([1,1,-1],[x,y,h],2);\nsolve satisfy;\n";
    std::fs::write(&file, model).expect("it is written");
    let live = Live::start(file.to_str().expect("UTF-8"));
    let solutions = |fact: &str| events(&live.below(&json!([{ "event": 0, "fact": fact }]))["run"], SOLUTION);
    assert_eq!(["x = 2", "x != 2", "y >= 2"].map(solutions), [3, 6, 6]);
    let (status, said) = live.what_if(&json!([{ "event": 0, "fact": "h = 3" }]));
    assert!(status == 422 && said.contains("auxiliary variable"), "{status} {said}");
    live.end();
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let live = Live::start("queens 6");
    let refused = |way: Value, why: &str| {
        let (status, said) = live.what_if(&way);
        assert!(status == 422 && said.contains(why), "{way}: {status} {said}");
    };
    refused(json!([]), "no supposition is given");
    refused(json!({ "fact": 1 }), "invalid type");
    refused(json!([{ "event": 0, "fact": "z = 1" }]), "no variable is called `z`");
    refused(json!([{ "event": 0, "fact": "q[0] = 9" }]), "excluded");
    refused(json!([{ "event": 0, "fact": "q[0] = 1\nquit" }]), "");
    refused(json!([{ "event": 1_000_000, "fact": "q[0] = 1" }]), "there is no event 1000000");
    // Event 36 is the first failure.
    refused(json!([{ "event": 36, "fact": "q[3] = 1" }]), "dead end");
    let host = format!("Host: {}\r\n", live.host);
    let own = "Content-Type: application/json\r\n";
    assert_eq!(live.ask("GET", "/", &host, "").0, 200);
    assert_eq!(live.ask("GET", "/index.html", &host, "").0, 404);
    assert_eq!(live.ask("POST", "/what-if", &host, "[]").0, 415);
    let origin = |of: &str| format!("{host}Origin: http://{of}\r\n{own}");
    assert_eq!(live.ask("POST", "/what-if", &origin("example.org"), "[]").0, 403);
    assert_eq!(live.ask("POST", "/what-if", &origin(&live.host), "[]").0, 422);
    for foreign in ["Host: example.org\r\n", ""] {
        assert_eq!(live.ask("GET", "/", foreign, "").0, 403);
        assert_eq!(live.ask("POST", "/what-if", &format!("{foreign}{own}"), "[]").0, 403);
    }
    // An incomplete request blocks neither other requests nor shutdown.
    let mut slow = TcpStream::connect(&live.host).expect("it listens");
    write!(slow, "POST /what-if HTTP/1.1\r\n{host}{own}Content-Length: 100\r\n\r\n[").expect("it reads");
    assert_eq!(live.ask("GET", "/", &host, "").0, 200);
    let busy = run(&format!("study live queens 6 --port {}", live.host.split(':').nth(1).expect("a port")));
    assert!(busy.code == Some(2) && busy.err.contains("cannot listen on port"), "{busy:?}");
    let trace = run("study live six.jsonl");
    assert!(trace.code == Some(2) && trace.err.contains("`ferz study html six.jsonl` shows it"), "{trace:?}");
    live.end();
}

/// Suppositions under a supposed variable selection keep that selection.
#[test]
fn an_order_stays() {
    let live = Live::start("queens 8");
    let nodes = |way: Value| live.below(&way)["run"]["end"]["nodes"].as_u64().expect("a number");
    let decided = json!({ "event": 0, "fact": "q[0] = 1" });
    let alone = nodes(json!([decided]));
    let ordered = nodes(json!([{ "event": 0, "fact": "order dom" }, decided]));
    let itself = Live::start("queens 8 --order dom");
    assert_eq!(itself.below(&json!([decided]))["run"]["end"]["nodes"], json!(ordered));
    assert_ne!(alone, ordered);
    itself.end();
    live.end();
}

#[test]
fn the_page_asks_what_if_and_shows_the_answer_beside() {
    let live = Live::start("queens 6");
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open_address(&format!("http://{}/#event=0", live.host));
    // Suppose d2, which is still possible.
    browser.eval("ferz.views[0].choose(3, 1)");
    let question = "[...document.querySelectorAll('.supposing button')].find(b => b.textContent === 'What if d2?')";
    browser.click(question);
    browser.until("ferz.views.length === 2");
    assert_eq!(browser.eval("ferz.views[1].run.name"), json!("if d2"));
    assert_eq!(browser.eval("ferz.views[1].state.fixed(3)"), json!(1));
    assert_eq!(browser.eval("document.querySelectorAll('main.two .run').length"), json!(2));
    assert!(browser.text(".difference").starts_with("The search itself decides a1, at node 2."));
    // Both runs show variables on request.
    browser.click("[...document.querySelectorAll('.choice button')].find(b => b.textContent === 'q[0] = 0')");
    assert_eq!(browser.eval("ferz.views.map(v => v.run.atomText([3, 1, 5]))"), json!(["q[3] ≠ 5", "q[3] ≠ 5"]));
    assert!(browser.eval("location.hash").as_str().expect("text").contains("facts=variables"));
    browser.click("[...document.querySelectorAll('.choice button')].find(b => b.textContent === 'a1')");
    // Suppose something else inside the supposed search; then go back step by step.
    browser
        .eval("ferz.views[1].choose(0, [...Array(6).keys()].find(v => ferz.views[1].state.cause(0, v) === -1) ?? 2)");
    browser.eval("ferz.views[1].why.body.querySelector('.supposing button').click()");
    browser.until("ferz.views[1].way.length === 2");
    let leave = "[...document.querySelectorAll('.difference button')].find(b => b.textContent.startsWith('Leave'))";
    browser.click(leave);
    browser.until("ferz.views[1].way.length === 1");
    browser.click(leave);
    browser.until("ferz.views.length === 1");
    assert_eq!(browser.eval("document.querySelectorAll('main.one .run').length"), json!(1));
    // Choose a different variable selection from here on; a decision inside it keeps the selection.
    browser.eval(
        "(() => { const s = document.querySelector('.stage-tools select'); s.value = 'dom'; s.dispatchEvent(new Event('change')); })()",
    );
    browser.until("ferz.views.length === 2");
    assert_eq!(browser.eval("ferz.views[1].run.name"), json!("if order dom"));
    assert!(
        browser
            .text(".difference")
            .starts_with("The search itself has 78 nodes below it, 36 dead ends and 4 solutions.")
    );
    browser.click(leave);
    browser.until("ferz.views.length === 1");
    let complaints = browser.complaints();
    let foreign: Vec<&String> = complaints.iter().filter(|complaint| !complaint.contains(&live.host)).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    // When the program has ended, the page reports this.
    live.end();
    browser.eval("ferz.views[0].choose(3, 1)");
    browser.click(question);
    browser.until("document.querySelector('[role=alert]')?.textContent.startsWith('No answer')");
}

/// A page from a file offers no suppositions.
#[test]
fn a_file_has_marks_and_no_questions() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    let made = ferz("study html queens 6 -o").arg(&file).output().expect("it starts");
    assert!(made.status.success());
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open(&file, "#event=4&mark=36:a%20dead%20end&mark=999999:nowhere&mark=x");
    browser.eval("ferz.views[0].choose(3, 1)");
    assert_eq!(browser.eval("document.querySelectorAll('.supposing').length"), json!(0));
    browser.eval("ferz.views[0].choose(null)");
    assert_eq!(browser.text(".row:nth-child(2) .label"), "a1");
    // The marks in the address are restored and lead to their events.
    assert_eq!(
        browser.eval("[...document.querySelectorAll('.places input')].map(e => e.value)"),
        json!(["a dead end"])
    );
    browser.click("document.querySelector('.places .link')");
    assert_eq!(browser.eval("ferz.views[0].event"), json!(36));
    // Adds a mark with a note. Inside the note, the page's keys are ordinary letters.
    browser.eval("document.activeElement.blur()");
    browser.press("Home");
    browser.press("m");
    for letter in ["m", "<", "n"] {
        browser.press(letter);
    }
    browser.press("Enter");
    let notes = "[...ferz.views[0].marks.notes].sort().map(([event, note]) => `${event} ${note}`)";
    assert_eq!(browser.eval(notes), json!(["0 m<n", "36 a dead end"]));
    assert!(browser.eval("location.hash").as_str().expect("text").contains("mark=0:m%3Cn"));
    browser.press("m");
    assert_eq!(browser.eval(notes), json!(["36 a dead end"]));
    browser.open(&file, "#facts=variables");
    assert_eq!(browser.text(".row:nth-child(2) .label"), "q[0] = 0");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}
