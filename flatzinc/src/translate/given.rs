//! Given values: array elements in the model that the compiler has replaced by constants.
//!
//! An explanation that uses a given value must name it. Therefore, each element with a given value becomes a named
//! variable with one value, such as `cell[1,3]`. A constraint contains only the number, so the arrays are searched for
//! the list that the constraint contains: as a row, a column, a diagonal, a block, or the entire array.

use crate::instance::{Domain, Instance, Operand, VariableId};
use crate::naming::{Cells, Element, Names};
use solver_core::why::GIVEN;
use solver_core::{Expr, IntVar, Label, Model, ModelError, Relates, ValueSet, View};
use std::collections::HashMap;

/// The arrays of the model and their given elements.
#[derive(Debug, Default)]
pub(super) struct Given {
    arrays: Vec<Cells>,
    /// The positions of each variable in arrays, as array and index.
    places: HashMap<VariableId, Vec<(usize, usize)>>,
    /// The variables of given elements, by name.
    variables: HashMap<String, IntVar>,
    /// The variables of the file whose declaration allows only one value.
    fixed: HashMap<VariableId, i64>,
}

impl Given {
    /// Declares a variable for each constant element of an array that also contains variables.
    pub(super) fn declare(instance: &Instance, names: &Names, model: &mut Model) -> Result<Given, ModelError> {
        let mut given = Given { arrays: names.arrays.clone(), ..Given::default() };
        if given.arrays.is_empty() {
            return Ok(given);
        }
        given.fixed = instance.variables().filter_map(|x| Some((x.id(), only(x.domain())?))).collect();
        for (_, element) in given.arrays.iter_mut().flat_map(|array| &mut array.elements) {
            if let Element::Variable(x) = element
                && let Some(&value) = given.fixed.get(x)
            {
                *element = Element::Constant(value);
            }
        }
        for (a, array) in given.arrays.iter().enumerate() {
            let is_open = array.elements.iter().any(|(_, element)| matches!(element, Element::Variable(_)));
            let hull = hull(instance, array);
            for (at, (name, element)) in array.elements.iter().enumerate().filter(|_| is_open) {
                match *element {
                    Element::Variable(x) => given.places.entry(x).or_default().push((a, at)),
                    Element::Constant(value) => {
                        let label = Label { values: array.values.clone(), ..Label::default() };
                        if let Some(x) = fixed(model, name, value, hull, label)? {
                            given.variables.insert(name.clone(), x);
                        }
                    }
                }
            }
        }
        Ok(given)
    }

    /// The variable of a given element, by its name.
    pub(super) fn named(&self, name: &str) -> Option<IntVar> {
        self.variables.get(name).copied()
    }

    /// The variables for the constants in a list; `None` for a constant whose array element is not known.
    pub(super) fn of_list(&self, list: &[Operand<i64>]) -> Vec<Option<IntVar>> {
        let none = || vec![None; list.len()];
        let plain = |operand: &Operand<i64>| match operand {
            Operand::Variable(x) => self.fixed.get(x).map_or(*operand, |&value| Operand::Constant(value)),
            Operand::Constant(_) => *operand,
        };
        let list: &[Operand<i64>] = &list.iter().map(plain).collect::<Vec<_>>();
        let anchor = list.iter().enumerate().find_map(|(i, operand)| Some((i, operand.variable()?)));
        let Some((i, x)) = anchor.filter(|_| list.iter().any(|o| matches!(o, Operand::Constant(_)))) else {
            return none();
        };
        for &(a, at) in self.places.get(&x).into_iter().flatten() {
            let array = &self.arrays[a];
            if let Some(places) = patterns(array, list.len()).find_map(|pattern| pattern.fits(array, list, i, at)) {
                return places.into_iter().map(|place| self.named(&array.elements[place].0)).collect();
            }
        }
        none()
    }
}

