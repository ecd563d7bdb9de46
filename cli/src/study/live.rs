//! `ferz study live`: a search as a page that can be asked what if something else were decided.
//!
//! A small server on this machine hands out the page. The page sends the way to what it supposes: each time an event and the fact
//! that is decided there. The search is made again from these decisions, so that the server keeps nothing, and several
//! pages can ask it.

use super::args::{About, Source, not_searched_again};
use super::command;
use super::converse::Supposing;
use super::html::described;
use super::recorded::{RecordArgs, Recorded};
use super::shown::Shown;
use crate::exit::{BadInput, Ended, UNWRITABLE, complain};
use crate::parse::whole_number;
use crate::{browser, interrupt};
use anyhow::Context;
use clap::Args as ClapArgs;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use study::html::{Page, Summary};
use study::recording::Recording;
use study::step::{Command, Session, Supposed, Target};
use tiny_http::{Header, Method, Request, Response, Server};

/// What is searched, and where the page is to be had.
#[derive(ClapArgs)]
pub(super) struct LiveArgs {
    #[command(flatten)]
    subject: About,

    /// The port of this machine at which the page is to be had (default: one that is free)
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Keep this many events
    #[arg(long, value_name = "EVENTS", default_value_t = 100_000, value_parser = whole_number(1), allow_hyphen_values = true)]
    events: u64,
}

/// The subjects, and what to do with the page.
pub(super) fn help() -> String {
    format!(
        "{}\n\nThe address of the page is printed, and opened in the browser. Click a value that is left and say \"what if\": \
         the search is\nmade again from there, and shown beside. Only this machine can ask. Ctrl-C ends it.",
        crate::subject::SUBJECTS
    )
}

/// How often it looks whether somebody wants the program to end.
const PERIOD: Duration = Duration::from_millis(50);

/// No question is longer, in bytes.
const LONGEST: u64 = 1 << 20;

/// A search, and everything that is asked about it.
struct Laboratory {
    recorded: Recorded,
    words: Vec<String>,
    name: String,
}

/// A step on the way to what is supposed.
#[derive(Deserialize)]
struct Query {
    /// After how many events of the search before.
    event: u64,
    /// What is decided there, or `order dom` or `level domain`.
    fact: String,
}

/// What came of a step.
struct Searched {
    recording: Recording,
    /// After how many events the supposed fact has been propagated.
    event: usize,
    supposed: Supposed,
}

/// The same, as the page takes it.
#[derive(Serialize)]
struct Below<R> {
    run: R,
    event: usize,
}

pub(super) fn run(asked: &LiveArgs, started: Instant) -> anyhow::Result<Ended> {
    let source = asked.subject.source()?;
    if let Source::Trace(path) = &source {
        return Err(not_searched_again(path).into());
    }
    let server = Server::http(("127.0.0.1", asked.port));
    let server = server.map_err(|error| BadInput(format!("cannot listen at port {}: {error}", asked.port)))?;
    let kept = RecordArgs { events: asked.events, variables: false };
    let recorded = Recorded::of(source, &asked.subject.run, kept, started)?;
    let name = format!("{}{}", recorded.title, described(&asked.subject.run.search));
    let laboratory = Laboratory { recorded, words: asked.subject.words.clone(), name };
    let host = server.server_addr().to_string();
    let cancel = interrupt::token()?;
    tell(&format!("http://{host}/"))?;
    let questions = questions(server)?;
    while !cancel.is_cancelled() {
        match questions.recv_timeout(PERIOD) {
            Ok((request, body)) => laboratory.serve(request, &body, &host)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("cannot listen any more"),
        }
    }
    Ok(Ended::Complete)
}

/// Requests with their bodies. Each is read by a thread of its own: whoever sends one slowly keeps nobody waiting.
fn questions(server: Server) -> io::Result<Receiver<(Request, Vec<u8>)>> {
    let (send, questions) = channel();
    let listen = move || {
        for mut request in server.incoming_requests() {
            let send = send.clone();
            let read = move || {
                let mut body = Vec::new();
                if request.as_reader().take(LONGEST).read_to_end(&mut body).is_ok() {
                    // Nobody listens any more when the program ends.
                    let _ = send.send((request, body));
                }
            };
            // Without a thread for it, a request is closed.
            let _ = thread::Builder::new().spawn(read);
        }
    };
    thread::Builder::new().name("requests".to_owned()).spawn(listen)?;
    Ok(questions)
}

/// Says where the page is, and shows it to whoever sits at a terminal.
fn tell(address: &str) -> anyhow::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{address}").and_then(|()| out.flush()).context(UNWRITABLE)?;
    if out.is_terminal() {
        complain("Ctrl-C ends it");
        if let Err(error) = browser::open(OsStr::new(address)) {
            complain(&format!("{error:#}"));
        }
    }
    Ok(())
}

