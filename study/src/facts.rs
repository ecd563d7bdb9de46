//! Parses facts typed by a user, such as `q[3] != 5` or, on a board, `not d6`.

use solver_core::{Atom, SymbolTable, ValueNames, Var, View};

/// A parsed fact. The variable is looked up later in the symbol table of a search.
struct Fact {
    variable: String,
    relation: Relate,
    /// The value: a number, or the name of a value.
    value: String,
}

/// Why a text is not a fact about a search.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadFact {
    /// Some part of the fact is missing.
    #[error(
        "`{text}` is not a fact: write a variable, one of =, !=, >=, <=, >, <, and a number, such as `{example}`{square}"
    )]
    NoFact {
        /// The text.
        text: String,
        /// An example of a well-formed fact about an existing variable.
        example: String,
        /// A hint at the notation for squares if there is a board.
        square: String,
    },
    /// The number is outside the range of representable values.
    #[error("{0} is outside the value range of variables, \u{b1}2^30")]
    Value(String),
    /// The variable has no value of this name.
    #[error("`{value}` is not a value of {variable}{known}")]
    NoValue {
        /// The name.
        value: String,
        /// The variable.
        variable: String,
        /// The names of the variable's values, as text.
        known: String,
    },
    /// The board has no square of this name.
    #[error("there is no square `{square}` on this board; the last one is `{last}`")]
    NoSquare {
        /// The square.
        square: String,
        /// The last square of the board, as an example of an existing one.
        last: String,
    },
    /// No variable has this name.
    #[error("{0}")]
    NoVariable(String),
}

/// A function that makes an atom from a variable and a value.
type Relate = fn(View, i32) -> Atom;

/// The relations. Those with two characters come first, so that `<=` is not read as `<`.
const RELATIONS: [(&str, Relate); 10] = [
    ("!=", Atom::differs),
    ("<=", Atom::at_most),
    (">=", Atom::at_least),
    ("==", Atom::equals),
    ("\u{2260}", Atom::differs),
    ("\u{2264}", Atom::at_most),
    ("\u{2265}", Atom::at_least),
    ("=", Atom::equals),
    ("<", |x, v| !Atom::at_least(x, v)),
    (">", |x, v| !Atom::at_most(x, v)),
];

impl Fact {
    /// Parses a fact. The variable may be an expression that contains relations, so the last relation separates it from
    /// the value.
    fn read(text: &str) -> Option<Fact> {
        let at = text.rfind(['=', '<', '>', '\u{2260}', '\u{2264}', '\u{2265}'])?;
        let end = at + text[at..].chars().next().map_or(1, char::len_utf8);
        let value = text[end..].trim().to_owned();
        let is_name = value.chars().all(|c| c.is_alphanumeric() || c == '_') && !value.is_empty();
        if !is_name && value.parse::<i64>().is_err() {
            return None;
        }
        let before = &text[..end];
        let (variable, relation) =
            RELATIONS.iter().find_map(|(sign, relation)| Some((before.strip_suffix(sign)?, *relation)))?;
        let variable = variable.trim();
        (!variable.is_empty()).then(|| Fact { variable: variable.to_owned(), relation, value })
    }

    /// Makes the atom about this variable.
    fn about(&self, var: Var, symbols: &SymbolTable) -> Result<Atom, BadFact> {
        let names = symbols.label(var).values.as_ref();
        let v = match (names.and_then(|names| names.value(&self.value)), self.value.parse::<i64>()) {
            (Some(v), _) => v,
            (None, Ok(v)) => {
                let v = i32::try_from(v).ok().filter(|v| v.unsigned_abs() <= 1 << 30);
                v.ok_or_else(|| BadFact::Value(self.value.clone()))?
            }
            (None, Err(_)) => {
                let known = names.map(|names| format!(": there are {}", names.names().join(", "))).unwrap_or_default();
                let (value, variable) = (self.value.clone(), symbols.variable(var).to_owned());
                return Err(BadFact::NoValue { value, variable, known });
            }
        };
        Ok((self.relation)(View::from(var), v))
    }
}

/// Splits a list at commas, except at commas inside brackets, which are part of a name.
pub fn listed(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts
}

/// Reads a fact about a variable of the symbol table. If a value's name determines the variable, the name by itself is
/// a fact: `d4`, `not d4`.
///
/// ```
/// use solver_core::{SymbolTable, ValueSet, AtomFormatter};
/// let symbols = SymbolTable::of_names([("q[3]".to_owned(), ValueSet::range(0, 7))], [], []).unwrap();
/// let fact = study::facts::read(" q[3]<6 ", &symbols)?;
/// assert_eq!(symbols.fact(fact), "q[3] <= 5");
/// assert_eq!(study::facts::read("x = 1", &symbols).unwrap_err().to_string(), "no variable is called `x`: there are q[3]");
/// # Ok::<(), study::facts::BadFact>(())
/// ```
///
/// # Errors
/// [`BadFact`], which describes the cause and what to write instead.
pub fn read(text: &str, symbols: &SymbolTable) -> Result<Atom, BadFact> {
    let Some(fact) = Fact::read(text) else {
        return square(text, symbols).ok_or_else(|| no_fact(text, symbols));
    };
    let var = crate::names::variable(symbols, &fact.variable).map_err(BadFact::NoVariable)?;
    fact.about(var, symbols)
}

