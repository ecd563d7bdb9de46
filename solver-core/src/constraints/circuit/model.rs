//! `circuit` in a model.

use super::{Circuit, CircuitLevel};
use crate::atom::Atom;
use crate::constraints::AllDifferentValue;
use crate::model::rows::{Literal, Rows, at_most_one_per_value};
use crate::model::spelling::{Named, Spell, always_within, different, indices, listed};
use crate::model::{
    Comparison, Consistency, ConstraintDef, Expr, Indexed, Levels, Model, Posted, PostingContext, Refusal, Relates,
    SupportedLevels,
};
use crate::propagator::Propagator;
use crate::view::View;
use std::sync::Arc;

/// Circuits of more nodes are decomposed for proofs: their positions would take too many rows.
const LARGEST_WRITTEN: usize = 60;

/// Marks constraints whose level is a [`CircuitLevel`].
#[derive(Debug)]
pub struct ByCircuit;

impl Levels for ByCircuit {
    type Level = CircuitLevel;
}

impl From<CircuitLevel> for Consistency {
    fn from(level: CircuitLevel) -> Consistency {
        match level {
            CircuitLevel::NoCycle => Consistency::Value,
            CircuitLevel::Connected => Consistency::Domain,
        }
    }
}

#[derive(Clone)]
struct Through {
    succ: Vec<Expr>,
    level: CircuitLevel,
}

impl Model {
    /// A Hamiltonian circuit: `succ[i]` is the node after node `i`, numbered from 0. For arrays that count from 1,
    /// subtract 1 from each. The default level is [`CircuitLevel::Connected`].
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
    pub fn circuit<T: Into<Expr>>(&mut self, succ: impl IntoIterator<Item = T>) -> Posted<'_, ByCircuit> {
        let succ = succ.into_iter().map(Into::into).collect();
        self.state(Through { succ, level: CircuitLevel::default() })
    }
}

/// Whether the successors form a Hamiltonian circuit.
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

/// The decomposition of `circuit`: starting at node 0, the path returns after as many steps as there are nodes.
pub(in crate::constraints) fn closed(succ: &[Expr], spell: &mut dyn Spell) -> Vec<Comparison> {
    let mut all: Vec<Comparison> = indices(succ, succ.len()).chain(different(succ)).collect();
    let Some(first) = succ.first() else { return all };
    let mut at = first.clone();
    for _ in 1..succ.len() {
        all.push(at.clone().differs(0));
        at = spell.variable(succ.at(at));
    }
    all.push(at.equals(0));
    all
}

impl ConstraintDef for Through {
    fn kind(&self) -> &'static str {
        "circuit"
    }

    fn arguments(&self) -> &[Expr] {
        &self.succ
    }

    fn holds(&self, values: &[i32]) -> bool {
        is_circuit(values)
    }

    fn in_comparisons(&self, x: &[Expr], spell: &mut dyn Spell) -> Vec<Comparison> {
        closed(x, spell)
    }

    /// Besides the rows of `all_different`: where each node comes on the way from node 0, by bounds of its position. An arc between
    /// two nodes moves both bounds of the position by one, and only the last node leads back.
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> bool {
        if rows.is_conditional() || x.len() > LARGEST_WRITTEN || !at_most_one_per_value(x, rows) {
            return false;
        }
        let n = x.len();
        let position: Vec<Vec<Literal>> = (0..n)
            .map(|i| {
                let name = |v: usize| format!("position_{i}_ge_{v}");
                let bound = |v| if i == 0 { Literal::FALSE } else { rows.selector(&name(v)) };
                (1..n).map(bound).collect()
            })
            .collect();
        // Position i is at least v.
        let at_least = |i: usize, v: usize| match v {
            0 => Literal::TRUE,
            _ => position[i].get(v - 1).copied().unwrap_or(Literal::FALSE),
        };
        for (i, &view) in x.iter().enumerate() {
            for outside in [Atom::at_most(view, -1), Atom::at_least(view, n as i32)] {
                let l = rows.literal(outside);
                rows.row("index", i as i64, vec![(1, !l)], 1);
            }
            for v in 1..n {
                rows.row("order", i as i64, vec![(1, at_least(i, v)), (1, !at_least(i, v + 1))], 1);
            }
            for j in 0..n {
                let arc = rows.literal(Atom::equals(view, j as i32));
                if arc == Literal::FALSE {
                    continue;
                }
                if j == 0 {
                    rows.row("last", i as i64, vec![(1, !arc), (1, at_least(i, n - 1))], 1);
                    continue;
                }
                for v in 0..n {
                    let (here, there) = (at_least(i, v), at_least(j, v + 1));
                    rows.row("after", (i * n + j) as i64, vec![(1, !arc), (1, !here), (1, there)], 1);
                    rows.row("after", (i * n + j) as i64, vec![(1, !arc), (1, here), (1, !there)], 1);
                }
            }
        }
        true
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        // Circuits of XCSP3 may leave nodes out; these are then their own successors.
        let none_alone = x.iter().enumerate().map(|(i, x)| format!("<intension> ne({},{i}) </intension>", x.name));
        let written = || format!("{}<circuit> {} </circuit>", none_alone.collect::<String>(), listed(x));
        (x.len() > 1 && x.iter().all(|node| always_within(node, x.len()))).then(written)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let succ = site.views();
        Ok(vec![
            Box::new(AllDifferentValue::new(succ.to_vec())),
            Box::new(Circuit::new(succ.iter().copied(), self.level)),
        ])
    }

    fn levels(&self) -> Option<SupportedLevels> {
        Some(SupportedLevels { of: &[Consistency::Value, Consistency::Domain], now: self.level.into() })
    }

    fn at_level(&self, level: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        let level = if level == Consistency::Value { CircuitLevel::NoCycle } else { CircuitLevel::Connected };
        Some(Arc::new(Through { level, ..self.clone() }))
    }
}
