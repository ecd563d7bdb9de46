//! Compares the nodes and constraint checks of the textbook search algorithms on the same networks, with d-way
//! branching.

use super::{Extent, Made, Options};
use crate::beside::in_parallel;
use crate::compare::StudyError;
use crate::table::{Cell, Table};
use crate::textbook::{Algorithm, Found, Network, Order, Question, search};

/// The node limit of a search.
const MOST_NODES: u64 = 5_000_000;

/// A kind of network, and the solutions to search for.
struct Problem {
    name: &'static str,
    networks: Vec<Network>,
    question: Question,
}

pub(super) fn run(options: &Options, mut table: Table) -> Result<Made, StudyError> {
    let problems = problems(options.extent);
    let ahead = Algorithm::ALL.into_iter().filter(|by| by.looks_ahead()).map(|by| (by, Order::SmallestDomain));
    let ways: Vec<(Algorithm, Order)> = Algorithm::ALL.map(|by| (by, Order::Static)).into_iter().chain(ahead).collect();
    let cells: Vec<(&Problem, (Algorithm, Order))> =
        problems.iter().flat_map(|problem| ways.iter().map(move |&way| (problem, way))).collect();
    let counted = in_parallel(options.means.threads, cells.len(), |k| {
        let (problem, (by, order)) = cells[k];
        let question = Question { order, ..problem.question };
        problem.networks.iter().map(|network| search(network, by, &question)).collect::<Vec<Found>>()
    });
    for ((problem, (by, order)), found) in cells.iter().zip(counted) {
        let sum = |of: fn(&Found) -> u64| Cell::Count(found.iter().map(of).sum());
        let order = if *order == Order::Static { "lex" } else { "dom" };
        let keys = [problem.name, by.name(), order].map(Cell::word);
        let effort = [sum(|f| f.nodes), sum(|f| f.checks), sum(|f| f.gave_up.into())];
        table.row(keys.into_iter().chain([sum(|_| 1), sum(|f| f.solutions.len() as u64)]).chain(effort));
    }
    Ok(table.into())
}

fn problems(extent: Extent) -> Vec<Problem> {
    let queens = |name, n| {
        let question = Question { node_limit: MOST_NODES, ..Question::ALL };
        Problem { name, networks: vec![Network::queens(n)], question }
    };
    let random = |name, (n, d, e, t)| {
        let networks = (1..=10).map(|seed| Network::model_b(n, d, e, t, seed)).collect();
        Problem { name, networks, question: Question { node_limit: MOST_NODES, ..Question::FIRST } }
    };
    let mut problems = vec![queens("queens 6", 6), random("random <12, 5, 33, 10>", (12, 5, 33, 10))];
    if extent >= Extent::Usual {
        problems.push(queens("queens 8", 8));
        problems.push(random("random <15, 6, 52, 14>", (15, 6, 52, 14)));
        problems.push(random("random <20, 5, 60, 9>", (20, 5, 60, 9)));
    }
    if extent == Extent::Long {
        problems.push(queens("queens 10", 10));
    }
    problems
}
