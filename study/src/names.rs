//! Looks up variables by names that a user typed.

use solver_core::{SymbolTable, Var};
use strsim::osa_distance as distance;

/// The maximum number of names listed in a message.
const FEW: usize = 6;

/// Finds the variable with the given name; the error is a sentence that lists existing names.
pub(crate) fn variable(symbols: &SymbolTable, name: &str) -> Result<Var, String> {
    let exact = symbols.vars().find(|&var| names_of(symbols, var).any(|own| own == name));
    // Without an exact match, ignore case, but only if a single variable then matches.
    let alike = || {
        let is_alike = |var: &Var| names_of(symbols, *var).any(|own| own.eq_ignore_ascii_case(name));
        let mut found = symbols.vars().filter(is_alike);
        found.next().filter(|_| found.next().is_none())
    };
    exact.or_else(alike).ok_or_else(|| unknown(symbols, name))
}

/// Returns the names of a variable, which has several if the model equates variables (`x = y[1]`).
fn names_of(symbols: &SymbolTable, var: Var) -> impl Iterator<Item = &str> {
    let whole = symbols.variable(var);
    let several = symbols.is_of_problem(var) && whole.contains(" = ");
    std::iter::once(whole).chain(several.then(|| whole.split(" = ")).into_iter().flatten())
}

/// Finds the variable with the given name, or the elements of the array with it.
pub(crate) fn variables(symbols: &SymbolTable, name: &str) -> Result<Vec<Var>, String> {
    if let Ok(var) = variable(symbols, name) {
        return Ok(vec![var]);
    }
    let of_array = |own: &str| own.strip_prefix(name).is_some_and(|rest| rest.starts_with('['));
    let is_element = |var: &Var| symbols.is_of_problem(*var) && names_of(symbols, *var).any(of_array);
    let elements: Vec<Var> = symbols.vars().filter(is_element).collect();
    if elements.is_empty() { Err(unknown(symbols, name)) } else { Ok(elements) }
}

fn unknown(symbols: &SymbolTable, name: &str) -> String {
    let names = || symbols.vars().filter(|&var| symbols.is_of_problem(var)).map(|var| symbols.variable(var));
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
