//! Totals in core-guided search: variables introduced by the proof.
//!
//! A total counts how many of certain atoms are true. The literals of its lower bounds 1, 2, …, the *outputs*, are
//! created in this order, each defined by a row over the atoms. These rows imply a further row, the *count*: at least
//! as many atoms as outputs are true (J. Berg, B. Bogaerts, J. Nordström, A. Oertel, D. Vandesande, *Certified
//! core-guided MaxSAT solving*, CADE 2023, section 4.2).

use super::variables::{Form, Output, Outputs};
use super::{Encoding, Line};
use crate::atom::Atom;
use crate::model::rows::Literal;
use crate::proof::sum::Sum;
use crate::proof::writer::Cut;
use crate::var::Var;

impl Encoding {
    /// Defines `total` as the number of true atoms among `atoms`. Until then, the variable has no atoms and no
    /// literals.
    pub(in crate::proof) fn make_total(&mut self, total: Var, atoms: &[Atom]) {
        let atoms = atoms.iter().map(|&atom| self.atom(atom)).collect();
        self.variables[total.index()].form = Form::Total(Outputs { atoms, ..Outputs::default() });
    }

    fn outputs(&self, x: u32) -> Option<&Outputs> {
        match &self.variables[x as usize].form {
            Form::Total(outputs) => Some(outputs),
            _ => None,
        }
    }

    /// Returns the row stating that a total has at most as many true outputs as true atoms, and the number of outputs;
    /// `None` if the total has no outputs.
    pub(in crate::proof) fn count_of(&self, total: Var) -> Option<(u32, usize)> {
        let outputs = self.outputs(total.index() as u32)?;
        Some((outputs.count?, outputs.outputs.len()))
    }

    /// The literal of `x >= v` for a total `x` and a positive `v`.
    pub(super) fn output(&mut self, x: u32, v: i32) -> Literal {
        loop {
            let Some(Outputs { atoms, outputs, .. }) = self.outputs(x) else { return Literal::FALSE };
            let wanted = v as usize - 1;
            match outputs.get(wanted) {
                Some(output) => return output.literal,
                None if wanted >= atoms.len() => return Literal::FALSE,
                None => {
                    if self.next_output(x).is_none() {
                        return Literal::FALSE;
                    }
                }
            }
        }
    }

    /// Creates the next output. Returns `None` if a row is trivial, which cannot happen after root propagation.
    fn next_output(&mut self, x: u32) -> Option<()> {
        let Outputs { atoms, outputs, count, .. } = self.outputs(x)?;
        let (atoms, k, n) = (atoms.clone(), outputs.len() as i64 + 1, atoms.len() as i64);
        let (count, last) = (*count, outputs.last().map(|output| (output.literal, output.fails)));
        let earlier: Vec<Literal> = outputs.iter().map(|output| output.literal).collect();
        let variable = &self.variables[x as usize];
        let (owner, name) = (variable.owner, format!("{}_ge_{k}", variable.name));
        let l = self.boolean(name);
        let holds = atoms.iter().map(|&atom| (1, atom)).chain([(k, !l)]).collect();
        let holds = self.emit(owner, holds, k, Line::Defines(!l))?;
        let fails = atoms.iter().map(|&atom| (1, !atom)).chain([(n - k + 1, l)]).collect();
        let fails = self.emit(owner, fails, n - k + 1, Line::Defines(l))?;
        if let Some((before, fails)) = last {
            let rows = [holds, fails].map(|row| Cut::Row(self.database.id(row)));
            let clause = self.writer.cut(&[rows[0], rows[1], Cut::Add, Cut::Saturate, Cut::Divide(2)]);
            self.clause(owner, [before, !l], Line::Is(clause));
        }
        let count = match count {
            None => holds,
            Some(count) => self.next_count(count, holds, &earlier)?,
        };
        if let Form::Total(total) = &mut self.variables[x as usize].form {
            total.outputs.push(Output { literal: l, fails });
            total.count = Some(count);
        }
        Some(())
    }

    /// Extends the count of k - 1 outputs by the next output: k - 1 times the count, the new output's definition, and
    /// the axioms that the earlier outputs are at most 1 add up to k times the new count, up to rounding.
    fn next_count(&mut self, count: u32, holds: u32, earlier: &[Literal]) -> Option<u32> {
        let before = earlier.len() as i64;
        let axioms: Vec<Sum> = earlier.iter().map(|&l| Sum { terms: vec![(1, !l)], degree: 0 }).collect();
        let rows = [(self.database.sum(count), before), (self.database.sum(holds), 1)];
        let total = Sum::total(rows.into_iter().chain(axioms.iter().map(|sum| (sum, 1))))?.divided(before + 1);
        let [count_id, holds_id] = [count, holds].map(|row| Cut::Row(self.database.id(row)));
        let mut steps = vec![count_id, Cut::Times(before), holds_id, Cut::Add];
        steps.extend(earlier.iter().flat_map(|&l| [Cut::Axiom(!l), Cut::Add]));
        steps.push(Cut::Divide(before + 1));
        let line = self.writer.cut(&steps);
        Some(self.database.add(self.definitions, total, line))
    }

    /// The literal of `x = v` for a total.
    pub(super) fn exactly(&mut self, x: u32, v: i32) -> Literal {
        if let Some(&l) = self.outputs(x).and_then(|outputs| outputs.equal.get(&v)) {
            return l;
        }
        let (from, next) = (self.at_least(x, v), self.at_least(x, v + 1));
        let l = self.between(x, v, from, next);
        if let Form::Total(outputs) = &mut self.variables[x as usize].form {
            outputs.equal.insert(v, l);
        }
        l
    }
}
