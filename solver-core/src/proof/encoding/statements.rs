//! The rows of statements: those defined by the constraint itself, or those of its decomposition.

use super::{Encoding, Line};
use crate::atom::Atom;
use crate::budget::Stopped;
use crate::compile::{CompiledMeaning, Statement};
use crate::constraints::reified::Form as Condition;
use crate::export::{FlatRow, Flattener, Linear, RowKind};
use crate::model::lines::{Kept, Part};
use crate::model::rows::{Literal, Rows};
use crate::model::{Constraint, Model, Operation, Sign};
use crate::proof::ProofError;
use crate::proof::database::{Owner, RowId};
use crate::proof::sum::Sum;
use crate::reason::Rule;
use crate::view::View;
use rustc_hash::FxHashMap;

use super::variables::{Form, Listed};

/// The rows of a statement as the checker knows them.
#[derive(Default)]
pub(in crate::proof) struct Stated {
    /// The constraint's name.
    pub(in crate::proof) name: String,
    /// The owners of the rows from which inferences are derived: the statement itself and its variables.
    pub(in crate::proof) owners: Vec<Owner>,
    /// The rows to which reasons refer.
    pub(in crate::proof) rows: FxHashMap<(&'static str, i64), (u32, RowId)>,
    /// Whether the constraint defines the rows itself and has no condition.
    pub(in crate::proof) is_own: bool,
    /// Whether unit propagation over the rows finds everything that the propagators find.
    pub(in crate::proof) suffices: bool,
    /// The rules whose inferences unit propagation finds.
    pub(in crate::proof) sufficing: Vec<&'static Rule>,
    /// The literals that the rows introduced, by name.
    pub(in crate::proof) selectors: FxHashMap<String, Literal>,
    /// The rows that derivations keep, as proof lines.
    pub(in crate::proof) kept: FxHashMap<Part, (Sum, RowId)>,
    /// The literals defined by derivations.
    pub(in crate::proof) defined: FxHashMap<Kept, Literal>,
}

impl Encoding {
    /// Records which variables of a statement need literals for their values.
    pub(in crate::proof) fn plan(&mut self, model: &Model, statement: &Statement) {
        let views = match &statement.meaning {
            CompiledMeaning::Stated { arguments } => {
                // A constraint with a condition is written in decomposed form.
                let by_bounds = statement.condition.is_none()
                    && model.constraint_of(statement).is_some_and(Constraint::is_about_bounds);
                if by_bounds { &[][..] } else { arguments }
            }
            CompiledMeaning::Function { arguments, result, .. } => {
                self.variables[result.var().index()].by_value = true;
                arguments
            }
            _ => &[],
        };
        for view in views {
            self.variables[view.var().index()].by_value = true;
        }
    }

    /// Writes a statement.
    pub(in crate::proof) fn state(
        &mut self,
        flattener: &mut Flattener<'_>,
        statement: &Statement,
        name: String,
    ) -> Result<(), ProofError> {
        let owner = self.database.owner();
        self.labelled(&name);
        self.touched.clear();
        let mut stated = Stated { name, ..Stated::default() };
        match &statement.meaning {
            CompiledMeaning::Linear { terms, constant, sign } => {
                let condition = statement.condition.map(|(view, form)| (self.atom(Atom::at_least(view, 1)), form));
                let whole = || {
                    let terms = terms.iter().map(|&(c, x)| Some((i64::try_from(c).ok()?, x.index() as u32)));
                    Some(Linear { terms: terms.collect::<Option<_>>()?, constant: i64::try_from(*constant).ok()? })
                };
                let Some(sum) = whole() else {
                    return Err(ProofError::TooLarge { what: stated.name, why: "its numbers exceed 64 bits" });
                };
                let pair = self.compare(owner, &sum, *sign, condition);
                for (family, row) in ["at_most", "at_least"].into_iter().zip(pair) {
                    stated.rows.extend(row.map(|row| ((family, 0), (row, self.database.id(row)))));
                }
            }
            CompiledMeaning::Never => {
                self.emit(owner, Vec::new(), 1, Line::Follows);
            }
            CompiledMeaning::Stated { arguments }
                if self.own_rows(flattener, statement, owner, arguments, &mut stated) => {}
            CompiledMeaning::Function { function, arguments, result, guard: None }
                if self.rows_of_function(owner, &function.operation, (arguments, *result), &mut stated) => {}
            CompiledMeaning::Stated { .. } | CompiledMeaning::Function { .. } => {
                let (known_rows, known) = (flattener.flat().rows.len(), flattener.flat().domains.len());
                flattener.state_compiled(statement)?;
                let flat = flattener.flat();
                for (i, domain) in flat.domains.iter().enumerate().skip(known) {
                    if !self.database.budget.spend(super::ROW) {
                        break;
                    }
                    self.declare(&format!("{}_{i}", stated.name), domain);
                }
                let mut touched = Vec::new();
                for row in &flat.rows[known_rows..] {
                    // If a limit was reached, some variables of the decomposition may be undeclared.
                    if !self.database.budget.spend(super::ROW) {
                        break;
                    }
                    self.touched.clear();
                    self.flat_row(owner, row);
                    match row.defines {
                        Some(x) => {
                            self.variables[x as usize].defined_by.append(&mut self.touched);
                            touched.push(x);
                        }
                        None => touched.append(&mut self.touched),
                    }
                }
                self.touched = touched;
            }
            CompiledMeaning::Objective | CompiledMeaning::Relaxation | CompiledMeaning::Totals => {}
            CompiledMeaning::Nogoods => stated.suffices = true,
        }
        stated.owners = self.owners(owner);
        let number = self.stated.len();
        self.implied_by.extend(std::mem::take(&mut self.implied).into_iter().map(|row| (number, row)));
        let written = self.written(&stated.name);
        self.stated.push(stated);
        written
    }

