//! The model of a puzzle: cells with values, and rules named in the puzzle's terms.
//!
//! A cell is a variable and a rule is a constraint. A rule that makes cells differ, or that counts marked cells, also
//! defines *groups*: sets of candidates (pairs of a cell and a value) of which a given number are true. Human
//! techniques are based on groups: singles, pairs and fish all describe how groups overlap.

use crate::fact::Fact;
use crate::squares::square_name;
use crate::words::Words;
use solver_core::constraints::Table;
use solver_core::model::Posted;
use solver_core::prelude::*;

/// The upper limit for values, which lie in `0..MAX_VALUE`, so that a cell's candidates fit into the bits of a word.
pub const MAX_VALUE: i32 = 64;

/// A cell that the player fills in, such as a square, an edge or a letter.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The cell's name: `b3`, `S`.
    pub name: String,
    /// The cell's variable in the model.
    pub variable: IntVar,
    /// The values that the cell can hold, in ascending order.
    pub values: Vec<i32>,
}

/// A unit: cells that share a rule, such as a row, column or box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The kind, such as `row`. Units of one kind do not overlap; if they may overlap, the kind is empty.
    pub kind: &'static str,
    /// The name of the unit: `row 3`.
    pub name: String,
    /// The cells of the unit.
    pub cells: Vec<usize>,
    /// The index of the unit's rule.
    pub rule: usize,
}

/// A set of candidates of which `count`, or at most `count`, are true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The subject of the group.
    pub about: About,
    /// The candidates in the group, each as a cell and a value.
    pub members: Vec<(usize, i32)>,
    /// The number of true candidates, or an upper bound.
    pub count: usize,
    /// Whether `count` is exact.
    pub exact: bool,
}

/// The subject of a group of candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// A cell, which holds one of its values.
    Cell(usize),
    /// A unit, given by its index, and a value in the unit.
    Unit(usize, i32),
}

/// A rule: a constraint with data for hints.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The constraint of the model.
    pub constraint: ConstraintId,
    /// The name of the rule in the puzzle's terms: `the cage of 12 at b4`.
    pub name: String,
    /// The cells in the rule's scope.
    pub cells: Vec<usize>,
    /// The cells where a player looks for the rule: all of its cells, unless the rule also involves the remaining
    /// board.
    pub seat: Vec<usize>,
    /// The difficulty of the rule's consequences, on the scale of [`Technique::level`](crate::Technique::level).
    pub level: u8,
}

/// A puzzle as a model: cells, rules on the cells, and groups for human techniques.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The model without the givens.
    pub model: Model,
    /// The model without the implied rules, which only hints use.
    needed: Option<Model>,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The units.
    pub units: Vec<Unit>,
    /// The groups.
    pub groups: Vec<Group>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The givens: cells, each with its value.
    pub givens: Vec<(usize, i32)>,
    /// The wording of facts.
    pub words: Words,
    /// The names of the values, starting at 0. Larger values are written as numbers.
    pub names: Vec<String>,
}

/// A range of values for squares.
type Values = std::ops::RangeInclusive<i32>;

/// The level of rules that make cells differ. Their consequences involve larger cell sets than the named techniques.
const DIFFERENT: u8 = 6;

/// The level of rules that count marked cells.
const COUNTING: u8 = 1;

impl Statement {
    /// Creates a statement without cells.
    pub fn new(words: Words) -> Statement {
        Statement {
            model: Model::new(),
            needed: None,
            cells: Vec::new(),
            units: Vec::new(),
            groups: Vec::new(),
            rules: Vec::new(),
            givens: Vec::new(),
            words,
            names: Vec::new(),
        }
    }

