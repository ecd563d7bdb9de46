//! Formats facts and reasons in terms of the board.
//!
//! `[q3 = 4]` is "a queen on d5", `[q3 != 4]` "no queen on d5". In the dual formulation, a square has two atoms, one
//! for its column's variable and one for its row's variable; the latter is printed as "row 5 has its queen on d5", so
//! that a step from one atom to the other is visible.

use crate::{Formulation, QueensModel, Square};
use solver_core::why::{by_variable, listed};
use solver_core::{Atom, AtomFormatter, ModelError, Relation, Rule, SymbolTable, Var};

/// What an engine variable represents on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    /// The row of this column's queen.
    Column(u32),
    /// The column of this row's queen.
    Row(u32),
}

/// An atom formatter for the facts of a [`QueensModel`].
///
/// ```
/// use queens::{BoardWords, Formulation, QueensModel};
/// use solver_core::{Atom, View, AtomFormatter, prelude::*};
/// let q = QueensModel::new(8, Formulation::AllDifferent, None)?;
/// let run = q.model.search().explaining().start()?;
/// let symbols = run.symbols().expect("it explains");
/// let words = BoardWords::new(&q, symbols)?;
/// let d = View::from(symbols.var(q.columns[3])?);
/// assert_eq!(words.fact(Atom::equals(d, 4)), "a queen on d5");
/// assert_eq!(words.fact(Atom::differs(d, 4)), "no queen on d5");
/// assert_eq!(words.fact(Atom::at_least(d, 4)), "the queen of column d stands on row 5 or above");
/// # Ok::<(), queens::QueensError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardWords<'a> {
    symbols: &'a SymbolTable,
    n: u32,
    formulation: Formulation,
    /// What each engine variable represents; `None` for auxiliary ones.
    sides: Vec<Option<Side>>,
}

/// The maximum number of squares in a list.
const FEW: usize = 4;

