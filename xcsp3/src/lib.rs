//! XCSP3-core, the format of the XCSP competitions and of PyCSP3.
//!
//! F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, "XCSP3-core: A format for representing constraint satisfaction and
//! constraint optimization problems", arXiv 2009.00514.
//!
//! [`read`] turns a file into a model:
//!
//! ```
//! use solver_core::prelude::*;
//! let instance = xcsp3::read(r#"
//! <instance format="XCSP3" type="COP">
//!   <variables>
//!     <array id="x" size="[3]"> 0..4 </array>
//!   </variables>
//!   <constraints>
//!     <allDifferent> x[] </allDifferent>
//!     <group note="apart">
//!       <intension> ge(dist(%0,%1),2) </intension>
//!       <args> x[0] x[1] </args>
//!       <args> x[1..2] </args>
//!     </group>
//!   </constraints>
//!   <objectives>
//!     <maximize type="sum"> <list> x[] </list> <coeffs> 1 2 1 </coeffs> </maximize>
//!   </objectives>
//! </instance>"#)?;
//! let (goal, objective) = instance.objective.clone().expect("it has one");
//! assert_eq!(goal, Goal::Maximize);
//! let best = instance.model.maximize(objective)?.expect("there is one");
//! assert_eq!(best.value, 11);
//! assert_eq!(best.solution.values(&instance.variables)?, [1, 4, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod condition;
mod constraints;
mod error;
mod functions;
mod names;
mod objective;
mod term;
mod text;
mod variables;

use error::at;
pub use error::{Fault, ReadError};

use constraints::{Reader, elements};
use functions::Depth;
use roxmltree::{Document, Node};
use solver_core::ValueNames;
use solver_core::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use text::{Scope, Text};

/// The problem that a file describes.
#[derive(Debug)]
pub struct Instance {
    /// The model.
    pub model: Model,
    /// The variables of the file, in file order. The model may have auxiliary variables, which depend on these.
    pub variables: Vec<IntVar>,
    /// The variables to branch on, as annotated in the file; empty without an annotation.
    pub decisions: Vec<IntVar>,
    /// The objective of an optimisation problem.
    pub objective: Option<(Goal, Expr)>,
    symbols: Arc<ValueNames>,
    /// The variables whose values are symbols.
    symbolic: HashSet<IntVar>,
}

/// Reads a file.
///
/// # Errors
/// The first fault, with its line and element: content that is ill-formed, unknown or unsupported.
pub fn read(text: &str) -> Result<Instance, ReadError> {
    let document = Document::parse(text).map_err(|error| {
        let line = error.pos().row;
        ReadError { line, element: String::new(), fault: error.into() }
    })?;
    let root = document.root_element();
    let part = |name| elements(root).find(|node: &Node<'_, '_>| node.tag_name().name() == name);
    if root.tag_name().name() != "instance" {
        return Err(at(root, Fault::expected("<instance>", root.tag_name().name())));
    }
    if let Some(kind) = root.attribute("type").filter(|kind| !["CSP", "COP"].contains(kind)) {
        return Err(at(root, Fault::unsupported(format!("an instance of type {kind}"))));
    }
    let mut model = Model::new();
    let names = match part("variables") {
        Some(node) => variables::declare(&mut model, node)?,
        None => return Err(at(root, Fault::Missing("variables"))),
    };
    let variables = model.variable_ids().collect();
    let mut reader = Reader { model, names: &names, tables: HashMap::new() };
    if let Some(node) = part("constraints") {
        reader.block(node, Depth::default(), &None)?;
    }
    let mut objectives = part("objectives").into_iter().flat_map(elements);
    let objective = objectives.next().map(|node| objective::read(node, &names).map_err(|fault| at(node, fault)));
    if let Some(second) = objectives.next() {
        return Err(at(second, Fault::unsupported("a second objective")));
    }
    let (objective, decisions) = (objective.transpose()?, decisions(root, &names)?);
    let (model, symbols) = (reader.model, names.values());
    Ok(Instance { model, variables, decisions, objective, symbols, symbolic: names.symbolic })
}

/// Reads the variables of the `<decision>` annotations.
fn decisions(root: Node<'_, '_>, names: &names::Names<'_>) -> Result<Vec<IntVar>, ReadError> {
    let annotations = elements(root).filter(|node| node.tag_name().name() == "annotations").flat_map(elements);
    let mut decisions = Vec::new();
    for node in annotations.filter(|node| node.tag_name().name() == "decision") {
        let (text, scope) = (constraints::content(node), Scope::default());
        decisions.extend(Text::new(&text, names, &scope).variables().map_err(|fault| at(node, fault))?);
    }
    Ok(decisions)
}

impl Instance {
    /// The symbol that a variable's value stands for, if the variable takes symbols.
    pub fn symbol(&self, x: IntVar, value: i32) -> Option<&str> {
        self.symbolic.contains(&x).then(|| self.symbols.name(value))?
    }

    /// Writes a solution in the format of the XCSP competitions.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] for a solution of another model.
    pub fn instantiation(
        &self,
        solution: &Solution,
        cost: Option<i64>,
        is_optimal: bool,
    ) -> Result<String, ModelError> {
        let mut names = String::new();
        let mut values = String::new();
        for &x in &self.variables {
            names += " ";
            names += &self.model.name(x)?;
            values += " ";
            let value = solution.value(x)?;
            match self.symbol(x, value) {
                Some(symbol) => values += symbol,
                None => values += &value.to_string(),
            }
        }
        let kind = if is_optimal { "optimum" } else { "solution" };
        let cost = cost.map_or_else(String::new, |cost| format!(" cost=\"{cost}\""));
        Ok(format!(
            "<instantiation type=\"{kind}\"{cost}> <list>{names} </list> <values>{values} </values> </instantiation>"
        ))
    }
}
