//! The literals of atoms, which are created when first needed.

use super::variables::{Bits, BitsBound, Form, Listed};
use super::{Encoding, Line};
use crate::atom::{Atom, Relation};
use crate::model::rows::Literal;
use crate::proof::database::RowId;
use crate::proof::writer::Cut;
use crate::var::Var;
use crate::view::View;

/// The rows that cancel the bits of a variable in a sum.
pub(in crate::proof) enum Cancelling {
    Row(RowId),
    /// The axioms that these literals, lowest bit first, are at least 0.
    Axioms(Vec<Literal>),
}

impl Encoding {
    /// The literal of an engine atom.
    pub(in crate::proof) fn atom(&mut self, atom: Atom) -> Literal {
        let (x, v) = (atom.var().index() as u32, atom.value());
        match atom.relation() {
            Relation::AtLeast => self.at_least(x, v),
            Relation::Less => !self.at_least(x, v),
            Relation::Equal => self.equals(x, v),
            Relation::NotEqual => !self.equals(x, v),
        }
    }

    /// The literal of `x >= v`.
    pub(super) fn at_least(&mut self, x: u32, v: i32) -> Literal {
        self.make(x);
        self.touched.push(x);
        let variable = &self.variables[x as usize];
        if v <= variable.low() {
            return Literal::TRUE;
        }
        if v > variable.high() {
            return Literal::FALSE;
        }
        match &variable.form {
            Form::Unused | Form::Constant => Literal::FALSE,
            Form::Boolean(l) => *l,
            Form::Total(_) => self.output(x, v),
            Form::Listed(listed) => {
                let i = listed.values.partition_point(|&u| u < v);
                self.listed_bound(x, i)
            }
            Form::Bits(bits) => match bits.place(v) {
                Ok(at) => bits.order[at].literal,
                Err(at) => self.bits_bound(x, v, at),
            },
        }
    }

    /// The literal of `x = v`.
    pub(super) fn equals(&mut self, x: u32, v: i32) -> Literal {
        self.make(x);
        self.touched.push(x);
        let variable = &self.variables[x as usize];
        if !variable.domain.contains(v) {
            return Literal::FALSE;
        }
        match &variable.form {
            Form::Unused | Form::Constant => Literal::TRUE,
            Form::Boolean(l) => {
                if v == variable.high() {
                    *l
                } else {
                    !*l
                }
            }
            Form::Listed(listed) => match listed.values.binary_search(&v) {
                Ok(i) => self.listed_value(x, i),
                Err(_) => Literal::FALSE,
            },
            Form::Total(_) => self.exactly(x, v),
            Form::Bits(bits) => match bits.equal.get(&v) {
                Some(&l) => l,
                None => {
                    let (from, next) = (self.at_least(x, v), self.at_least(x, v + 1));
                    let l = self.between(x, v, from, next);
                    if let Form::Bits(bits) = &mut self.variables[x as usize].form {
                        bits.equal.insert(v, l);
                    }
                    l
                }
            },
        }
    }

    /// The literal of `x >= v`, where `v` is the listed value with this index.
    fn listed_bound(&mut self, x: u32, i: usize) -> Literal {
        let known = |this: &Encoding| match &this.variables[x as usize].form {
            Form::Listed(Listed { order: Some(order), .. }) => Some(order[i - 1]),
            Form::Listed(listed) => listed.lone_order.get(&i).copied(),
            _ => None,
        };
        if let Some(l) = known(self) {
            return l;
        }
        let Form::Listed(Listed { equal, one, values, .. }) = &self.variables[x as usize].form else {
            return Literal::FALSE;
        };
        let (true, Some(equal), Some((_, most))) = (self.is_written, equal, *one) else {
            self.make_order(x);
            return known(self).unwrap_or(Literal::FALSE);
        };
        let (equal, v) = (equal.clone(), values[i]);
        let (below, above) = equal.split_at(i);
        let variable = &self.variables[x as usize];
        let (owner, name) = (variable.owner, format!("{}_ge_{v}", variable.name));
        let l = self.boolean(name);
        let weighed = |literals: &[Literal]| literals.iter().map(|&l| (1, l)).collect::<Vec<_>>();
        // If the literal is true, the variable has this value or a greater one; otherwise it has a smaller one.
        let mut some = weighed(above);
        some.push((1, !l));
        let some = self.emit(owner, some, 1, Line::Defines(!l));
        let count = above.len() as i64;
        let mut none: Vec<_> = above.iter().map(|&l| (1, !l)).collect();
        none.push((count, l));
        self.emit(owner, none, count, Line::Defines(l));
        let mut otherwise = weighed(below);
        otherwise.push((1, l));
        self.emit(owner, otherwise, 1, Line::Follows);
        // Together with the at-most-one row, this implies: if the literal is true, the variable has none of the values
        // below.
        if let Some(some) = some {
            let id = self.writer.add(&[(self.database.id(most), 1), (self.database.id(some), 1)], 1);
            let mut only: Vec<_> = below.iter().map(|&l| (1, !l)).collect();
            only.push((1, !l));
            self.emit(owner, only, below.len() as i64, Line::Is(id));
        }
        if let Form::Listed(listed) = &mut self.variables[x as usize].form {
            listed.lone_order.insert(i, l);
        }
        l
    }

