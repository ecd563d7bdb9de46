//! The encoding: integer variables as Boolean ones, constraints as rows.
//!
//! | file | holds |
//! |---|---|
//! | [`variables`] | what the literals of a variable are, by the size of its domain |
//! | [`atoms`] | the literal of an atom, made when it is needed |
//! | [`sums`] | linear rows, also under a condition |
//! | [`functions`] | products, quotients, elements, … |
//! | [`statements`] | what each constraint of the model contributes |
//!
//! While the model is written, a new literal is defined by rows of the model. Later it is defined by lines of the proof.

mod atoms;
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
    taken: FxHashSet<String>,
    /// Literals of finished derivations.
    pub(super) spare: Vec<Literal>,
    /// Room for the literals that propagation makes true.
    pub(super) propagated: Propagated,
    /// Whether the model is written, so that definitions are lines of the proof.
    pub(super) is_written: bool,
    /// The number of Boolean variables of the model, with the constant.
    in_model: u32,
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
            taken: FxHashSet::default(),
            spare: Vec::new(),
            propagated: Propagated::default(),
            is_written: false,
            in_model: 0,
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
        self.variables.push(Variable::new(name, domain.clone(), owner));
    }

    /// A new Boolean variable; its name is changed to what the checker reads, and until nothing else has it.
    pub(super) fn boolean(&mut self, name: &str) -> Literal {
        let mut clean = plain(name);
        if !clean.starts_with(|c: char| c.is_ascii_alphabetic()) || clean.len() < 2 {
            clean.insert_str(0, "x_");
        }
        if self.taken.contains(&clean) {
            let from = self.taken.len();
            let other = (from..).map(|k| format!("{clean}_{k}")).find(|name| !self.taken.contains(name));
            clean = other.unwrap_or(clean);
        }
        self.taken.insert(clean.clone());
        self.writer.name(clean);
        self.database.variable();
        Literal(2 * (self.taken.len() as u32))
    }

    /// Writes the objective, which is to be minimised, before all rows.
    pub(super) fn minimise(&mut self, view: View) {
        self.writer.hold();
        let sign = if view.is_negated() { -1 } else { 1 };
        let (constant, terms) = self.sum_of(view.var().index() as u32, sign);
        self.writer.minimise(&terms, constant + i64::from(view.value_of(0)));
    }

    /// The model is written: every variable has literals, and what is new from here on belongs to the proof.
    pub(super) fn finish(&mut self) {
        for x in 0..self.variables.len() as u32 {
            self.make_some(x);
        }
        self.is_written = true;
        self.in_model = self.taken.len() as u32 + 1;
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

    /// The literals of the model that are true with these, which leave nothing open, and the negations of the others.
    pub(super) fn complete(&mut self, mut literals: Vec<Literal>) -> Vec<Literal> {
        literals.retain(|l| l.variable() != 0);
        literals.sort_unstable();
        literals.dedup();
        if literals.len() + 1 == self.in_model as usize {
            return literals;
        }
        let all: Vec<Owner> = self.database.owners().collect();
        let _ = self.database.begin(&all);
        for l in literals {
            let _ = self.database.assume(l);
        }
        let booleans = (1..self.in_model).map(|x| Literal(2 * x));
        let signed = booleans.filter_map(|l| match (self.database.is_true(l), self.database.is_false(l)) {
            (true, _) => Some(l),
            (_, true) => Some(!l),
            _ => None,
        });
        let signed = signed.collect();
        self.database.end();
        signed
    }

    /// Adds a row to what the checker has. Of the model it is a row; later it must be a line, which `by` writes.
    fn emit(&mut self, owner: Owner, terms: Vec<(i64, Literal)>, at_least: i64, by: Line) -> Option<u32> {
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
        // Of what is none of these one sign is left. A label begins with a letter.
        let plain: String = name.chars().map(plain).collect();
        let words = plain.split('_').filter(|word| !word.is_empty());
        let first = (!plain.starts_with(|c: char| c.is_ascii_alphabetic())).then_some("c");
        self.label = first.into_iter().chain(words).collect::<Vec<&str>>().join("_");
    }

    fn numbered_label(&mut self) -> String {
        let number = self.labelled.entry(self.label.clone()).or_insert(0);
        *number += 1;
        format!("{}_{number}", self.label)
    }
}

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

/// A name with the characters alone that the checker reads.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "[]{}_^-".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}
