//! Names of variables and constraints as in the MiniZinc model.
//!
//! A variable has its name in the model, or its index in an array (`works[Ann,Mon]`). If the model makes two variables
//! equal, the variable that represents both has both names: `colour[Red] = nation[English]`. A variable introduced by
//! the compiler is named after the expression that it represents. A constraint has its name in the model
//! (`constraint :: "rows"`), or its text with the values of the loop variables, followed by its line:
//! `all_different(cell[3, ..]) (sudoku.mzn:6)`.

mod constraint;
mod definition;
mod element;

pub(crate) use constraint::ConstraintNames;

use crate::instance::{Domain, Instance, Output, Type, Value, Variable, VariableId, names};
use crate::limit::{Limit, Stopped};
use crate::origin::{LONG, Path};
use definition::Definitions;
use element::Shape;
use solver_core::{Label, ValueNames};
use std::collections::HashMap;
use std::sync::Arc;

/// A model array with several named elements, as shown in pictures.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    /// The names and elements, in row-major order.
    pub(crate) elements: Vec<(String, Element)>,
    /// The size of the last dimension.
    pub(crate) columns: usize,
    /// The names of the values that the elements can take.
    pub(crate) values: Option<Arc<ValueNames>>,
}

/// An element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    Variable(VariableId),
    Constant(i64),
}

/// The names of an instance.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// The name of each variable.
    pub(crate) variables: Vec<String>,
    /// The label of each variable.
    pub(crate) labels: Vec<Label>,
    /// The output arrays of the model.
    pub(crate) arrays: Vec<Cells>,
    /// Whether explanations use the names. Otherwise, only messages use them.
    pub(crate) for_people: bool,
    /// The names that a user may type.
    known: HashMap<String, Element>,
}

impl Names {
    /// Reads the names from the file and from the known parts of the MiniZinc model.
    pub(crate) fn read(instance: &Instance) -> Names {
        let mut made = Names::new(instance, true);
        made.declared(instance);
        // This never stops early, because there is no limit.
        let _ = made.elements(instance, &mut Limit::default());
        made.paths(instance);
        made.aliases(instance);
        made.scale(instance);
        // Names both values, so that neither is shown as the absence of the other.
        let two = Arc::new(ValueNames::new(0, ["0", "1"]));
        let definitions = Definitions::new(instance);
        for x in instance.variables() {
            let label = &mut made.labels[x.id().index()];
            if label.values.is_none() && x.domain() == (Domain::Interval { lo: 0, hi: 1 }) {
                label.values = Some(Arc::clone(&two));
            }
            if made.variables[x.id().index()].is_empty() {
                let name = definitions.words(x.id(), &made);
                made.labels[x.id().index()].introduced = true;
                made.variables[x.id().index()] = name.unwrap_or_else(|| scaled(x, x.name()));
            }
        }
        made
    }

    /// Creates the names for a search without explanations: only the names in the file, without a table for lookups.
    pub(crate) fn plain(instance: &Instance, limit: &mut Limit) -> Result<Names, Stopped> {
        let mut made = Names::new(instance, false);
        made.declared(instance);
        made.elements(instance, limit)?;
        for x in instance.variables() {
            let name = &mut made.variables[x.id().index()];
            if name.is_empty() {
                *name = x.name().to_owned();
            }
        }
        made.scale(instance);
        Ok(made)
    }

    /// Creates an empty table of names.
    fn new(instance: &Instance, for_people: bool) -> Names {
        let count = instance.variables().len();
        Names {
            variables: vec![String::new(); count],
            labels: vec![Label::default(); count],
            arrays: Vec::new(),
            for_people,
            known: HashMap::new(),
        }
    }

    /// The variable or constant with this name; blanks in the name are ignored.
    pub(crate) fn find(&self, name: &str) -> Option<Element> {
        self.known.get(&name.split_whitespace().collect::<String>()).copied()
    }

    /// The name of a variable, such as `pet[Zebra]`; if the model makes two variables equal, both names.
    pub(crate) fn name(&self, x: VariableId) -> &str {
        &self.variables[x.index()]
    }