impl<'a> BoardWords<'a> {
    /// Creates a formatter for the atoms of an engine compiled from the model, given the engine's symbol table.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] if the symbol table belongs to another model.
    pub fn new(queens: &QueensModel, symbols: &'a SymbolTable) -> Result<BoardWords<'a>, ModelError> {
        let mut sides = Vec::new();
        let columns = (0..).map(Side::Column).zip(&queens.columns);
        let rows = (0..).map(Side::Row).zip(&queens.rows);
        for (side, &x) in columns.chain(rows) {
            let var = symbols.var(x)?.index();
            sides.resize(sides.len().max(var + 1), None);
            sides[var] = Some(side);
        }
        Ok(BoardWords { symbols, n: queens.columns.len() as u32, formulation: queens.formulation, sides })
    }

    fn side(&self, var: Var) -> Option<Side> {
        self.sides.get(var.index()).copied().flatten()
    }

    /// The square at index `v` of a line, if it is on the board.
    fn square(&self, side: Side, v: i32) -> Option<Square> {
        let v = u32::try_from(v).ok().filter(|&v| v < self.n)?;
        Some(match side {
            Side::Column(column) => Square { column, row: v },
            Side::Row(row) => Square { column: v, row },
        })
    }

    fn written(&self, square: Square) -> String {
        square.on(self.n as usize).to_string()
    }

    /// The square at index `v` of a line as text, even if it is outside the board.
    fn place(&self, side: Side, v: i32) -> String {
        self.square(side, v).map_or_else(|| "a square off the board".to_owned(), |square| self.written(square))
    }

    fn squares(&self, squares: impl IntoIterator<Item = Square>, last: &str) -> String {
        listed(squares.into_iter().map(|square| self.written(square)), last).unwrap_or_default()
    }

    /// A column's name: a letter, or a number if there are not enough letters.
    fn column(&self, column: u32) -> String {
        match u8::try_from(column) {
            Ok(letter) if self.n <= 26 => char::from(b'a' + letter).to_string(),
            _ => (u64::from(column) + 1).to_string(),
        }
    }

    fn queen_of(&self, side: Side) -> String {
        match side {
            Side::Column(column) => format!("the queen of column {}", self.column(column)),
            Side::Row(row) => format!("the queen of row {}", u64::from(row) + 1),
        }
    }

    /// Formats a bound, such as "on row 5 or above".
    fn bound(&self, side: Side, v: i32, relation: Relation) -> String {
        let up = relation == Relation::AtLeast;
        let edge = i64::from(v) - i64::from(!up);
        match side {
            Side::Column(_) => format!("on row {} or {}", edge + 1, if up { "above" } else { "below" }),
            Side::Row(_) => {
                let column = u32::try_from(edge).map_or_else(|_| "0".to_owned(), |edge| self.column(edge));
                format!("in column {column} or further {}", if up { "right" } else { "left" })
            }
        }
    }

    /// The indices in a line for which all of the facts hold.
    fn left(&self, atoms: &[Atom]) -> Vec<i32> {
        (0..self.n as i32).filter(|&v| atoms.iter().all(|atom| atom.holds_for(v))).collect()
    }

    /// Writes the squares of a row that remain if the given ones are excluded.
    fn rest_of_row(&self, row: i32, gone: &[Square]) -> String {
        let left = (0..self.n).filter(|c| gone.iter().all(|square| square.column != *c));
        let left: Vec<Square> = left.map(|column| Square { column, row: row as u32 }).collect();
        match left.len() {
            0 => format!("no square of row {} is left", row + 1),
            _ => format!("of row {} only {} left", row + 1, self.are(&left)),
        }
    }

    fn are(&self, squares: &[Square]) -> String {
        let verb = if squares.len() == 1 { "is" } else { "are" };
        format!("{} {verb}", self.squares(squares.iter().copied(), "and"))
    }

    /// Writes the squares without a queen as one phrase.
    fn without(&self, squares: &[Square]) -> String {
        let row = squares.first().map(|square| square.row);
        if squares.len() > FEW && squares.iter().all(|square| Some(square.row) == row) {
            return self.rest_of_row(row.unwrap_or_default() as i32, squares);
        }
        format!("no queen on {}", self.squares(squares.iter().copied(), "or"))
    }
}

impl AtomFormatter for BoardWords<'_> {
    fn fact(&self, atom: Atom) -> String {
        let Some(side) = self.side(atom.var()) else { return self.symbols.fact(atom) };
        let (v, relation) = (atom.value(), atom.relation());
        match (side, relation) {
            (Side::Column(_), Relation::Equal) => format!("a queen on {}", self.place(side, v)),
            (Side::Column(_), Relation::NotEqual) => format!("no queen on {}", self.place(side, v)),
            (Side::Row(row), Relation::Equal) => format!("row {} has its queen on {}", row + 1, self.place(side, v)),
            (Side::Row(row), Relation::NotEqual) => {
                format!("row {} cannot have its queen on {}", row + 1, self.place(side, v))
            }
            (_, Relation::AtLeast | Relation::Less) => {
                format!("{} stands {}", self.queen_of(side), self.bound(side, v, relation))
            }
        }
    }

    fn facts(&self, atoms: &[Atom]) -> String {
        let Some(first) = atoms.first() else { return String::new() };
        let Some(side) = self.side(first.var()) else { return self.symbols.facts(atoms) };
        let left = self.left(atoms);
        let (queen, all) = (self.queen_of(side), 0..self.n as i32);
        let squares = |places: &[i32], last| self.squares(places.iter().filter_map(|&v| self.square(side, v)), last);
        match left[..] {
            [] => format!("{queen} has no square left"),
            [only] => self.fact(Atom::equals(first.var().into(), only)),
            [low, .., high] => {
                let gone: Vec<i32> = all.filter(|v| !left.contains(v)).collect();
                let interval = (high - low + 1) as usize == left.len();
                let bounded = |v, relation| format!("{queen} stands {}", self.bound(side, v, relation));
                if left.len() <= FEW || (gone.len() > left.len() && !interval) {
                    format!("{queen} stands on {}", squares(&left, "or"))
                } else if interval && high == self.n as i32 - 1 {
                    bounded(low, Relation::AtLeast)
                } else if interval && low == 0 {
                    bounded(high + 1, Relation::Less)
                } else {
                    format!("{queen} stands on none of {}", squares(&gone, "and"))
                }
            }
        }
    }

