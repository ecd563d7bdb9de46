//! JSON objects: the document, constraints, output, and the solve item.

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess};

use super::declarations::{Arrays, Variables};
use super::fields::{Each, Fields, List, Object};
use super::values::{Annotations, Role, TermIn, Terms};
use super::{Name, State, Text, unexpected};
use crate::instance::term::{Kind, Span};
use crate::instance::{Place, Symbol, Term, names};
use solver_core::Goal;

/// Reads the entire file.
pub(super) struct Document;

impl<'t> Object<'t> for Document {
    const WHAT: &'static str = "a FlatZinc file";
    const FIELDS: &'static [&'static str] = &["variables", "arrays", "constraints", "output", "solve", "version"];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "variables" => map.next_value_seed(Fields { state, object: &mut Variables })?,
            "arrays" => map.next_value_seed(Fields { state, object: &mut Arrays })?,
            "constraints" => map.next_value_seed(Each(state, Constraints))?,
            "output" => map.next_value_seed(Each(state, Outputs))?,
            "solve" => {
                let mut solve = Solve::default();
                let (place, from) = (state.last, state.builder.open.len());
                map.next_value_seed(Fields { state, object: &mut solve })?;
                solve.finish(state, place, from)?;
            }
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(true)
    }
}

struct Constraints;

impl<'t> List<'t> for Constraints {
    type Value = ();
    const WHAT: &'static str = "a list of constraints";

    fn read<A: SeqAccess<'t>>(self, state: &mut State<'t>, mut list: A) -> Result<(), A::Error> {
        loop {
            let from = state.builder.open.len();
            let mut constraint = Constraint::default();
            if list.next_element_seed(Fields { state, object: &mut constraint })?.is_none() {
                return Ok(());
            }
            constraint.finish(state, from)?;
        }
    }
}

#[derive(Default)]
struct Constraint {
    id: Option<(Symbol, Place)>,
    arguments: Option<Span>,
    defines: Option<(Symbol, Place)>,
}

impl Constraint {
    fn finish<E: Error>(self, state: &mut State<'_>, from: usize) -> Result<(), E> {
        let Some((name, place)) = self.id else { return Err(E::missing_field("id")) };
        let Some(arguments) = self.arguments else {
            return Err(state.fail(unexpected(place, "a field \"args\" with the arguments", "none")));
        };
        if let Some((defined, place)) = self.defines {
            let at = state.builder.store(Term::symbol(Kind::Open, defined, place));
            let call = state.builder.call(names::DEFINES_VAR, Span { start: at, len: 1 }, place);
            state.builder.open.push(call);
        }
        let annotations = state.builder.close(from);
        state.builder.constraint(name, arguments, annotations, place);
        Ok(())
    }
}

impl<'t> Object<'t> for Constraint {
    const WHAT: &'static str = "a constraint";
    const FIELDS: &'static [&'static str] = &["id", "args", "ann", "defines"];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "id" => self.id = Some(map.next_value_seed(Name(state))?),
            "args" => self.arguments = Some(map.next_value_seed(Each(state, Terms(Role::Argument)))?),
            "defines" => self.defines = Some(map.next_value_seed(Name(state))?),
            "ann" => map.next_value_seed(Each(state, Annotations))?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

struct Outputs;

impl<'t> List<'t> for Outputs {
    type Value = ();
    const WHAT: &'static str = "a list of names";

    fn read<A: SeqAccess<'t>>(self, state: &mut State<'t>, mut list: A) -> Result<(), A::Error> {
        while let Some(name) = list.next_element_seed(Name(state))? {
            state.output.push(name);
        }
        Ok(())
    }
}

#[derive(Default)]
struct Solve {
    method: Option<(Option<Goal>, Place)>,
    objective: Option<Term>,
}

impl<'t> Object<'t> for Solve {
    const WHAT: &'static str = "the solve item";
    const FIELDS: &'static [&'static str] = &["method", "objective", "ann"];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "method" => {
                let method = match &*map.next_value_seed(Text(state))? {
                    "satisfy" => None,
                    "minimize" => Some(Goal::Minimize),
                    "maximize" => Some(Goal::Maximize),
                    other => return Err(A::Error::unknown_variant(other, &["satisfy", "minimize", "maximize"])),
                };
                self.method = Some((method, state.last));
            }
            "objective" => self.objective = Some(map.next_value_seed(TermIn { state, role: Role::Element })?),
            "ann" => map.next_value_seed(Each(state, Annotations))?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Solve {
    fn finish<E: Error>(self, state: &mut State<'_>, place: Place, from: usize) -> Result<(), E> {
        let annotations = state.builder.close(from);
        let Some((method, method_place)) = self.method else {
            return Err(state.fail(unexpected(place, "a field \"method\"", "none")));
        };
        let goal = match (method, self.objective) {
            (None, _) => None,
            (Some(goal), Some(objective)) => Some((goal, objective)),
            (Some(_), None) => return Err(state.fail(unexpected(method_place, "a field \"objective\"", "none"))),
        };
        state.builder.solve(goal, annotations, place).map_err(|fault| state.fail(fault))
    }
}
