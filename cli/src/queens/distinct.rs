//! `--distinct`: one solution of each symmetry orbit, and the sizes of the orbits.

use super::changes::RulesSummary;
use crate::run::envelope::Fields;
use queens::{Board, Changes, Class, QueensModel, Symmetries, Symmetry, Tally};
use serde::{Serialize, Serializer};

/// The orbits of the solutions found so far.
pub(crate) struct Orbits {
    symmetries: Symmetries,
    /// The features that the symmetries preserve, in words, such as `the given queens`.
    places: &'static str,
    tally: Tally,
}

/// The rows of a board, counted from 1. They are serialized one by one, because for ten million queens a list would
/// take as much memory as the search.
pub(crate) struct Rows<'a>(pub(crate) &'a Board);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.rows().iter().map(|row| row + 1))
    }
}

impl Orbits {
    /// Creates an empty set of orbits for a model with symmetry breaking; returns `None` for a model without it.
    pub(crate) fn new(queens: &QueensModel, changes: &Changes) -> Option<Orbits> {
        let symmetries = queens.symmetries.clone()?;
        Some(Orbits { symmetries, places: RulesSummary::new(changes).places(), tally: Tally::default() })
    }

    /// Adds the orbit of a board. Returns the fields for the board `shown`: its rows, the orbit size, and the
    /// rotational symmetry of the board.
    pub(crate) fn add(&mut self, board: &Board, shown: &Board) -> Fields {
        let (class, orbit) = (Class::from_board(board), self.symmetries.orbit_size(board));
        self.tally.add(class, orbit);
        Fields::new().with("rows", Rows(shown)).with("orbit", orbit).with("symmetry", class.name())
    }

    /// Returns the number of orbits with each kind of rotational symmetry, and the total number of solutions.
    pub(crate) fn summary(&self) -> Fields {
        let Tally { quarter_turn, half_turn, asymmetric, boards } = self.tally;
        let turns = Fields::new().with("quarter_turn", quarter_turn).with("half_turn", half_turn);
        turns.with("none", asymmetric).with("solutions", boards)
    }

    /// Writes the remark after the number of distinct solutions, ` (1 with half-turn symmetry, 11 without; 92 in all)`,
    /// or nothing if there are none.
    pub(crate) fn remark(&self, is_whole: bool) -> String {
        let Tally { quarter_turn, half_turn, asymmetric, boards } = self.tally;
        let symmetric = [(quarter_turn, "quarter-turn"), (half_turn, "half-turn")];
        let mut parts: Vec<String> = symmetric
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, turn)| format!("{count} with {turn} symmetry"))
            .collect();
        match (asymmetric, parts.is_empty()) {
            (0, true) => return String::new(),
            (0, false) => {}
            (1, true) => parts.push("without symmetry".to_owned()),
            (_, true) => parts.push("all without symmetry".to_owned()),
            (count, false) => parts.push(format!("{count} without")),
        }
        let images = match (is_whole, self.tally.orbits()) {
            (true, _) => "in all",
            (false, 1) => "with its images",
            (false, _) => "with their images",
        };
        let kept = match self.symmetries.members().len() {
            count if count == Symmetry::ALL.len() => String::new(),
            1 => format!("; no rotation or reflection keeps {}", self.places),
            count => format!("; {count} of the 8 symmetries keep {}", self.places),
        };
        format!(" ({}; {boards} {images}{kept})", parts.join(", "))
    }
}
