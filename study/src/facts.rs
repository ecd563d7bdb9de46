//! Facts as people type them: `q[3] != 5`.

use solver_core::{Atom, Legend, View};

/// Why a text is no fact of a search.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadFact {
    /// There is no relation in it.
    #[error("`{0}` is no fact: write a variable, one of =, !=, >=, <=, >, <, and a number, such as `{1} != 5`")]
    NoRelation(String, String),
    /// What stands on the right is no number that a variable can be compared with.
    #[error("`{0}` is no number from -1073741825 to 1073741825")]
    NoNumber(String),
    /// There is no variable of this name.
    #[error("there is no variable `{name}`{hint}")]
    NoVariable {
        /// The name.
        name: String,
        /// Which there are.
        hint: String,
    },
}

/// Makes a fact of a variable and a number.
type Make = fn(View, i32) -> Atom;

/// The relations, longer ones first, with what they make of a number.
const RELATIONS: [(&str, Make); 9] = [
    ("!=", Atom::differs),
    ("≠", Atom::differs),
    (">=", Atom::at_least),
    ("≥", Atom::at_least),
    ("<=", Atom::at_most),
    ("≤", Atom::at_most),
    ("=", Atom::equals),
    (">", |x, v| Atom::at_least(x, v + 1)),
    ("<", |x, v| Atom::at_most(x, v - 1)),
];

/// Reads a fact about one of the variables that a legend names.
///
/// ```
/// use solver_core::{Legend, ValueSet, Words};
/// let legend = Legend::of_names([("q[3]".to_owned(), ValueSet::range(0, 7))], [], []).unwrap();
/// let fact = study::facts::read(" q[3]<6 ", &legend)?;
/// assert_eq!(legend.fact(fact), "q[3] <= 5");
/// assert_eq!(study::facts::read("q[4] = 1", &legend).unwrap_err().to_string(), "there is no variable `q[4]`: there is `q[3]`");
/// # Ok::<(), study::facts::BadFact>(())
/// ```
///
/// # Errors
/// [`BadFact`]: what is wrong with it, and what can be written instead.
pub fn read(text: &str, legend: &Legend) -> Result<Atom, BadFact> {
    let found = RELATIONS.iter().filter_map(|&(sign, make)| Some((text.find(sign)?, sign, make)));
    // The first one in the text, and of those that begin there the longest, which is listed first.
    let Some((place, sign, make)) = found.min_by_key(|&(place, ..)| place) else {
        let some = legend.variables().next().map_or("x", |(name, _)| name);
        return Err(BadFact::NoRelation(text.trim().to_owned(), some.to_owned()));
    };
    let view = View::of(variable(text[..place].trim(), legend)?);
    let right = text[place + sign.len()..].trim_start_matches('=').trim();
    let value = right.parse().ok().filter(|value: &i32| value.unsigned_abs() <= (1 << 30) + 1);
    Ok(make(view, value.ok_or_else(|| BadFact::NoNumber(right.to_owned()))?))
}

/// The variable of a name.
///
/// # Errors
/// [`BadFact::NoVariable`], with names that there are.
pub fn variable(name: &str, legend: &Legend) -> Result<solver_core::Var, BadFact> {
    legend.vars().find(|&var| legend.variable(var) == name).ok_or_else(|| {
        let all: Vec<&str> = legend.variables().map(|(name, _)| name).collect();
        let hint = match all[..] {
            [] => ": there are none".to_owned(),
            [only] => format!(": there is `{only}`"),
            [first, second] => format!(": there are `{first}` and `{second}`"),
            [first, .., last] => format!(": there are {} of them, from `{first}` to `{last}`", all.len()),
        };
        BadFact::NoVariable { name: name.to_owned(), hint }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver_core::{ValueSet, Words};

    #[test]
    fn facts_are_read_and_told_alike() {
        let names = ["x", "y", "a[1,2]"].map(|name| (name.to_owned(), ValueSet::range(-9, 9)));
        let legend = Legend::of_names(names, [], []).expect("nothing refers to anything");
        let told = |text: &str| read(text, &legend).map(|fact| legend.fact(fact)).unwrap_or_else(|e| e.to_string());
        let texts = [
            "x=1",
            "x == -1",
            "y != 3",
            "a[1,2] >= 0",
            "x ≤ 4",
            "x>4",
            "y<-4",
            "z = 1",
            "x",
            "x = one",
            "x = 9999999999",
            "",
            "= 1",
        ];
        let all: Vec<String> = texts.iter().map(|text| format!("{text}: {}", told(text))).collect();
        assert_eq!(
            all.join("\n"),
            "\
x=1: x = 1
x == -1: x = -1
y != 3: y != 3
a[1,2] >= 0: a[1,2] >= 0
x ≤ 4: x <= 4
x>4: x >= 5
y<-4: y <= -5
z = 1: there is no variable `z`: there are 3 of them, from `x` to `a[1,2]`
x: `x` is no fact: write a variable, one of =, !=, >=, <=, >, <, and a number, such as `x != 5`
x = one: `one` is no number from -1073741825 to 1073741825
x = 9999999999: `9999999999` is no number from -1073741825 to 1073741825
: `` is no fact: write a variable, one of =, !=, >=, <=, >, <, and a number, such as `x != 5`
= 1: there is no variable ``: there are 3 of them, from `x` to `a[1,2]`"
        );
    }
}
