//! A virtual terminal: tests type into it and read its screen.

use insta_cmd::get_cargo_bin;
use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time after which a wait fails. Nothing is measured with it.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    drawn: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn some(n: u16) -> NonZero<u16> {
    NonZero::new(n).expect("a screen has rows and columns")
}

/// The bottom row between commands.
const HINTS: &str = " n next  p back  f failure  s solution  : command  ? help  q end";

impl Terminal {
    /// Runs `ferz` in a terminal of this size.
    pub(crate) fn run(line: &str, rows: u16, cols: u16) -> Terminal {
        let pty = native_pty_system().openpty(size(rows, cols)).expect("a terminal");
        let mut command = CommandBuilder::new(get_cargo_bin("ferz"));
        command.args(line.split_whitespace());
        command.env("TERM", "xterm-256color");
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        for variable in ["COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        let child = pty.slave.spawn_command(command).expect("it starts");
        drop(pty.slave);
        let mut output = pty.master.try_clone_reader().expect("a reader");
        let (sender, drawn) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let keys = pty.master.take_writer().expect("a writer");
        Terminal { master: pty.master, child, keys, drawn, screen: vt100::Parser::new(some(rows), some(cols), 0) }
    }

    /// Types keys.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Terminal {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("it listens");
        self
    }

    /// Resizes the terminal and clears it, so that its contents are drawn for the new size. No key may be typed at the
    /// same time, because `crossterm` may hold a key back until the next one is typed.
    pub(crate) fn resize(&mut self, rows: u16, cols: u16) -> &mut Terminal {
        self.screen = vt100::Parser::new(some(rows), some(cols), 0);
        self.screen.process(b"\x1b[?1049h\x1b[?25l");
        self.master.resize(size(rows, cols)).expect("another size");
        self
    }

    /// Waits until something is drawn.
    pub(crate) fn wait_for_anything(&mut self) -> &mut Terminal {
        let bytes = self.drawn.recv_timeout(PATIENCE).expect("something is drawn");
        self.screen.process(&bytes);
        self
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Processes output until the screen satisfies a condition.
    fn wait(&mut self, what: &str, is_there: impl Fn(&vt100::Screen) -> bool) -> &mut Terminal {
        let begun = Instant::now();
        while !is_there(self.screen.screen()) {
            match self.drawn.recv_timeout(Duration::from_millis(50)) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Timeout) if begun.elapsed() < PATIENCE => {}
                Err(error) => panic!("{error} while waiting for {what}; the screen is\n{}", self.text()),
            }
        }
        self
    }

    /// Waits until a text is on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) -> &mut Terminal {
        self.wait(text, |screen| screen.contents().contains(text))
    }

    /// Waits until the second to last row begins with a text.
    pub(crate) fn wait_at(&mut self, place: &str) -> &mut Terminal {
        let place = format!(" {place}");
        self.wait(&place, |screen| {
            let rows: Vec<String> = screen.rows(0, screen.size().1.get()).collect();
            rows.iter().rev().nth(1).is_some_and(|row| row.starts_with(&place))
        })
    }

    /// Waits until the second to last row is this text and the last row shows the prompt. These rows are drawn after
    /// all others.
    pub(crate) fn wait_until_drawn(&mut self, place: &str) -> &mut Terminal {
        let place = format!(" {place}");
        self.wait(&place, |screen| {
            let width = screen.size().1.get();
            let rows: Vec<String> = screen.rows(0, width).collect();
            let cut = |text: &str| text.chars().take(width.into()).collect::<String>().trim_end().to_owned();
            let is = |row: Option<&String>, text: &str| row.is_some_and(|row| row.trim_end() == cut(text));
            is(rows.iter().rev().nth(1), &place) && is(rows.last(), HINTS)
        })
    }

    pub(crate) fn screen(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    /// Returns the text on the screen.
    pub(crate) fn text(&self) -> String {
        let screen = self.screen.screen();
        screen.rows(0, screen.size().1.get()).map(|row| format!("|{}\n", row.trim_end())).collect()
    }

    /// Waits for the end; returns the exit status and the final screen.
    pub(crate) fn end(mut self) -> (ExitStatus, vt100::Parser) {
        let status = self.child.wait().expect("it ends");
        // The writing end closes with the program, after all output.
        while let Ok(bytes) = self.drawn.recv_timeout(PATIENCE) {
            self.screen.process(&bytes);
        }
        (status, self.screen)
    }
}