    /// Derives, as the first lines of the proof, the rows that are sums of other rows.
    pub(super) fn derive_implied(&mut self) {
        for (number, (owner, name, parts)) in std::mem::take(&mut self.implied_by) {
            if !self.database.budget.spend(super::ROW) {
                break;
            }
            let sum = Sum::total(parts.iter().map(|&(row, times)| (self.database.sum(row), times)));
            let (Some(sum), false) = (sum, parts.is_empty()) else { continue };
            let rows: Vec<_> = parts.iter().map(|&(row, times)| (self.database.id(row), times)).collect();
            let id = self.writer.add(&rows, 1);
            let row = self.database.add(owner, sum, id);
            self.stated[number].rows.insert(name, (row, id));
        }
    }

    /// Returns the owner itself and the owners of the touched variables and of the variables that define them.
    fn owners(&mut self, owner: Owner) -> Vec<Owner> {
        let mut owners = vec![owner];
        let mut seen = std::collections::HashSet::new();
        let mut pending = std::mem::take(&mut self.touched);
        while let Some(x) = pending.pop() {
            if seen.insert(x) {
                let variable = &self.variables[x as usize];
                owners.push(variable.owner);
                pending.extend(&variable.defined_by);
            }
        }
        owners
    }

    /// Writes a row of a decomposition.
    fn flat_row(&mut self, statement: Owner, row: &FlatRow) {
        let owner = row.defines.map_or(statement, |x| self.variables[x as usize].owner);
        match &row.kind {
            RowKind::Linear { sum, sign, truth: None } => {
                self.compare(owner, sum, *sign, None);
            }
            RowKind::Linear { sum, sign, truth: Some(truth) } => {
                if let (Form::Unused, [(c, x)]) = (&self.variables[*truth as usize].form, &sum.terms[..]) {
                    // The variable shares the literal of the comparison.
                    let (c, x) = (*c, *x);
                    let l = self.literal_of_comparison(c, x, sum.constant, *sign);
                    self.touched.push(x);
                    self.variables[*truth as usize].form = Form::Boolean(l);
                } else {
                    let l = self.equals(*truth, 1);
                    self.compare(owner, sum, *sign, Some((l, Condition::Reified)));
                }
            }
            RowKind::Function { operation, arguments, result } => self.function(owner, operation, arguments, *result),
            RowKind::Native { .. } => {
                self.refuse("it has no decomposition");
            }
        }
    }

    fn literal_of_comparison(&mut self, c: i64, x: u32, constant: i64, sign: Sign) -> Literal {
        let clamp = |v: i64| v.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        match sign {
            Sign::AtMost if c > 0 => !self.at_least(x, clamp((-constant).div_euclid(c) + 1)),
            Sign::AtMost => self.at_least(x, clamp(-(-constant).div_euclid(-c))),
            Sign::Equal | Sign::Differs => {
                let l = match (constant % c == 0, i32::try_from(-constant / c)) {
                    (true, Ok(v)) => self.equals(x, v),
                    _ => Literal::FALSE,
                };
                if sign == Sign::Equal { l } else { !l }
            }
        }
    }

    /// Writes the rows of a constraint that defines its own.
    fn own_rows(
        &mut self,
        flattener: &Flattener<'_>,
        statement: &Statement,
        owner: Owner,
        arguments: &[View],
        stated: &mut Stated,
    ) -> bool {
        let Some(constraint) = flattener.model().constraint_of(statement) else { return false };
        let condition = statement.condition.map(|(view, form)| (self.atom(Atom::at_least(view, 1)), form));
        let mut recorder = Recorder { encoding: self, owner, condition, holds: Vec::new(), stated };
        let has_rows = written(constraint.rows(arguments, &mut recorder));
        let Recorder { holds, stated, .. } = recorder;
        stated.is_own = has_rows && condition.is_none();
        if let (true, Some((b, Condition::Reified))) = (has_rows, condition) {
            for &l in &holds {
                self.clause(owner, [!b, l], Line::Follows);
            }
            self.clause(owner, holds.iter().map(|&l| !l).chain([b]), Line::Follows);
        }
        has_rows
    }

