//! The indices of array elements, as written in the model.

use crate::instance::{Instance, Output};
use solver_core::ValueNames;
use std::sync::Arc;

/// The dimensions of an array.
pub(super) struct Shape {
    ranges: Vec<(i64, i64)>,
    names: Vec<Option<Arc<ValueNames>>>,
}

impl Shape {
    /// The shape with these ranges.
    pub(super) fn ranges(instance: &Instance, array: &str, ranges: &[(i64, i64)]) -> Shape {
        let origin = instance.origin();
        let dims = origin.declared(array).map_or(&[][..], |declared| &declared.dims[..]);
        let names = (0..ranges.len()).map(|i| origin.values_of(dims.get(i)?).cloned()).collect();
        Shape { ranges: ranges.to_vec(), names }
    }

    /// Returns the shape of an array that is not in the output, of which at most the index types are known.
    pub(super) fn unknown(instance: &Instance, array: &str, count: usize) -> Shape {
        Shape::typed(instance, array).unwrap_or_else(|| Shape { ranges: vec![(1, count as i64)], names: vec![None] })
    }

    /// The shape of the model array with this name.
    pub(super) fn find(instance: &Instance, name: &str) -> Option<Shape> {
        let shown = instance.output().find_map(|item| match item {
            Output::Array { array, ranges } if array.name() == name => Some(ranges),
            _ => None,
        });
        match shown {
            Some(ranges) => Some(Shape::ranges(instance, name, ranges)),
            None => Shape::typed(instance, name),
        }
    }

    /// Derives the shape from the index types: enumerated types have known ranges; a single index of type `int` is
    /// assumed to start at 1.
    fn typed(instance: &Instance, array: &str) -> Option<Shape> {
        let origin = instance.origin();
        let dims = &origin.declared(array)?.dims;
        let names: Vec<Option<Arc<ValueNames>>> = dims.iter().map(|dim| origin.values_of(dim).cloned()).collect();
        let range = |names: &Option<Arc<ValueNames>>| match names {
            Some(names) => Some((1, names.names().len() as i64)),
            None if dims.len() == 1 => Some((1, i64::from(i32::MAX))),
            None => None,
        };
        let ranges = names.iter().map(range).collect::<Option<Vec<_>>>().filter(|ranges| !ranges.is_empty())?;
        Some(Shape { ranges, names })
    }

    /// The size of the last dimension.
    pub(super) fn columns(&self) -> usize {
        let size = |&(low, high): &(i64, i64)| usize::try_from(high - low + 1).unwrap_or(1);
        self.ranges.last().map_or(1, size)
    }

    /// The name of an element, counted from 0, in an array of this shape: `works[Ann,Mon]`.
    pub(super) fn name(&self, array: &str, at: usize) -> String {
        format!("{array}[{}]", self.index(at))
    }

    /// The indices of an element, counted from 0: `2,5`, or `Ann,Mon`.
    fn index(&self, at: usize) -> String {
        let indices = index(at, &self.ranges);
        let elements = indices.iter().zip(&self.names).map(|(&i, names)| {
            let name = i32::try_from(i).ok().and_then(|i| names.as_ref()?.name(i).map(str::to_owned));
            name.unwrap_or_else(|| i.to_string())
        });
        elements.collect::<Vec<_>>().join(",")
    }
}

/// Converts a position in row-major order to indices.
fn index(mut at: usize, ranges: &[(i64, i64)]) -> Vec<i64> {
    let mut indices: Vec<i64> = Vec::with_capacity(ranges.len());
    for &(low, high) in ranges.iter().rev() {
        let size = usize::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(1).max(1);
        indices.push(low.saturating_add((at % size) as i64));
        at /= size;
    }
    indices.reverse();
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_count_as_the_model_does() {
        let all: Vec<Vec<i64>> = (0..4).map(|i| index(i, &[(0, 1), (5, 6)])).collect();
        assert_eq!(all, [[0, 5], [0, 6], [1, 5], [1, 6]]);
        assert_eq!(index(2, &[(-3, 3)]), [-1]);
    }
}
