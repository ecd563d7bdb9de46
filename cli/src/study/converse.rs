//! Reads interactive commands from a terminal, a pipe or a file, and prints the replies to standard output.

use super::recorded::Searched;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::input::bound;
use crate::interrupt;
use anyhow::Context;
use solver_core::CancelToken;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;
use study::step::Session;

/// The source of commands.
pub(crate) enum Commands {
    /// A file; each line is echoed before its reply.
    Script(std::vec::IntoIter<String>),
    /// Standard input, with a prompt on a terminal.
    Input { lines: Receiver<io::Result<String>>, has_prompt: bool, cancel: CancelToken },
}

/// The time between two checks for Ctrl-C during a wait.
const PERIOD: Duration = Duration::from_millis(20);

/// The maximum length of a command, in bytes.
const LONGEST: u64 = 1 << 20;

const PROMPT: &str = "> ";

impl Commands {
    /// Reads the lines of a file.
    pub(crate) fn script(path: &Path) -> Result<Commands, BadInput> {
        let text = input::named(path, bound(None)).and_then(input::Bounded::text);
        let text = text.map_err(|error| BadInput(format!("cannot read {}: {error}", path.display())))?;
        Ok(Commands::Script(text.lines().map(str::to_owned).collect::<Vec<_>>().into_iter()))
    }

    /// Reads the lines of standard input in a separate thread, so that Ctrl-C can end the wait.
    pub(crate) fn input() -> anyhow::Result<Commands> {
        let (sender, lines) = sync_channel(0);
        let read = move || {
            for line in study::lines(io::stdin().lock(), LONGEST) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        let cancel = interrupt::token()?;
        std::thread::Builder::new().name("standard input".to_owned()).spawn(read)?;
        Ok(Commands::Input { lines, has_prompt: io::stdin().is_terminal(), cancel })
    }

    /// Returns the next command, or, if there is none, how the session ends.
    pub(crate) fn next(&mut self, out: &mut impl Write) -> anyhow::Result<ControlFlow<Ended, String>> {
        match self {
            Commands::Script(lines) => {
                let Some(line) = lines.next() else { return Ok(ControlFlow::Break(Ended::Complete)) };
                writeln!(out, "{}", format!("{PROMPT}{line}").trim_end()).context(UNWRITABLE)?;
                Ok(ControlFlow::Continue(line))
            }
            Commands::Input { lines, has_prompt, cancel } => {
                if *has_prompt {
                    write!(out, "{PROMPT}").context(UNWRITABLE)?;
                }
                out.flush().context(UNWRITABLE)?;
                loop {
                    match lines.recv_timeout(PERIOD) {
                        Ok(line) => {
                            let line = line.map_err(|e| BadInput(format!("cannot read standard input: {e}")))?;
                            return Ok(ControlFlow::Continue(line));
                        }
                        Err(RecvTimeoutError::Timeout) if !cancel.is_cancelled() => {}
                        Err(_) => break,
                    }
                }
                if *has_prompt {
                    // Ends the unfinished line.
                    writeln!(out).context(UNWRITABLE)?;
                }
                let ended = if cancel.is_cancelled() { Ended::Stopped } else { Ended::Complete };
                Ok(ControlFlow::Break(ended))
            }
        }
    }
}

/// Executes all commands. `solution` formats each solution that the session reaches.
pub(crate) fn converse(
    session: &mut Session<'_>,
    mut commands: Commands,
    out: &mut impl Write,
    solution: impl Fn(u64) -> Option<String>,
    model: Option<&Searched>,
) -> anyhow::Result<Ended> {
    Ok(answer(session, &mut commands, out, &solution, model)?.unwrap_or(Ended::Complete))
}

/// Like `converse`, but returns `None` when the user leaves the search under a supposition.
fn answer(
    session: &mut Session<'_>,
    commands: &mut Commands,
    out: &mut impl Write,
    solution: &dyn Fn(u64) -> Option<String>,
    model: Option<&Searched>,
) -> anyhow::Result<Option<Ended>> {
    loop {
        let line = match commands.next(out)? {
            ControlFlow::Continue(line) => line,
            ControlFlow::Break(ended) => return Ok(Some(ended)),
        };
        let mut reply = session.answer(&line);
        let supposed = reply.supposed.take().zip(model);
        if let Some((supposed, _)) = &supposed {
            reply.lines = vec![session.itself(supposed)];
        }
        print(out, &reply.lines)?;
        if let Some((supposed, model)) = supposed {
            let recording = match model.below(&supposed, session.replay().recording().symbols()) {
                Err(error) if error.is::<BadInput>() => {
                    print(out, &[error.to_string()])?;
                    continue;
                }
                recording => recording?,
            };
            let mut below = model.session(&recording);
            print(out, &below.suppose(&supposed))?;
            if let Some(ended) = answer(&mut below, commands, out, &|_| None, Some(model))? {
                return Ok(Some(ended));
            }
            print(out, &[session.place()])?;
        }
        if reply.is_left {
            return Ok(None);
        }
        if let Some(text) = reply.solution.and_then(solution) {
            out.write_all(text.as_bytes()).context(UNWRITABLE)?;
        }
        if reply.is_over {
            return Ok(Some(Ended::Complete));
        }
    }
}

fn print(out: &mut impl Write, lines: &[String]) -> anyhow::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).context(UNWRITABLE)
}
