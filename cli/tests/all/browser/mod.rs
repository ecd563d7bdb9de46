//! A headless Chromium, driven over the DevTools protocol.
//!
//! Messages pass through pipes (`--remote-debugging-pipe`): each is JSON followed by a zero byte, and the browser reads
//! from descriptor 3 and writes to descriptor 4. This needs no port, no handshake and no crate. The existing crates
//! need a WebSocket and, except for the smallest one, an asynchronous runtime with about sixty packages.

#![cfg(unix)]
// Shared by the tests of the study pages and of the page in `web`.
#![allow(dead_code, reason = "no program of tests uses all of it")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The names of the Chromium program on different systems.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The maximum duration of a wait.
const PATIENCE: Duration = Duration::from_secs(30);

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    session: String,
    number: u64,
    /// Requests, console errors and exceptions so far.
    pub(crate) events: Vec<Value>,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser with a window of this size. If none is installed, prints a notice and the test is skipped; with
    /// `FERZ_REQUIRE=1` it fails.
    pub(crate) fn start(width: u32, height: u32) -> Option<Browser> {
        let there = |name: &&&str| Command::new(name).arg("--version").stderr(Stdio::null()).output().is_ok();
        let Some(name) = NAMES.iter().find(there) else {
            assert!(std::env::var_os("FERZ_REQUIRE").is_none(), "`chromium` is missing: apt install chromium");
            eprintln!("not run: `chromium` is missing (apt install chromium)");
            return None;
        };
        let profile = tempfile::tempdir().expect("a folder");
        let options = format!(
            "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-extensions \
             --disable-background-networking --disable-component-update --remote-debugging-pipe --user-data-dir={}",
            profile.path().display()
        );
        let script = format!("exec {name} {options} about:blank 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("there is a shell");
        let to = child.stdin.take().expect("it is piped");
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        let (send, from) = channel();
        // The thread ends when the browser closes its end of the pipe.
        std::thread::spawn(move || {
            for message in out.split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { break };
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let session = String::new();
        let mut browser = Browser { child, to, from, session, number: 0, events: Vec::new(), _profile: profile };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.call("Emulation.setDeviceMetricsOverride", size);
        Some(browser)
    }

    /// Opens a file and waits until it is loaded.
    pub(crate) fn open(&mut self, file: &Path, place: &str) {
        self.open_address(&format!("file://{}{place}", file.display()));
    }

    /// Opens an address and waits until it is loaded.
    pub(crate) fn open_address(&mut self, url: &str) {
        // If only the fragment of the address changed, the page would not be loaded again.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.wait_for("Page.loadEventFired");
        self.events.clear();
        self.call("Page.navigate", json!({ "url": url }));
        self.wait_for("Page.loadEventFired");
    }

    /// Calls a protocol method.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut bytes = serde_json::to_vec(&message).expect("JSON");
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        loop {
            let answer = self.next();
            if answer["id"] == json!(self.number) {
                assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn next(&mut self) -> Value {
        self.from.recv_timeout(2 * PATIENCE).expect("the browser answers")
    }

    fn wait_for(&mut self, event: &str) {
        loop {
            if let Some(at) = self.events.iter().position(|seen| seen["method"] == json!(event)) {
                self.events.remove(at);
                return;
            }
            let message = self.next();
            self.events.push(message);
        }
    }

    /// Evaluates an expression on the page.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub(crate) fn until(&mut self, expression: &str) {
        let polls = PATIENCE.as_millis() / 20;
        let found = self.eval(&format!(
            "(async () => {{ for (let i = 0; i < {polls}; i++) {{ if ({expression}) return true; \
             await new Promise(done => setTimeout(done, 20)); }} return false; }})()"
        ));
        assert_eq!(
            found,
            json!(true),
            "it never happens: {expression}; the page says: {}",
            self.eval("document.body.innerText")
        );
    }

    /// Returns the text of the first element that matches a selector.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let found = self.eval(&format!("document.querySelector({selector:?})?.textContent ?? null"));
        found.as_str().unwrap_or_else(|| panic!("nothing is found by {selector}")).to_owned()
    }

    /// Clicks the middle of the element that an expression selects, as a user would.
    pub(crate) fn click(&mut self, element: &str) {
        // Wait until the layout is stable, so that the element does not move before the click.
        self.until(&format!(
            "(() => {{ const e = {element}; e.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const box = JSON.stringify(e.getBoundingClientRect()), stands = box === e.dataset.box; \
             e.dataset.box = box; return stands; }})()"
        ));
        let middle = self.eval(&format!(
            "(() => {{ const b = {element}.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses a key, such as `n` or `ArrowRight`.
    pub(crate) fn press(&mut self, key: &str) {
        let mut down = json!({ "type": "keyDown", "key": key });
        if key.chars().count() == 1 {
            down["text"] = json!(key);
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
    }

    /// Returns the page's errors, and its requests for anything but its own file.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        // Pending events arrive before the result of this call.
        self.eval("0");
        // The page contains its worker, which has a `blob:` address from the page's own origin.
        let own = |url: &str| url.starts_with("file:") || url.starts_with("blob:null/");
        let file = |event: &Value| event["params"]["request"]["url"].as_str().is_some_and(own);
        let bad = |event: &&Value| match event["method"].as_str() {
            Some("Network.requestWillBeSent") => !file(event),
            Some("Runtime.exceptionThrown" | "Log.entryAdded") => true,
            Some("Runtime.consoleAPICalled") => true,
            _ => false,
        };
        self.events.iter().filter(bad).map(Value::to_string).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let ask = json!({ "id": 0, "method": "Browser.close" }).to_string();
        let _ = self.to.write_all(ask.as_bytes()).and_then(|()| self.to.write_all(&[0]));
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(5) {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(10)),
                _ => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
