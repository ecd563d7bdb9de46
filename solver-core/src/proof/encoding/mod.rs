//! The encoding: integer variables as Boolean variables, and constraints as rows.
//!
//! | file | contains |
//! |---|---|
//! | [`variables`] | the literals of a variable, depending on the size of its domain |
//! | [`atoms`] | the literals of atoms, created when first needed |
//! | [`contributed`] | rows of the linear relaxation |
//! | [`complete`] | the literals that a solution leaves open |
//! | [`sums`] | linear rows, including conditional ones |
//! | [`functions`] | products, quotients, elements, … |
//! | [`part`] | the decisions that lead to a part of the tree |
//! | [`statements`] | the rows of each constraint of the model |
//!
//! While the model is being written, model rows define new literals; after that, proof lines do.

mod atoms;
mod complete;
mod contributed;
mod functions;
mod part;
mod statements;
mod sums;
mod totals;
mod variables;

use super::database::{Database, Owner, RowId};
use super::error::ProofError;
use super::propagated::Propagated;
use super::sum::Sum;
use super::writer::Writer;
use crate::budget::Budget;
use crate::model::rows::Literal;
use crate::value_set::ValueSet;
use crate::view::View;
pub(super) use atoms::Cancelling;
use rustc_hash::{FxHashMap, FxHashSet};
pub(super) use statements::Stated;
pub(super) use variables::Variable;

/// A model's literals and rows.
pub(super) struct Encoding {
    pub(super) writer: Writer,
    pub(super) database: Database,
    /// The owner of two kinds of silent rows: those that define bounds of variables with bits, because the database has
    /// its own propagation for these variables, and those of the linear relaxation.
    definitions: Owner,
    /// The variables by index: first those of the engine, then those of decompositions.
    pub(super) variables: Vec<Variable>,
    /// The rows of each statement.
    pub(super) stated: Vec<Stated>,
    /// The names of variables and literals in use.
    variable_names: FxHashSet<String>,
    literal_names: FxHashSet<String>,
    /// Literals of finished derivations, for reuse.
    pub(super) reusable: Vec<Literal>,
    /// A buffer for the literals that propagation makes true.
    pub(super) propagated: Propagated,
    /// Whether the model is complete, so that definitions are proof lines.
    pub(super) is_written: bool,
    /// The number of Boolean variables of the model, including the constant.
    in_model: u32,
    /// A copy of the model rows, made when a solution needs it.
    model_rows: Option<Database>,
    /// The name of the constraint whose rows are being written, used for labels.
    label: String,
    labelled: FxHashMap<String, u64>,
    /// The variables that occur in the rows being written.
    touched: Vec<u32>,
    /// Rows that are sums of other rows: those of the statement being written, and those of all statements by index.
    implied: Vec<Implied>,
    implied_by: Vec<(usize, Implied)>,
    /// Why the current statement cannot be written, if it cannot.
    failed: Option<&'static str>,
}

impl Encoding {
    pub(super) fn new(writer: Writer, budget: Budget) -> Encoding {
        let mut database = Database::default();
        let definitions = database.silent_owner();
        let mut encoding = Encoding {
            writer,
            database,
            definitions,
            variables: Vec::new(),
            stated: Vec::new(),
            variable_names: FxHashSet::default(),
            literal_names: FxHashSet::default(),
            reusable: Vec::new(),
            propagated: Propagated::default(),
            is_written: false,
            in_model: 0,
            model_rows: None,
            label: String::new(),
            labelled: FxHashMap::default(),
            touched: Vec::new(),
            implied: Vec::new(),
            implied_by: Vec::new(),
            failed: None,
        };
        encoding.database.budget = budget;
        // The constant literal, which occurs in no row.
        encoding.writer.name("true".to_owned());
        encoding.database.variable();
        encoding
    }

    /// Declares an integer variable with a name and a domain. Its literals are created lazily, on first use.
    pub(super) fn declare(&mut self, name: &str, domain: &ValueSet) {
        let owner = self.database.owner();
        // `x_ge_3` is a bound of `x`, never a value of a variable `x_ge`, because names given by users contain no `^`.
        let mut name = plain(name);
        let is_ambiguous = name.ends_with("_ge") || name.ends_with("_bit");
        if is_ambiguous || self.variable_names.contains(&name) {
            name = format!("{name}^{}", self.variables.len());
        }
        self.variable_names.insert(name.clone());
        self.variables.push(Variable::new(name, domain.clone(), owner));
    }

    /// Creates a literal of a variable. Its name begins with the variable's name, which makes it unique.
    fn boolean(&mut self, name: String) -> Literal {
        if self.literal_names.contains(&name) {
            return self.auxiliary_boolean(&name);
        }
        self.literal_names.insert(name.clone());
        self.push_boolean(name)
    }

    /// Creates a literal for a row or a derivation. A number makes its name unique.
    pub(super) fn auxiliary_boolean(&mut self, name: &str) -> Literal {
        self.push_boolean(format!("{}^{}", plain(name), self.writer.names()))
    }

