//! Builds an instance for the readers. Names remain unresolved until [`Builder::finish`] links them, because JSON may
//! use a name before its declaration.

use crate::origin::Origin;
use std::sync::Arc;

use super::array::ArrayData;
use super::constraint::{CallData, ConstraintData};
use super::declared::Declaration;
use super::goal::{OutputData, PredicateData, SolveData};
use super::place::Lines;
use super::sets::{normalise_floats, normalise_ints};
use super::symbols::Symbols;
use super::term::{Kind, Span};
use super::variable::{RawDomain, VariableData};
use super::{ArrayId, Binding, Instance, Place, Symbol, Term, Type, VariableId, names};
use crate::error::{Fault, ReadError};
use crate::limit::Limit;
use solver_core::Goal;

/// A fault and its position; boxed, because parsers return millions of results and few faults.
#[derive(Debug)]
pub(crate) struct Wrong(pub(crate) Box<(Place, Fault)>);

/// Builds a fault at a position.
#[cold]
pub(crate) fn wrong(place: Place, fault: Fault) -> Wrong {
    Wrong(Box::new((place, fault)))
}

/// A number in a file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    Int(i64),
    Float(f64),
}

impl Number {
    pub(crate) fn float(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }
}

/// Marks a declaration without a right-hand side.
pub(crate) const NONE: u32 = u32::MAX;

/// An instance under construction.
pub(crate) struct Builder {
    pub(crate) instance: Instance,
    /// The elements of lists that are still open. The elements of inner lists lie above those of outer lists.
    pub(crate) open: Vec<Term>,
    pub(crate) ints: Vec<(i64, i64)>,
    pub(crate) floats: Vec<(f64, f64)>,
    solved: bool,
    limit: Limit,
}

impl Builder {
    pub(crate) fn new(file: Option<&str>, limit: Limit) -> Builder {
        let solve = SolveData { goal: None, annotations: Span::default(), place: Place(0) };
        let instance = Instance {
            symbols: Symbols::with(names::KNOWN),
            terms: Vec::new(),
            int_ranges: Vec::new(),
            float_ranges: Vec::new(),
            calls: Vec::new(),
            variables: Vec::new(),
            arrays: Vec::new(),
            constraints: Vec::new(),
            predicates: Vec::new(),
            output: Vec::new(),
            solve,
            bindings: Vec::new(),
            parameters: Vec::new(),
            lines: Lines { file: file.map(Arc::from), starts: Vec::new() },
            origin: Origin::default(),
        };
        Builder { instance, open: Vec::new(), ints: Vec::new(), floats: Vec::new(), solved: false, limit }
    }

    /// Counts an element of the file against the limit.
    #[inline]
    pub(crate) fn tick(&mut self, place: Place) -> Result<(), Wrong> {
        self.limit.spend(1).map_err(|_| wrong(place, Fault::Stopped))
    }

    #[inline]
    pub(crate) fn line_starts_at(&mut self, offset: usize) {
        self.instance.lines.starts.push(offset as u32);
    }

    /// Stores a single term in the pool; returns its position.
    pub(crate) fn store(&mut self, term: Term) -> u32 {
        self.instance.terms.push(term);
        self.instance.terms.len() as u32 - 1
    }

    /// Closes the innermost open list, whose first element is at `from` in [`open`](Builder::open).
    pub(crate) fn close(&mut self, from: usize) -> Span {
        let start = self.instance.terms.len() as u32;
        self.instance.terms.extend_from_slice(&self.open[from..]);
        self.open.truncate(from);
        Span { start, len: self.instance.terms.len() as u32 - start }
    }

    /// Closes the set whose ranges are collected in [`ints`](Builder::ints).
    pub(crate) fn close_ints(&mut self) -> Span {
        normalise_ints(&mut self.ints);
        let start = self.instance.int_ranges.len() as u32;
        self.instance.int_ranges.append(&mut self.ints);
        Span { start, len: self.instance.int_ranges.len() as u32 - start }
    }

    /// Closes the set whose ranges are collected in [`floats`](Builder::floats).
    pub(crate) fn close_floats(&mut self) -> Span {
        normalise_floats(&mut self.floats);
        let start = self.instance.float_ranges.len() as u32;
        self.instance.float_ranges.append(&mut self.floats);
        Span { start, len: self.instance.float_ranges.len() as u32 - start }
    }

    /// Converts the collected ranges of either kind to a term.
    pub(crate) fn set(&mut self, place: Place) -> Term {
        if self.floats.is_empty() {
            Term::span(Kind::IntSet, self.close_ints(), place)
        } else {
            Term::span(Kind::FloatSet, self.close_floats(), place)
        }
    }

    pub(crate) fn call(&mut self, name: Symbol, arguments: Span, place: Place) -> Term {
        self.instance.calls.push(CallData { name, arguments, place });
        Term::new(Kind::Call, self.instance.calls.len() as u64 - 1, place)
    }

    pub(crate) fn variable(&mut self, data: VariableData) -> Result<(), Wrong> {
        let id = self.instance.variables.len() as u32;
        self.declare(data.declaration, Binding::Variable(id))?;
        if data.output {
            self.instance.output.push(OutputData::Variable(VariableId(id)));
        }
        self.instance.variables.push(data);
        Ok(())
    }

    pub(crate) fn array(&mut self, data: ArrayData, ranges: Option<(Span, Place)>) -> Result<(), Wrong> {
        let id = self.instance.arrays.len() as u32;
        self.declare(data.declaration, Binding::Array(id))?;
        if let Some((ranges, place)) = ranges {
            let sizes = ranges.slice(&self.instance.int_ranges).iter();
            let size = sizes
                .map(|&(lo, hi)| (i128::from(hi) - i128::from(lo) + 1).max(0) as u128)
                .fold(1, u128::saturating_mul);
            let found = data.elements.len as usize;
            if size != found as u128 {
                let name = self.instance.text(data.declaration.name).to_owned();
                return Err(wrong(place, Fault::OutputRanges { name, ranges: size, found }));
            }
            self.instance.output.push(OutputData::Array(ArrayId(id), ranges));
        }
        self.instance.arrays.push(data);
        Ok(())
    }