    /// Writes `result = operation(arguments)` if a constraint that defines its own rows expresses it.
    pub(super) fn rows_of_function(
        &mut self,
        owner: Owner,
        operation: &Operation,
        (arguments, result): (&[View], View),
        stated: &mut Stated,
    ) -> bool {
        let mut recorder = Recorder { encoding: self, owner, condition: None, holds: Vec::new(), stated };
        let has_rows = written(operation.rows(arguments, result, &mut recorder));
        stated.is_own = has_rows;
        has_rows
    }
}

/// Whether a constraint has defined its own rows. If a limit was reached, the rows may be incomplete, because nothing
/// is then claimed.
fn written(rows: Result<bool, Stopped>) -> bool {
    matches!(rows, Ok(true) | Err(Stopped))
}

/// Receives the rows of a constraint, which may have a condition.
struct Recorder<'a> {
    encoding: &'a mut Encoding,
    owner: Owner,
    condition: Option<(Literal, Condition)>,
    /// For a reified constraint: for each row, a literal that is true if the row holds.
    holds: Vec<Literal>,
    stated: &'a mut Stated,
}

impl Recorder<'_> {
    fn spend(&mut self, units: usize) -> Result<(), Stopped> {
        if self.encoding.database.budget.spend(units) { Ok(()) } else { Err(Stopped) }
    }
}

impl Rows for Recorder<'_> {
    fn literal(&mut self, atom: Atom) -> Result<Literal, Stopped> {
        self.spend(1)?;
        Ok(self.encoding.atom(atom))
    }

    fn values(&mut self, view: View) -> Result<Option<Vec<i32>>, Stopped> {
        let x = view.var().index() as u32;
        self.encoding.make(x);
        let is_listed = !matches!(self.encoding.variables[x as usize].form, Form::Bits(_));
        let values = is_listed.then(|| self.encoding.root_values(view));
        self.spend(super::TERM * values.as_ref().map_or(1, Vec::len))?;
        Ok(values)
    }

    fn bounds(&self, view: View) -> (i64, i64) {
        self.encoding.root_bounds(view)
    }

    fn terms(&mut self, view: View) -> (i64, Vec<(i64, Literal)>) {
        self.encoding.terms(view)
    }

    fn row(
        &mut self,
        family: &'static str,
        number: i64,
        terms: Vec<(i64, Literal)>,
        at_least: i64,
    ) -> Result<(), Stopped> {
        let encoding = &mut *self.encoding;
        let row = match self.condition {
            None => encoding.emit(self.owner, terms, at_least, Line::Follows),
            Some((b, Condition::HalfReified)) => encoding.under(self.owner, terms, at_least, b),
            Some((_, Condition::Reified)) => {
                let l = encoding.auxiliary_boolean("holds");
                self.holds.push(l);
                let fails = terms.iter().map(|&(c, l)| (-c, l)).collect();
                let row = encoding.under(self.owner, terms, at_least, l);
                encoding.under(self.owner, fails, 1 - at_least, !l);
                row
            }
        };
        if let Some(row) = row {
            let id = encoding.database.id(row);
            self.stated.rows.insert((family, number), (row, id));
        }
        self.spend(1)
    }

    fn at_most(
        &mut self,
        row: (&'static str, i64),
        terms: &[(i64, View)],
        most: i64,
        condition: Literal,
    ) -> Result<(), Stopped> {
        let mut sum = Linear { terms: Vec::new(), constant: -most };
        for &(c, view) in terms {
            let sign = if view.is_negated() { -1 } else { 1 };
            sum.constant += c * i64::from(view.value_of(0));
            sum.terms.push((c * sign, view.var().index() as u32));
        }
        let sum = self.encoding.without_constants(&sum);
        if let Some(at) = self.encoding.at_most(self.owner, &sum, condition) {
            self.stated.rows.insert(row, (at, self.encoding.database.id(at)));
        }
        self.spend(1)
    }

    fn at_least_one(&mut self, family: &'static str, number: i64, view: View) -> Result<(), Stopped> {
        let x = view.var().index() as u32;
        self.encoding.make_equal(x);
        self.encoding.touched.push(x);
        if let Form::Listed(Listed { one: Some((least, _)), .. }) = self.encoding.variables[x as usize].form {
            let id = self.encoding.database.id(least);
            self.stated.rows.insert((family, number), (least, id));
        }
        self.spend(1)
    }

    fn selector(&mut self, name: &str) -> Result<Literal, Stopped> {
        self.spend(super::ROW)?;
        let l = self.encoding.auxiliary_boolean(name);
        self.stated.selectors.insert(name.to_owned(), l);
        Ok(l)
    }

    fn is_conditional(&self) -> bool {
        self.condition.is_some()
    }

    fn refuse(&mut self, why: &'static str) {
        self.encoding.refuse(why);
    }

    fn suffice(&mut self) {
        self.stated.suffices = self.condition.is_none();
    }

    fn suffice_for(&mut self, rule: &'static Rule) {
        self.stated.sufficing.extend(self.condition.is_none().then_some(rule));
    }

    fn implied(&mut self, family: &'static str, number: i64, parts: &[((&'static str, i64), i64)]) {
        let row = |(name, times): &((&'static str, i64), i64)| Some((self.stated.rows.get(name)?.0, *times));
        let parts = parts.iter().filter_map(row).collect();
        self.encoding.implied.push((self.owner, (family, number), parts));
    }
}
