//! Names in the user's terms: for variables that the compiler introduced for array elements, and for constraints.

use crate::instance::{Constraint, Instance, Output, names};

/// A name for each variable: its own, or, for one that the compiler introduced, its place in an array with a name, `q[3]`.
pub(crate) fn names(instance: &Instance) -> Vec<String> {
    let mut names: Vec<String> = instance.variables().map(|x| x.name().to_owned()).collect();
    let is_made = |name: &str| name.starts_with("X_INTRODUCED_");
    let mut name = |term: &crate::instance::Term, text: &dyn Fn() -> String| {
        if let Some(x) = term.as_variable()
            && is_made(&names[x.index()])
        {
            names[x.index()] = text();
        }
    };
    for item in instance.output() {
        let Output::Array { array, ranges } = item else { continue };
        for (i, term) in array.elements().iter().enumerate() {
            name(term, &|| format!("{}[{}]", array.name(), index(i, ranges)));
        }
    }
    for array in instance.arrays().filter(|array| !is_made(array.name())) {
        for (i, term) in array.elements().iter().enumerate() {
            name(term, &|| format!("{}[{}]", array.name(), i + 1));
        }
    }
    names
}

/// The indices of an element, from the last dimension to the first: `2,5`.
fn index(mut at: usize, ranges: &[(i64, i64)]) -> String {
    let mut indices: Vec<String> = Vec::with_capacity(ranges.len());
    for &(low, high) in ranges.iter().rev() {
        let size = usize::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(1).max(1);
        indices.push(low.saturating_add((at % size) as i64).to_string());
        at /= size;
    }
    indices.reverse();
    indices.join(",")
}

/// What to call a constraint: the model's own name for it, and where it stands there.
pub(crate) fn of_constraint(constraint: Constraint<'_>) -> String {
    let place = constraint.path().and_then(place);
    let kind = constraint.name();
    // What is named in the model is a constraint (`constraint :: "name" …`) or an expression in it (`… :: "name"`).
    let given = constraint.given_name().or_else(|| constraint.annotations().string(names::MZN_EXPRESSION_NAME));
    match (given, place) {
        (Some(name), Some(place)) => format!("{name} ({place})"),
        (Some(name), None) => name.to_owned(),
        (None, Some(place)) => format!("{kind} ({place})"),
        (None, None) => {
            let location = constraint.instance().location(constraint.place());
            format!("{kind} ({location})")
        }
    }
}

/// The line of the model that a path of MiniZinc's leads to: `model.mzn|3|12|3|40|ca|forall;…` begins with it.
fn place(path: &str) -> Option<String> {
    let mut fields = path.split(';').next()?.split('|');
    let (file, line) = (fields.next()?, fields.next()?);
    line.parse::<u32>().ok()?;
    let file = file.rsplit(['/', '\\']).next()?;
    Some(format!("{file}:{line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_count_as_the_model_does() {
        let all: Vec<String> = (0..4).map(|i| index(i, &[(0, 1), (5, 6)])).collect();
        assert_eq!(all, ["0,5", "0,6", "1,5", "1,6"]);
        assert_eq!(index(2, &[(-3, 3)]), "-1");
    }

    #[test]
    fn paths_begin_with_a_line() {
        assert_eq!(place("/tmp/q.mzn|4|12|4|40|ca|forall;/tmp/q.mzn|5|1|5|2|id|x").as_deref(), Some("q.mzn:4"));
        assert_eq!(place("nothing"), None);
    }
}