    /// Writes the premises: one phrase for all squares without a queen and one for all squares with a queen.
    fn premises(&self, atoms: &[Atom]) -> String {
        let (mut free, mut taken, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut groups = by_variable(atoms);
        groups.sort_by_key(|group| self.side(group[0].var()));
        for group in groups {
            let side = self.side(group[0].var()).filter(|side| matches!(side, Side::Column(_)));
            let square = side.and_then(|side| self.square(side, group[0].value()));
            match (square, &group[..]) {
                (Some(square), [one]) if one.relation() == Relation::NotEqual => free.push(square),
                (Some(square), [one]) if one.relation() == Relation::Equal => taken.push(square),
                (_, [one]) if matches!(one.relation(), Relation::Equal | Relation::NotEqual) => {
                    others.push(self.fact(*one));
                }
                (_, group) => others.push(self.facts(group)),
            }
        }
        let taken = match taken.len() {
            0 => None,
            1 => Some(format!("a queen on {}", self.squares(taken, "and"))),
            _ => Some(format!("queens on {}", self.squares(taken, "and"))),
        };
        let free = Some(free).filter(|free| !free.is_empty()).map(|free| self.without(&free));
        listed(taken.into_iter().chain(free).chain(others), "and").unwrap_or_else(|| "on the empty board".to_owned())
    }

    fn ruled_out(&self, atoms: &[Atom]) -> String {
        let side = atoms.first().and_then(|first| self.side(first.var()));
        let Some(side) = side else { return self.symbols.ruled_out(atoms) };
        let left = self.left(atoms);
        let gone = (0..self.n as i32).filter(|v| !left.contains(v)).filter_map(|v| self.square(side, v));
        format!("no queen on {}", self.squares(gone, "or"))
    }

    fn contradiction(&self) -> String {
        "this is impossible".to_owned()
    }

    /// The name of the constraint, or of the kind of line on which two queens are forbidden.
    fn source(&self, propagator: usize) -> String {
        let number = self.symbols.constraint_of(propagator);
        // Each pair of columns has a `!=` for the row and one for each diagonal; the constraints of the changes follow.
        let pairs = self.n as usize * (self.n as usize - 1) / 2;
        let name = match self.formulation {
            Formulation::Pairwise if number >= 3 * pairs => self.symbols.constraint(number),
            Formulation::Pairwise if number.is_multiple_of(3) => "rows",
            Formulation::Pairwise => "diagonals",
            _ => self.symbols.constraint(number),
        };
        match name {
            "rows" => "row".to_owned(),
            "diagonals" | "up diagonals" | "down diagonals" => "diagonal".to_owned(),
            "rising diagonals of the torus" | "falling diagonals of the torus" => "diagonal of the torus".to_owned(),
            "knight's moves" => "knight's move".to_owned(),
            other => other.to_owned(),
        }
    }

    fn template(&self, rule: &'static Rule, premises: &[Atom]) -> &'static str {
        let side = premises.first().and_then(|first| self.side(first.var()));
        let stands = matches!(premises, [only] if only.relation() == Relation::Equal);
        match rule.name {
            "all_different.value" | "not_equal.value" | "different_modulo.congruent" => {
                "{premises}: no two queens may share a {constraint}, so {fact}"
            }
            "all_different.hall_set" | "all_different.hall_interval" => {
                "{premises}: between them these queens take every {constraint} that they can still reach, so {fact}"
            }
            "queens.column" if stands => "{premises} attacks this square, so {fact}",
            "domain.implied" if stands => "{premises}: each column has one queen, so {fact}",
            "core.declared" | "core.fixed" => "{fact}: the board leaves no alternative",
            "core.given" | "core.assumed" => "{fact} is given",
            "domain.left" if matches!(side, Some(Side::Row(_))) => {
                "{ruled_out}: no other square of the row is left, so {fact}"
            }
            "domain.left" => "{ruled_out}: no other square of the column is left, so {fact}",
            "search.exhausted" => "{premises}: a search of {nodes} finds no solution otherwise, so {fact}",
            _ => rule.text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver_core::View;

    fn with_words(n: usize, formulation: Formulation, test: impl Fn(&BoardWords<'_>, &[View], &[View])) {
        let q = QueensModel::new(n, formulation, None).expect("a small board");
        let run = q.model.search().explaining().start().expect("a sound model");
        let symbols = run.symbols().expect("it explains");
        let words = BoardWords::new(&q, symbols).expect("its own symbols");
        let views = |xs: &[solver_core::IntVar]| -> Vec<View> {
            xs.iter().map(|&x| View::from(symbols.var(x).expect("its own variable"))).collect()
        };
        test(&words, &views(&q.columns), &views(&q.rows));
    }

    #[test]
    fn both_sides_of_the_dual_formulation_have_words() {
        with_words(8, Formulation::Dual, |words, columns, rows| {
            assert_eq!(words.fact(Atom::at_most(columns[3], 4)), "the queen of column d stands on row 5 or below");
            assert_eq!(words.fact(Atom::equals(rows[4], 3)), "row 5 has its queen on d5");
            assert_eq!(words.fact(Atom::differs(rows[4], 3)), "row 5 cannot have its queen on d5");
            assert_eq!(
                words.fact(Atom::at_least(rows[4], 3)),
                "the queen of row 5 stands in column d or further right"
            );
            assert_eq!(words.fact(Atom::at_most(rows[4], 3)), "the queen of row 5 stands in column d or further left");
        });
    }

    /// An atom on a view refers to the variable behind the view.
    #[test]
    fn views_speak_of_the_square_itself() {
        with_words(8, Formulation::AllDifferent, |words, columns, _| {
            let diagonal = columns[3].plus(3);
            assert_eq!(words.fact(Atom::differs(diagonal, 7)), "no queen on d5");
            assert_eq!(words.fact(Atom::equals(-diagonal, -7)), "a queen on d5");
        });
    }

    #[test]
    fn facts_of_one_column_are_combined() {
        with_words(8, Formulation::AllDifferent, |words, columns, _| {
            let d = columns[3];
            let but = |rows: &[i32]| -> String {
                words.facts(&rows.iter().map(|&row| Atom::differs(d, row)).collect::<Vec<_>>())
            };
            assert_eq!(but(&[0, 1, 3, 5, 6, 7]), "the queen of column d stands on d3 or d5");
            assert_eq!(but(&[1, 3]), "the queen of column d stands on none of d2 and d4");
            assert_eq!(but(&[0, 1]), "the queen of column d stands on row 3 or above");
            assert_eq!(but(&[7, 6]), "the queen of column d stands on row 6 or below");
            assert_eq!(but(&[0, 1, 2, 4, 5, 6, 7]), "a queen on d4");
            assert_eq!(but(&[0, 1, 2, 3, 4, 5, 6, 7]), "the queen of column d has no square left");
        });
    }

    #[test]
    fn premises_are_joined_in_one_sentence() {
        with_words(8, Formulation::QueensRule, |words, columns, _| {
            let no = |squares: &[(usize, i32)]| -> Vec<Atom> {
                squares.iter().map(|&(c, r)| Atom::differs(columns[c], r)).collect()
            };
            assert_eq!(words.premises(&no(&[(0, 2), (1, 4)])), "no queen on a3 or b5");
            assert_eq!(
                words.premises(&no(&[(0, 2), (1, 2), (2, 2), (3, 2), (7, 2)])),
                "of row 3 only e3, f3 and g3 are left"
            );
            let queens = [Atom::equals(columns[0], 2), Atom::equals(columns[1], 4)];
            assert_eq!(words.premises(&queens), "queens on a3 and b5");
            assert_eq!(words.premises(&[]), "on the empty board");
        });
    }
}
