//! A puzzle stated for the solver: cells, what each can hold, and the rules, named in the puzzle's words.
//!
//! A cell is a variable. A rule is one constraint of the model. Where a rule says that cells differ, or how many of
//! them are marked, it also forms *groups*: candidates, each a cell with a value, of which a number are true. Groups
//! are what the techniques of people are about: a single, a pair, a fish are all statements on how groups overlap.

use crate::fact::Fact;
use crate::words::Words;
use solver_core::prelude::*;

/// Values lie in `0..MAX_VALUE`, so that a cell's candidates are the bits of a word.
pub const MAX_VALUE: i32 = 64;

/// What a player fills in: a square, an edge, a letter.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its name: `b3`, `S`.
    pub name: String,
    /// Its variable in the model.
    pub variable: IntVar,
    /// Its values, ascending.
    pub values: Vec<i32>,
}

/// A row, a column, a box: cells that a rule ties together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Units of one kind do not overlap: `row`. Nothing for units that may overlap.
    pub kind: &'static str,
    /// Its name: `row 3`.
    pub name: String,
    /// Its cells.
    pub cells: Vec<usize>,
    /// The number of the rule that states it.
    pub rule: usize,
}

/// Candidates of which `count` are true, or at most that many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// What it is about.
    pub about: About,
    /// Its candidates: cells with values.
    pub members: Vec<(usize, i32)>,
    /// The number of true ones, or its upper limit.
    pub count: usize,
    /// Whether `count` is exact.
    pub exact: bool,
}

/// What a group is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// A cell, which holds one of its values.
    Cell(usize),
    /// A unit, by its number, and a value in it.
    Unit(usize, i32),
}

/// A constraint, and how a person takes it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The constraint of the model.
    pub constraint: ConstraintId,
    /// Its name in the puzzle's words: `the cage of 12 at b4`.
    pub name: String,
    /// Its cells.
    pub cells: Vec<usize>,
    /// The cells where a person looks for it: all of them, but for a rule about the rest of the board as well.
    pub seat: Vec<usize>,
    /// How hard its consequences are to see, on the scale of [`Technique::level`](crate::Technique::level).
    pub level: u8,
}

/// A puzzle as a model: cells, rules over them, and the groups that the techniques of people are about.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The model, without what is given.
    pub model: Model,
    /// The model without rules that follow from others: they are for hints.
    needed: Option<Model>,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The units.
    pub units: Vec<Unit>,
    /// The groups.
    pub groups: Vec<Group>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// What stands from the beginning: cells and their values.
    pub givens: Vec<(usize, i32)>,
    /// How facts are told.
    pub words: Words,
    /// The names of values, from 0; values beyond have their number.
    pub names: Vec<String>,
}

/// The level of rules between units: larger sets of cells than the named techniques look at.
const DIFFERENT: u8 = 6;

/// The level of a rule that counts marks.
const COUNTING: u8 = 1;

impl Statement {
    /// A statement without cells.
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

    /// Adds a cell, and returns its number.
    ///
    /// # Errors
    /// [`ModelError`] when it has no values.
    ///
    /// # Panics
    /// When a value is negative or not below [`MAX_VALUE`].
    pub fn cell(&mut self, name: impl Into<String>, values: impl Into<ValueSet>) -> Result<usize, ModelError> {
        let (name, values) = (name.into(), values.into());
        let list: Vec<i32> = values.iter().collect();
        assert!(list.iter().all(|value| (0..MAX_VALUE).contains(value)), "values of cells are below {MAX_VALUE}");
        let variable = self.model.int(name.clone(), values)?;
        let cell = self.cells.len();
        if matches!(self.words, Words::Values { .. }) {
            let members = list.iter().map(|&value| (cell, value)).collect();
            self.groups.push(Group { about: About::Cell(cell), members, count: 1, exact: true });
        }
        self.cells.push(Cell { name, variable, values: list });
        Ok(cell)
    }