    /// The literal of `x = v`, where `v` is the listed value with this index.
    fn listed_value(&mut self, x: u32, i: usize) -> Literal {
        let known = |this: &Encoding| match &this.variables[x as usize].form {
            Form::Listed(Listed { equal: Some(equal), .. }) => Some(equal[i]),
            Form::Listed(listed) => listed.lone_equal.get(&i).copied(),
            _ => None,
        };
        if let Some(l) = known(self) {
            return l;
        }
        let Form::Listed(Listed { order, values, .. }) = &self.variables[x as usize].form else {
            return Literal::FALSE;
        };
        let (true, Some(order)) = (self.is_written, order) else {
            self.make_equal(x);
            return known(self).unwrap_or(Literal::FALSE);
        };
        let from = if i == 0 { Literal::TRUE } else { order[i - 1] };
        let next = order.get(i).copied().unwrap_or(Literal::FALSE);
        let v = values[i];
        let l = self.between(x, v, from, next);
        if let Form::Listed(listed) = &mut self.variables[x as usize].form {
            listed.lone_equal.insert(i, l);
        }
        l
    }

    /// Creates a literal for a value, defined by the bound `from` and the negation of the bound `next`.
    pub(super) fn between(&mut self, x: u32, v: i32, from: Literal, next: Literal) -> Literal {
        let variable = &self.variables[x as usize];
        let (owner, name) = (variable.owner, format!("{}_{v}", variable.name));
        let l = self.boolean(name);
        self.emit(owner, vec![(2, !l), (1, from), (1, !next)], 2, Line::Defines(!l));
        self.emit(owner, vec![(1, l), (1, !from), (1, next)], 1, Line::Defines(l));
        l
    }

    /// The row that defines a bound of a variable with bits, in the direction in which this atom is true. The domain's
    /// upper bound also has a row.
    pub(in crate::proof) fn bound_row(&self, atom: Atom) -> Option<u32> {
        let variable = &self.variables[atom.var().index()];
        let Form::Bits(bits) = &variable.form else { return None };
        if atom.relation() == Relation::Less && atom.value() > variable.high() {
            return bits.most;
        }
        let bound = &bits.order[bits.place(atom.value()).ok()?];
        match atom.relation() {
            Relation::AtLeast => bound.holds,
            Relation::Less => bound.fails,
            Relation::Equal | Relation::NotEqual => None,
        }
    }

    /// The rows that cancel the bits of a variable in a row that a bound violates. These are the bound's defining row
    /// or, for a domain bound without one, the axioms that each bit is at least 0 and at most 1. `None` if the variable
    /// has no bits.
    pub(in crate::proof) fn cancelling(&self, atom: Atom) -> Option<Cancelling> {
        let Form::Bits(Bits { bits, .. }) = &self.variables[atom.var().index()].form else { return None };
        let signed = |&l: &Literal| if atom.relation() == Relation::AtLeast { l } else { !l };
        let row = self.bound_row(atom).map(|row| Cancelling::Row(self.database.id(row)));
        Some(row.unwrap_or_else(|| Cancelling::Axioms(bits.iter().map(signed).collect())))
    }

    /// The bounds of a variable that its bound literals with known values imply.
    pub(in crate::proof) fn bounds(&self, x: u32) -> (i32, i32) {
        let variable = &self.variables[x as usize];
        let (low, high) = (variable.low(), variable.high());
        let (is_true, is_false) = (|l| self.database.is_true(l), |l| self.database.is_false(l));
        let (least, most) = match &variable.form {
            Form::Unused | Form::Constant | Form::Total(_) => (None, None),
            Form::Boolean(l) => (is_true(*l).then_some(high), is_false(*l).then_some(low)),
            Form::Listed(Listed { order: Some(order), values, .. }) => {
                let (above, below) = (order.iter().rposition(|&l| is_true(l)), order.iter().position(|&l| is_false(l)));
                (above.map(|i| values[i + 1]), below.map(|i| values[i]))
            }
            Form::Listed(listed) => {
                let bounds = || listed.lone_order.iter();
                let least = bounds().rev().find(|bound| is_true(*bound.1)).map(|bound| listed.values[*bound.0]);
                (least, bounds().find(|bound| is_false(*bound.1)).map(|bound| listed.values[*bound.0 - 1]))
            }
            Form::Bits(Bits { order, .. }) => {
                // Each bound implies all bounds before it.
                let above = order.partition_point(|bound| is_true(bound.literal));
                let below = order.partition_point(|bound| !is_false(bound.literal));
                (above.checked_sub(1).map(|i| order[i].value), order.get(below).map(|bound| bound.value - 1))
            }
        };
        (least.unwrap_or(low), most.unwrap_or(high))
    }

