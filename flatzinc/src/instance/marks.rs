//! Annotations that are properties of a variable or array: `output_var`, `output_array`, `is_defined_var`,
//! `var_is_introduced`.

use super::builder::{Builder, Wrong, wrong};
use super::declared::Declaration;
use super::term::{Kind, Span};
use super::{Place, Symbol, Term, names};
use crate::error::Fault;

/// The annotations of a declaration that is being read. Annotations that have a field of their own are moved to it.
#[derive(Default)]
pub(crate) struct Marks {
    pub(crate) declaration: Declaration,
    pub(crate) output: bool,
    pub(crate) ranges: Option<(Span, Place)>,
}

impl Builder {
    /// Closes the annotations of a declaration, and removes those that have a field of their own.
    pub(crate) fn close_marks(&mut self, from: usize, (name, place): (Symbol, Place)) -> Result<Marks, Wrong> {
        let declaration = Declaration { name, place, ..Declaration::default() };
        let mut marks = Marks { declaration, ..Marks::default() };
        let mut kept = from;
        for i in from..self.open.len() {
            let term = self.open[i];
            match (term.kind, term.as_symbol()) {
                (Kind::Atom, names::OUTPUT_VAR) => marks.output = true,
                (Kind::Atom, names::IS_DEFINED_VAR) => marks.declaration.defined = true,
                (Kind::Atom, names::VAR_IS_INTRODUCED) => marks.declaration.introduced = true,
                (Kind::Call, _) if self.instance.calls[term.payload as usize].name == names::OUTPUT_ARRAY => {
                    marks.ranges = Some((self.output_ranges(term)?, term.place));
                }
                _ => {
                    self.open[kept] = term;
                    kept += 1;
                }
            }
        }
        self.open.truncate(kept);
        marks.declaration.annotations = self.close(from);
        Ok(marks)
    }

    /// Reads the index ranges in `output_array([1..2,1..3])`.
    fn output_ranges(&mut self, call: Term) -> Result<Span, Wrong> {
        let instance = &mut self.instance;
        let data = &instance.calls[call.payload as usize];
        let arguments = data.arguments.slice(&instance.terms);
        let other = || wrong(call.place, Fault::expected("output_array([1..n])", "other arguments"));
        let list = match arguments {
            [list] if list.kind == Kind::List => list.as_span(),
            _ => return Err(other()),
        };
        let start = instance.int_ranges.len() as u32;
        for term in list.slice(&instance.terms) {
            let range = match (term.kind, term.as_span()) {
                (Kind::IntSet, Span { len: 0, .. }) => (1, 0),
                (Kind::IntSet, span @ Span { len: 1, .. }) => span.slice(&instance.int_ranges)[0],
                _ => return Err(other()),
            };
            instance.int_ranges.push(range);
        }
        Ok(Span { start, len: list.len })
    }
}
