//! The page's WebAssembly engine and the native engine give the same answers, byte for byte.
//!
//! Needs node and the engine built by `web/build`. If one is missing, the test is skipped with a notice; with
//! `FERZ_REQUIRE=1` it fails.

use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Reports a missing tool; fails if it is required.
fn missing(what: &str) {
    assert!(std::env::var_os("FERZ_REQUIRE").is_none(), "{what}");
    eprintln!("not run: {what}");
}

fn engine() -> Option<PathBuf> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-unknown-unknown/web/ferz_web.wasm");
    if !file.exists() {
        missing("the engine is missing: run web/build");
        return None;
    }
    if Command::new("node").arg("--version").output().is_err() {
        missing("`node` is missing: apt install nodejs");
        return None;
    }
    Some(file)
}

/// Lists queries of all kinds about every kind of puzzle and about searches, and some invalid queries.
fn questions() -> Vec<String> {
    let catalogue: Value = serde_json::from_str(&ferz_web::ask(r#"{"catalogue":{}}"#)).expect("JSON");
    let mut questions = vec![r#"{"catalogue":{}}"#.to_owned()];
    let mut ask = |question: Value| questions.push(question.to_string());
    for kind in catalogue["catalogue"].as_array().expect("kinds") {
        let (name, example) = (&kind["name"], &kind["example"]);
        let mut about = |text: &Value, state: Value, what: Value| {
            ask(json!({ "puzzle": { "puzzle": name, "text": text, "state": state, "ask": what } }));
        };
        let shown = json!({ "puzzle": { "puzzle": name, "text": example, "ask": "show" } }).to_string();
        let shown: Value = serde_json::from_str(&ferz_web::ask(&shown)).expect("JSON");
        let cells = shown["puzzle"]["cells"].as_array().expect("cells");
        let open: Vec<&Value> = cells.iter().filter(|cell| cell["given"].is_null()).collect();
        for what in ["show", "hint", "steps", "unique", "count", "rate", "weakest", "check"] {
            about(example, json!({}), json!(what));
        }
        about(example, json!({}), json!({ "solve": { "limit": 2 } }));
        for cell in open.iter().step_by(open.len().div_ceil(4)) {
            let value = cell["values"].as_array().and_then(|values| values.last()).expect("a value");
            about(example, json!({}), json!({ "why": { "cell": cell["name"], "value": value } }));
            let state = json!({ "entries": { cell["name"].as_str().expect("a name"): value } });
            about(example, state, json!("check"));
        }
        let size = kind["sizes"][0].clone();
        about(&json!(""), json!({}), json!({ "generate": { "seed": 1, "difficulty": "easy", "size": size } }));
        about(&json!("no puzzle\n\t\u{0}é"), json!({}), json!("show"));
    }
    for method in ["generate", "trial", "crossing", "propagation", "lists"] {
        for n in 0..9 {
            ask(json!({ "watch": { "method": method, "n": n, "skip": 3, "take": 150 } }));
        }
    }
    questions.extend(["{}", "[", "null", r#"{"puzzle":{}}"#, r#"{"watch":{"method":"é"}}"#].map(str::to_owned));
    questions
}

#[test]
fn webassembly_answers_as_the_native_engine_does() {
    let Some(engine) = engine() else { return };
    let questions = questions();
    assert!(questions.len() >= 200, "{} questions", questions.len());
    let mut node = Command::new("node");
    node.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ask.mjs")).arg(engine);
    let mut node = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("node starts");
    let mut to = node.stdin.take().expect("it is piped");
    to.write_all(questions.join("\n").as_bytes()).expect("node reads");
    drop(to);
    let output = node.wait_with_output().expect("node ends");
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(answers.lines().count(), questions.len());
    for (question, answer) in questions.iter().zip(answers.lines()) {
        assert_eq!(ferz_web::ask(question), answer, "{question}");
    }
}
