//! `ferz study tui`: the stepper on the whole screen. The domains as a picture on the left, reasons on the right.

mod app;
mod draw;

use super::recorded::Recorded;
use super::subject;
use crate::args::whole_number;
use crate::exit::{BadInput, Ended};
use crate::interrupt;
use anyhow::Context;
use app::{App, Mood};
use clap::Args as ClapArgs;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};
use study::step::Session;

/// What is shown.
#[derive(ClapArgs)]
pub(super) struct Asked {
    #[command(flatten)]
    subject: subject::About,

    /// Keep so many events
    #[arg(long, value_name = "EVENTS", default_value_t = 200_000, value_parser = whole_number(1), allow_hyphen_values = true)]
    events: u64,
}

const NO_TERMINAL: &str =
    "the full-screen view needs a terminal for input and output; `ferz study step` takes commands from anywhere";

/// How often a wait for a key looks whether somebody wants the program to end.
const PERIOD: Duration = Duration::from_millis(50);

pub(super) fn run(asked: &Asked, started: Instant) -> anyhow::Result<Ended> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(BadInput(NO_TERMINAL.to_owned()).into());
    }
    let source = asked.subject.source()?;
    let events = usize::try_from(asked.events).unwrap_or(usize::MAX);
    let recorded = Recorded::of(source, &asked.subject.manner, events, started)?;
    let mut session = Session::new(&recorded.recording, recorded.trust);
    if let Some(stronger) = recorded.stronger {
        session = session.with_levels(stronger);
    }
    let screen = Screen::open()?;
    show(App::new(session, recorded.title), screen)
}

/// The screen, which is as it was before when this is gone, after a panic too.
struct Screen(ratatui::DefaultTerminal);

impl Screen {
    fn open() -> anyhow::Result<Screen> {
        // Restores the screen before a panic tells where it was.
        Ok(Screen(ratatui::try_init().context("cannot draw on this terminal")?))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A terminal that has gone cannot be restored.
        let _ = ratatui::try_restore();
    }
}

fn show(mut app: App<'_>, mut screen: Screen) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    loop {
        screen.0.draw(|frame| draw::draw(frame, &mut app)).context("cannot draw on this terminal")?;
        while !event::poll(PERIOD).context("cannot read keys")? {
            if cancel.is_cancelled() {
                return Ok(Ended::Stopped);
            }
        }
        match event::read().context("cannot read keys")? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                if app.press(key) == Mood::Over {
                    return Ok(Ended::Complete);
                }
            }
            _ => {}
        }
    }
}
