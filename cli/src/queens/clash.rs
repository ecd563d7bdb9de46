//! Unsatisfiable cores of given queens, which show why a board has no solution.

use crate::run::envelope::Fields;
use crate::wording::{cause, listed};
use anyhow::{Context, bail, ensure};
use queens::{Board, Givens, QueensModel};
use solver_core::prelude::*;

/// What is known about an unsatisfiable core of the given queens.
pub(crate) struct Dead {
    /// The limit that stopped the computation, if any.
    stopped_by: Option<StopReason>,
    /// The core; `None` if a limit was reached before one was found.
    core: Option<Core>,
}

struct Core {
    squares: Vec<String>,
    /// For each square of the core, a solution with queens on the core's other squares, if one was found.
    witnesses: Vec<Fields>,
    statistics: Fields,
}

/// Computes an unsatisfiable core of the given queens.
pub(crate) fn ask(search: &Search<'_>, queens: &QueensModel, givens: &Givens) -> anyhow::Result<Dead> {
    let QueensModel { columns, given: ids, .. } = queens;
    let (core, stopped_by) = match search.clone().among(ids).clash()? {
        Clash::Minimal(core) => (Some(core), None),
        Clash::Stopped { by, known } => (known, Some(by)),
        Clash::Satisfiable(_) => bail!("a board without solutions has one: this is a bug in ferz"),
    };
    let names = givens.names();
    let place = |id| ids.iter().position(|&other| other == id).context("only givens are asked about");
    let read = |core: solver_core::Core| -> anyhow::Result<Core> {
        let places = core.members.iter().map(|member| place(member.id)).collect::<Result<Vec<usize>, _>>()?;
        let mut witnesses = Vec::with_capacity(places.len());
        for (member, &left_out) in core.members.iter().zip(&places) {
            if let MemberStatus::Witness(solution) = &member.status {
                let others = places.iter().filter(|&&i| i != left_out).map(|&i| givens.squares()[i]);
                let solution = checked(solution, columns, &Givens::new(givens.size(), others)?)?;
                witnesses.push(Fields::new().with("without", &names[left_out]).with("solution", solution));
            }
        }
        let squares = places.iter().map(|&i| names[i].clone()).collect();
        let solver_core::Effort { searches, nodes, failures, .. } = core.effort;
        let statistics = Fields::new().with("searches", searches).with("nodes", nodes).with("failures", failures);
        Ok(Core { squares, witnesses, statistics })
    };
    Ok(Dead { stopped_by, core: core.map(read).transpose()? })
}

/// Returns the rows of a solution, after an independent check.
fn checked(solution: &Solution, columns: &[IntVar], givens: &Givens) -> anyhow::Result<Vec<u32>> {
    let rows = solution.values(columns)?.into_iter().map(u32::try_from).collect::<Result<_, _>>()?;
    let board = Board::new(rows).context(crate::exit::WRONG)?;
    ensure!(givens.hold_on(&board), "{}: a given queen is missing", crate::exit::WRONG);
    Ok(board.rows().iter().map(|row| row + 1).collect())
}

impl Dead {
    /// Whether a limit stopped the computation.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped_by.is_some()
    }

    /// Describes the core in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let Some(core) = &self.core else {
            let by = self.stopped_by.map_or("a limit", cause);
            return format!("which of the given queens clash is not known: stopped by {by}");
        };
        let squares = listed(&core.squares);
        let verdict = match core.squares.len() {
            0 => "there is none without the given queens either".to_owned(),
            1 => format!("{squares} by itself rules out every solution"),
            _ => format!("{squares} together rule out every solution"),
        };
        match (self.stopped_by, core.squares.len()) {
            (Some(by), 0) => {
                format!(
                    "{verdict}, as the reasons of the search show; stopped by {} before a search confirmed it",
                    cause(by)
                )
            }
            (None, 0) => verdict,
            (Some(by), 1) => format!("{verdict}, or else there is none at all: stopped by {}", cause(by)),
            (Some(by), _) => format!("{verdict}, but perhaps fewer do: stopped by {}", cause(by)),
            (None, 1) => format!("{verdict}; without it there is one"),
            (None, 2) => format!("{verdict}; either of them alone allows one"),
            (None, k) => format!("{verdict}; any {} of them allow one", k - 1),
        }
    }

    /// Returns the core as JSON; its outcome is `minimal` if each queen is proved to be needed, and `stopped`
    /// otherwise.
    pub(crate) fn fields(&self) -> Fields {
        let core = self.core.as_ref();
        Fields::new()
            .with("outcome", if self.is_stopped() { "stopped" } else { "minimal" })
            .with("stopped_by", self.stopped_by.map(|by| by.to_string()))
            .with("given", core.map(|core| &core.squares))
            .with("witnesses", core.map(|core| &core.witnesses))
            .with("statistics", core.map(|core| &core.statistics))
    }
}
