//! An instance of one constraint: generated at random, written in MiniZinc, and solved by trying all assignments.

use super::catalogue::Kind;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// A form of a constraint: its name, and the operator between a condition and the constraint.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Form(pub(super) &'static str, &'static str);

pub(super) const HALF_REIFIED: Form = Form("half-reified", "->");
/// The same variable occurs at several positions.
pub(super) const ALIASED: Form = Form("aliased", "");
/// All forms.
pub(super) const FORMS: [Form; 4] = [Form("plain", ""), HALF_REIFIED, Form("reified", "<->"), ALIASED];

/// The maximum number of assignments per instance.
const ASSIGNMENTS: usize = 200;

/// The maximum number of attempts to generate an instance.
const DRAWS: usize = 40;

/// The letters in the text of a [`Kind`], with the smallest and largest value and the maximum number of values.
const LETTERS: [(char, i32, i32, usize); 5] =
    [('x', -2, 4, 4), ('n', 0, 4, 4), ('b', 0, 1, 2), ('c', -2, 4, 1), ('k', 0, 3, 1)];

#[derive(Clone, Debug)]
pub(super) struct Instance {
    kind: Kind,
    form: Form,
    /// The letter of each variable, and its values. A variable with one value is written as a constant. The condition of
    /// the constraint comes first, also in the search.
    variables: Vec<(char, Vec<i32>)>,
    /// The variables at the positions of the text.
    positions: Vec<usize>,
}

impl Instance {
    /// Generates an instance; `None` if the form does not apply to the kind. Some assignments violate the constraint,
    /// and some satisfy it, unless variables are aliased.
    pub(super) fn random(kind: Kind, form: Form, rng: &mut Rng) -> Option<Instance> {
        (0..DRAWS).map(|_| Instance::draw(kind, form, rng)).find(|drawn| {
            let is_aliased = drawn.variables.len() < drawn.positions.len();
            let holding = drawn.table().filter(|(holds, _)| *holds).count();
            let least = usize::from(form != ALIASED);
            is_aliased == (form == ALIASED) && (least..drawn.table().count()).contains(&holding)
        })
    }

    fn draw(kind: Kind, form: Form, rng: &mut Rng) -> Instance {
        let (mut drawn, mut room) =
            (Instance { kind, form, variables: Vec::new(), positions: Vec::new() }, ASSIGNMENTS);
        let letter = |part: &str| LETTERS.into_iter().find(|&(letter, ..)| part.starts_with(letter));
        for (letter, low, high, most) in drawn.pattern().split('$').skip(1).filter_map(letter) {
            let is_alike = |&i: &usize| most > 1 && drawn.variables[i].0 == letter;
            let alike: Vec<usize> = (0..drawn.variables.len()).filter(is_alike).collect();
            if let Some(&i) = alike.get(rng.below(2 * alike.len() as u64) as usize).filter(|_| form == ALIASED) {
                drawn.positions.push(i);
                continue;
            }
            let mut values: Vec<i32> = (low..=high).collect();
            rng.shuffle(&mut values);
            values.truncate(room.clamp(1, most - rng.below(most as u64 - 1) as usize));
            values.sort_unstable();
            room /= values.len();
            drawn.positions.push(drawn.variables.len());
            drawn.variables.push((letter, values));
        }
        drawn
    }

    /// The text of the constraint in its form, with the letters of [`Kind`].
    fn pattern(&self) -> String {
        let text = self.kind.1.replace('@', self.kind.0);
        if self.form.1.is_empty() { text } else { format!("$b {} ({text})", self.form.1) }
    }

