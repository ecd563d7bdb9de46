//! The state of the screen and its key bindings.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use study::recording::Event;
use study::step::{Session, Supposed};

/// What to do after a key press.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mood {
    GoesOn,
    /// Show a supposed search.
    Supposes(Supposed),
    /// Leave the supposed search.
    Leaves,
    Over,
}

/// The state of the application.
pub(super) struct App<'r> {
    pub(super) session: Session<'r>,
    pub(super) title: String,
    /// The heading of the right half, and its lines.
    pub(super) heading: String,
    pub(super) lines: Vec<String>,
    pub(super) scroll: u16,
    /// The command that is being typed.
    pub(super) typed: Option<String>,
}

/// The help on keys.
const KEYS: &str = "\
n, →, Space   the next event          p, ←        back one event
r             next inference          f           next failure
s             next solution           u           up to the parent
PgDn, PgUp    ten events              Home, End   start, end
t             the decisions to here   d           domains
w             why this happened       l           stronger levels
i             what if                 Backspace   leave it
↑, ↓          scroll these lines      g           go to a node
:             a command, as below     q, Esc      quit
";

impl<'r> App<'r> {
    pub(super) fn new(session: Session<'r>, title: String) -> App<'r> {
        let mut app = App { session, title, heading: String::new(), lines: Vec::new(), scroll: 0, typed: None };
        app.heading = "Welcome".to_owned();
        app.lines = vec![
            app.session
                .greeting(&app.title)
                .replace("`help` lists the commands.", "Press n for the next event, ? for help."),
        ];
        app
    }

    /// Creates the state for the search under a supposition; `lines` describe the supposition.
    pub(super) fn supposed(session: Session<'r>, title: String, lines: Vec<String>) -> App<'r> {
        App { heading: "What if".to_owned(), lines, ..App::new(session, title) }
    }

    /// Handles a key.
    pub(super) fn press(&mut self, key: KeyEvent) -> Mood {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if matches!(key.code, KeyCode::Char('c' | 'd')) { Mood::Over } else { Mood::GoesOn };
        }
        if self.typed.is_some() {
            return self.typing(key.code);
        }
        match key.code {
            KeyCode::Char('n' | ' ') | KeyCode::Right | KeyCode::Enter => self.step("n"),
            KeyCode::Char('p') | KeyCode::Left => self.step("p"),
            KeyCode::PageDown => self.step("n 10"),
            KeyCode::PageUp => self.step("p 10"),
            KeyCode::Home => self.step("goto start"),
            KeyCode::End => self.step("goto end"),
            KeyCode::Char('r') => self.step("prune"),
            KeyCode::Char('f') => self.step("fail"),
            KeyCode::Char('s') => self.step("solution"),
            KeyCode::Char('u') => self.step("up"),
            KeyCode::Char('t') => return self.command("tree"),
            KeyCode::Char('d') => return self.command("dom"),
            KeyCode::Char('w') => return self.command("why"),
            KeyCode::Char('l') => return self.command("level"),
            KeyCode::Backspace => return self.command("leave"),
            KeyCode::Char('i') => self.typed = Some("if ".to_owned()),
            KeyCode::Char(':') => self.typed = Some(String::new()),
            KeyCode::Char('g') => self.typed = Some("goto ".to_owned()),
            KeyCode::Char('?') | KeyCode::F(1) => {
                let commands = self.session.answer("help").lines;
                let keys = KEYS.lines().map(str::to_owned);
                self.show("Keys and commands".to_owned(), keys.chain([String::new()]).chain(commands).collect());
            }
            KeyCode::Up => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down => self.scroll = self.scroll.saturating_add(1),
            KeyCode::Char('q') | KeyCode::Esc => return Mood::Over,
            _ => {}
        }
        Mood::GoesOn
    }

    fn typing(&mut self, key: KeyCode) -> Mood {
        let Some(mut typed) = self.typed.take() else { return Mood::GoesOn };
        match key {
            KeyCode::Enter => return self.command(&typed),
            KeyCode::Esc => return Mood::GoesOn,
            KeyCode::Backspace if typed.pop().is_none() => return Mood::GoesOn,
            KeyCode::Char(c) => typed.push(c),
            _ => {}
        }
        self.typed = Some(typed);
        Mood::GoesOn
    }

    pub(super) fn show(&mut self, heading: String, lines: Vec<String>) {
        (self.heading, self.lines, self.scroll) = (heading, lines, 0);
    }

    /// Moves, then shows the event and its reason.
    fn step(&mut self, command: &str) {
        let before = self.session.replay().at();
        let reply = self.session.answer(command);
        if reply.is_refused || self.session.replay().at() == before {
            self.show("Nowhere to go".to_owned(), reply.lines);
            return;
        }
        self.arrived();
    }

    /// Shows the current event and its reason.
    pub(super) fn arrived(&mut self) {
        let event = self.session.event().map(|event| event.split_whitespace().skip(1).collect::<Vec<_>>().join(" "));
        let mut lines: Vec<String> = event.into_iter().collect();
        if matches!(self.session.replay().event(), Some(Event::Prune(_) | Event::Fail { .. })) {
            let why = self.session.answer("why").lines;
            lines.extend([String::new(), "Because:".to_owned()].into_iter().chain(why));
        }
        self.show(format!("Event {}", self.session.replay().at()), lines);
    }

    /// Executes a command of the stepper and shows the reply.
    fn command(&mut self, command: &str) -> Mood {
        let before = self.session.replay().at();
        let reply = self.session.answer(command);
        if reply.is_over {
            return Mood::Over;
        }
        if reply.is_left {
            return Mood::Leaves;
        }
        if let Some(supposed) = reply.supposed {
            // This text remains visible if the model is unavailable.
            self.show(format!(": {}", command.trim()), reply.lines);
            return Mood::Supposes(supposed);
        }
        if self.session.replay().at() == before {
            self.show(format!(": {}", command.trim()), reply.lines);
        } else {
            self.arrived();
        }
        Mood::GoesOn
    }
}
