//! Resolving variables from typed names.

use solver_core::{SymbolTable, Var};
use strsim::osa_distance as distance;

/// Names are listed up to this many.
const FEW: usize = 6;

/// Whether MiniZinc's compiler has made a variable that the model does not name.
pub(crate) fn is_introduced(name: &str) -> bool {
    name.starts_with("X_INTRODUCED_")
}

/// The variable with this name, or a sentence that says which there are.
pub(crate) fn variable(symbols: &SymbolTable, name: &str) -> Result<Var, String> {
    symbols.vars().find(|&var| symbols.variable(var) == name).ok_or_else(|| unknown(symbols, name))
}

/// The variable with this name, or the elements of the array with this name.
pub(crate) fn variables(symbols: &SymbolTable, name: &str) -> Result<Vec<Var>, String> {
    if let Ok(var) = variable(symbols, name) {
        return Ok(vec![var]);
    }
    let is_element = |var: &Var| symbols.variable(*var).strip_prefix(name).is_some_and(|rest| rest.starts_with('['));
    let elements: Vec<Var> = symbols.vars().filter(is_element).collect();
    if elements.is_empty() { Err(unknown(symbols, name)) } else { Ok(elements) }
}

fn unknown(symbols: &SymbolTable, name: &str) -> String {
    let names = || symbols.vars().map(|var| symbols.variable(var)).filter(|name| !is_introduced(name));
    let nearest = names().min_by_key(|known| distance(name, known));
    let near = nearest.filter(|known| distance(name, known) <= 2).map(|known| format!("; did you mean `{known}`?"));
    let mut listed = names().take(FEW).collect::<Vec<_>>().join(", ");
    if names().nth(FEW).is_some() {
        listed += &format!(", … ({} in all)", names().count());
    }
    match near {
        Some(near) => format!("no variable is called `{name}`{near}"),
        None if listed.is_empty() => "there are no variables".to_owned(),
        None => format!("no variable is called `{name}`: there are {listed}"),
    }
}