/// Declares a variable with one value, if the value is within the engine's limits. The variable has the same root
/// domain as similar variables, and a constraint fixes it, so that reasons name the value if they need it.
pub(super) fn fixed(
    model: &mut Model,
    name: &str,
    value: i64,
    (low, high): (i64, i64),
    label: Label,
) -> Result<Option<IntVar>, ModelError> {
    let held = |v: i64| i32::try_from(v).ok().filter(|v| (-View::LIMIT..=View::LIMIT).contains(v));
    let Some(only) = held(value) else { return Ok(None) };
    let (low, high) = (held(low.min(value)).unwrap_or(only), held(high.max(value)).unwrap_or(only));
    let x = model.int(name, ValueSet::range(low, high))?;
    model.label(x, label)?;
    if low < high {
        model.post(Expr::from(x).equals(only)).named(GIVEN);
    }
    Ok(Some(x))
}

/// The value of a domain that has only one value.
fn only(domain: Domain<'_>) -> Option<i64> {
    domain.bounds().and_then(|(low, high)| (low == high).then_some(low))
}

/// The smallest and the largest value of an array's elements.
fn hull(instance: &Instance, array: &Cells) -> (i64, i64) {
    let bounds = |element: &Element| match *element {
        Element::Constant(value) => Some((value, value)),
        Element::Variable(x) => instance.variable(x).domain().bounds(),
    };
    let bounds: Vec<(i64, i64)> = array.elements.iter().filter_map(|(_, element)| bounds(element)).collect();
    let (low, high) = (bounds.iter().map(|b| b.0).min(), bounds.iter().map(|b| b.1).max());
    low.zip(high).unwrap_or((0, 0))
}

/// A pattern by which a list is taken from an array: rows of `width` elements, one row below the other, with a distance
/// of `step` between elements of a row.
#[derive(Clone, Copy)]
struct Pattern {
    width: usize,
    step: isize,
}

/// Lists the possible patterns: first those with a constant step, then blocks.
fn patterns(array: &Cells, length: usize) -> impl Iterator<Item = Pattern> {
    let columns = isize::try_from(array.columns).unwrap_or(1);
    let steps = [1, columns, columns + 1, columns - 1, -1, -columns, -columns - 1, 1 - columns];
    let steps = steps.into_iter().filter(|&step| step != 0).map(move |step| Pattern { width: length, step });
    let widths = (2..length).filter(move |width| length.is_multiple_of(*width));
    steps.chain(widths.map(|width| Pattern { width, step: 1 }))
}

impl Pattern {
    /// The positions of the list's elements in the array, if the list has this pattern and its element `i` is at
    /// position `at`.
    fn fits(self, array: &Cells, list: &[Operand<i64>], i: usize, at: usize) -> Option<Vec<usize>> {
        let columns = isize::try_from(array.columns).ok()?;
        let offset = |i: usize| -> Option<isize> {
            let (row, column) = (isize::try_from(i / self.width).ok()?, isize::try_from(i % self.width).ok()?);
            row.checked_mul(columns)?.checked_add(column.checked_mul(self.step)?)
        };
        let first = isize::try_from(at).ok()?.checked_sub(offset(i)?)?;
        let mut places = Vec::with_capacity(list.len());
        for (i, operand) in list.iter().enumerate() {
            let place = usize::try_from(first.checked_add(offset(i)?)?).ok()?;
            let same = match (array.elements.get(place)?.1, operand) {
                (Element::Variable(x), Operand::Variable(y)) => x == *y,
                (Element::Constant(v), Operand::Constant(w)) => v == *w,
                _ => false,
            };
            if !same {
                return None;
            }
            places.push(place);
        }
        Some(places)
    }
}

#[cfg(test)]
mod tests {
    use crate::translate::{Options, translate};

    #[test]
    fn constants_keep_the_cell_that_they_came_from() {
        let text = b"var 1..3: a; var 1..3: b; var 1..3: c;\n\
            array [1..4] of var int: x :: output_array([1..2,1..2]) = [a,3,c,b];\n\
            array [1..2] of var int: X_INTRODUCED_9_ :: var_is_introduced = [a,3];\n\
            constraint ferz_all_different(X_INTRODUCED_9_); constraint ferz_all_different([3,b]); solve satisfy;";
        let instance = crate::read(text).expect("a file");
        let translated = translate(&instance, Options::no_presolve()).expect("a model");
        let explainer = translated.model.explainer().expect("a model");
        let names: Vec<&str> = explainer.symbols().variables().map(|(name, _)| name).collect();
        // The given value is a variable, not a constant.
        assert_eq!(names, ["x[1,2]", "a", "b", "c"]);
    }
}
