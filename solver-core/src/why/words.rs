//! Formatting atoms and inferences as text.
//!
//! The engine works with atoms over numbered variables. An [`AtomFormatter`] writes them in the user's terms: a
//! [`SymbolTable`] uses the names of the model, and a puzzle can supply its own words ("a queen on d5"). A [`Rule`] has
//! a sentence template with slots for facts, premises and the constraint's name.

use crate::atom::{Atom, Relation};
use crate::compile::SymbolTable;
use crate::engine::Inference;
use crate::reason::{Multiple, RowSum, Rule};
use crate::value_set::ValueSet;
use crate::var::Var;

/// Formats atoms and constraint names.
pub trait AtomFormatter {
    /// Writes one atom, such as `q[3] != 5`.
    fn fact(&self, atom: Atom) -> String;

    /// Writes several atoms about one variable as one fact: `q[3] is 2 or 5`.
    fn facts(&self, atoms: &[Atom]) -> String;

    /// The name of a propagator's constraint.
    fn source(&self, propagator: usize) -> String;

    /// Writes several atoms, combined by variable, in the order of first mention.
    fn premises(&self, atoms: &[Atom]) -> String {
        let texts = by_variable(atoms).into_iter().map(|group| match group[..] {
            [one] => self.fact(one),
            _ => self.facts(&group),
        });
        listed(texts, "and").unwrap_or_else(|| "by the declared domains".to_owned())
    }

    /// Writes several atoms one by one, for sentences in which a combined fact would claim too much.
    fn each(&self, atoms: &[Atom]) -> String {
        listed(atoms.iter().map(|&atom| self.fact(atom)), "and").unwrap_or_else(|| self.premises(atoms))
    }

    /// Writes a learned nogood, which is given by its literals: the facts that cannot hold together.
    fn nogood(&self, literals: &[Atom]) -> String {
        let facts: Vec<Atom> = literals.iter().map(|&literal| !literal).collect();
        format!("never together: {}", self.premises(&facts))
    }

    /// Writes the values of one variable that these atoms exclude.
    fn ruled_out(&self, atoms: &[Atom]) -> String {
        self.each(atoms)
    }

    /// Writes the contradiction that ends a sentence beginning with premises.
    fn contradiction(&self) -> String {
        "there is no way out".to_owned()
    }

    /// The sentence template for an inference by a rule: the rule's own template, unless this formatter has a better
    /// one for these premises. The slots `{premises}`, `{each}` and `{ruled_out}` are filled by the methods of the same
    /// names, `{constraint}` by [source](AtomFormatter::source), `{sum}` by a sum of constraints, and `{fact}` by the
    /// fact.
    fn template(&self, rule: &'static Rule, _premises: &[Atom]) -> &'static str {
        rule.text
    }
}

impl Rule {
    /// Writes the sentence for an inference by this rule; `fact` is `None` for a contradiction.
    pub fn sentence(
        &'static self,
        propagator: usize,
        premises: &[Atom],
        fact: Option<Atom>,
        words: &(impl AtomFormatter + ?Sized),
    ) -> String {
        self.sentence_with_sum(propagator, premises, None, fact, words)
    }

