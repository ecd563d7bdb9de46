//! `--step`: waits for a line of standard input before the search continues.
//!
//! A separate thread reads, so that Ctrl-C and the time limit also end the wait. It reads bytes instead of lines,
//! because the first letter determines what a line means, no matter how long the line is.

use super::end::End;
use crate::exit::BadInput;
use crate::interrupt::Stop;
use anyhow::Context;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// What a line means: `None` for an empty line, which continues the run; otherwise the end of the run.
type Answer = Option<End>;

pub(crate) struct Pause<'a> {
    answers: Receiver<io::Result<Answer>>,
    stop: &'a Stop,
    /// Whether to print prompts; true only on a terminal.
    prompts: bool,
}

/// The time between two checks of the limits during a wait.
const PERIOD: Duration = Duration::from_millis(20);

impl<'a> Pause<'a> {
    pub(crate) fn new(stop: &'a Stop) -> anyhow::Result<Pause<'a>> {
        let (sender, answers) = sync_channel(0);
        let reader = std::thread::Builder::new().name("standard input".to_owned());
        reader.spawn(move || read(io::stdin().lock(), &sender)).context("cannot wait for input")?;
        Ok(Pause { answers, stop, prompts: io::stdin().is_terminal() })
    }

    /// Flushes the output, then waits for the next line, or until the command must stop. Returns the end of the run, or
    /// `None` to continue.
    pub(crate) fn wait(&self, prompt: &str, written: &mut impl Write) -> anyhow::Result<Option<End>> {
        written.flush()?;
        self.say(prompt);
        let answer = self.next().map_err(|error| BadInput(format!("cannot read standard input: {error}")))?;
        if matches!(answer, Some(End::Stopped(_) | End::OutOfInput)) {
            // Ends the line of the prompt, because the user did not press Enter.
            self.say("\n");
        }
        Ok(answer)
    }

    fn next(&self) -> io::Result<Answer> {
        loop {
            if let Some(by) = self.stop.asked() {
                return Ok(Some(End::Stopped(by)));
            }
            match self.answers.recv_timeout(PERIOD) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) => {}
                // The reader thread ends after its last answer.
                Err(RecvTimeoutError::Disconnected) => return Ok(Some(End::OutOfInput)),
            }
        }
    }

    fn say(&self, text: &str) {
        if self.prompts {
            // If standard error is closed, lines are still read.
            let _ = write!(io::stderr(), "{text}");
        }
    }
}

/// Sends an answer for each line, until one ends the run.
fn read(input: impl BufRead, answers: &SyncSender<io::Result<Answer>>) {
    let mut bytes = input.bytes();
    loop {
        let answer = line(&mut bytes);
        let goes_on = matches!(answer, Ok(None));
        if answers.send(answer).is_err() || !goes_on {
            return;
        }
    }
}

/// Reads the next line. Blanks do not count as text.
fn line(bytes: &mut impl Iterator<Item = io::Result<u8>>) -> io::Result<Answer> {
    for byte in bytes {
        match byte? {
            b'\n' => return Ok(None),
            blank if blank.is_ascii_whitespace() => {}
            _ => return Ok(Some(End::Typed)),
        }
    }
    Ok(Some(End::OutOfInput))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// Returns the number of lines that continue the run, and how the input ends it.
    fn answers(input: &[u8]) -> (usize, End) {
        let mut bytes = input.bytes();
        let mut said = std::iter::from_fn(|| Some(line(&mut bytes).expect("bytes in memory")));
        let mut lines = 0;
        let end = said.find_map(|answer| {
            lines += usize::from(answer.is_none());
            answer
        });
        (lines, end.expect("an end"))
    }

    #[test]
    fn empty_lines_go_on_and_text_ends() {
        assert_eq!(answers(b""), (0, End::OutOfInput));
        assert_eq!(answers(b"\n\r\n"), (2, End::OutOfInput));
        assert_eq!(answers(b" \t\n1\n\n"), (1, End::Typed));
        assert_eq!(answers(b"\nq"), (1, End::Typed));
        assert_eq!(answers(b"\n  "), (1, End::OutOfInput));
        assert_eq!(answers(b"\xff\xfe\n"), (0, End::Typed));
    }
}
