//! Brancher decisions that the search ignores; tests report them.

use super::{Brancher, Decision, Node};
use crate::view::View;
use std::sync::{Arc, Mutex, PoisonError};

/// The reason why a search ignores a brancher's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Slip {
    /// No value of the domain satisfies the decision, or the decision's value is not in the domain. A variable of
    /// another model counts as having an empty domain.
    #[error("which is outside the domain")]
    Outside,
    /// The decision is already true.
    #[error("which holds already")]
    Idle,
}

/// The first ignored decision of any brancher in a search.
#[derive(Clone, Default)]
pub(crate) struct Slips(Arc<Mutex<Option<(Decision, Slip)>>>);

impl Slips {
    pub(crate) fn first(&self) -> Option<(Decision, Slip)> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A brancher whose ignored decisions are reported.
#[derive(Clone)]
pub(in crate::solve) struct Reporting {
    pub(in crate::solve) brancher: Box<dyn Brancher>,
    pub(in crate::solve) slips: Slips,
}

impl Brancher for Reporting {
    fn choose(&mut self, node: &Node<'_>) -> Option<Decision> {
        let decision = self.brancher.choose(node)?;
        let literal = node.mapping.view(decision.variable()).map(|view| (view, decision.literal(view)));
        let slip = match literal {
            Some((view, _)) if decision.atom(view, node.engine).is_some() => return Some(decision),
            Some((_, atom)) if node.engine.values(View::from(atom.var())).iter().all(|&v| atom.holds_for(v)) => {
                Slip::Idle
            }
            Some(_) | None => Slip::Outside,
        };
        self.slips.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((decision, slip));
        Some(decision)
    }

    fn failed(&mut self, node: &Node<'_>) {
        self.brancher.failed(node);
    }

    fn solved(&mut self, node: &Node<'_>) {
        self.brancher.solved(node);
    }

    fn restarted(&mut self) {
        self.brancher.restarted();
    }
}