    /// Declares an output item for the variable or array with this name; an array gets a single index range.
    pub(crate) fn output(&mut self, name: Symbol, place: Place) -> Result<(), Wrong> {
        let instance = &mut self.instance;
        match instance.bindings.get(name.index()) {
            Some(&Binding::Variable(id)) => {
                instance.variables[id as usize].output = true;
                instance.output.push(OutputData::Variable(VariableId(id)));
            }
            Some(&Binding::Array(id)) => {
                let range = Span { start: instance.int_ranges.len() as u32, len: 1 };
                instance.int_ranges.push((1, instance.arrays[id as usize].elements.len.into()));
                instance.output.push(OutputData::Array(ArrayId(id), range));
            }
            _ => return Err(wrong(place, Fault::Undeclared(instance.text(name).to_owned()))),
        }
        Ok(())
    }

    pub(crate) fn parameter(&mut self, name: Symbol, value: Term, place: Place) -> Result<(), Wrong> {
        let at = self.store(value);
        self.declare(Declaration { name, place, ..Declaration::default() }, Binding::Parameter(at))?;
        self.instance.parameters.push((name, at));
        Ok(())
    }

    pub(crate) fn constraint(&mut self, name: Symbol, arguments: Span, annotations: Span, place: Place) {
        self.instance.constraints.push(ConstraintData { name, place, arguments, annotations });
    }

    pub(crate) fn predicate(&mut self, name: Symbol, parameters: u32, signature: &str, place: Place) {
        let signature = self.instance.symbols.intern(signature);
        self.instance.predicates.push(PredicateData { name, parameters, signature, place });
    }

    pub(crate) fn solve(&mut self, goal: Option<(Goal, Term)>, annotations: Span, place: Place) -> Result<(), Wrong> {
        let goal = goal.map(|(goal, objective)| (goal, self.store(objective)));
        if self.solved {
            return Err(wrong(place, Fault::SecondSolve));
        }
        self.solved = true;
        self.instance.solve = SolveData { goal, annotations, place };
        Ok(())
    }

    /// The elements of an array that has already been declared.
    pub(crate) fn elements_of(&self, name: Symbol) -> Option<Span> {
        match self.instance.bindings.get(name.index()) {
            Some(&Binding::Array(id)) => Some(self.instance.arrays[id as usize].elements),
            _ => None,
        }
    }

    fn declare(&mut self, declaration: Declaration, binding: Binding) -> Result<(), Wrong> {
        let Declaration { name, place, .. } = declaration;
        let instance = &mut self.instance;
        if instance.bindings.len() <= name.index() {
            instance.bindings.resize(instance.symbols.len(), Binding::Free);
        }
        let first = match std::mem::replace(&mut instance.bindings[name.index()], binding) {
            Binding::Free => return Ok(()),
            Binding::Variable(id) => instance.variables[id as usize].declaration.place,
            Binding::Array(id) => instance.arrays[id as usize].declaration.place,
            Binding::Parameter(at) => instance.terms[at as usize].place,
        };
        let name = instance.text(name).to_owned();
        Err(wrong(place, Fault::Redeclared { name, first: instance.location(first) }))
    }

    /// Resolves names, checks references, and returns the instance. `end` is the position of the end of the file.
    pub(crate) fn finish(mut self, end: Place) -> Result<Instance, ReadError> {
        let outcome = if self.solved { self.instance.link(&mut self.limit) } else { Err(wrong(end, Fault::NoSolve)) };
        match outcome {
            Ok(()) => Ok(self.trimmed()),
            Err(wrong) => Err(self.error(wrong)),
        }
    }

    pub(crate) fn error(&self, wrong: Wrong) -> ReadError {
        let (place, fault) = *wrong.0;
        ReadError { location: self.instance.location(place), fault }
    }

    fn trimmed(self) -> Instance {
        let mut instance = self.instance;
        instance.terms.shrink_to_fit();
        instance.constraints.shrink_to_fit();
        instance.calls.shrink_to_fit();
        instance.variables.shrink_to_fit();
        instance.int_ranges.shrink_to_fit();
        instance
    }
}

/// Builds the domain from the collected ranges: one range remains an interval as written; any other number of ranges
/// becomes a set.
pub(crate) fn int_domain(builder: &mut Builder) -> RawDomain {
    if let [(lo, hi)] = builder.ints[..] {
        builder.ints.clear();
        return RawDomain::Interval(lo, hi);
    }
    RawDomain::Values(builder.close_ints())
}

/// Builds a float domain as [`int_domain`] builds an integer domain.
pub(crate) fn float_domain(builder: &mut Builder) -> RawDomain {
    if let [(lo, hi)] = builder.floats[..] {
        builder.floats.clear();
        return RawDomain::FloatInterval(lo, hi);
    }
    RawDomain::FloatValues(builder.close_floats())
}

/// Whether a term is allowed where a constant or variable of type `ty` is expected.
pub(crate) fn fits(instance: &Instance, term: Term, ty: Type) -> bool {
    match term.kind {
        Kind::Bool => ty == Type::Bool,
        Kind::Int => ty == Type::Int || ty == Type::Float,
        Kind::Float => ty == Type::Float,
        Kind::IntSet => ty == Type::SetOfInt,
        Kind::Variable => instance.variables[term.payload as usize].ty == ty,
        _ => false,
    }
}