    /// Adds a name for a variable. One declared name suffices; without one, up to three names are shown.
    fn add(&mut self, x: VariableId, name: String, values: Option<Arc<ValueNames>>) {
        let known = &mut self.variables[x.index()];
        let names_listed = if known.contains('[') { known.split(" = ").count() } else { 3 };
        if known.is_empty() {
            *known = name.clone();
        } else if !known.split(" = ").any(|own| own == name) && names_listed < 3 {
            *known += &format!(" = {name}");
        }
        self.values_of(x, values);
        if self.for_people {
            self.known.insert(name.split_whitespace().collect(), Element::Variable(x));
        }
    }

    /// Sets the names of a variable's values, unless they are already set.
    fn values_of(&mut self, x: VariableId, values: Option<Arc<ValueNames>>) {
        let label = &mut self.labels[x.index()];
        label.values = label.values.take().or(values);
    }

    /// Adds the variables declared in the model.
    fn declared(&mut self, instance: &Instance) {
        for x in instance.variables() {
            if !is_made(x.name()) {
                let values = self::values(instance, x.name(), x.ty());
                self.add(x.id(), x.name().to_owned(), values);
                self.labels[x.id().index()].introduced = x.is_introduced();
            }
        }
    }

    /// Adds the elements of the output arrays, then the elements of the other named arrays.
    fn elements(&mut self, instance: &Instance, limit: &mut Limit) -> Result<(), Stopped> {
        let shown = instance.output().filter_map(|item| match item {
            Output::Array { array, ranges } => Some((array, Shape::ranges(instance, array.name(), ranges))),
            Output::Variable(_) => None,
        });
        let shown: Vec<_> = shown.collect();
        let is_shown = |id| shown.iter().any(|(array, _)| array.id() == id);
        let others = instance.arrays().filter(|array| !is_made(array.name()) && !is_shown(array.id()));
        let others: Vec<_> = others.map(|a| (a, Shape::unknown(instance, a.name(), a.elements().len()))).collect();
        for (array, shape) in shown.into_iter().chain(others) {
            let ty = array.ty().unwrap_or(Type::Int);
            let values = self::values(instance, array.name(), ty);
            let mut elements = Vec::new();
            for (at, &term) in array.elements().iter().enumerate() {
                limit.spend(4)?;
                let element = match instance.value(term) {
                    Value::Variable(x) => Element::Variable(x.id()),
                    Value::Int(value) => Element::Constant(value),
                    Value::Bool(value) => Element::Constant(value.into()),
                    _ => continue,
                };
                // A variable with a declared name needs another name only for lookups by the user.
                let name = || shape.name(array.name(), at);
                match element {
                    Element::Variable(x) if self.for_people || is_made(instance.variable(x).name()) => {
                        self.add(x, name(), values.clone());
                    }
                    Element::Variable(x) => self.values_of(x, values.clone()),
                    Element::Constant(_) if self.for_people => drop(self.known.insert(name(), element)),
                    Element::Constant(_) => {}
                }
                elements.extend(self.for_people.then(|| (name(), element)));
            }
            if self.for_people && elements.len() == array.elements().len() {
                self.arrays.push(Cells { elements, columns: shape.columns(), values });
            }
        }
        Ok(())
    }

    /// Adds the names of variables whose path ends in a model name.
    fn paths(&mut self, instance: &Instance) {
        for x in instance.variables().filter(|x| is_made(x.name())) {
            let path = x.annotations().string(names::MZN_PATH).map(Path::new);
            let Some((name, at)) = path.as_ref().and_then(Path::variable) else { continue };
            let name = match at {
                None => name.to_owned(),
                Some(at) => match Shape::find(instance, name) {
                    Some(shape) => shape.name(name, at),
                    None => continue,
                },
            };
            let base = name.split('[').next().unwrap_or_default().to_owned();
            if !self.variables[x.id().index()].split(" = ").any(|own| own == name) {
                self.add(x.id(), name, values(instance, &base, x.ty()));
            }
        }
    }

    /// Names float variables as multiples, because the model contains `scale * x` in place of a float variable `x`.
    fn scale(&mut self, instance: &Instance) {
        for x in instance.variables() {
            let name = &mut self.variables[x.id().index()];
            if !name.is_empty() {
                *name = name.split(" = ").map(|one| scaled(x, one)).collect::<Vec<_>>().join(" = ");
            }
        }
    }