    /// The tightest upper or lower bound of a variable with bits that is known to hold, even if literals of later
    /// bounds are open.
    pub(in crate::proof) fn known_bound(&self, var: Var, is_upper: bool) -> Atom {
        let variable = &self.variables[var.index()];
        let bounds = if let Form::Bits(bits) = &variable.form { &bits.order[..] } else { &[] };
        let tightest = match is_upper {
            true => bounds.iter().find(|bound| self.database.is_false(bound.literal)),
            false => bounds.iter().rfind(|bound| self.database.is_true(bound.literal)),
        };
        match (tightest, is_upper) {
            (bound, true) => Atom::at_most(View::from(var), bound.map_or(variable.high(), |bound| bound.value - 1)),
            (bound, false) => Atom::at_least(View::from(var), bound.map_or(variable.low(), |bound| bound.value)),
        }
    }

    /// The bounds of a view at the root.
    pub(in crate::proof) fn root_bounds(&self, view: View) -> (i64, i64) {
        let variable = &self.variables[view.var().index()];
        let (a, b) = (view.value_of(variable.low()), view.value_of(variable.high()));
        (a.min(b).into(), a.max(b).into())
    }

    /// The values of a view at the root, in ascending order.
    pub(in crate::proof) fn root_values(&self, view: View) -> Vec<i32> {
        let domain = &self.variables[view.var().index()].domain;
        let mut values: Vec<i32> = domain.iter().map(|v| view.value_of(v)).collect();
        values.sort_unstable();
        values
    }

    /// Creates a literal for a bound of a variable with bits.
    fn bits_bound(&mut self, x: u32, v: i32, at: usize) -> Literal {
        let variable = &self.variables[x as usize];
        let name = format!("{}_ge_{v}", variable.name);
        let l = self.boolean(name);
        let (constant, terms) = self.sum_of(x, 1);
        let least = i64::from(v) - constant;
        let all: i64 = terms.iter().map(|t| t.0).sum();
        let mut holds = terms.clone();
        holds.push((least, !l));
        let holds = self.emit(self.definitions, holds, least, Line::Defines(!l));
        // If the literal is false, the sum is at most `least - 1`.
        let rest = all - (least - 1);
        let mut fails: Vec<_> = terms.iter().map(|&(c, l)| (c, !l)).collect();
        fails.push((rest, l));
        let fails = self.emit(self.definitions, fails, rest, Line::Defines(l));
        let Form::Bits(bits) = &mut self.variables[x as usize].form else { return l };
        let below = at.checked_sub(1).map(|at| bits.order[at].value);
        let above = bits.order.get(at).map(|bound| bound.value);
        bits.order.insert(at, BitsBound { value: v, literal: l, holds, fails });
        self.database.bound(bits.integer, v.into(), l);
        for (weaker, stronger) in [below.map(|below| (below, v)), above.map(|above| (v, above))].into_iter().flatten() {
            let (from, next) = (self.at_least(x, weaker), self.at_least(x, stronger));
            let by = if self.is_written { self.covering(x, weaker, stronger) } else { None };
            self.clause(self.definitions, [from, !next], by.map_or(Line::Follows, Line::Is));
        }
        l
    }

    /// Writes the clause stating that `x >= low` or `x < high` holds, for bounds with literals and `low <= high`, by
    /// adding up their definitions. Returns `None` for a variable without bits.
    pub(in crate::proof) fn covering(&mut self, x: u32, low: i32, high: i32) -> Option<RowId> {
        let Form::Bits(bits) = &self.variables[x as usize].form else { return None };
        let [low_at, high_at] = [low, high].map(|value| bits.place(value));
        let (fails, holds) = (bits.order[low_at.ok()?].fails?, bits.order[high_at.ok()?].holds?);
        let [fails, holds] = [fails, holds].map(|row| Cut::Row(self.database.id(row)));
        let degree = i64::from(high) - i64::from(low) + 1;
        Some(self.writer.cut(&[holds, fails, Cut::Add, Cut::Saturate, Cut::Divide(degree)]))
    }
}
