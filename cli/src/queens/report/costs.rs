//! `report costs`: runs three recursive programs on every board up to the given size and counts their calls.

use super::{BoardArgs, ReportContext, TimeArgs};
use crate::format::Format;
use crate::run::envelope::{Outcome, answer};
use crate::run::prelude::*;
use crate::wording::cause;
use queens::{Abandoned, Calls, Program};
use solver_core::StopReason;

#[derive(ClapArgs)]
pub(crate) struct CostsArgs {
    #[command(flatten)]
    pub(super) board: BoardArgs,

    /// Stop a program after this many calls of `safe?`
    #[arg(long, value_name = "CALLS", default_value_t = CALLS, value_parser = whole_number(1), allow_hyphen_values = true)]
    call_limit: u64,

    #[command(flatten)]
    pub(super) time: TimeArgs,

    /// Output format of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// The default limit on the number of calls of `safe?`.
const CALLS: u64 = 100_000_000;

/// The number of boards that a program found for one board size, and the calls it made; `None` if it did not finish.
type Cell = Option<(usize, Calls)>;

/// The name and a description of a program.
fn described(program: Program) -> (&'static str, &'static str) {
    match program {
        Program::BoardsOutside => ("boards-outside", "for each shorter board each row (exercise 2.42)"),
        Program::RowsOutside => ("rows-outside", "for each row each shorter board, from one list"),
        Program::Recomputing => {
            ("recomputing", "for each row each shorter board, from a list recomputed each time (exercise 2.43)")
        }
    }
}

pub(super) fn print(asked: &mut ReportContext, args: &CostsArgs) -> anyhow::Result<Ended> {
    let largest = u32::from(Program::MAX_SIZE);
    if asked.n > largest {
        let n = asked.n;
        reject!("costs are counted on boards up to {largest}x{largest}, not {n}x{n}");
    }
    let limit = args.call_limit;
    let mut rows: Vec<[Cell; 3]> = Vec::new();
    let mut given_up = [false; 3];
    let mut stopped_by = asked.stop.asked();
    // A program that exceeds the limit on one board would also exceed it on every larger one.
    while stopped_by.is_none() && rows.len() < asked.n as usize && given_up != [true; 3] {
        let n = rows.len() as u8 + 1;
        let mut row = [None; 3];
        for ((program, cell), given_up) in Program::ALL.into_iter().zip(&mut row).zip(&mut given_up) {
            if !*given_up {
                *cell = count(asked, program, n, limit, &mut stopped_by);
                *given_up = cell.is_none();
            }
        }
        if row.iter().any(Option::is_some) {
            rows.push(row);
        }
    }
    let partial = stopped_by.is_some() || given_up != [false; 3];
    if args.format == Format::Json {
        let costs = (1_u32..).zip(&rows).flat_map(|(n, row)| {
            let cells = Program::ALL.into_iter().zip(row);
            cells.filter_map(move |(program, cell)| {
                let (boards, Calls { safe, lists }) = (*cell)?;
                let (name, order) = (described(program).0, program.order().name());
                let row = Fields::new().with("n", n).with("program", name).with("order", order);
                Some(row.with("boards", boards).with("safe", safe).with("queen_cols", lists))
            })
        });
        let by = stopped_by.map(|by| by.to_string()).or(partial.then(|| "call limit".to_owned()));
        let answer = answer(by, Outcome::Complete).with("costs", costs.collect::<Vec<_>>());
        asked.json(asked.question("costs").with("call_limit", limit), answer)?;
    } else {
        asked.write(&table(&rows, given_up, limit, stopped_by))?;
    }
    Ok(if partial { Ended::Stopped } else { Ended::Complete })
}

/// Runs one program if the limits allow it.
fn count(asked: &ReportContext, program: Program, n: u8, limit: u64, stopped_by: &mut Option<StopReason>) -> Cell {
    let mut looks = 0u32;
    let mut go_on = |calls: Calls| {
        looks = looks.wrapping_add(1);
        if looks.is_multiple_of(4096) && stopped_by.is_none() {
            *stopped_by = asked.stop.asked();
        }
        stopped_by.is_none() && calls.safe <= limit
    };
    match program.run(n, &mut go_on) {
        // The limit may have been exceeded after the last check.
        Ok((boards, calls)) if calls.safe <= limit => Some((boards.len(), calls)),
        Ok(_) | Err(Abandoned) => None,
    }
}

fn table(rows: &[[Cell; 3]], given_up: [bool; 3], limit: u64, stopped_by: Option<StopReason>) -> String {
    let mut text = format!("{:>14}", "");
    for program in Program::ALL {
        text += &format!("{:>26}", described(program).0);
    }
    text += &format!("\n{:>6}{:>8}", "queens", "boards");
    for _ in Program::ALL {
        text += &format!("{:>14}{:>12}", "safe?", "queen-cols");
    }
    text += "\n";
    for (n, row) in (1..).zip(rows) {
        let boards = row.iter().flatten().next().map_or(0, |(boards, _)| *boards);
        text += &format!("{n:>6}{boards:>8}");
        for cell in row {
            match cell {
                Some((_, Calls { safe, lists })) => text += &format!("{safe:>14}{lists:>12}"),
                None => text += &format!("{:>14}{:>12}", "-", "-"),
            }
        }
        text += "\n";
    }
    for program in Program::ALL {
        let (name, what) = described(program);
        text += &format!("{name}: {what}; {} order\n", program.order().name());
    }
    if let Some(by) = stopped_by {
        text += &format!("incomplete, stopped by {}\n", cause(by));
    } else if given_up != [false; 3] {
        let names =
            Program::ALL.into_iter().zip(given_up).filter(|(_, up)| *up).map(|(program, _)| described(program).0);
        let names = crate::wording::listed(&names.map(str::to_owned).collect::<Vec<_>>());
        text += &format!("incomplete: {names} would take more than {limit} calls of safe?\n");
    }
    text
}