    /// The variables of some cells.
    pub fn variables<'a>(&'a self, cells: &'a [usize]) -> Vec<IntVar> {
        cells.iter().map(|&cell| self.cells[cell].variable).collect()
    }

    /// Cells that differ. If they have as many values as there are cells, each value occurs.
    pub fn all_different(&mut self, kind: &'static str, name: &str, cells: &[usize]) {
        let variables = self.variables(cells);
        let constraint = self.model.all_different(variables).consistency(Consistency::Domain).named(name).id();
        self.rule(constraint, name, DIFFERENT);
        let mut values: Vec<i32> = cells.iter().flat_map(|&cell| &self.cells[cell].values).copied().collect();
        values.sort_unstable();
        values.dedup();
        let exact = values.len() == cells.len();
        let unit = self.units.len();
        self.units.push(Unit { kind, name: name.to_owned(), cells: cells.to_vec(), rule: self.rules.len() - 1 });
        for value in values {
            let own = cells.iter().filter(|&&cell| self.cells[cell].values.contains(&value));
            let members = own.map(|&cell| (cell, value)).collect();
            self.groups.push(Group { about: About::Unit(unit, value), members, count: 1, exact });
        }
    }

    /// Cells of which a number are marked.
    pub fn exactly(&mut self, kind: &'static str, name: &str, cells: &[usize], count: usize) {
        let sum: Expr = self.variables(cells).into_iter().map(Expr::from).sum();
        let constraint = self.model.post(sum.equals(count as i64)).named(name).id();
        self.rule(constraint, name, COUNTING);
        self.counted(kind, name, cells, 1, count, true);
    }

    /// Cells of which at most one is marked.
    pub fn at_most_one(&mut self, kind: &'static str, name: &str, cells: &[usize]) {
        let sum: Expr = self.variables(cells).into_iter().map(Expr::from).sum();
        let constraint = self.model.post(sum.at_most(1)).named(name).id();
        self.rule(constraint, name, COUNTING);
        self.counted(kind, name, cells, 1, 1, false);
    }

    /// Cells of which at most one is not marked.
    pub fn at_most_one_unmarked(&mut self, kind: &'static str, name: &str, cells: &[usize]) {
        let sum: Expr = self.variables(cells).into_iter().map(Expr::from).sum();
        let constraint = self.model.post(sum.at_least(cells.len() as i64 - 1)).named(name).id();
        self.rule(constraint, name, COUNTING);
        self.counted(kind, name, cells, 0, 1, false);
    }

    /// A unit in which the last rule counts a value.
    fn counted(&mut self, kind: &'static str, name: &str, cells: &[usize], value: i32, count: usize, exact: bool) {
        let about = About::Unit(self.units.len(), value);
        self.units.push(Unit { kind, name: name.to_owned(), cells: cells.to_vec(), rule: self.rules.len() - 1 });
        let members = cells.iter().map(|&cell| (cell, value)).collect();
        self.groups.push(Group { about, members, count, exact });
    }

    /// Any other rule: a constraint of the model over variables of cells.
    ///
    /// # Panics
    /// When the constraint belongs to another model.
    pub fn rule(&mut self, constraint: ConstraintId, name: &str, level: u8) {
        let scope = self.model.scope(constraint).expect("the constraint is the model's own");
        let cells: Vec<usize> =
            scope.iter().filter_map(|x| self.cells.iter().position(|cell| cell.variable == *x)).collect();
        self.rules.push(Rule { constraint, name: name.to_owned(), seat: cells.clone(), cells, level });
    }

    /// All rules that are added from here on follow from those before: hints use them, searches do not.
    pub fn implied_from_here(&mut self) {
        self.needed = Some(self.model.clone());
    }

    /// The model that is searched, without what is given.
    pub(crate) fn needed(&self) -> &Model {
        self.needed.as_ref().unwrap_or(&self.model)
    }

    /// Adds what is given.
    pub fn give(&mut self, cell: usize, value: i32) {
        self.givens.push((cell, value));
    }

    /// The name of a value.
    pub fn value_name(&self, value: i32) -> String {
        let named = usize::try_from(value).ok().and_then(|value| self.names.get(value));
        named.cloned().unwrap_or_else(|| value.to_string())
    }

    /// The cell of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }

    /// Facts in words.
    pub fn tell(&self, facts: &[Fact]) -> String {
        self.words.facts(facts, &|cell| self.cells[cell].name.clone(), &|value| self.value_name(value))
    }

    /// The model with what is given, and with some facts.
    pub fn with(&self, facts: &[Fact]) -> Model {
        self.adding(facts, self.model.clone())
    }

    /// As [`with`](Statement::with), without rules that follow from others.
    pub(crate) fn needed_with(&self, facts: &[Fact]) -> Model {
        self.adding(facts, self.needed().clone())
    }

    fn adding(&self, facts: &[Fact], mut model: Model) -> Model {
        for fact in self.givens_and(facts) {
            model.post(self.comparison(fact)).named(self.tell(&[fact]));
        }
        model
    }

    /// What is given, as facts, and others.
    pub(crate) fn givens_and(&self, facts: &[Fact]) -> impl Iterator<Item = Fact> + Clone {
        let givens = self.givens.iter().map(|&(cell, value)| Fact { cell, value, holds: true });
        givens.chain(facts.iter().copied())
    }

    /// A fact as a comparison of the model.
    pub fn comparison(&self, fact: Fact) -> solver_core::Comparison {
        let x = self.cells[fact.cell].variable;
        if fact.holds { x.equals(fact.value) } else { x.differs(fact.value) }
    }
}
