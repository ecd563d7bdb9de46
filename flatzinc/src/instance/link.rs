//! Name resolution: one pass over the term pool.
//!
//! A name in a constraint argument must be declared. A name in an annotation argument need not be: an undeclared one
//! remains an atom, such as `first_fail`. If there are several faults, the first one in the file is reported.

use super::builder::{Wrong, fits, wrong};
use super::term::Kind;
use super::{Binding, Expected, Instance, Place, Symbol, Term, Type};
use crate::error::Fault;
use crate::limit::Limit;

/// The maximum length of a chain of parameters, each of which has the next one as its value.
const CHAIN: usize = 100;

impl Instance {
    pub(super) fn link(&mut self, limit: &mut Limit) -> Result<(), Wrong> {
        self.bindings.resize(self.symbols.len(), Binding::Free);
        let mut first: Option<Wrong> = None;
        for i in 0..self.terms.len() {
            let term = self.terms[i];
            limit.spend(1).map_err(|_| wrong(term.place, Fault::Stopped))?;
            if matches!(term.kind, Kind::Name | Kind::Open | Kind::Element | Kind::OpenElement) {
                match self.resolve(term) {
                    Ok(resolved) => self.terms[i] = resolved,
                    Err(fault) => keep_first(&mut first, fault),
                }
            }
        }
        if first.is_none() {
            self.check_right_hand_sides(&mut first);
            self.check_objective(&mut first);
        }
        first.map_or(Ok(()), Err)
    }

    /// Resolves a name to its declaration; the term keeps the position of its use.
    fn resolve(&self, term: Term) -> Result<Term, Wrong> {
        let mut current = term;
        for _ in 0..CHAIN {
            current = match current.kind {
                Kind::Name | Kind::Open => match self.bindings[current.as_symbol().index()] {
                    Binding::Free if current.kind == Kind::Open => {
                        return Ok(Term::symbol(Kind::Atom, current.as_symbol(), term.place));
                    }
                    Binding::Free => return Err(self.undeclared(current.as_symbol(), term.place)),
                    Binding::Variable(id) => Term::new(Kind::Variable, id.into(), term.place),
                    Binding::Array(id) => Term::new(Kind::Array, id.into(), term.place),
                    Binding::Parameter(at) => self.terms[at as usize],
                },
                Kind::Element => self.element(current, term.place)?,
                Kind::OpenElement => match self.element(current, term.place) {
                    Ok(element) => element,
                    Err(_) => return Ok(Term::symbol(Kind::Atom, current.as_symbol(), term.place)),
                },
                _ => return Ok(Term { place: term.place, ..current }),
            };
        }
        Err(wrong(term.place, Fault::Circular(self.text(term.as_symbol()).to_owned())))
    }

    /// Resolves `name[index]`, the only compound expression in old versions of FlatZinc.
    fn element(&self, term: Term, place: Place) -> Result<Term, Wrong> {
        let (name, index) = (term.as_symbol(), (term.payload >> 32) as usize);
        let elements = match self.bindings[name.index()] {
            Binding::Array(id) => self.arrays[id as usize].elements.slice(&self.terms),
            Binding::Free => return Err(self.undeclared(name, place)),
            _ => return Err(wrong(place, Fault::expected("an array", format!("`{}`", self.text(name))))),
        };
        elements.get(index.wrapping_sub(1)).copied().ok_or_else(|| {
            let (array, len) = (self.text(name).to_owned(), elements.len());
            wrong(place, Fault::NoElement { array, index: index as i64, len })
        })
    }

    fn undeclared(&self, name: Symbol, place: Place) -> Wrong {
        wrong(place, Fault::Undeclared(self.text(name).to_owned()))
    }

    fn check_right_hand_sides(&self, first: &mut Option<Wrong>) {
        for data in &self.variables {
            if let Some(&rhs) = self.terms.get(data.rhs as usize)
                && !fits(self, rhs, data.ty)
            {
                let expected = Expected::Operand(data.ty).to_string();
                keep_first(first, wrong(rhs.place, Fault::expected(expected, self.describe(rhs))));
            }
        }
    }

    fn check_objective(&self, first: &mut Option<Wrong>) {
        if let Some((_, at)) = self.solve.goal {
            let term = self.terms[at as usize];
            if !fits(self, term, Type::Int) && !fits(self, term, Type::Float) {
                let expected = "a number or a variable of type int or float";
                keep_first(first, wrong(term.place, Fault::expected(expected, self.describe(term))));
            }
        }
    }
}

fn keep_first(first: &mut Option<Wrong>, found: Wrong) {
    if first.as_ref().is_none_or(|known| found.0.0 < known.0.0) {
        *first = Some(found);
    }
}