/// Reads the name of a value that determines its variable, optionally after `not`, ignoring case.
fn square(text: &str, symbols: &SymbolTable) -> Option<Atom> {
    let lower = text.trim().to_lowercase();
    // A cell that is either marked or unmarked may be given by its own name, which means that it is marked.
    let value = |var: Var, name: &str| match squares(symbols, var)?.value(name) {
        None if is_mark(symbols, var) && symbols.variable(var) == name => Some(1),
        value => value,
    };
    let named = |name: &str| symbols.vars().find_map(|var| Some((View::from(var), value(var, name)?)));
    if let Some((x, value)) = named(&lower) {
        return Some(Atom::equals(x, value));
    }
    let name = ["not ", "no ", "!"].into_iter().find_map(|no| lower.strip_prefix(no))?;
    named(name.trim()).map(|(x, value)| Atom::differs(x, value))
}

/// Returns the names of a variable's values, if each of them determines the variable.
fn squares(symbols: &SymbolTable, var: Var) -> Option<&ValueNames> {
    let label = symbols.label(var);
    label.values.as_deref().filter(|_| label.alone)
}

/// Checks by its value names whether a variable is a cell that is either marked or unmarked.
pub(crate) fn is_mark(symbols: &SymbolTable, var: Var) -> bool {
    squares(symbols, var).is_some() && symbols.declared(var).ranges() == [(0, 1)]
}

fn no_fact(text: &str, symbols: &SymbolTable) -> BadFact {
    let text = text.trim();
    let first = symbols.vars().find(|&var| symbols.is_of_problem(var));
    let example = first.map_or_else(
        || "x != 5".to_owned(),
        |var| format!("{} != {}", symbols.variable(var), symbols.declared(var).max().map_or(5, |max| max.min(5))),
    );
    let is_square = |var: &Var| squares(symbols, *var).is_some();
    let Some(last) = symbols.vars().filter(is_square).last() else {
        return BadFact::NoFact { text: text.to_owned(), example, square: String::new() };
    };
    let names = squares(symbols, last).and_then(|names| names.names().last());
    let last = match names {
        Some(name) if !is_mark(symbols, last) => name.as_str(),
        _ => symbols.variable(last),
    };
    let lower = text.to_lowercase();
    let typed = ["not ", "no ", "!"].into_iter().find_map(|no| lower.strip_prefix(no)).unwrap_or(&lower).trim();
    let row = typed.trim_start_matches(|c: char| c.is_ascii_lowercase());
    if !row.is_empty() && row.len() < typed.len() && row.bytes().all(|digit| digit.is_ascii_digit()) {
        return BadFact::NoSquare { square: typed.to_owned(), last: last.to_owned() };
    }
    let square = format!(", or simply `{last}` or `not {last}`");
    BadFact::NoFact { text: text.to_owned(), example, square }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver_core::{AtomFormatter, ValueSet};

    #[test]
    fn commas_inside_brackets_are_parts_of_names() {
        assert_eq!(listed("x[1,2] = 3, y(1, 2) != 1,z"), ["x[1,2] = 3", "y(1, 2) != 1", "z"]);
        assert_eq!(listed("] , "), ["]", ""]);
    }

    #[test]
    fn facts_are_read_with_any_sign_and_any_name() {
        let x = SymbolTable::of_names([("x".to_owned(), ValueSet::range(0, 9))], [], []).expect("a name");
        let x = x.vars().next().map(View::from).expect("a variable");
        let read =
            |text: &str| Fact::read(text).map(|Fact { variable, relation, value }| (variable, relation(x, 7), value));
        let fact = |variable: &str, relation, value: &str| Some((variable.to_owned(), relation, value.to_owned()));
        let [equals, at_most, more] = [Atom::equals(x, 7), Atom::at_most(x, 7), !Atom::at_most(x, 7)];
        assert_eq!(read("x=3"), fact("x", equals, "3"));
        assert_eq!(read("x == -3"), fact("x", equals, "-3"));
        assert_eq!(read("q[1] <=2"), fact("q[1]", at_most, "2"));
        assert_eq!(read("2*x - y >= 0 != 1"), fact("2*x - y >= 0", Atom::differs(x, 7), "1"));
        assert_eq!(read("x > 99999999999"), fact("x", more, "99999999999"));
        // The value may be a name, which is resolved later for the variable.
        assert_eq!(read("works[Ann,Mon]=Early"), fact("works[Ann,Mon]", equals, "Early"));
        for none in ["x", "x =", "= 3", "x = y z", "", "\u{2264} 3"] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn facts_are_read_and_printed_alike() {
        let names = ["x", "y", "a[1,2]"].map(|name| (name.to_owned(), ValueSet::range(-9, 9)));
        let symbols = SymbolTable::of_names(names, [], []).expect("nothing refers to anything");
        let reprinted = |text: &str| read(text, &symbols).map_or_else(|e| e.to_string(), |fact| symbols.fact(fact));
        let texts = [
            "x=1",
            "x == -1",
            "y != 3",
            "a[1,2] >= 0",
            "x \u{2264} 4",
            "x>4",
            "y<-4",
            "zzz = 1",
            "x",
            "x = one",
            "x = 9999999999",
            "",
            "= 1",
        ];
        insta::assert_snapshot!(texts.map(|text| format!("{text}: {}", reprinted(text))).join("\n"));
    }
}
