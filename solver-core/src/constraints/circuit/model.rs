//! `circuit` in a model.

mod derive;

use super::{Circuit, CircuitLevel};
use crate::constraints::{AllDifferentDomain, AllDifferentValue};
use crate::model::defining::*;
use derive::place;
pub(in crate::constraints) use derive::{arcs_left, derive_circuit};

/// The maximum number of nodes for which a circuit is written as proof rows. Larger circuits are decomposed, because
/// their nodes' positions would take too many rows.
pub(in crate::constraints) const LARGEST_WRITTEN: usize = 60;

impl From<CircuitLevel> for Consistency {
    fn from(level: CircuitLevel) -> Consistency {
        match level {
            CircuitLevel::NoCycle => Consistency::Value,
            CircuitLevel::Connected => Consistency::Bounds,
            CircuitLevel::Different => Consistency::Domain,
        }
    }
}

struct Through;

impl Model {
    /// Requires that the nodes, numbered from 0, form a Hamiltonian circuit: `succ[i]` is the node after node `i`. If
    /// nodes are numbered from 1 instead, subtract 1 from each successor. The default level is
    /// [`CircuitLevel::Connected`].
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let succ = m.ints("succ", 5, 0..=4)?;
    /// m.circuit(&succ);
    /// assert_eq!(m.count()?, Outcome::Complete(24)); // 4!
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("tsp", "hamiltonian", "tour", "add_circuit"))]
    pub fn circuit<T: Into<Expr>>(&mut self, succ: impl IntoIterator<Item = T>) -> Posted<'_, CircuitLevel> {
        self.state("circuit", exprs(succ), Through)
    }
}

/// Checks whether the successors form a Hamiltonian circuit.
pub(in crate::constraints) fn is_circuit(succ: &[i32]) -> bool {
    let n = succ.len();
    let mut seen = vec![false; n];
    let mut at = 0;
    for _ in 0..n {
        let Some(next) = usize::try_from(succ[at]).ok().filter(|&v| v < n && !seen[v]) else { return false };
        seen[next] = true;
        at = next;
    }
    true
}

/// The decomposition of `circuit`: the number of steps in which the path from node 0 first returns to it is the number
/// of nodes.
pub(in crate::constraints) fn closed(succ: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
    let Some(first) = succ.first() else { return Ok(()) };
    let (mut at, mut visited) = (first.clone(), Vec::new());
    for _ in 1..succ.len() {
        let next = into.variable(succ.at(at.clone()))?;
        visited.push(std::mem::replace(&mut at, next));
    }
    into.require_all(indices(succ, succ.len()).chain(different(succ)))?;
    into.require_all(visited.into_iter().map(|at| at.differs(0)))?;
    into.require(at.equals(0))
}

/// Adds rows to those of `all_different`: each node has a position on the path from node 0, and each position has one
/// node. An arc leads to the next position; only the arc from the last one leads back to node 0.
pub(in crate::constraints) fn rows_of_circuit(x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
    if !PROVES || rows.is_conditional() || x.len() > LARGEST_WRITTEN || !at_most_one_per_value(x, rows)? {
        return Ok(false);
    }
    let n = x.len();
    let mut places = vec![vec![Literal::TRUE; n]; n];
    for (i, at) in (0..n).flat_map(|i| (0..n).map(move |at| (i, at))) {
        places[i][at] = place(i, at, |name| rows.selector(name))?;
    }
    for (k, of_node) in places.iter().enumerate().skip(1) {
        let of_node: Vec<Literal> = of_node[1..].to_vec();
        let of_place: Vec<Literal> = places[1..].iter().map(|of_node| of_node[k]).collect();
        for (family, all) in [("place", of_node), ("node", of_place)] {
            rows.row(family, k as i64, all.iter().map(|&l| (1, l)).collect(), 1)?;
            rows.row(family, k as i64, all.iter().map(|&l| (1, !l)).collect(), n as i64 - 2)?;
        }
    }
    for (i, &view) in x.iter().enumerate() {
        for outside in [Atom::at_most(view, -1), Atom::at_least(view, n as i32)] {
            let l = rows.literal(outside)?;
            rows.row("index", i as i64, vec![(1, !l)], 1)?;
        }
        for j in 0..n {
            let arc = rows.literal(Atom::equals(view, j as i32))?;
            for at in 0..n {
                // Only the last position leads back to node 0.
                let next = if at + 1 < n { places[j][at + 1] } else { places[j][0] };
                rows.row("arc", (i * n + j) as i64, vec![(1, !arc), (1, !places[i][at]), (1, next)], 1)?;
            }
        }
    }
    Ok(true)
}

impl Semantics for Through {
    fn holds(&self, values: &[i32]) -> bool {
        is_circuit(values)
    }
}

impl Decompose for Through {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        closed(x, into)
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        // XCSP3 circuits may omit nodes; an omitted node is its own successor.
        let none_alone = x.iter().enumerate().map(|(i, x)| format!("<intension> ne({},{i}) </intension>", x.name));
        let written = || format!("{}<circuit> {} </circuit>", none_alone.collect::<String>(), listed(x));
        (x.len() > 1 && x.iter().all(|node| always_within(node, x.len()))).then(written)
    }
}

impl Certify for Through {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        rows_of_circuit(x, rows)
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive_circuit(x, lines)
    }
}

impl Post for Through {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let succ = site.views();
        let level = match site.level() {
            Consistency::Value => CircuitLevel::NoCycle,
            Consistency::Bounds => CircuitLevel::Connected,
            Consistency::Domain => CircuitLevel::Different,
        };
        let different: Box<dyn Propagator> = match level {
            CircuitLevel::NoCycle | CircuitLevel::Connected => Box::new(AllDifferentValue::new(succ.to_vec())),
            CircuitLevel::Different => Box::new(AllDifferentDomain::new(site.bounded(0..succ.len()))?),
        };
        Ok(vec![different, Box::new(Circuit::new(succ.iter().copied(), level))])
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: Consistency::ALL, default: Consistency::Bounds })
    }
}
