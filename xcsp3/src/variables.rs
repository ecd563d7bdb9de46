//! The variables of a file.

use crate::constraints::{content, elements};
use crate::error::{Fault, ReadError, at};
use crate::names::{Array, Declared, Index, Names};
use crate::term::set;
use crate::text::{Scope, Text};
use roxmltree::Node;
use solver_core::Label;
use solver_core::prelude::*;

/// The maximum number of elements of an array.
const MOST: usize = 1 << 24;

/// Declares all variables of `<variables>`.
pub(crate) fn declare<'d>(model: &mut Model, variables: Node<'_, 'd>) -> Result<Names<'d>, ReadError> {
    let mut names = Names::default();
    for node in elements(variables) {
        let known = model.variables();
        one(model, &mut names, variables, node).map_err(|fault| at(node, fault))?;
        if node.attribute("type") == Some("symbolic") {
            names.symbolic.extend(model.variable_ids().skip(known));
        }
    }
    let label = Label { values: Some(names.values()), ..Label::default() };
    for &x in &names.symbolic {
        model.label(x, label.clone()).map_err(|error| at(variables, error.into()))?;
    }
    Ok(names)
}

fn one<'d>(model: &mut Model, names: &mut Names<'d>, variables: Node<'_, 'd>, node: Node<'_, 'd>) -> Result<(), Fault> {
    let id = node.attribute_node("id").ok_or(Fault::Missing("id"))?;
    // An attribute value that contains no entities is borrowed from the file.
    let name = match id.value_storage() {
        roxmltree::StringStorage::Borrowed(name) => *name,
        roxmltree::StringStorage::Owned(name) => return Err(Fault::expected("a name", name)),
    };
    let is_symbolic = node.attribute("type") == Some("symbolic");
    if let Some(kind) = node.attribute("type").filter(|&kind| kind != "integer" && !is_symbolic) {
        return Err(Fault::unsupported(format!("a variable of type {kind}")));
    }
    let source = match node.attribute("as") {
        None => node,
        Some(other) => {
            let found = elements(variables).find(|node| node.attribute("id") == Some(other));
            found.ok_or_else(|| Fault::UnknownVariable(other.to_owned()))?
        }
    };
    let declared = match node.tag_name().name() {
        "var" => {
            let values = domain(source, names, is_symbolic)?;
            let x = model.int(name, values.clone())?;
            names.domains.insert(x, values);
            Declared::Variable(x)
        }
        "array" => {
            let (array, domains) = array(model, name, node, source, |part| domain(part, names, is_symbolic))?;
            names.domains.extend(domains);
            Declared::Array(array)
        }
        other => return Err(Fault::unsupported(format!("the element {other} among variables"))),
    };
    names.declare(name, declared)
}

/// Reads the values that the text of an element lists. New symbols get the next numbers.
fn domain(node: Node<'_, '_>, names: &mut Names<'_>, is_symbolic: bool) -> Result<ValueSet, Fault> {
    let text = content(node);
    if is_symbolic {
        let mut number = |word: &str| {
            let next = names.symbols.len() as i32;
            *names.symbols.entry(word.to_owned()).or_insert(next)
        };
        return Ok(text.split_whitespace().map(&mut number).collect());
    }
    set(&Text::new(&text, &Names::default(), &Scope::default()).terms()?)
}

fn array(
    model: &mut Model,
    name: &str,
    node: Node<'_, '_>,
    source: Node<'_, '_>,
    mut domain: impl FnMut(Node<'_, '_>) -> Result<ValueSet, Fault>,
) -> Result<(Array, Vec<(IntVar, ValueSet)>), Fault> {
    let (scope, nothing) = (Scope::default(), Names::default());
    let size = node.attribute("size").ok_or(Fault::Missing("size"))?;
    let sizes = Text::new(size, &nothing, &scope).indices()?.into_iter().map(|index| match index {
        Index::Range(size, end) if size == end => usize::try_from(size).ok(),
        _ => None,
    });
    let sizes: Option<Vec<usize>> = sizes.collect();
    let sizes =
        sizes.filter(|sizes| !sizes.is_empty()).ok_or_else(|| Fault::expected("a size such as [3][4]", size))?;
    let count = sizes.iter().try_fold(1_usize, |count, &size| count.checked_mul(size)).filter(|&count| count <= MOST);
    let count = count.ok_or(Fault::TooLarge("the array"))?;
    let first = node.attribute("startIndex").map_or(Ok(0), |text| text.trim().parse());
    let first = first.map_err(|_| Fault::expected("a number as an attribute", "startIndex"))?;
    let mut array = Array { sizes, first, cells: vec![None; count] };
    let mut domains: Vec<Option<ValueSet>> = vec![None; count];
    let parts: Vec<_> = elements(source).filter(|node| node.tag_name().name() == "domain").collect();
    if parts.is_empty() {
        domains.fill(Some(domain(source)?));
    }
    let is_rest = |node: &Node<'_, '_>| node.attribute("for").map(str::trim) == Some("others");
    let (rest, parts): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_rest);
    for part in parts {
        let values = domain(part)?;
        for word in part.attribute("for").unwrap_or_default().split_whitespace() {
            let mut text = Text::new(word, &nothing, &scope);
            let positions = text.word().and_then(|_| text.indices().ok()).and_then(|indices| array.positions(&indices));
            let (positions, _) = positions.ok_or_else(|| Fault::UnknownVariable(word.to_owned()))?;
            positions.into_iter().for_each(|p| domains[p] = Some(values.clone()));
        }
    }
    for part in rest {
        let values = domain(part)?;
        domains.iter_mut().filter(|domain| domain.is_none()).for_each(|domain| *domain = Some(values.clone()));
    }
    let mut declared = Vec::new();
    for (position, values) in domains.into_iter().enumerate() {
        if let Some(values) = values {
            let x = model.int(subscripted(name, &array, position), values.clone())?;
            array.cells[position] = Some(x);
            declared.push((x, values));
        }
    }
    Ok((array, declared))
}

/// The name of an element, such as `x[1][2]`.
fn subscripted(name: &str, array: &Array, position: usize) -> String {
    let (mut rest, mut indices) = (position, Vec::new());
    for &size in array.sizes.iter().rev() {
        indices.push(rest % size);
        rest /= size;
    }
    let indices = indices.into_iter().rev().map(|i| format!("[{}]", array.first + i as i64));
    name.to_owned() + &indices.collect::<String>()
}
