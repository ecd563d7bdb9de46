//! The encoding: integer variables as Boolean ones, constraints as rows.
//!
//! | file | holds |
//! |---|---|
//! | [`variables`] | what the literals of a variable are, by the size of its domain |
//! | [`atoms`] | the literal of an atom, made when it is needed |
//! | [`complete`] | the literals that a solution leaves open |
//! | [`sums`] | linear rows, also under a condition |
//! | [`functions`] | products, quotients, elements, … |
//! | [`statements`] | what each constraint of the model contributes |
//!
//! While the model is written, a new literal is defined by rows of the model. Later it is defined by lines of the proof.

mod atoms;
mod complete;
mod functions;
mod statements;
mod sums;
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

/// The literals and rows of a model.
pub(super) struct Encoding {
    pub(super) writer: Writer,
    pub(super) database: Database,
    /// Who has the rows that define bounds of variables with bits: the database propagates them in its own way.
    definitions: Owner,
    /// By number: the engine's variables, then those of decompositions.
    pub(super) variables: Vec<Variable>,
    /// By statement.
    pub(super) stated: Vec<Stated>,
    /// The names of variables, and those of literals.
    variable_names: FxHashSet<String>,
    literal_names: FxHashSet<String>,
    /// Literals of finished derivations.
    pub(super) spare: Vec<Literal>,
    /// Room for the literals that propagation makes true.
    pub(super) propagated: Propagated,
    /// Whether the model is written, so that definitions are lines of the proof.
    pub(super) is_written: bool,
    /// The number of Boolean variables of the model, with the constant.
    in_model: u32,
    /// A copy of the rows of the model, made when a solution needs it.
    model_rows: Option<Database>,
    /// What the rows being written belong to, for labels: the constraint's name.
    label: String,
    labelled: FxHashMap<String, u64>,
    /// The variables that the rows being written are about.
    touched: Vec<u32>,
    /// Rows that are sums of others: of the statement being written, and of all, by number.
    implied: Vec<Implied>,
    implied_by: Vec<(usize, Implied)>,
    /// Why what is being written cannot be.
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
            spare: Vec::new(),
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
        // The constant, which no row shows.
        encoding.writer.name("true".to_owned());
        encoding.database.variable();
        encoding
    }

    /// An integer variable with its own name and domain. It has literals when it is first used.
    pub(super) fn declare(&mut self, name: &str, domain: &ValueSet) {
        let owner = self.database.owner();
        // `x_ge_3` is a bound of x, never the value of an `x_ge`; no name of a user has a `^`.
        let mut name = plain(name);
        let is_ambiguous = name.ends_with("_ge") || name.ends_with("_bit");
        if is_ambiguous || self.variable_names.contains(&name) {
            name = format!("{name}^{}", self.variables.len());
        }
        self.variable_names.insert(name.clone());
        self.variables.push(Variable::new(name, domain.clone(), owner));
    }

    /// A new literal of a variable. Its name begins with that of the variable, so no other variable has one of this name.
    fn boolean(&mut self, name: String) -> Literal {
        if self.literal_names.contains(&name) {
            return self.auxiliary_boolean(&name);
        }
        self.literal_names.insert(name.clone());
        self.push_boolean(name)
    }

    /// A new literal of a row or a derivation. Its number keeps it apart from all others.
    pub(super) fn auxiliary_boolean(&mut self, name: &str) -> Literal {
        self.push_boolean(format!("{}^{}", plain(name), self.writer.names()))
    }

    fn push_boolean(&mut self, name: String) -> Literal {
        let literal = Literal(2 * self.writer.names() as u32);
        self.writer.name(name);
        self.database.variable();
        literal
    }

    /// Writes the objective, which is to be minimised, before all rows.
    pub(super) fn minimise(&mut self, view: View) {
        self.writer.hold();
        let sign = if view.is_negated() { -1 } else { 1 };
        let (constant, terms) = self.sum_of(view.var().index() as u32, sign);
        self.writer.minimise(&terms, constant + i64::from(view.value_of(0)));
    }

    /// The model is written: every variable has literals, and what is new from here on belongs to the proof. After a limit it is
    /// not written to its end, and nothing is claimed.
    pub(super) fn finish(&mut self) {
        for x in 0..self.variables.len() as u32 {
            if !self.database.budget.spend(ROW) {
                break;
            }
            self.make_some(x);
        }
        self.is_written = true;
        self.in_model = self.writer.names() as u32;
        self.writer.begin();
        self.derive_implied();
    }

    /// Says in the model which variables decide whether two solutions differ.
    pub(super) fn listed_by(&mut self, views: &[View]) {
        let mut variables: Vec<u32> = views.iter().map(|view| view.var().index() as u32).collect();
        variables.sort_unstable();
        variables.dedup();
        let literals: Vec<Literal> = variables.iter().flat_map(|&x| self.variables[x as usize].deciding()).collect();
        self.writer.listed_by(&literals);
    }

    /// Adds a row to what the checker has. Of the model it is a row; later it must be a line, which `by` writes.
    fn emit(&mut self, owner: Owner, terms: Vec<(i64, Literal)>, at_least: i64, by: Line) -> Option<u32> {
        // Of a model that is not written to its end nothing is claimed.
        if !self.is_written && !self.database.budget.spend(ROW + TERM * terms.len()) {
            return None;
        }
        let Some(sum) = Sum::new(terms, at_least) else {
            self.refuse("its numbers leave 64 bits");
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

    /// What is being written cannot be.
    fn refuse(&mut self, why: &'static str) {
        self.failed.get_or_insert(why);
    }

    /// Whether this was written.
    pub(super) fn written(&mut self, what: &str) -> Result<(), ProofError> {
        let too_large = |why| Err(ProofError::TooLarge { what: what.to_owned(), why });
        self.failed.take().map_or(Ok(()), too_large)
    }

    /// Names the rows that follow.
    fn labelled(&mut self, name: &str) {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "[]{}".contains(c) { c } else { '_' };
        // Of what is none of these one sign is left. A label begins with a letter, and `solution` begins those of rows that exclude solutions.
        let plain: String = name.chars().map(plain).collect();
        let words: Vec<&str> = plain.split('_').filter(|word| !word.is_empty()).collect();
        let is_reserved = !plain.starts_with(|c: char| c.is_ascii_alphabetic()) || words[0] == "solution";
        self.label = is_reserved.then_some("c").into_iter().chain(words).collect::<Vec<&str>>().join("_");
    }

    fn numbered_label(&mut self) -> String {
        let number = self.labelled.entry(self.label.clone()).or_insert(0);
        *number += 1;
        format!("{}_{number}", self.label)
    }
}

/// Units of the budget for a row of the model, and for each of its terms.
const ROW: usize = 20;
const TERM: usize = 5;

/// Whose it is, its family and number, and the rows that it is the sum of.
type Implied = (Owner, (&'static str, i64), Vec<u32>);

/// How a row is justified once the model is written.
#[derive(Clone, Copy)]
enum Line {
    /// It defines this literal's variable: the row holds where the literal does.
    Defines(Literal),
    /// Unit propagation finds it; for clauses.
    Follows,
    /// A line that was written already.
    Is(RowId),
}

/// A name of characters that the checker reads, without `^`. It begins with a letter.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "[]{}_-".contains(c);
    let first = if name.starts_with(|c: char| c.is_ascii_alphabetic()) { "" } else { "x_" };
    first.chars().chain(name.chars().map(|c| if is_plain(c) { c } else { '_' })).collect()
}
