//! A chess board whose columns are variables and whose squares have names.

use solver_core::{Label, SymbolTable, ValueNames, Var};
use std::sync::Arc;

/// A chess board with a variable for each column, whose value is the queen's row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The variables, from left to right.
    pub columns: Vec<Var>,
    /// The value of the lowest row.
    pub first: i32,
}

impl Board {
    /// Returns the board of a recorded queens puzzle, which is recognised by its names: variables `q[0]` to `q[n-1]`
    /// with the values 0 to n-1, and a constraint about diagonals or queens.
    pub(super) fn recognised(symbols: &SymbolTable) -> Option<Board> {
        if !symbols.constraints().any(|name| ["up diagonals", "rows and columns", "queens"].contains(&name)) {
            return None;
        }
        let named = |name: &str| symbols.vars().find(|&var| symbols.variable(var) == name);
        let columns: Vec<Var> = (0..).map_while(|column| named(&format!("q[{column}]"))).collect();
        let last = i32::try_from(columns.len()).ok()? - 1;
        let square = |&var: &Var| symbols.declared(var).ranges() == [(0, last)];
        (last >= 0 && columns.iter().all(square)).then_some(Board { columns, first: 0 })
    }

    /// Returns the letters of the columns, or `None` if there are more columns than letters.
    pub fn letters(&self) -> Option<impl Iterator<Item = char>> {
        (self.columns.len() <= 26).then(|| ('a'..='z').take(self.columns.len()))
    }

    /// Names the values after squares, so that facts are printed and parsed as squares, such as `d4` and `not d4`. If
    /// there are more columns than letters, leaves the names unchanged.
    ///
    /// ```
    /// use solver_core::{AtomFormatter as _, SymbolTable, ValueSet};
    /// use study::recording::Board;
    /// let columns = ["q[0]", "q[1]", "q[2]", "q[3]"].map(|name| (name.to_owned(), ValueSet::range(0, 3)));
    /// let symbols = SymbolTable::of_names(columns, [], []).expect("nothing refers to anything");
    /// let board = Board { columns: symbols.vars().collect(), first: 0 };
    /// let squares = board.name_squares(symbols);
    /// let fact = study::facts::read("q[2] != 3", &squares)?;
    /// assert_eq!(squares.fact(fact), "not c4");
    /// assert_eq!(study::facts::read("not c4", &squares)?, fact);
    /// # Ok::<(), study::facts::BadFact>(())
    /// ```
    #[must_use]
    pub fn name_squares(&self, symbols: SymbolTable) -> SymbolTable {
        let Some(letters) = self.letters() else { return symbols };
        let mut labels: Vec<Label> = symbols.vars().map(|var| symbols.label(var).clone()).collect();
        for (letter, column) in letters.zip(&self.columns) {
            let squares = (1..=self.columns.len()).map(|row| format!("{letter}{row}"));
            let values = Some(Arc::new(ValueNames::new(self.first, squares)));
            labels[column.index()] = Label { values, alone: true, ..Label::default() };
        }
        symbols.labelled(labels)
    }
}
