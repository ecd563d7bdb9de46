//! `report extensions` and `report safe`: lists the queens that can be added, and what attacks the other squares.

use super::candidates::{check_places, with};
use super::{BoardArgs, ReportContext};
use crate::queens::args::format::Format;
use crate::queens::board;
use crate::run::envelope::complete;
use crate::run::prelude::*;
use queens::{Candidate, Givens, Listing, Notation, Square, candidates, conflict, render_squares};

#[derive(ClapArgs)]
pub(crate) struct ExtensionsArgs {
    #[command(flatten)]
    pub(super) board: BoardArgs,

    /// Queens already on the board: d1,f2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    given: Option<String>,

    /// Output format of the answer
    #[arg(long, value_name = "FORMAT", default_value = "board", value_parser = Format::parser(Format::writes_candidates))]
    format: Format,
}

#[derive(ClapArgs)]
pub(crate) struct SafeArgs {
    #[command(flatten)]
    pub(super) board: BoardArgs,

    /// The queens; the one to check comes last: a1,b2,c3
    #[arg(long, value_name = "SQUARES", required = true, allow_hyphen_values = true)]
    given: String,

    /// Answer in the notation of a program (default: in words)
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser(Format::answers))]
    format: Option<Format>,
}

/// Prints which squares of the next column are safe, and which queens attack the others.
pub(super) fn print(asked: &mut ReportContext, args: &ExtensionsArgs) -> anyhow::Result<Ended> {
    let placed = asked.placed(args.given.as_deref())?;
    check_places(args.format, &placed)?;
    let next = candidates(asked.n, &placed);
    let safe = || next.iter().filter(|queen| queen.is_safe()).map(|queen| with(&placed, queen.square));
    let size = asked.n as usize;
    let text = match args.format {
        Format::Text(queens::Format::Board) | Format::Page(_) => in_words(asked, &placed, &next),
        Format::Text(format) => safe().map(|board| render_squares(size, &board, format)).collect(),
        Format::Listing(Notation::JBox) => conflicts(&next),
        Format::Listing(notation) => {
            let mut list = Listing::new(notation);
            let boards: String = safe().map(|board| list.queens(size, &notation.squares(&board))).collect();
            boards + &list.end(true)
        }
        Format::Json => {
            let question = asked.question("extensions").with("given", asked.names(&placed));
            let candidates: Vec<Fields> = next.iter().map(|queen| named(asked, queen)).collect();
            return asked.json(question, complete().with("candidates", candidates));
        }
    };
    asked.write(&text)
}

/// Prints whether the last given queen is safe from the queens before it, which may attack each other.
pub(super) fn safe(asked: &mut ReportContext, args: &SafeArgs) -> anyhow::Result<Ended> {
    let text = &args.given;
    let squares = Givens::parse_hostile(asked.n as usize, text);
    let squares = squares.map_err(|e| BadInput(format!("--given '{text}': {e}")))?;
    let Some((&newest, others)) = squares.split_last() else { return Ok(Ended::Complete) };
    let queen = Candidate::new(newest, others);
    let answer = match (args.format, queen.is_safe()) {
        (Some(Format::Listing(Notation::Scheme | Notation::SchemePairs)), yes) => ["#f\n", "#t\n"][usize::from(yes)],
        (Some(Format::Listing(Notation::Python)), yes) => ["False\n", "True\n"][usize::from(yes)],
        (Some(Format::Listing(Notation::Ruby)), yes) => ["false\n", "true\n"][usize::from(yes)],
        (Some(Format::Listing(Notation::JBox)), _) => &conflicts(&[queen]),
        (Some(Format::Json), _) => {
            let question = asked.question("safe").with("given", asked.names(others));
            return asked.json(question, complete().and(named(asked, &queen)));
        }
        (_, true) if others.is_empty() => &format!("{} is safe: it is the only queen\n", asked.name(newest)),
        (_, true) => &format!("{} is safe from {}\n", asked.name(newest), listed(&asked.names(others))),
        (_, false) => &format!("{} is {}\n", asked.name(newest), attackers(asked, &queen)),
    };
    asked.write(answer)
}

/// Formats conflicts as the J program does: 1 for each queen that is attacked, and 0 for each that is safe.
fn conflicts(queens: &[Candidate]) -> String {
    let answers: Vec<&str> = queens.iter().map(|queen| if queen.is_safe() { "0" } else { "1" }).collect();
    answers.join(" ") + "\n"
}

fn in_words(asked: &ReportContext, placed: &[Square], next: &[Candidate]) -> String {
    let mut text = if asked.n <= board::LARGEST { picture(asked, placed) } else { String::new() };
    let Some(first) = next.first() else { return text + "every column has a queen\n" };
    let width = asked.name(Square { row: asked.n - 1, ..first.square }).len();
    for queen in next {
        let verdict = if queen.is_safe() { "safe".to_owned() } else { attackers(asked, queen) };
        text += &format!("{:width$}  {verdict}\n", asked.name(queen.square));
    }
    let safe = next.iter().filter(|queen| queen.is_safe()).count();
    text + &format!("{safe} of {} squares of the next column are safe\n", next.len())
}

/// Lists the attackers of a square: `attacked by a1 (row) and b5 (diagonal)`.
fn attackers(asked: &ReportContext, queen: &Candidate) -> String {
    let by = queen.attackers.iter().map(|&(from, line)| format!("{} ({line})", asked.name(from)));
    format!("attacked by {}", listed(&by.collect::<Vec<_>>()))
}

/// Draws the board and the squares on which no queen can be added.
fn picture(asked: &ReportContext, placed: &[Square]) -> String {
    let drawn = board::draw(asked.n, None, |square| match square {
        _ if placed.contains(&square) => 'Q',
        _ if conflict(square, placed) => 'x',
        _ => '.',
    });
    drawn + "\nQ given, x attacked, . safe\n\n"
}

fn named(asked: &ReportContext, queen: &Candidate) -> Fields {
    let attacker = |&(from, line): &(Square, queens::Line)| {
        Fields::new().with("square", asked.name(from)).with("line", line.name())
    };
    let attackers: Vec<Fields> = queen.attackers.iter().map(attacker).collect();
    Fields::new().with("square", asked.name(queen.square)).with("safe", queen.is_safe()).with("attackers", attackers)
}
