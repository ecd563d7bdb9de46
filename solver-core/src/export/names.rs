//! Names that the formats accept: letters, digits and underscores.

use crate::model::{Model, Name};
use std::collections::HashSet;

/// The exported names of the model's own variables and arrays.
pub(super) struct Names {
    /// The names of arrays, by array number.
    pub(super) arrays: Vec<String>,
    /// The names of variables, by index; empty for array elements.
    pub(super) own: Vec<String>,
    taken: HashSet<String>,
}

impl Names {
    pub(super) fn new(model: &Model, reserved: &[&str]) -> Names {
        let taken = reserved.iter().map(|&word| word.to_owned()).collect();
        let mut names = Names { arrays: Vec::new(), own: Vec::new(), taken };
        names.arrays = model.arrays.iter().map(|array| names.fresh(&array.name)).collect();
        let own = model.variables.iter().map(|declared| match &declared.name {
            Name::Own(name) => names.fresh(name),
            Name::Element { .. } => String::new(),
        });
        let own = own.collect();
        names.own = own;
        names
    }

    /// Creates an unused name, as similar to `name` as possible.
    pub(super) fn fresh(&mut self, name: &str) -> String {
        let legal = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
        let mut legal: String = name.chars().map(legal).collect();
        if !legal.starts_with(|c: char| c.is_ascii_alphabetic()) {
            legal.insert_str(0, "v_");
        }
        let mut free = legal.clone();
        let mut number = 2;
        while !self.taken.insert(free.clone()) {
            free = format!("{legal}_{number}");
            number += 1;
        }
        free
    }
}

/// The text without control characters, so that it is a single line.
pub(super) fn line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
