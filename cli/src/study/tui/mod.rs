//! `ferz study tui`: the full-screen stepper, with a picture of the domains on the left and reasons on the right.

mod app;
mod draw;

use super::args::About;
use super::recorded::{RecordArgs, Recorded, Searched};
use crate::exit::{BadInput, Ended};
use crate::interrupt;
use anyhow::Context;
use app::{App, Mood};
use clap::Args as ClapArgs;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, Event, KeyEventKind};
use crossterm::execute;
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};
use study::step::Supposed;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct TuiArgs {
    #[command(flatten)]
    subject: About,

    #[command(flatten)]
    kept: RecordArgs,
}

const NO_TERMINAL: &str =
    "the full-screen view needs a terminal for input and output; `ferz study step` takes commands from anywhere";

const UNDRAWABLE: &str = "cannot draw on this terminal";

/// The time between two checks for cancellation while waiting for a key.
const PERIOD: Duration = Duration::from_millis(50);

pub(super) fn run(args: &TuiArgs, started: Instant) -> anyhow::Result<Ended> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(BadInput(NO_TERMINAL.to_owned()).into());
    }
    let source = args.subject.source()?;
    let recorded = Recorded::new(source, &args.subject.run, args.kept, started)?;
    let mut screen = Screen::open()?;
    let app = App::new(recorded.session(), recorded.title.clone());
    Ok(show(app, &mut screen, recorded.searched.as_ref())?.unwrap_or(Ended::Complete))
}

/// The screen, restored on drop and after a panic.
struct Screen(io::Stdout);

impl Screen {
    fn open() -> anyhow::Result<Screen> {
        // Restores the screen before a panic message.
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let _ = restore();
            previous(panic);
        }));
        let screen = Screen(io::stdout());
        let begun = terminal::enable_raw_mode().and_then(|()| execute!(io::stdout(), EnterAlternateScreen, Hide));
        begun.context(UNDRAWABLE).map(|()| screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A panic hook has already restored the screen; restoring it again would overwrite the message. A closed
        // terminal cannot be restored.
        if !std::thread::panicking() {
            let _ = restore();
        }
    }
}

fn restore() -> io::Result<()> {
    terminal::disable_raw_mode().and(execute!(io::stdout(), LeaveAlternateScreen, Show))
}

/// Runs to the end of the session, or returns `None` when the user leaves the search under a supposition.
fn show(mut app: App<'_>, screen: &mut Screen, model: Option<&Searched>) -> anyhow::Result<Option<Ended>> {
    let cancel = interrupt::token()?;
    loop {
        draw::draw(&mut screen.0, &mut app).context(UNDRAWABLE)?;
        while !event::poll(PERIOD).context("cannot read keys")? {
            if cancel.is_cancelled() {
                return Ok(Some(Ended::Stopped));
            }
        }
        let Event::Key(key) = event::read().context("cannot read keys")? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match app.press(key) {
            Mood::GoesOn => {}
            Mood::Leaves => return Ok(None),
            Mood::Over => return Ok(Some(Ended::Complete)),
            Mood::Supposes(supposed) => {
                if let Some(ended) = suppose(&mut app, &supposed, screen, model)? {
                    return Ok(Some(ended));
                }
            }
        }
    }
}

/// Shows the search under a supposition, if the model is available.
fn suppose(
    app: &mut App<'_>,
    supposed: &Supposed,
    screen: &mut Screen,
    model: Option<&Searched>,
) -> anyhow::Result<Option<Ended>> {
    let Some(searched) = model else { return Ok(None) };
    let names = app.session.replay().recording().symbols();
    let recording = match searched.below(supposed, names) {
        Err(error) if error.is::<BadInput>() => {
            app.show("Supposition rejected".to_owned(), vec![error.to_string()]);
            return Ok(None);
        }
        recording => recording?,
    };
    let mut session = searched.session(&recording);
    let lines = session.suppose(supposed);
    let below = App::supposed(session, format!("{}, if {}", app.title, supposed.described(names)), lines);
    let ended = show(below, screen, model)?;
    app.arrived();
    Ok(ended)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read;

    /// The environment variable that makes a child process of the test panic.
    const PANICS: &str = "FERZ_TEST_PANICS";

    #[test]
    fn a_panic_gives_the_terminal_back() {
        if std::env::var_os(PANICS).is_some() {
            let _screen = Screen::open().expect("a terminal");
            panic!("the view is broken");
        }
        let pty =
            native_pty_system().openpty(PtySize { rows: 40, cols: 120, ..PtySize::default() }).expect("a terminal");
        let mut itself = CommandBuilder::new(std::env::current_exe().expect("the tests"));
        itself.args(["--exact", "study::tui::tests::a_panic_gives_the_terminal_back", "--nocapture"]);
        itself.env(PANICS, "1");
        itself.env("RUST_BACKTRACE", "0");
        let mut child = pty.slave.spawn_command(itself).expect("it starts");
        drop(pty.slave);
        let mut reader = pty.master.try_clone_reader().expect("a reader");
        let drawing = std::thread::spawn(move || {
            let mut drawn = Vec::new();
            // A terminal may report an error after its program has exited.
            let _ = reader.read_to_end(&mut drawn);
            drawn
        });
        assert!(!child.wait().expect("it ends").success());
        drop(pty.master);
        let drawn = drawing.join().expect("it was drawn");
        let entered = drawn.windows(8).any(|bytes| bytes == b"\x1b[?1049h");
        let size = |n| std::num::NonZero::new(n).expect("rows and columns");
        let mut parser = vt100::Parser::new(size(40), size(120), 0);
        parser.process(&drawn);
        let screen = parser.screen();
        assert!(entered && !screen.alternate_screen(), "{}", screen.contents());
        assert!(screen.contents().contains("the view is broken"), "{}", screen.contents());
    }
}
