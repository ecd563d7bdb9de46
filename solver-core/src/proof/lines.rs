//! The derivation of an inference by its constraint: [`Lines`], tried on the constraint's rows and written.

use super::database::{Owner, RowId, Sum};
use super::derive::Derived;
use super::encoding::Encoding;
use crate::atom::Atom;
use crate::model::lines::Lines;
use crate::model::rows::Literal;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A derivation that is being written.
pub(super) struct Derivation<'a> {
    encoding: &'a mut Encoding,
    owner: Owner,
    selectors: &'a HashMap<String, Literal>,
    /// What is to be derived: each line holds where it does not.
    clause: &'a [Literal],
    /// One literal for that, instead of all premises in each line, once it is needed.
    premises: Option<Literal>,
    /// The lines so far, and their rows.
    lines: Vec<RowId>,
    rows: Vec<u32>,
    new: Vec<Literal>,
    is_refuted: bool,
}

impl Encoding {
    /// Lets a constraint derive a clause, the negations of some premises and perhaps a fact.
    pub(super) fn by_constraint(
        &mut self,
        (owners, selectors): (&[Owner], &HashMap<String, Literal>),
        clause: &[Literal],
        derive: impl FnOnce(&mut dyn Lines) -> ControlFlow<()>,
    ) -> Derived {
        let open = self.database.begin(owners) && clause.iter().all(|&l| self.database.assume(!l));
        debug_assert!(open, "propagation alone does not refute it");
        let mut derivation = Derivation {
            encoding: self,
            owner: owners[0],
            selectors,
            clause,
            premises: None,
            lines: Vec::new(),
            rows: Vec::new(),
            new: Vec::new(),
            is_refuted: false,
        };
        let _ = derive(&mut derivation);
        let Derivation { premises, mut lines, rows, new, is_refuted, .. } = derivation;
        self.database.end();
        rows.into_iter().for_each(|row| self.database.remove(row));
        let mut derived = Derived::Not;
        if is_refuted {
            lines.extend(premises.map(|all| self.writer.rup(&[!all])));
            derived = Derived::Line(self.writer.rup(clause));
        }
        self.writer.delete(&lines);
        self.spare.extend(new);
        derived
    }

    /// A literal for one derivation: it is used again for others, when no line is about it any more.
    fn auxiliary(&mut self) -> Literal {
        self.spare.pop().unwrap_or_else(|| self.boolean("new"))
    }
}

impl Derivation<'_> {
    fn begin(&mut self) {
        if self.premises.is_some() || self.clause.len() <= 2 {
            return;
        }
        let all = self.encoding.auxiliary();
        let count = self.clause.len() as i64;
        let holds = self.clause.iter().map(|&l| (1, !l)).chain([(count, !all)]);
        let fails = self.clause.iter().map(|&l| (1, l)).chain([(1, all)]);
        for (sum, new) in [Sum::new(holds, count), Sum::new(fails, 1)].iter().flatten().zip([!all, all]) {
            self.lines.push(self.encoding.writer.define(sum, new));
        }
        self.new.push(all);
        self.premises = Some(all);
    }

    /// Adds a row, for this derivation.
    fn add(&mut self, sum: Sum, line: RowId) -> bool {
        let row = self.encoding.database.add(self.owner, sum, line);
        self.lines.push(line);
        self.rows.push(row);
        self.encoding.database.enter(row)
    }
}

impl Lines for Derivation<'_> {
    fn literal(&mut self, atom: Atom) -> Literal {
        self.encoding.atom(atom)
    }

    fn selector(&self, name: &str) -> Literal {
        self.selectors.get(name).copied().unwrap_or(Literal::FALSE)
    }

    fn is_false(&self, l: Literal) -> bool {
        self.encoding.database.is_false(l)
    }

    fn any_of(&mut self, literals: &[Literal]) -> Literal {
        if literals.contains(&Literal::TRUE) {
            return Literal::TRUE;
        }
        let new = self.encoding.auxiliary();
        self.new.push(new);
        let some = literals.iter().map(|&l| (1, l)).chain([(1, !new)]);
        let none = literals.iter().map(|&l| (1, !l)).chain([(literals.len() as i64, new)]);
        for (sum, new) in [Sum::new(some, 1), Sum::new(none, literals.len() as i64)].into_iter().flatten().zip([!new, new]) {
            let line = self.encoding.writer.define(&sum, new);
            self.is_refuted |= !self.add(sum, line);
        }
        new
    }

    fn clause(&mut self, literals: &[Literal]) -> ControlFlow<()> {
        let database = &mut self.encoding.database;
        if literals.iter().any(|&l| database.is_true(l)) {
            return ControlFlow::Continue(());
        }
        let mark = database.mark();
        let follows = !literals.iter().all(|&l| database.assume(!l));
        database.back_to(mark);
        if self.is_refuted || !follows {
            return ControlFlow::Break(());
        }
        self.begin();
        let under = self.premises.map_or_else(|| self.clause.to_vec(), |all| vec![!all]);
        let all: Vec<Literal> = literals.iter().copied().chain(under).filter(|&l| l != Literal::FALSE).collect();
        let line = self.encoding.writer.rup(&all);
        let sum = Sum::new(literals.iter().map(|&l| (1, l)), 1);
        self.is_refuted = !sum.is_some_and(|sum| self.add(sum, line));
        if self.is_refuted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
