//! `--method local-search` and `--method formula`: finds one board, without a model or a proof.

use super::args::{Format, Queens};
use super::output::{Closing, Report};
use super::question::Question;
use crate::run::prelude::*;
use crate::run::progress::Bar;
use queens::{Board, Changes, Effort, LocalOutcome, LocalSearch, LocalSearchError, formula};
use std::ops::ControlFlow;

/// The size of the largest board that is written; larger ones would fill the disk.
const LARGEST: u64 = 100_000_000;

pub(crate) fn by_local_search(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let stop = Stop::after(args.limits.time_limit, started)?;
    let search = LocalSearch::new(args.queens(), args.search.seed).map_err(refusal)?;
    let bar = Bar::new("{bar:30} {pos} of {len} queens placed");
    let outcome = search.run(|effort| {
        bar.show(effort.placed.into(), args.queens(), String::new());
        stop.asked().map_or(ControlFlow::Continue(()), ControlFlow::Break)
    });
    bar.clear();
    let (board, end, effort) = match outcome.context(WRONG)? {
        LocalOutcome::Found { board, effort } => (Some(board), End::Enough, effort),
        LocalOutcome::Stopped { by, effort } => (None, End::Stopped(by), effort),
    };
    print(args, board.as_ref(), end, Some(effort), started)
}

pub(crate) fn by_formula(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let n = args.queens();
    if n > LARGEST {
        reject!("boards up to {LARGEST}x{LARGEST} are written, not {n}x{n}");
    }
    let Some(board) = formula(u32::try_from(n)?) else {
        reject!("the formula gives no board of {n} queens: --method model proves that there is none");
    };
    print(args, Some(&board.context(WRONG)?), End::Enough, None, started)
}

fn refusal(error: LocalSearchError) -> BadInput {
    match error {
        LocalSearchError::NoSolution { .. } => BadInput(format!("{error}: --method model proves that there is none")),
        _ => bad(error),
    }
}

/// Prints the board and the statistics of local search.
fn print(
    args: &Queens,
    board: Option<&Board>,
    end: End,
    effort: Option<Effort>,
    started: Instant,
) -> anyhow::Result<Ended> {
    let seconds = started.elapsed().as_secs_f64();
    let n = args.queens();
    // If the board is too large to be drawn, the rows of its queens are printed.
    let is_drawn = args.format != Format::BOARD || args.method().largest_picture().is_none_or(|largest| n <= largest);
    let format = if is_drawn { args.format } else { Format::Text(queens::Format::Rows) };
    let question = Question::new(Changes::none(usize::try_from(n)?), format, &args.limits);
    let fields = Fields::new().with("n", n).with("method", args.method().name());
    let fields = fields.some("seed", effort.map(|_| args.search.seed));
    let mut report = Report::new(Out::new(), &question, fields);
    board.map_or(Ok(()), |board| report.board(board))?;
    let of = plural(n, "queen");
    let sentence = match (end.cause(), effort) {
        (None, None) => format!("{of}: one board by a closed formula, without search"),
        (None, Some(_)) => format!("{of}: one solution by local search, which can neither count nor rule out others"),
        (Some(by), _) => format!("{of}: no solution so far by local search; incomplete, stopped by {by}"),
    };
    let mut lines = String::new();
    if args.stats {
        if let Some(Effort { draws, tries, swaps, restarts, .. }) = effort {
            lines += &format!("rows drawn    {draws}\nswaps tried   {tries}\n");
            lines += &format!("swaps made    {swaps}\nrestarts      {restarts}\n");
        }
        lines += &format!("time          {seconds:.3} s\n");
    }
    let effort = effort.map(|Effort { draws, tries, swaps, restarts, .. }| {
        Fields::new().with("draws", draws).with("tries", tries).with("swaps", swaps).with("restarts", restarts)
    });
    let answer = end.answer(u128::from(board.is_some())).some("effort", effort);
    report.finish(Closing { end, sentence, lines, answer: [answer, Fields::new().with("seconds", seconds)] })
}
