//! Reasons for excluded squares: the board equals its image in all earlier columns, and a queen on the square would
//! make the image come first in the current column.

use super::{Inference, LexLeader, Source};
use crate::symmetry::Symmetry;
use solver_core::prelude_propagator::*;

/// Defines the rule for a symmetry, with its own name and sentence.
macro_rules! rule {
    ($name:ident, $key:literal, $image:literal) => {
        pub(super) static $name: Rule = Rule {
            name: concat!("lex_leader.", $key),
            text: concat!("{premises}: ", $image, " must not come before the board itself, so {fact}"),
            justification: Justification::UnitPropagation,
        };
    };
}

rule!(QUARTER_TURN, "quarter_turn", "the board after a quarter turn");
rule!(HALF_TURN, "half_turn", "the board after a half turn");
rule!(THREE_QUARTER_TURN, "three_quarter_turn", "the board after a three-quarter turn");
rule!(LEFT_RIGHT, "left_right", "the left-right mirror image");
rule!(UP_DOWN, "up_down", "the top-bottom mirror image");
rule!(RISING_DIAGONAL, "rising_diagonal", "the mirror image in the rising diagonal");
rule!(FALLING_DIAGONAL, "falling_diagonal", "the mirror image in the falling diagonal");

pub(super) static EDGE: Rule = Rule::new("lex_leader.edge", "a queen stands on the board, so {fact}");

/// Returns the rule that breaks a symmetry. The identity breaks none, so it has no rule of its own.
pub(super) fn rule_of(symmetry: Symmetry) -> &'static Rule {
    match symmetry {
        Symmetry::Identity => &EDGE,
        Symmetry::QuarterTurn => &QUARTER_TURN,
        Symmetry::HalfTurn => &HALF_TURN,
        Symmetry::ThreeQuarterTurn => &THREE_QUARTER_TURN,
        Symmetry::LeftRight => &LEFT_RIGHT,
        Symmetry::UpDown => &UP_DOWN,
        Symmetry::RisingDiagonal => &RISING_DIAGONAL,
        Symmetry::FallingDiagonal => &FALLING_DIAGONAL,
    }
}

impl LexLeader {
    /// See [`Propagator::explain`].
    pub(super) fn premises(
        &self,
        past: &DomainsAt<'_>,
        fact: Option<Atom>,
        hint: u32,
        why: &mut Premises,
    ) -> &'static Rule {
        let Some((inference, number, column)) = Inference::of_hint(hint) else { return &EDGE };
        let symmetry = self.symmetries[number];
        for column in 0..column {
            self.push_same(past, symmetry, column, why);
        }
        let x = self.views[column];
        match (inference, self.source(symmetry, column)) {
            (Inference::Highest, Source::Column(y)) => why.push(Atom::at_most(y, past.max(y))),
            (Inference::Lowest, Source::Column(_)) => why.push(Atom::at_least(x, past.min(x))),
            (Inference::Highest, Source::Row(row)) => {
                let mut queens = (0..=self.last()).map(|at| self.across(symmetry, at));
                why.extend(queens.find(|&view| past.fixed(view) == Some(row)).map(|view| Atom::equals(view, row)));
            }
            (Inference::Lowest, Source::Row(row)) => {
                // If several views share a variable, take the lowest square, which has the weakest premises.
                let is_fact = |view: View| fact.is_some_and(|fact| fact == Atom::differs(view, row));
                let at = (0..past.min(x)).find(|&at| is_fact(self.across(symmetry, at)));
                why.extend(at.map(|at| Atom::at_least(x, at + 1)));
            }
            (Inference::Second, Source::Row(row)) => {
                let first = past.min(x);
                why.extend([Atom::at_least(x, first), Atom::equals(self.across(symmetry, first), row)]);
            }
            // The middle of the board bounds a reversed column without any premises. The remaining cases infer nothing.
            (_, Source::Reversed | Source::Itself) | (Inference::Second, Source::Column(_)) => {}
        }
        rule_of(symmetry)
    }

    /// Adds the premises by which board and image are equal in a column: the board's queen is no lower than the common
    /// row, and the image's queen is no higher.
    fn push_same(&self, past: &DomainsAt<'_>, symmetry: Symmetry, column: usize, why: &mut Premises) {
        let x = self.views[column];
        let row_of_both = past.min(x);
        match self.source(symmetry, column) {
            Source::Itself => {}
            Source::Reversed => why.push(Atom::at_least(x, row_of_both)),
            Source::Column(y) => why.extend([Atom::at_least(x, row_of_both), Atom::at_most(y, row_of_both)]),
            Source::Row(row) => {
                let queen = Atom::equals(self.across(symmetry, row_of_both), row);
                why.extend([Atom::at_least(x, row_of_both), queen]);
            }
        }
    }
}
