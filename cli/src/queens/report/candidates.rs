//! `report candidates` and `report cells`: lists all choices before any rule is applied.

use super::{BoardArgs, ReportContext, TimeArgs};
use crate::queens::args::format::Format;
use crate::run::envelope::{Envelope, Outcome, answer, complete};
use crate::run::prelude::*;
use crate::wording::cause;
use queens::{Listing, PiecesModel, Square, candidates, cell_choices, render_squares};
use solver_core::StopReason;

#[derive(ClapArgs)]
pub(crate) struct CellsArgs {
    #[command(flatten)]
    pub(super) board: BoardArgs,

    /// Output format of the squares
    #[arg(long, value_name = "FORMAT", default_value = "squares", value_parser = Format::parser(Format::writes_cells))]
    format: Format,
}

#[derive(ClapArgs)]
pub(crate) struct CandidatesArgs {
    #[command(flatten)]
    pub(super) board: BoardArgs,

    /// Queens already on the board: d1,f2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    given: Option<String>,

    /// List all choices of K squares
    #[arg(long, value_name = "K", value_parser = whole_number(0), allow_hyphen_values = true, conflicts_with = "given")]
    pieces: Option<u64>,

    /// List at most K candidates
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    limit: Option<u64>,

    #[command(flatten)]
    pub(super) time: TimeArgs,

    /// Output format of the candidates
    #[arg(long, value_name = "FORMAT", default_value = "board", value_parser = Format::parser(Format::writes_candidates))]
    format: Format,
}

pub(super) fn cells(asked: &mut ReportContext, args: &CellsArgs) -> anyhow::Result<Ended> {
    let size = asked.n as usize;
    let cells: Vec<Square> = queens::cells(asked.n).collect();
    match args.format {
        Format::Json => asked.json(asked.question("cells"), complete().with("cells", asked.names(&cells))),
        Format::Listing(notation) => asked.write(&(notation.write(size, &cells).trim_end().to_owned() + "\n")),
        Format::Text(_) | Format::Page(_) => {
            let rows = cells.chunks(size).map(|row| render_squares(size, row, queens::Format::Squares));
            asked.write(&rows.collect::<String>())
        }
    }
}

pub(super) fn print(asked: &mut ReportContext, args: &CandidatesArgs) -> anyhow::Result<Ended> {
    match args.pieces {
        Some(pieces) => {
            let most = PiecesModel::MAX;
            let k = usize::try_from(pieces).ok().filter(|&k| k <= most);
            let k = k.ok_or_else(|| BadInput(format!("up to {most} queens can be placed, not {pieces}")))?;
            let n = asked.n;
            list(asked, args, None, cell_choices(n, k))
        }
        None => {
            let placed = asked.placed(args.given.as_deref())?;
            check_places(args.format, &placed)?;
            let names = asked.names(&placed);
            let next = candidates(asked.n, &placed).into_iter().map(|queen| with(&placed, queen.square));
            list(asked, args, Some(&names), next)
        }
    }
}

/// Returns the board with one more queen, in column order.
pub(super) fn with(placed: &[Square], queen: Square) -> Vec<Square> {
    let mut board = placed.to_vec();
    board.push(queen);
    board.sort();
    board
}

/// Rejects a format that gives a queen's column only by its position in a list, unless the first columns have one queen
/// each and the others have none.
pub(super) fn check_places(format: Format, placed: &[Square]) -> Result<(), BadInput> {
    let in_first_columns = (0..).zip(placed).all(|(column, queen)| queen.column == column);
    if format.needs_every_column() && !in_first_columns {
        let why = "gives a queen's column by its position in the list: give queens in the first columns, one in each";
        reject!("'--format {}' {why}", format.name());
    }
    Ok(())
}

/// Prints boards one by one.
fn list(
    asked: &mut ReportContext,
    args: &CandidatesArgs,
    given: Option<&[String]>,
    boards: impl Iterator<Item = Vec<Square>>,
) -> anyhow::Result<Ended> {
    let n = asked.n;
    let mut listing = match args.format {
        // Boards with a queen per column are mirrored for programs that proceed by rows; chosen cells are printed
        // unchanged.
        Format::Listing(notation) => Some((Listing::new(notation), given.map(|_| notation))),
        Format::Text(_) | Format::Page(_) | Format::Json => None,
    };
    let question = asked.question("candidates").some("pieces", args.pieces).some("given", given);
    let mut envelope = (args.format == Format::Json).then(|| Envelope::listing("queens", question));
    let (mut count, mut stopped_by) = (0u64, None);
    for board in boards {
        let enough = args.limit.is_some_and(|limit| count >= limit).then_some(StopReason::Solutions);
        stopped_by = enough.or_else(|| asked.stop.asked());
        if stopped_by.is_some() {
            break;
        }
        count += 1;
        if let Some(envelope) = &mut envelope {
            let names = asked.names(&board);
            envelope.solution(&mut asked.out, &names)?;
            continue;
        }
        let text = match (&mut listing, args.format) {
            (Some((list, Some(notation))), _) => list.queens(n as usize, &notation.squares(&board)),
            (Some((list, None)), _) => list.queens(n as usize, &board),
            (None, Format::Text(format)) => in_a_line(n as usize, &board, format),
            (None, _) => continue,
        };
        asked.write(&text)?;
    }
    if let Some((list, _)) = listing {
        asked.write(&list.end(stopped_by.is_none()))?;
    }
    // A list that stops at the requested number is complete.
    let breach = stopped_by.filter(|&by| by != StopReason::Solutions);
    if let Some(envelope) = envelope {
        let outcome = if stopped_by.is_some() { Outcome::Satisfied } else { Outcome::Complete };
        envelope.close(&mut asked.out, answer(breach, outcome).with("count", count))?;
    } else if let Some(by) = breach {
        // Prints this on standard error, so that the list remains unchanged.
        complain(&format!("{count} candidates so far; incomplete, stopped by {}", cause(by)));
    }
    Ok(breach.into())
}

/// Writes a candidate on one line. There are many similar candidates, so pictures would be too long.
fn in_a_line(n: usize, board: &[Square], format: queens::Format) -> String {
    let line = if format == queens::Format::Board { queens::Format::Squares } else { format };
    render_squares(n, board, line)
}