    /// Adds a cell and returns its index.
    ///
    /// # Errors
    /// [`ModelError`] when the cell has no values.
    ///
    /// # Panics
    /// When a value is negative or not below [`MAX_VALUE`].
    pub fn cell(&mut self, name: impl Into<String>, values: impl Into<ValueSet>) -> Result<usize, ModelError> {
        let (name, values) = (name.into(), values.into());
        let list: Vec<i32> = values.iter().collect();
        assert!(list.iter().all(|value| (0..MAX_VALUE).contains(value)), "cell values are below {MAX_VALUE}");
        let variable = self.model.int(name.clone(), values)?;
        let cell = self.cells.len();
        if matches!(self.words, Words::Values { .. }) {
            let members = list.iter().map(|&value| (cell, value)).collect();
            self.groups.push(Group { about: About::Cell(cell), members, count: 1, exact: true });
        }
        self.cells.push(Cell { name, variable, values: list });
        Ok(cell)
    }

    /// Creates a statement whose cells are the squares of a rectangle, all with the same values.
    ///
    /// # Errors
    /// The same as for [`cell`](Statement::cell).
    pub(crate) fn grid(words: Words, rows: usize, columns: usize, values: Values) -> Result<Statement, ModelError> {
        Statement::some(words, columns, values, &(0..rows * columns).collect::<Vec<usize>>())
    }

    /// Creates a statement whose cells are some squares of a rectangle, all with the same values.
    pub(crate) fn some(
        words: Words,
        columns: usize,
        values: Values,
        squares: &[usize],
    ) -> Result<Statement, ModelError> {
        let mut s = Statement::new(words);
        for square in squares {
            s.cell(square_name(square / columns, square % columns), values.clone())?;
        }
        Ok(s)
    }

