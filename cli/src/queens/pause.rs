//! `--step`: waits for a line of standard input before the search goes on.
//!
//! A separate thread reads, so that Ctrl-C and the time limit end the waiting, too. It reads bytes, not lines: the
//! first letter decides, however long the line is.

use crate::exit::BadInput;
use solver_core::{CancelToken, StopReason};
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// What a line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// An empty line: go on.
    GoOn,
    /// Any text: end the run.
    Text,
    /// Nobody will type any more.
    EndOfInput,
}

/// How a wait ended.
pub(crate) enum Waited {
    Answered(Answer),
    Stopped(StopReason),
}

pub(crate) struct Pause {
    answers: Receiver<io::Result<Answer>>,
    /// Prompts are for people, not for pipes.
    prompts: bool,
}

/// What is said of input that cannot be read.
pub(crate) fn unreadable(error: io::Error) -> BadInput {
    BadInput(format!("cannot read standard input: {error}"))
}

/// How often a wait looks whether it must stop.
const PERIOD: Duration = Duration::from_millis(20);

impl Pause {
    pub(crate) fn new() -> io::Result<Pause> {
        let (sender, answers) = sync_channel(0);
        std::thread::Builder::new().name("standard input".to_owned()).spawn(move || {
            read(io::stdin().lock(), &sender);
        })?;
        Ok(Pause { answers, prompts: io::stdin().is_terminal() })
    }

    /// Waits for the next line, or until `stopped` tells a reason to stop.
    pub(crate) fn wait(&self, prompt: &str, stopped: impl Fn() -> Option<StopReason>) -> io::Result<Waited> {
        self.say(prompt);
        let waited = self.next(stopped);
        if matches!(waited, Ok(Waited::Stopped(_) | Waited::Answered(Answer::EndOfInput))) {
            // Nobody has pressed Enter to end the prompt's line.
            self.say("\n");
        }
        waited
    }

    fn next(&self, stopped: impl Fn() -> Option<StopReason>) -> io::Result<Waited> {
        loop {
            if let Some(by) = stopped() {
                return Ok(Waited::Stopped(by));
            }
            match self.answers.recv_timeout(PERIOD) {
                Ok(answer) => return answer.map(Waited::Answered),
                Err(RecvTimeoutError::Timeout) => {}
                // The reader leaves after its last answer.
                Err(RecvTimeoutError::Disconnected) => return Ok(Waited::Answered(Answer::EndOfInput)),
            }
        }
    }

    fn say(&self, text: &str) {
        if self.prompts {
            // Without standard error the answer still counts.
            let _ = write!(io::stderr(), "{text}");
        }
    }
}

/// Hands over an answer for every line, up to the first that is not to go on.
fn read(input: impl BufRead, answers: &SyncSender<io::Result<Answer>>) {
    let mut bytes = input.bytes();
    loop {
        let answer = line(&mut bytes);
        let goes_on = matches!(answer, Ok(Answer::GoOn));
        if answers.send(answer).is_err() || !goes_on {
            return;
        }
    }
}

/// What the next line says. Blanks are no text.
fn line(bytes: &mut impl Iterator<Item = io::Result<u8>>) -> io::Result<Answer> {
    for byte in bytes {
        match byte? {
            b'\n' => return Ok(Answer::GoOn),
            blank if blank.is_ascii_whitespace() => {}
            _ => return Ok(Answer::Text),
        }
    }
    Ok(Answer::EndOfInput)
}

/// Who wants the search to stop while it waits.
pub(crate) fn stopped(limit: Option<Duration>, cancel: &CancelToken, started: Instant) -> Option<StopReason> {
    match limit {
        _ if cancel.is_cancelled() => Some(StopReason::Cancelled),
        Some(limit) if started.elapsed() >= limit => Some(StopReason::Time),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn answers(input: &[u8]) -> Vec<Answer> {
        let mut bytes = input.bytes();
        let mut said = Vec::new();
        loop {
            let answer = line(&mut bytes).expect("bytes in memory");
            said.push(answer);
            if answer != Answer::GoOn {
                return said;
            }
        }
    }

    #[test]
    fn empty_lines_go_on_and_text_ends() {
        use Answer::{EndOfInput, GoOn, Text};
        assert_eq!(answers(b""), [EndOfInput]);
        assert_eq!(answers(b"\n\r\n"), [GoOn, GoOn, EndOfInput]);
        assert_eq!(answers(b" \t\n1\n\n"), [GoOn, Text]);
        assert_eq!(answers(b"\nq"), [GoOn, Text]);
        assert_eq!(answers(b"\n  "), [GoOn, EndOfInput]);
        assert_eq!(answers(b"\xff\xfe\n"), [Text]);
    }
}