    /// Returns the sentence for an inference that follows from a sum of linear rows.
    fn sentence_with_sum(
        &'static self,
        propagator: usize,
        premises: &[Atom],
        sum: Option<&RowSum>,
        fact: Option<Atom>,
        words: &(impl AtomFormatter + ?Sized),
    ) -> String {
        fill(words.template(self, premises), |slot| match slot {
            "premises" => Some(words.premises(premises)),
            "each" => Some(words.each(premises)),
            "ruled_out" => Some(words.ruled_out(premises)),
            "fact" => Some(fact.map_or_else(|| words.contradiction(), |fact| words.fact(fact))),
            "constraint" => Some(words.source(propagator)),
            "sum" => Some(added_up(sum, fact.is_some(), words)),
            _ => None,
        })
    }
}

impl Inference {
    /// Writes the inference as a sentence.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 3, 0..=2)?;
    /// m.all_different(&q).named("rows");
    /// let mut run = m.search().explaining().start()?;
    /// run.step();
    /// let (engine, symbols) = (run.engine().expect("it was compiled"), run.symbols().expect("it explains"));
    /// let first = (0..engine.facts()).find_map(|at| engine.inference(at)).expect("something was inferred");
    /// assert_eq!(first.sentence(symbols), "q[0] = 0, and all of `rows` must differ, so q[1] != 0");
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn sentence(&self, words: &(impl AtomFormatter + ?Sized)) -> String {
        self.rule.sentence_with_sum(self.propagator, &self.premises, self.premises.sum(), self.fact, words)
    }
}

/// Writes a sum of linear rows by naming the constraints that contribute them, followed by the resulting inequality, or
/// the one that would result if the fact were false: ``3 × `capacity` - 2 × `supply` says 17 <= 16``.
pub(super) fn added_up(sum: Option<&RowSum>, is_fact: bool, words: &(impl AtomFormatter + ?Sized)) -> String {
    let Some(RowSum { multiples, sides: (left, right) }) = sum else { return "by a sum of linear rows".to_owned() };
    let mut text = String::new();
    let named = multiples.iter().filter_map(|multiple| Some((multiple, multiple.source.propagator?)));
    for (i, (&Multiple { multiplier, is_equation, .. }, propagator)) in named.enumerate() {
        // The sum is an upper bound. An inequality has one direction, and an equation has two.
        text += match (i, is_equation && multiplier > 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        if multiplier.unsigned_abs() > 1 {
            text += &format!("{} × ", multiplier.unsigned_abs());
        }
        text += &words.source(propagator as usize);
    }
    if text.is_empty() {
        text.push_str("the meaning of values");
    }
    let says = if is_fact { "would say" } else { "says" };
    let otherwise = if is_fact { "otherwise " } else { "" };
    format!("{otherwise}{text} {says} {left} <= {right}")
}

/// Groups atoms by variable; groups and their atoms keep the order of first mention.
pub fn by_variable(atoms: &[Atom]) -> Vec<Vec<Atom>> {
    let mut groups: Vec<Vec<Atom>> = Vec::new();
    for &atom in atoms {
        match groups.iter_mut().find(|group| group[0].var() == atom.var()) {
            Some(group) => group.push(atom),
            None => groups.push(vec![atom]),
        }
    }
    groups
}

/// Joins items to `a`, `a and b`, or `a, b and c`; `None` if there are none.
pub fn listed(items: impl IntoIterator<Item = String>, last: &str) -> Option<String> {
    let mut items: Vec<String> = items.into_iter().collect();
    let end = items.pop()?;
    Some(if items.is_empty() { end } else { format!("{} {last} {end}", items.join(", ")) })
}

/// Replaces each `{slot}` by its value; other text stays unchanged.
pub(super) fn fill(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(2 * text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match after.split_once('}').and_then(|(slot, tail)| Some((value(slot)?, tail))) {
            Some((value, tail)) => {
                out.push_str(&value);
                rest = tail;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The maximum number of values in a value list.
const FEW: u64 = 4;

/// The maximum number of ranges in a list of ranges.
const RANGES: usize = 8;

impl AtomFormatter for SymbolTable {
    fn fact(&self, atom: Atom) -> String {
        let (var, v) = (atom.var(), atom.value());
        let name = self.variable(var);
        if self.is_constant(var) {
            // A constant argument of a constraint has one value; any other value is a contradiction.
            let holds = self.declared(var).min().is_some_and(|value| atom.holds_for(value));
            return if holds { format!("{name} is given") } else { self.contradiction() };
        }
        if self.is_introduced_truth(var) {
            // `/\` and `\/` bind less tightly than a reader may expect.
            return match atom.holds_for(1) {
                true => name.to_owned(),
                false if name.contains('\\') => format!("({name}) is false"),
                false => format!("{name} is false"),
            };
        }
        let value = |v: i32| value_name(self, var, v);
        if self.is_truth(var) && self.label(var).values.is_some() {
            let value = value(atom.holds_for(1).into());
            return if self.label(var).alone { value } else { format!("{name} = {value}") };
        }
        let names = self.label(var).values.as_ref().filter(|_| self.label(var).alone);
        match (atom.relation(), names.and_then(|names| names.name(v))) {
            (Relation::Equal, Some(name)) => return name.to_owned(),
            (Relation::NotEqual, Some(name)) => return format!("not {name}"),
            _ => {}
        }
        match atom.relation() {
            Relation::AtLeast => format!("{name} >= {}", value(v)),
            Relation::Less => format!("{name} <= {}", value(v.saturating_sub(1))),
            Relation::Equal => format!("{name} = {}", value(v)),
            Relation::NotEqual => format!("{name} != {}", value(v)),
        }
    }

    fn facts(&self, atoms: &[Atom]) -> String {
        let Some(first) = atoms.first() else { return String::new() };
        let (var, left) = (first.var(), left_of(self, atoms, first.var()));
        match left.min().filter(|_| left.len() == 1 && self.label(var).alone) {
            Some(only) => value_name(self, var, only),
            None => values_left(self.variable(var), self.declared(var), &left, &|v| value_name(self, var, v)),
        }
    }

    /// Mentions a constant by its value, but only if there is nothing else to mention.
    fn premises(&self, atoms: &[Atom]) -> String {
        let named: Vec<Atom> = atoms.iter().copied().filter(|atom| !self.is_constant(atom.var())).collect();
        let texts = by_variable(&named).into_iter().map(|group| match group[..] {
            [one] => self.fact(one),
            _ => self.facts(&group),
        });
        listed(texts, "and").unwrap_or_else(|| match atoms {
            [constant, ..] => format!("{} is given", self.variable(constant.var())),
            [] => "by the declared domains".to_owned(),
        })
    }

    fn each(&self, atoms: &[Atom]) -> String {
        let named = atoms.iter().filter(|atom| !self.is_constant(atom.var()));
        listed(named.map(|&atom| self.fact(atom)), "and").unwrap_or_else(|| self.premises(atoms))
    }

    fn ruled_out(&self, atoms: &[Atom]) -> String {
        let Some(first) = atoms.first() else { return String::new() };
        let var = first.var();
        let gone = self.declared(var).minus(&left_of(self, atoms, var));
        format!("{} cannot be {}", self.variable(var), ranges(&gone, &|v| value_name(self, var, v)))
    }

    /// The name without a trailing source location: `rows (model.mzn:3)` becomes `rows`.
    fn source(&self, propagator: usize) -> String {
        format!("`{}`", without_place(self.constraint(self.constraint_of(propagator))))
    }
}

impl SymbolTable {
    /// Writes a value of a variable by its name, or as a number.
    pub fn value(&self, var: Var, value: i32) -> String {
        value_name(self, var, value)
    }

    /// Whether a variable is the truth value of an expression. The expression is its name.
    pub(super) fn is_introduced_truth(&self, var: Var) -> bool {
        self.label(var).introduced && self.is_truth(var)
    }

    fn is_truth(&self, var: Var) -> bool {
        self.declared(var).ranges() == [(0, 1)]
    }
}

fn value_name(symbols: &SymbolTable, var: Var, value: i32) -> String {
    let names = symbols.label(var).values.as_ref();
    names.and_then(|names| names.name(value)).map_or_else(|| value.to_string(), str::to_owned)
}

/// Removes a trailing ` (FILE:LINE)` from a name.
///
/// ```
/// use solver_core::why::without_place;
/// assert_eq!(without_place("rows (model.mzn:3)"), "rows");
/// assert_eq!(without_place("count(x, 3)"), "count(x, 3)");
/// // The location in a compiled file is the only distinction between two constraints.
/// assert_eq!(without_place("int_lt (model.fzn:3:12)"), "int_lt (model.fzn:3:12)");
/// ```
pub fn without_place(name: &str) -> &str {
    let split = || {
        let (before, place) = name.strip_suffix(')')?.rsplit_once(" (")?;
        let (file, line) = place.rsplit_once(':')?;
        (!file.is_empty() && !file.contains(':') && line.parse::<u32>().is_ok()).then_some(before)
    };
    split().unwrap_or(name)
}

/// The values of the declared domain that satisfy these atoms; a text must not claim more.
fn left_of(symbols: &SymbolTable, atoms: &[Atom], var: Var) -> ValueSet {
    atoms.iter().fold(symbols.declared(var).clone(), |set, atom| set.intersection(&atom.values()))
}

/// Prints `1, 3..=5 or 9`.
fn ranges(set: &ValueSet, value: &dyn Fn(i32) -> String) -> String {
    let texts = |&(low, high): &(i32, i32)| {
        if low == high { value(low) } else { format!("{}..={}", value(low), value(high)) }
    };
    listed(set.ranges().iter().map(texts), "or").unwrap_or_default()
}

/// Writes the remaining domain in the shortest readable form.
fn values_left(name: &str, root: &ValueSet, left: &ValueSet, value: &dyn Fn(i32) -> String) -> String {
    let (Some(low), Some(high)) = (left.min(), left.max()) else { return format!("{name} has no value left") };
    if left.len() == 1 {
        return format!("{name} = {}", value(low));
    }
    let values = |set: &ValueSet, last: &str| listed(set.iter().map(value), last).unwrap_or_default();
    if left.len() <= FEW {
        return format!("{name} is {}", values(left, "or"));
    }
    let within = match (Some(low) > root.min(), Some(high) < root.max()) {
        (true, true) => format!("{} <= {name} <= {}", value(low), value(high)),
        (true, false) => format!("{name} >= {}", value(low)),
        (false, true) => format!("{name} <= {}", value(high)),
        (false, false) => name.to_owned(),
    };
    let gone = root.intersection(&ValueSet::range(low, high)).minus(left);
    let whole = within == name;
    match gone.len() {
        0 => within,
        1 if whole => format!("{name} != {}", values(&gone, "and")),
        2..=FEW if whole => format!("{name} is none of {}", values(&gone, "and")),
        1..=FEW => format!("{within} except {}", values(&gone, "and")),
        _ if left.ranges().len() <= RANGES => format!("{name} is in {}", ranges(left, value)),
        _ => format!("{name} is one of {} values from {} to {}", left.len(), value(low), value(high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_filled_and_other_braces_stay() {
        let value = |slot: &str| (slot == "a").then(|| "1".to_owned());
        assert_eq!(fill("{a} {b} {a", value), "1 {b} {a");
        assert_eq!(fill("{{a}}", value), "{1}");
    }

    #[test]
    fn domains_have_short_descriptions() {
        let root = ValueSet::range(0, 20);
        let texts = |left: ValueSet| values_left("x", &root, &left, &|v| v.to_string());
        assert_eq!(texts(ValueSet::range(3, 3)), "x = 3");
        assert_eq!(texts([2, 5].into()), "x is 2 or 5");
        assert_eq!(texts(ValueSet::range(3, 5)), "x is 3, 4 or 5");
        assert_eq!(texts(ValueSet::range(3, 20)), "x >= 3");
        assert_eq!(texts(ValueSet::range(0, 9)), "x <= 9");
        assert_eq!(texts(ValueSet::range(3, 9)), "3 <= x <= 9");
        assert_eq!(texts(root.without(4)), "x != 4");
        assert_eq!(texts(root.without(4).without(7)), "x is none of 4 and 7");
        assert_eq!(texts(ValueSet::range(3, 20).without(7)), "x >= 3 except 7");
        assert_eq!(texts(ValueSet::range(3, 9).without(5).without(7)), "3 <= x <= 9 except 5 and 7");
        assert_eq!(texts(ValueSet::from_ranges([(0, 3), (8, 8), (12, 20)])), "x is in 0..=3, 8 or 12..=20");
        assert_eq!(texts((1..=10).map(|v| 2 * v).collect()), "x is one of 10 values from 2 to 20");
        assert_eq!(texts(ValueSet::default()), "x has no value left");
        let odd: ValueSet = [1, 3, 5, 7, 9, 11].into();
        assert_eq!(values_left("x", &odd, &odd.without(1), &|v| v.to_string()), "x >= 3");
    }
}