    /// If a variable is declared equal to another, adds its names to the variable that represents both.
    fn aliases(&mut self, instance: &Instance) {
        for x in instance.variables() {
            let mut root = x;
            // A file may contain a cycle of variables declared equal to each other.
            for _ in 0..instance.variables().len() {
                match root.alias() {
                    Some(y) => root = instance.variable(y),
                    None => break,
                }
            }
            if root.id() == x.id() {
                continue;
            }
            let own: Vec<String> = self.variables[x.id().index()].split(" = ").map(str::to_owned).collect();
            let values = self.labels[x.id().index()].values.clone();
            for name in own.into_iter().filter(|name| !name.is_empty()) {
                self.add(root.id(), name, values.clone());
            }
        }
    }
}

/// Returns the name of a variable for a message. Unlike [`Names::read`], this does not build the names of all other
/// variables.
pub(crate) fn shown(instance: &Instance, x: VariableId) -> String {
    let own = instance.variable(x).name();
    if !is_made(own) {
        return own.to_owned();
    }
    let mut names = Names::new(instance, false);
    names.declared(instance);
    // This never stops early, because there is no limit.
    let _ = names.elements(instance, &mut Limit::default());
    names.paths(instance);
    let known = Some(names.name(x).to_owned()).filter(|name| !name.is_empty());
    known.or_else(|| Definitions::new(instance).words(x, &names)).unwrap_or_else(|| own.to_owned())
}

/// Whether this is a name that MiniZinc's compiler introduced.
pub(crate) fn is_made(name: &str) -> bool {
    name.starts_with("X_INTRODUCED_")
}

/// Returns the name of the integer that represents a float variable in the model: the scale times the variable.
fn scaled(x: Variable<'_>, name: &str) -> String {
    match x.scale().map(i64::from) {
        None | Some(1) => name.to_owned(),
        Some(scale) if name.contains(' ') => format!("{scale}*({name})"),
        Some(scale) => format!("{scale}*{name}"),
    }
}

/// Returns the names of the values of a model variable or array.
fn values(instance: &Instance, name: &str, ty: Type) -> Option<Arc<ValueNames>> {
    if ty == Type::Bool {
        return Some(Arc::new(ValueNames::new(0, ["false", "true"])));
    }
    let origin = instance.origin();
    origin.values_of(origin.declared(name)?.values.as_deref()?).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"var 1..3: X_INTRODUCED_0_ :: mzn_path(\"/m/z.mzn|2|1|2|3|id|pet;|0|0|0|0|il|0;\");\n\
        var bool: X_INTRODUCED_1_ :: var_is_introduced :: is_defined_var;\n\
        array [1..2] of var int: pet :: output_array([1..2]) = [X_INTRODUCED_0_,2];\n\
        array [1..1] of var int: owner :: output_array([1..1]) = [X_INTRODUCED_0_];\n\
        constraint int_eq_reif(X_INTRODUCED_0_,3,X_INTRODUCED_1_) :: defines_var(X_INTRODUCED_1_);\n\
        constraint int_ne(X_INTRODUCED_0_,2);\n\
        solve satisfy;";

    fn instance() -> Instance {
        let mut instance = crate::read(TEXT).expect("a file");
        let source = "\n\n\nforall(p in Pet)(pet[1] != p);\n";
        let origin = instance.read_origin(|file| (file == "/m/z.mzn").then(|| source.to_owned()));
        let types = r#"{"var_types":{"vars":{"pet":{"type":"int","dims":["Pet"],"enum_type":"Pet"}}}}"#;
        let script = "array [1..3] of string: _enum_to_string_0_Pet = [\"Dog\",\"Fox\",\"Zebra\"];";
        instance.set_origin(origin.with_types(types).with_output(script));
        instance
    }

    #[test]
    fn names_are_those_of_the_model() {
        let instance = instance();
        let names = Names::read(&instance);
        assert_eq!(names.variables, ["pet[Dog] = owner[1]", "pet[Dog] = owner[1] = Zebra"]);
        assert_eq!((names.labels[0].introduced, names.labels[1].introduced), (false, true));
        assert_eq!(names.find("pet[ Fox ]"), Some(Element::Constant(2)));
        assert_eq!(names.find("owner[1]"), names.find("pet[Dog]"));
    }
}