    fn push_boolean(&mut self, name: String) -> Literal {
        let literal = Literal(2 * self.writer.names() as u32);
        self.writer.name(name);
        self.database.variable();
        literal
    }

    /// Writes the objective to minimise, before all rows.
    pub(super) fn minimise(&mut self, view: View) {
        self.writer.hold();
        let sign = if view.is_negated() { -1 } else { 1 };
        let (constant, terms) = self.sum_of(view.var().index() as u32, sign);
        self.writer.minimise(&terms, constant + i64::from(view.value_of(0)));
    }

    /// Ends the model. Every variable gets literals (for its values, if decisions are rows), and everything written
    /// from now on belongs to the proof. If a limit was reached, the model is incomplete, so nothing is claimed.
    pub(super) fn finish(&mut self, has_decisions: bool) {
        for x in 0..self.variables.len() as u32 {
            if !self.database.budget.spend(ROW) {
                break;
            }
            self.make_some(x);
            if has_decisions {
                self.make_equal(x);
            }
        }
        self.is_written = true;
        self.in_model = self.writer.names() as u32;
        self.writer.begin();
        self.derive_implied();
    }

    /// Writes a model comment that lists the variables that distinguish solutions.
    pub(super) fn listed_by(&mut self, views: &[View]) {
        let mut variables: Vec<u32> = views.iter().map(|view| view.var().index() as u32).collect();
        variables.sort_unstable();
        variables.dedup();
        let literals: Vec<Literal> = variables.iter().flat_map(|&x| self.variables[x as usize].deciding()).collect();
        self.writer.listed_by(&literals);
    }

    /// Adds a row for the checker: a model row or, once the model is complete, a proof line justified by `by`.
    fn emit(&mut self, owner: Owner, terms: Vec<(i64, Literal)>, at_least: i64, by: Line) -> Option<u32> {
        // Nothing is claimed about an incomplete model.
        if !self.is_written && !self.database.budget.spend(ROW + TERM * terms.len()) {
            return None;
        }
        let Some(sum) = Sum::new(terms, at_least) else {
            self.refuse("its numbers exceed 64 bits");
            return None;
        };
        if sum.is_trivial() {
            return None;
        }
        let id = match by {
            _ if !self.is_written => {
                let label = self.numbered_label();
                self.writer.row(&label, &sum)
            }
            Line::Defines(new) => self.writer.define(&sum, new),
            Line::Follows => self.writer.rup(&sum.terms.iter().map(|t| t.1).collect::<Vec<_>>()),
            Line::Is(id) => id,
        };
        Some(self.database.add(owner, sum, id))
    }

    fn clause(&mut self, owner: Owner, literals: impl IntoIterator<Item = Literal>, by: Line) -> Option<u32> {
        self.emit(owner, literals.into_iter().map(|l| (1, l)).collect(), 1, by)
    }

    /// Records that the current statement cannot be written.
    fn refuse(&mut self, why: &'static str) {
        self.failed.get_or_insert(why);
    }

    /// Returns an error if the statement could not be written.
    pub(super) fn written(&mut self, what: &str) -> Result<(), ProofError> {
        let too_large = |why| Err(ProofError::TooLarge { what: what.to_owned(), why });
        self.failed.take().map_or(Ok(()), too_large)
    }

    /// Sets the label of the following rows.
    fn labelled(&mut self, name: &str) {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "[]{}".contains(c) { c } else { '_' };
        // Each run of characters that are not allowed in labels is replaced by a single underscore. A label begins with
        // a letter; `solution` is reserved for rows that exclude solutions, and `part`, `left` and `bound` for parts of
        // the tree.
        let plain: String = name.chars().map(plain).collect();
        let words: Vec<&str> = plain.split('_').filter(|word| !word.is_empty()).collect();
        let is_reserved = !plain.starts_with(|c: char| c.is_ascii_alphabetic())
            || words[0] == "solution"
            || matches!(words[..], ["part" | "left" | "bound"]);
        self.label = is_reserved.then_some("c").into_iter().chain(words).collect::<Vec<&str>>().join("_");
    }

    fn numbered_label(&mut self) -> String {
        let number = self.labelled.entry(self.label.clone()).or_insert(0);
        *number += 1;
        format!("{}_{number}", self.label)
    }
}

/// The cost, in budget units, of a model row and of each of its terms.
const ROW: usize = 20;
const TERM: usize = 5;

/// A row that is a sum of other rows: its owner, its family and number, and the rows to add.
type Implied = (Owner, (&'static str, i64), Vec<(u32, i64)>);

/// How a row is justified once the model is written.
#[derive(Clone, Copy)]
enum Line {
    /// The row defines this literal's variable: it holds if the literal is true.
    Defines(Literal),
    /// Unit propagation derives the row. For clauses only.
    Follows,
    /// The row is a line that was already written.
    Is(RowId),
}

/// Returns the name reduced to characters that the checker accepts, without `^`, and beginning with a letter.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "[]{}_-".contains(c);
    let first = if name.starts_with(|c: char| c.is_ascii_alphabetic()) { "" } else { "x_" };
    first.chars().chain(name.chars().map(|c| if is_plain(c) { c } else { '_' })).collect()
}