    /// Returns the variables of these cells.
    pub fn variables<'a>(&'a self, cells: &'a [usize]) -> Vec<IntVar> {
        cells.iter().map(|&cell| self.cells[cell].variable).collect()
    }

    /// Adds the rule that cells differ. If there are as many values as cells, each value occurs.
    pub fn all_different(&mut self, kind: &'static str, name: &str, cells: &[usize]) {
        let variables = self.variables(cells);
        self.rule(name, DIFFERENT, |model| model.all_different(variables).consistency(Consistency::Domain));
        let values = distinct(cells.iter().flat_map(|&cell| &self.cells[cell].values).copied());
        let exact = values.len() == cells.len();
        let unit = self.unit(kind, name, cells);
        for value in values {
            let own = cells.iter().filter(|&&cell| self.cells[cell].values.contains(&value));
            let members = own.map(|&cell| (cell, value)).collect();
            self.groups.push(Group { about: About::Unit(unit, value), members, count: 1, exact });
        }
    }

    /// Adds the rule that exactly `count` cells are marked.
    pub fn exactly(&mut self, kind: &'static str, name: &str, cells: &[usize], count: usize) {
        let rule = self.sum(cells).equals(count as i64);
        self.counted(kind, name, cells, rule, (1, count, true));
    }

    /// Adds the rule that at most one cell is marked.
    pub fn at_most_one(&mut self, kind: &'static str, name: &str, cells: &[usize]) {
        let rule = self.sum(cells).at_most(1);
        self.counted(kind, name, cells, rule, (1, 1, false));
    }

    /// Adds the rule that at most one cell is unmarked.
    pub fn at_most_one_unmarked(&mut self, kind: &'static str, name: &str, cells: &[usize]) {
        let rule = self.sum(cells).at_least(cells.len() as i64 - 1);
        self.counted(kind, name, cells, rule, (0, 1, false));
    }

    /// Adds a unit whose rule fixes the number of occurrences of a value, or bounds it from above.
    fn counted(
        &mut self,
        kind: &'static str,
        name: &str,
        cells: &[usize],
        rule: solver_core::Comparison,
        (value, count, exact): (i32, usize, bool),
    ) {
        self.rule(name, COUNTING, |model| model.post(rule));
        let unit = self.unit(kind, name, cells);
        let members = cells.iter().map(|&cell| (cell, value)).collect();
        self.groups.push(Group { about: About::Unit(unit, value), members, count, exact });
    }

    /// Adds a unit with these cells for the rule added last.
    fn unit(&mut self, kind: &'static str, name: &str, cells: &[usize]) -> usize {
        self.units.push(Unit { kind, name: name.to_owned(), cells: cells.to_vec(), rule: self.rules.len() - 1 });
        self.units.len() - 1
    }

    /// Returns the sum of the cells, which is the number of marked cells.
    pub fn sum(&self, cells: &[usize]) -> Expr {
        self.variables(cells).into_iter().map(Expr::from).sum()
    }

    /// Adds a rule given by its name, its level, and a function that posts its constraint.
    pub fn rule<K>(&mut self, name: &str, level: u8, post: impl FnOnce(&mut Model) -> Posted<'_, K>) {
        let constraint = post(&mut self.model).named(name).id();
        let scope = self.model.scope(constraint).expect("the constraint is the model's own");
        let cells: Vec<usize> =
            scope.iter().filter_map(|x| self.cells.iter().position(|cell| cell.variable == *x)).collect();
        self.rules.push(Rule { constraint, name: name.to_owned(), seat: cells.clone(), cells, level });
    }

    /// Adds a rule that lists the allowed combinations of values.
    ///
    /// # Panics
    /// When a row's length differs from the number of cells.
    pub fn table(&mut self, name: &str, level: u8, cells: &[usize], rows: impl IntoIterator<Item: AsRef<[i32]>>) {
        let table = Table::new(cells.len(), rows);
        let (variables, table) = (self.variables(cells), table.expect("the rows are as long as there are cells"));
        self.rule(name, level, |model| model.table(variables, &table));
    }

    /// Declares that all rules added after this call are implied: hints use them, but searches do not.
    pub fn implied_from_here(&mut self) {
        self.needed = Some(self.model.clone());
    }

    /// Returns the model for searches, without the givens.
    pub(crate) fn needed(&self) -> &Model {
        self.needed.as_ref().unwrap_or(&self.model)
    }

    /// Adds a given.
    pub fn give(&mut self, cell: usize, value: i32) {
        self.givens.push((cell, value));
    }

    /// Adds givens for the first cells (0 means no given).
    pub(crate) fn give_all(&mut self, givens: &[usize]) {
        let given = givens.iter().enumerate().filter(|(_, given)| **given > 0);
        self.givens.extend(given.map(|(cell, &given)| (cell, given as i32)));
    }

    /// Checks whether cells are either marked or unmarked.
    pub(crate) fn is_marks(&self) -> bool {
        matches!(self.words, Words::Marks { .. })
    }

    /// Returns the name of a value.
    pub fn value_name(&self, value: i32) -> String {
        let named = usize::try_from(value).ok().and_then(|value| self.names.get(value));
        named.cloned().unwrap_or_else(|| value.to_string())
    }

    /// Finds the cell with the given name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }

    /// Returns the model with the givens and some facts.
    pub fn with(&self, facts: &[Fact]) -> Model {
        self.adding(facts, self.model.clone())
    }

    /// Returns the same model as [`with`](Statement::with), but without implied rules.
    pub(crate) fn needed_with(&self, facts: &[Fact]) -> Model {
        self.adding(facts, self.needed().clone())
    }

    fn adding(&self, facts: &[Fact], mut model: Model) -> Model {
        for fact in self.givens_and(facts) {
            model.post(self.comparison(fact)).named(self.sentence(&[fact]));
        }
        model
    }

    /// Iterates over the givens as facts, followed by other facts.
    pub(crate) fn givens_and(&self, facts: &[Fact]) -> impl Iterator<Item = Fact> {
        let givens = self.givens.iter().map(|&(cell, value)| Fact { cell, value, holds: true });
        givens.chain(facts.iter().copied())
    }

    /// Converts a fact to a comparison for the model.
    pub fn comparison(&self, fact: Fact) -> solver_core::Comparison {
        let x = self.cells[fact.cell].variable;
        if fact.holds { x.equals(fact.value) } else { x.differs(fact.value) }
    }
}

/// Sorts items and removes duplicates.
pub(crate) fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}