    /// The variables with several values.
    fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.variables.len()).filter(|&i| self.variables[i].1.len() > 1)
    }

    fn name(&self, i: usize) -> String {
        match (self.variables[i].0, &self.variables[i].1[..]) {
            ('b', &[value]) => (value == 1).to_string(),
            (_, &[value]) => value.to_string(),
            _ => format!("x{}", i + 1),
        }
    }

    /// Lists whether the constraint holds without its condition, for every assignment of the variables.
    fn table(&self) -> impl Iterator<Item = (bool, Vec<i32>)> {
        let (mut model, mut all, mut x) = (Model::new(), vec![Vec::new()], Vec::new());
        for (i, (_, values)) in self.variables.iter().enumerate() {
            all = all.into_iter().flat_map(|v| values.iter().map(move |&w| [&v[..], &[w]].concat())).collect();
            x.extend(model.int(i.to_string(), ValueSet::from_values(values.iter().copied())));
        }
        let own = &self.positions[usize::from(!self.form.1.is_empty())..];
        let numbers: Vec<i32> = own.iter().map(|&i| self.variables[i].1[0]).collect();
        (self.kind.2)(&mut model, &own.iter().map(|&i| x[i].into()).collect::<Vec<Expr>>(), &numbers);
        all.into_iter().map(move |values| (model.violations(&values).is_ok_and(|broken| broken.is_empty()), values))
    }

    /// Returns all solutions, each as the values of the variables with several values, in lexicographic order.
    pub(super) fn solutions(&self) -> Vec<Vec<i32>> {
        let is_solution = |(holds, values): &(bool, Vec<i32>)| {
            let truth = self.form.1.is_empty() || values[0] == 1;
            *holds == truth || self.form == HALF_REIFIED && !truth
        };
        self.table().filter(is_solution).map(|(_, values)| self.free().map(|i| values[i]).collect()).collect()
    }

    /// Writes the instance in MiniZinc. Each solution is printed on a line that begins with `@`.
    pub(super) fn text(&self) -> String {
        let is_included = self.kind.1.starts_with('@');
        let mut text = if is_included { format!("include \"{}.mzn\";\n", self.kind.0) } else { String::new() };
        let (mut searches, mut output) = (Vec::new(), String::new());
        for i in self.free() {
            let (name, values) = (self.name(i), format!("{:?}", self.variables[i].1));
            let (domain, kind, value) = match self.variables[i].0 {
                'b' => ("bool", "bool", "bool2int"),
                _ => (&*values.replace('[', "{").replace(']', "}"), "int", ""),
            };
            text += &format!("var {domain}: {name};\n");
            searches.push(format!("{kind}_search([{name}], input_order, indomain_min, complete)"));
            output += &format!(" \\({value}({name}))");
        }
        let (pattern, searches) = (self.pattern(), searches.join(",\n  "));
        let mut parts = pattern.split('$');
        let mut constraint = parts.next().unwrap_or_default().to_owned();
        parts.zip(&self.positions).for_each(|(part, &i)| constraint += &(self.name(i) + &part[1..]));
        text += &format!("constraint {constraint};\nsolve :: seq_search([\n  {searches}]) satisfy;\n");
        text + &format!("output [\"@{output}\\n\"];\n")
    }

    /// Returns the instances with one value fewer.
    pub(super) fn smaller(&self) -> Vec<Instance> {
        let mut all = Vec::new();
        for (i, k) in self.free().flat_map(|i| (0..self.variables[i].1.len()).map(move |k| (i, k))) {
            all.push(self.clone());
            all.last_mut().map(|small| small.variables[i].1.remove(k));
        }
        all.retain(|small| small.free().next().is_some());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::KINDS;

    #[test]
    fn every_constraint_can_be_drawn_satisfied_and_violated() {
        for &kind in KINDS {
            let drawn = Instance::random(kind, FORMS[0], &mut Rng::new(1));
            let drawn = drawn.unwrap_or_else(|| panic!("{}: no assignment satisfies it, or all do", kind.0));
            assert!(
                drawn.smaller().iter().all(|small| small.solutions().len() <= drawn.solutions().len()),
                "{}",
                kind.0
            );
        }
    }

    #[test]
    fn an_undefined_value_makes_the_constraint_false_and_its_condition_free_or_false() {
        let div = KINDS.iter().copied().find(|kind| kind.0 == "int_div").expect("a kind");
        let solutions = |form: Form| {
            let condition = (!form.1.is_empty()).then_some(('b', vec![0, 1]));
            let constants = [7, 0, 0].map(|v| ('x', vec![v]));
            let variables: Vec<_> = condition.into_iter().chain(constants).collect();
            let positions = (0..variables.len()).collect();
            Instance { kind: div, form, variables, positions }.solutions()
        };
        assert_eq!(FORMS.map(solutions), [vec![], vec![vec![0]], vec![vec![0]], vec![]]);
    }
}
