//! Commands that serve a page, and requests to them.

use crate::common::ferz;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

/// A program that serves a page.
pub(crate) struct Served {
    child: Child,
    /// The host and the port, such as `127.0.0.1:1234`.
    pub(crate) host: String,
    /// The fragment of the page address.
    pub(crate) fragment: String,
}

impl Served {
    pub(crate) fn start(line: &str) -> Served {
        let mut child = ferz(line).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut address = String::new();
        BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut address).expect("its address");
        let parts = address.trim().strip_prefix("http://").and_then(|rest| rest.split_once('/'));
        let (host, fragment) = parts.unwrap_or_else(|| panic!("{address}"));
        Served { host: host.to_owned(), fragment: fragment.to_owned(), child }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        stream
    }

    /// Sends the given bytes; returns everything received.
    pub(crate) fn send(&self, bytes: &str) -> String {
        let mut stream = self.connect();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(bytes.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).expect("UTF-8")
    }

    /// Sends a request; returns the status and the body of the reply.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let length = body.len();
        let answer = self.send(&format!("{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\n\r\n{body}"));
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_else(|| panic!("{head}")), body.to_owned())
    }

    /// Sends a query as the page does.
    pub(crate) fn post(&self, path: &str, question: &str) -> (u16, String) {
        let headers = format!("Host: {}\r\nContent-Type: application/json\r\n", self.host);
        self.ask("POST", path, &headers, question)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, &format!("Host: {}\r\n", self.host), "")
    }

    /// Sends Ctrl-C and waits for the program to end.
    pub(crate) fn end(mut self) {
        kill(Pid::from_raw(self.child.id() as i32), Signal::SIGINT).expect("it runs");
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
