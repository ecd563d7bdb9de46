//! `ferz study live`: serves a search as a page on which the user can suppose different decisions.
//!
//! A small local server delivers the page. The page sends the steps that lead to its current supposition; each step is
//! an event and the fact decided there. The server repeats the search with these decisions, so it keeps no state and
//! can serve several pages.

use super::args::{About, Source, not_searched_again};
use super::command;
use super::html::described;
use super::recorded::{self, RecordArgs, Recorded};
use super::shown::Shown;
use crate::exit::{BadInput, Ended};
use crate::interrupt;
use crate::parse::whole_number;
use crate::server::{Answer, Request, Server, Site};
use clap::Args as ClapArgs;
use hyper::{Method, StatusCode};
use serde::{Deserialize, Serialize};
use std::time::Instant;
use study::html::{Page, Summary};
use study::recording::Recording;
use study::step::{Session, Supposed};

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct LiveArgs {
    #[command(flatten)]
    subject: About,

    /// Serve the page on this port (default: a free one)
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Keep this many events
    #[arg(long, value_name = "EVENTS", default_value_t = 100_000, value_parser = whole_number(1), allow_hyphen_values = true)]
    events: u64,
}

/// The help on subjects and on the page.
pub(super) fn help() -> String {
    format!(
        "{}\n\nPrints the address of the page and opens it in the browser. Click a remaining value and choose \"what if\": \
         the\nsearch is repeated from there and shown beside the first. Only this machine can reach the page.\nCtrl-C stops the server.",
        crate::subject::SUBJECTS
    )
}

/// A recorded search that answers page requests.
struct Laboratory {
    recorded: Recorded,
    words: Vec<String>,
    name: String,
}

/// A step on the way to a supposition.
#[derive(Deserialize)]
struct Query {
    /// The number of events of the previous search that precede the step.
    event: u64,
    /// The decision, or a change to the search, such as `order dom` or `level domain`.
    fact: String,
}

/// The search after a step.
struct Searched {
    recording: Recording,
    /// The number of events up to the fixpoint that follows the supposed fact.
    event: usize,
    supposed: Supposed,
}

/// The response to the page.
#[derive(Serialize)]
struct Below<R> {
    run: R,
    event: usize,
}

pub(super) fn run(args: &LiveArgs, started: Instant) -> anyhow::Result<Ended> {
    let source = args.subject.source()?;
    if let Source::Trace(path) = &source {
        return Err(not_searched_again(path).into());
    }
    let server = Server::bind(args.port)?;
    let kept = RecordArgs { events: args.events, variables: false };
    let recorded = Recorded::new(source, &args.subject.run, kept, started)?;
    let name = format!("{}{}", recorded.title, described(&args.subject.run.search));
    let laboratory = Laboratory { recorded, words: args.subject.words.clone(), name };
    server.run(laboratory, "", &interrupt::token()?)?;
    Ok(Ended::Complete)
}

impl Site for Laboratory {
    /// Answers a request; returns an error if the search itself is wrong.
    fn answer(&self, request: &Request) -> anyhow::Result<Answer> {
        match (&request.method, request.path.as_str()) {
            (&Method::GET, "/") => self.page(),
            (&Method::POST, "/what-if") => match self.what_if(&request.body) {
                Ok(answer) => Ok(Answer::new("application/json", answer)),
                Err(error) if error.is::<BadInput>() => {
                    Ok(Answer::refusal(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()))
                }
                Err(error) => Err(error),
            },
            _ => Ok(Answer::not_found()),
        }
    }
}

impl Laboratory {
    fn page(&self) -> anyhow::Result<Answer> {
        let recording = &self.recorded.recording;
        let (summary, shown) = (summary(recording), self.shown(recording)?);
        let run = shown.run(&self.name, recording, &summary);
        let mut page = Vec::new();
        let document = Page::new(&self.name).command(command::typed()).live().run(run);
        document.write(&mut page)?;
        Ok(Answer::page(document.policy(), String::from_utf8(page)?))
    }

    fn shown(&self, recording: &Recording) -> anyhow::Result<Shown> {
        match &self.recorded.searched {
            Some(searched) => Shown::new(&searched.subject, &self.words, recording, None),
            None => Ok(Shown::default()),
        }
    }

    /// Repeats the search after these steps.
    fn what_if(&self, body: &[u8]) -> anyhow::Result<String> {
        let way: Vec<Query> = serde_json::from_slice(body).map_err(|error| BadInput(error.to_string()))?;
        let model = self.recorded.searched.as_ref().ok_or_else(|| BadInput("there is no model".to_owned()))?;
        let mut below: Option<Searched> = None;
        for step in &way {
            let mut session = match &below {
                Some(Searched { recording, supposed, .. }) => {
                    let mut session = model.session(recording);
                    session.suppose(supposed);
                    session
                }
                None => model.session(&self.recorded.recording),
            };
            let next = searched(model, &mut session, step)?;
            drop(session);
            below = Some(next);
        }
        let Searched { recording, event, .. } = below.ok_or_else(|| BadInput("no supposition is given".to_owned()))?;
        let (summary, shown) = (summary(&recording), self.shown(&recording)?);
        let facts: Vec<&str> = way.iter().map(|step| step.fact.as_str()).collect();
        let run = shown.run(&format!("if {}", facts.join(", then ")), &recording, &summary);
        Ok(serde_json::to_string(&Below { run: run.data(), event })?)
    }
}

/// Repeats the search after one step.
fn searched(model: &recorded::Searched, session: &mut Session<'_>, step: &Query) -> anyhow::Result<Searched> {
    let gone = session.answer(&format!("goto event {}", step.event));
    let reply = if gone.is_refused { gone } else { session.answer(&format!("if {}", step.fact)) };
    let Some(supposed) = reply.supposed else { return Err(BadInput(reply.lines.join(" ")).into()) };
    let recording = model.below(&supposed, session.replay().recording().symbols())?;
    let mut below = model.session(&recording);
    below.suppose(&supposed);
    let event = below.replay().at();
    drop(below);
    Ok(Searched { recording, event, supposed })
}

fn summary(recording: &Recording) -> Summary {
    let mut summary = Summary::new();
    recording.events().iter().for_each(|event| summary.read(event));
    summary.finish();
    summary
}
