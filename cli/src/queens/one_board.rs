//! `--method local-search` and `--method formula`: one board, without a model and without proof.

use crate::envelope::{Answer, Envelope, Outcome};
use crate::exit::WRONG;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use crate::queens::args::{Format, Queens};
use crate::queens::colours;
use crate::wording::{cause, queens};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use queens::{Board, Effort, Listing, LocalOutcome, LocalSearch, LocalSearchError, Picture, Sheet, formula, rendered};
use serde::{Serialize, Serializer};
use solver_core::StopReason;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long nobody wonders what is going on.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is said of boards beyond this size: pictures and lists of them fill disks.
const LARGEST: u64 = 100_000_000;

pub(crate) fn by_local_search(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let search = LocalSearch::new(args.n, args.search.seed).map_err(refusal)?;
    let mut bar = None;
    let outcome = search.run(|effort| {
        if started.elapsed() >= PATIENCE {
            bar.get_or_insert_with(|| placed(args.n)).set_position(effort.placed.into());
        }
        match args.limits.time_limit {
            _ if cancel.is_cancelled() => ControlFlow::Break(StopReason::Cancelled),
            Some(limit) if started.elapsed() >= limit => ControlFlow::Break(StopReason::Time),
            _ => ControlFlow::Continue(()),
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let (board, by, effort) = match outcome.context(WRONG)? {
        LocalOutcome::Found { board, effort } => (Some(board), None, effort),
        LocalOutcome::Stopped { by, effort } => (None, Some(by), effort),
    };
    let seconds = started.elapsed().as_secs_f64();
    BoardSummary { args, board, by, effort: Some(effort), seconds }.write(args.written_format())
}

pub(crate) fn by_formula(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let n = args.n;
    if n > LARGEST {
        return Err(BadInput(format!("boards up to {LARGEST}x{LARGEST} are written, not {n}x{n}")).into());
    }
    let Some(board) = formula(u32::try_from(n)?) else {
        return Err(BadInput(format!("the formula has no board of {n} queens: --method model proves it")).into());
    };
    let board = Some(board.context(WRONG)?);
    let seconds = started.elapsed().as_secs_f64();
    BoardSummary { args, board, by: None, effort: None, seconds }.write(args.written_format())
}

fn refusal(error: LocalSearchError) -> BadInput {
    let hint = match error {
        LocalSearchError::NoSolution { .. } => ": --method model proves it",
        _ => "",
    };
    BadInput(format!("{error}{hint}"))
}

/// A bar on standard error, if that is a terminal.
fn placed(n: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} queens placed");
    ProgressBar::new(n).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// What is to be told.
struct BoardSummary<'a> {
    args: &'a Queens,
    board: Option<Board>,
    by: Option<StopReason>,
    /// What local search has done; `None` for the formula.
    effort: Option<Effort>,
    seconds: f64,
}

#[derive(Serialize)]
struct Question<'a> {
    n: u64,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

#[derive(Serialize)]
struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<Numbers>,
}

#[derive(Serialize)]
struct Numbers {
    draws: u64,
    tries: u64,
    swaps: u64,
    restarts: u64,
}

/// The rows of a board from 1, written row by row: of ten million queens a list would be as large as the search.
struct Rows<'a>(&'a Board);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.rows().iter().map(|row| row + 1))
    }
}

impl BoardSummary<'_> {
    fn write(&self, format: Format) -> anyhow::Result<Ended> {
        let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
        match format {
            Format::Json => self.json(&mut out),
            Format::Text(format) => self.text(format, &mut out),
            Format::Listing(notation) => self.list(Listing::new(notation), &mut out),
            Format::Page(page) => self.page(Sheet::new(page, usize::try_from(self.args.n)?), &mut out),
        }
        .context(UNWRITABLE)?;
        out.flush().context(UNWRITABLE)?;
        Ok(if self.by.is_some() { Ended::Stopped } else { Ended::Complete })
    }

    fn text(&self, format: queens::Format, out: &mut impl Write) -> io::Result<()> {
        if let Some(board) = &self.board {
            if colours::wanted(Format::Text(format)) {
                write!(out, "{}", colours::drawn(&picture(board)))?;
            } else {
                write!(out, "{}", rendered(board, format))?;
            }
            if format.drawing().is_some() {
                writeln!(out)?;
            }
        }
        writeln!(out, "{}", self.sentence())?;
        self.costs(out)
    }

    /// A list of one board; what else there is to say goes to standard error.
    fn list(&self, mut list: Listing, out: &mut impl Write) -> io::Result<()> {
        if let Some(board) = &self.board {
            out.write_all(list.board(board).as_bytes())?;
        }
        // Whether there are others is not known.
        out.write_all(list.end(false).as_bytes())?;
        out.flush()?;
        self.aside()
    }

    fn page(&self, mut sheet: Sheet, out: &mut impl Write) -> io::Result<()> {
        self.board.iter().for_each(|board| sheet.add(picture(board)));
        write!(out, "{}", sheet.titled(&self.sentence()))?;
        out.flush()?;
        self.aside()
    }

    fn aside(&self) -> io::Result<()> {
        let mut err = io::stderr();
        if self.by.is_some() {
            writeln!(err, "{}", self.sentence())?;
        }
        self.costs(&mut err)
    }

    fn sentence(&self) -> String {
        let of = queens(self.args.n);
        match self.by {
            None if self.effort.is_none() => {
                format!("{of}: one board by a closed formula; nothing was searched for")
            }
            None => format!("{of}: one solution by local search, which can neither count nor rule out others"),
            Some(by) => {
                format!("{of}: no solution so far by local search; incomplete, stopped by {}", cause(by))
            }
        }
    }

    fn costs(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.args.stats {
            return Ok(());
        }
        if let Some(effort) = &self.effort {
            writeln!(out, "rows drawn    {}", effort.draws)?;
            writeln!(out, "swaps tried   {}", effort.tries)?;
            writeln!(out, "swaps made    {}", effort.swaps)?;
            writeln!(out, "restarts      {}", effort.restarts)?;
        }
        writeln!(out, "time          {:.3} s", self.seconds)
    }

    fn json(&self, out: &mut impl Write) -> io::Result<()> {
        let (n, seed) = (self.args.n, self.args.search.seed);
        let seed = self.effort.is_some().then_some(seed);
        let question = Question { n, method: self.args.method().name(), seed };
        let mut envelope = Envelope::open(out, "queens", &question)?.list(out)?;
        if let Some(board) = &self.board {
            envelope.solution(out, &Rows(board))?;
        }
        let numbers = |Effort { draws, tries, swaps, restarts, .. }| Numbers { draws, tries, swaps, restarts };
        let answer = Answer::unless_stopped(self.by, Outcome::Satisfied)
            .count(u64::from(self.board.is_some()))
            .seconds(self.seconds)
            .with(Details { effort: self.effort.map(numbers) });
        envelope.close(out, &answer)
    }
}

fn picture(board: &Board) -> Picture {
    Picture::new(board.size(), board.squares())
}