impl Laboratory {
    /// Answers a request; an error when the search itself is wrong.
    fn serve(&self, request: Request, body: &[u8], host: &str) -> anyhow::Result<()> {
        let header = |name: &'static str| {
            let own = request.headers().iter().find(|header| header.field.equiv(name));
            own.map(|header| header.value.as_str().to_owned()).unwrap_or_default()
        };
        // A page from elsewhere can send requests here, under a name of its own or without the type of a question.
        let port = host.rsplit(':').next().unwrap_or_default();
        let hosts = [host.to_owned(), format!("localhost:{port}")];
        let (asked, origin) = (header("Host"), header("Origin"));
        let is_own = hosts.contains(&asked) && (origin.is_empty() || origin == format!("http://{asked}"));
        let is_question = header("Content-Type") == "application/json";
        let (status, kind, body) = match (request.method(), request.url()) {
            _ if !is_own => (403, TEXT, b"this address is not served here".to_vec()),
            (Method::Get, "/") => (200, "text/html; charset=utf-8", self.page()?),
            (Method::Post, "/what-if") if is_question => match self.what_if(body) {
                Ok(answer) => (200, "application/json", answer),
                Err(error) if error.is::<BadInput>() => (422, TEXT, error.to_string().into_bytes()),
                Err(error) => return Err(error),
            },
            (Method::Post, "/what-if") => (415, TEXT, b"ask with `Content-Type: application/json`".to_vec()),
            _ => (404, TEXT, b"there is no such page".to_vec()),
        };
        let mut response = Response::from_data(body).with_status_code(status);
        for (name, value) in [("Content-Type", kind), ("Cache-Control", "no-store")] {
            if let Ok(header) = Header::from_bytes(name, value) {
                response.add_header(header);
            }
        }
        // Whoever asked may have left, or read slowly.
        let _ = thread::Builder::new().spawn(move || request.respond(response));
        Ok(())
    }

    fn page(&self) -> anyhow::Result<Vec<u8>> {
        let recording = self.recorded.recording();
        let (summary, shown) = (summary(recording), self.shown(recording)?);
        let run = shown.run(&self.name, recording, &summary);
        let mut page = Vec::new();
        Page::new(&self.name).command(command::typed()).live().run(run).write(&mut page)?;
        Ok(page)
    }

    fn shown(&self, recording: &Recording) -> anyhow::Result<Shown> {
        match self.recorded.subject() {
            Some(subject) => Shown::of(subject, &self.words, recording, None),
            None => Ok(Shown::default()),
        }
    }

    /// The search from the decisions at the end of this way.
    fn what_if(&self, asked: &[u8]) -> anyhow::Result<Vec<u8>> {
        let way: Vec<Query> = serde_json::from_slice(asked).map_err(|error| BadInput(error.to_string()))?;
        let model = self.recorded.supposing().ok_or_else(|| BadInput("there is no model".to_owned()))?;
        let mut below: Option<Searched> = None;
        for step in &way {
            let mut session = match &below {
                Some(Searched { recording, supposed, .. }) => {
                    let mut session = model.session(recording);
                    session.suppose(supposed);
                    session
                }
                None => model.session(self.recorded.recording()),
            };
            let next = searched(model, &mut session, step)?;
            drop(session);
            below = Some(next);
        }
        let Searched { recording, event, .. } = below.ok_or_else(|| BadInput("nothing is supposed".to_owned()))?;
        let (summary, shown) = (summary(&recording), self.shown(&recording)?);
        let facts: Vec<&str> = way.iter().map(|step| step.fact.as_str()).collect();
        let run = shown.run(&format!("if {}", facts.join(", then ")), &recording, &summary);
        Ok(serde_json::to_vec(&Below { run: run.data(), event })?)
    }
}

/// Searches again from where a step leads.
fn searched(model: &dyn Supposing, session: &mut Session<'_>, step: &Query) -> anyhow::Result<Searched> {
    let gone = session.follow(&Command::GoTo(Target::Event(step.event)));
    let reply = if gone.is_refused { gone } else { session.answer(&format!("if {}", step.fact)) };
    let Some(supposed) = reply.supposed else { return Err(BadInput(reply.lines.join(" ")).into()) };
    let recording = model.below(&supposed, session.replay().recording().symbols())?;
    let mut below = model.session(&recording);
    below.suppose(&supposed);
    let event = below.replay().at();
    drop(below);
    Ok(Searched { recording, event, supposed })
}

const TEXT: &str = "text/plain; charset=utf-8";

fn summary(recording: &Recording) -> Summary {
    let mut summary = Summary::new();
    recording.events().iter().for_each(|event| summary.read(event));
    summary.finish();
    summary
}
