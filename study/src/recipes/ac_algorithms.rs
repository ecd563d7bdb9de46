//! Compares the classical arc consistency algorithms on random networks from loose to tight. All algorithms reach the
//! same fixpoint, but with different amounts of work.

use super::{Extent, Made, Options};
use crate::beside::in_parallel;
use crate::compare::StudyError;
use crate::table::{Cell, Table};
use crate::textbook::{ArcConsistency, Network};
use solver_core::View;

/// The number of networks of each tightness.
const SEEDS: u64 = 10;

const VARIABLES: usize = 60;
const VALUES: usize = 20;
const CONSTRAINTS: usize = 180;

/// The result of one algorithm on one network.
struct Fixpoint {
    checks: u64,
    words: u64,
    /// The number of remaining values, or `None` after a domain wipe-out.
    left: Option<u64>,
}

pub(super) fn run(options: &Options, mut table: Table) -> Result<Made, StudyError> {
    let forbidden: &[usize] = match options.extent {
        Extent::Few => &[200, 350],
        Extent::Usual => &[200, 300, 330, 340, 350, 360, 380],
        Extent::Long => &[200, 250, 300, 310, 320, 330, 335, 340, 345, 350, 355, 360, 370, 380],
    };
    let rows: Vec<(usize, ArcConsistency)> =
        forbidden.iter().flat_map(|&t| ArcConsistency::ALL.map(move |by| (t, by))).collect();
    let all = rows.len() * SEEDS as usize;
    let found = in_parallel(options.means.threads, all, |k| {
        let (t, by) = rows[k / SEEDS as usize];
        fixpoint(&Network::model_b(VARIABLES, VALUES, CONSTRAINTS, t, 1 + k as u64 % SEEDS), by)
    });
    let found = found.into_iter().collect::<Result<Vec<_>, _>>()?;
    for ((t, by), found) in rows.iter().zip(found.chunks(SEEDS as usize)) {
        let sum = |of: fn(&Fixpoint) -> u64| Cell::Count(found.iter().map(of).sum());
        let sums =
            [sum(|f| f.checks), sum(|f| f.words), sum(|f| f.left.is_none().into()), sum(|f| f.left.unwrap_or(0))];
        table.row([Cell::Count(*t as u64), Cell::word(by.name())].into_iter().chain(sums));
    }
    Ok(table.into())
}

fn fixpoint(network: &Network, by: ArcConsistency) -> Result<Fixpoint, StudyError> {
    let (model, _, counted) = network.model(by)?;
    // Propagate at the root only.
    let mut run = model.search().node_limit(1).start()?;
    run.step();
    let failed = run.statistics().failures > 0;
    let engine = run.engine().filter(|_| !failed);
    let left = engine.map(|engine| engine.vars().map(|var| u64::from(engine.size(View::from(var)))).sum());
    Ok(Fixpoint { checks: counted.checks(), words: counted.words(), left })
}
