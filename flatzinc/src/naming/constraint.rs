//! Names each constraint by its name or text in the model, with its location.

use super::LONG;
use crate::instance::{Constraint, Instance, names};
use crate::origin::{Path, Segment};
use std::collections::HashMap;

/// A model statement in one iteration of its loops.
#[derive(PartialEq, Eq, Hash)]
struct Statement<'a> {
    file: &'a str,
    first: (usize, usize),
    last: (usize, usize),
    turns: Vec<(&'a str, &'a str)>,
}

impl<'a> Statement<'a> {
    fn from_path(path: &Path<'a>) -> Option<Statement<'a>> {
        let Segment { file, first, last, .. } = path.statement()?;
        Some(Statement { file, first, last, turns: path.loops().iter().filter_map(Segment::assignment).collect() })
    }
}

/// The names of an instance's constraints. All constraints that the compiler creates from one statement share its name,
/// although the compiler annotates only one of them.
pub(crate) struct ConstraintNames<'a>(HashMap<Statement<'a>, &'a str>);

impl<'a> ConstraintNames<'a> {
    /// Reads the names given in the model.
    pub(crate) fn new(instance: &'a Instance) -> ConstraintNames<'a> {
        let named = instance.constraints().filter_map(|constraint| {
            let name = given(constraint)?;
            Some((Statement::from_path(&Path::new(constraint.path()?))?, name))
        });
        ConstraintNames(named.collect())
    }

    /// The name of a constraint, with its location in the model.
    pub(crate) fn name(&self, constraint: Constraint<'a>) -> String {
        let path = constraint.path().map(Path::new);
        let place = path.as_ref().and_then(Path::place);
        let of_statement = || self.0.get(&Statement::from_path(path.as_ref()?)?).copied();
        let called = given(constraint).or_else(of_statement);
        let words = called.map(str::to_owned).or_else(|| statement(constraint, path.as_ref()?));
        let words = words.unwrap_or_else(|| kind(constraint).to_owned());
        match place {
            Some(place) => format!("{words} ({place})"),
            None if called.is_some() => words,
            None => format!("{words} ({})", constraint.instance().lines.location(constraint.place())),
        }
    }
}

/// Returns the name that the model gives to a constraint (`constraint :: "name" …`) or to an expression in it (`… ::
/// "name"`).
fn given(constraint: Constraint<'_>) -> Option<&str> {
    let annotations = constraint.annotations();
    let called = constraint.given_name().or_else(|| annotations.string(names::MZN_EXPRESSION_NAME));
    // The compiler copies `:: constraint_name("name")` to the file unchanged.
    called.or_else(|| annotations.iter().find(|call| call.name() == "constraint_name")?.string(0).ok())
}

/// Returns a constraint's text in the model, or the name at the end of that text. If the text is long, returns the kind
/// of the constraint and the values of its loop variables instead.
fn statement(constraint: Constraint<'_>, path: &Path<'_>) -> Option<String> {
    let origin = constraint.instance().origin();
    let (statement, loops) = (path.statement()?, path.loops());
    let text = if statement.kind == "id" { origin.definition(&statement) } else { origin.text(&statement, &loops) };
    // The compiler drops the name of an expression that it rewrites.
    let named = text.as_ref().and_then(|text| text.strip_suffix('"')?.rsplit_once(":: \"")).map(|(_, name)| name);
    if let Some(name) = named.filter(|name| !name.contains('\\')) {
        return Some(name.to_owned());
    }
    if let Some(text) = text.filter(|text| text.chars().count() <= LONG) {
        return Some(text);
    }
    let turns = loops.iter().filter_map(|turn| origin.turn(turn)).map(|(name, value)| format!("{name} = {value}"));
    let kind = statement.what().filter(|_| matches!(statement.kind, "ca" | "id")).unwrap_or_else(|| kind(constraint));
    Some(std::iter::once(kind.to_owned()).chain(turns).collect::<Vec<_>>().join(", "))
}

/// The name of this kind of constraint in the model.
fn kind<'a>(constraint: Constraint<'a>) -> &'a str {
    let name = constraint.name();
    name.strip_prefix("ferz_").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"var 1..3: x;\nvar 1..3: y;\nvar bool: b :: is_defined_var;\n\
        constraint int_eq_reif(x,3,b) :: defines_var(b);\n\
        constraint int_ne(x,2) :: mzn_path(\"/m/z.mzn|4|1|4|30|ca|forall;/m/z.mzn|4|8|4|8|p=2;/m/z.mzn|4|19|4|24|bin|'!=';\");\n\
        constraint int_le(x,y) :: mzn_path(\"/m/z.mzn|5|1|5|15|bin|'<=';\");\n\
        constraint int_abs(x,y) :: mzn_expression_name(\"near\") :: mzn_path(\"/m/z.mzn|6|1|6|11|bin|'<=';/m/z.mzn|6|1|6|6|ca|abs;\");\n\
        constraint int_lin_eq([1,-1],[x,y],0) :: mzn_path(\"/m/z.mzn|6|1|6|11|bin|'<=';/m/z.mzn|6|5|6|6|bin|'-';\");\n\
        solve satisfy;";

    #[test]
    fn constraints_are_called_after_their_text_or_as_the_model_calls_it() {
        let mut instance = crate::read(TEXT).expect("a file");
        let source = "\n\n\nforall(p in 2..2)(x != p);\nx<=y :: \"order\";\nabs(x-y)<=2 :: \"near\";\n";
        let origin = instance.read_origin(|file| (file == "/m/z.mzn").then(|| source.to_owned()));
        instance.set_origin(origin);
        let names = ConstraintNames::new(&instance);
        let named: Vec<String> = instance.constraints().map(|constraint| names.name(constraint)).collect();
        assert_eq!(
            named,
            [
                "int_eq_reif (line 4, column 12)",
                "x != 2 (z.mzn:4)",
                "order (z.mzn:5)",
                "near (z.mzn:6)",
                "near (z.mzn:6)"
            ]
        );
    }
}
