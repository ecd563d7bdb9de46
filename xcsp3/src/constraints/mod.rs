//! Reads constraints from their elements, including groups, slides and blocks of constraints.

mod connections;
mod counting;
mod extension;
mod graphs;
mod ordering;
mod scheduling;
pub(crate) mod sums;

use crate::condition::{Condition, Relation};
use crate::error::{Fault, ReadError, at};
use crate::functions::Depth;
use crate::names::Names;
use crate::term::{Term, exprs, set, value};
use crate::text::{Scope, Text};
use roxmltree::{Node, NodeId};
use solver_core::Label;
use solver_core::constraints::Table;
use solver_core::model::Posted;
use solver_core::prelude::*;
use std::borrow::Cow;
use std::collections::HashMap;

/// A function that posts an element's constraint.
type State = fn(&mut Constraint<'_, '_>) -> Result<(), Fault>;

/// The supported constraints: each element's name, the elements that it may contain, and the function that posts it.
const CONSTRAINTS: &[(&str, &str, State)] = &[
    ("intension", "function", sums::intension),
    ("extension", "list supports conflicts", extension::extension),
    ("regular", "list transitions start final", extension::regular),
    ("mdd", "list transitions", extension::mdd),
    ("allDifferent", "list matrix except", counting::all_different),
    ("allEqual", "list", counting::all_equal),
    ("ordered", "list lengths operator", ordering::ordered),
    ("lex", "list matrix operator", ordering::lex),
    ("precedence", "list values", ordering::precedence),
    ("sum", "list coeffs condition", sums::sum),
    ("count", "list values condition", counting::count),
    ("nValues", "list except condition", counting::n_values),
    ("cardinality", "list values occurs", counting::cardinality),
    ("maximum", "list condition", connections::maximum),
    ("minimum", "list condition", connections::minimum),
    ("maximumArg", "list condition", connections::maximum_arg),
    ("minimumArg", "list condition", connections::minimum_arg),
    ("element", "list matrix index value condition", connections::element),
    ("channel", "list value", connections::channel),
    ("noOverlap", "origins lengths", scheduling::no_overlap),
    ("cumulative", "origins lengths ends heights condition", scheduling::cumulative),
    ("binPacking", "list sizes condition limits loads", scheduling::bin_packing),
    ("knapsack", "list weights profits condition", scheduling::knapsack),
    ("circuit", "list size", graphs::circuit),
    ("flow", "list balance arcs weights condition", graphs::flow),
    ("instantiation", "list values", sums::instantiation),
    ("clause", "list", sums::clause),
];

/// Reads the constraints of a file into a model.
pub(crate) struct Reader<'a, 'd> {
    pub(crate) model: Model,
    pub(crate) names: &'a Names<'d>,
    /// The table of each element that has one. All instances of a group share it.
    pub(crate) tables: HashMap<NodeId, Table>,
}

/// One instance of a constraint.
struct Constraint<'r, 'a> {
    model: &'r mut Model,
    tables: &'r mut HashMap<NodeId, Table>,
    names: &'a Names<'a>,
    scope: &'a Scope,
    node: Node<'a, 'a>,
    /// The name that the file gives to the constraint.
    name: Option<String>,
}

/// The text of an element, without comments.
pub(crate) fn content<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    let mut texts = node.children().filter(Node::is_text).filter_map(|child| child.text());
    let first = Cow::Borrowed(texts.next().unwrap_or_default());
    texts.fold(first, |all, text| all + " " + text)
}

/// The child elements.
pub(crate) fn elements<'a, 'd>(node: Node<'a, 'd>) -> impl Iterator<Item = Node<'a, 'd>> {
    node.children().filter(Node::is_element)
}

/// The name that the file gives to an element, or else the name of the enclosing element.
fn named(node: Node<'_, '_>, outer: &Option<String>) -> Option<String> {
    let own = node.attribute("note").or_else(|| node.attribute("id"));
    own.map(str::to_owned).or_else(|| outer.clone())
}

impl<'a, 'd> Reader<'a, 'd> {
    /// Reads all elements of a block.
    pub(crate) fn block(&mut self, block: Node<'a, 'd>, depth: Depth, name: &Option<String>) -> Result<(), ReadError> {
        for node in elements(block) {
            let name = named(node, name);
            match node.tag_name().name() {
                "block" => {
                    let depth = depth.deeper().map_err(|fault| at(node, fault))?;
                    self.block(node, depth, &name)?;
                }
                "group" => self.group(node, name).map_err(|fault| at(node, fault))?,
                "slide" => self.slide(node, name).map_err(|fault| at(node, fault))?,
                _ => self.constraint(node, &Scope::default(), name).map_err(|fault| at(node, fault))?,
            }
        }
        Ok(())
    }

    fn constraint(&mut self, node: Node<'a, 'd>, scope: &Scope, name: Option<String>) -> Result<(), Fault> {
        let tag = node.tag_name().name();
        let known = CONSTRAINTS.iter().find(|(name, ..)| *name == tag);
        let (_, parts, state) = known.ok_or_else(|| Fault::unsupported(format!("the constraint {tag}")))?;
        let mut inner = elements(node).map(|part| part.tag_name().name());
        if let Some(part) = inner.find(|&part| !parts.split(' ').any(|known| known == part)) {
            return Err(Fault::unsupported(format!("the constraint {tag} with <{part}>")));
        }
        if let Some(form) =
            ["reifiedBy", "hreifiedFrom", "hreifiedTo"].into_iter().find(|&form| node.has_attribute(form))
        {
            return Err(Fault::unsupported(format!("the attribute {form}")));
        }
        let Reader { model, names, tables } = self;
        state(&mut Constraint { model, tables, names, scope, node, name })
    }

    /// Reads a group: one constraint with different arguments in each instance.
    fn group(&mut self, group: Node<'a, 'd>, name: Option<String>) -> Result<(), Fault> {
        let template = elements(group).next().ok_or(Fault::Missing("args"))?;
        let name = named(template, &name);
        let numbered = numbered(template);
        for args in elements(group).skip(1) {
            if args.tag_name().name() != "args" {
                return Err(Fault::unsupported("a group of several constraints"));
            }
            let text = content(args);
            let arguments = Text::new(&text, self.names, &Scope::default()).terms()?;
            let name = name.as_ref().map(|name| format!("{name} ({})", text.trim()));
            self.constraint(template, &Scope { arguments, numbered }, name)?;
        }
        Ok(())
    }

    /// Reads a slide: one constraint on each window of a list.
    fn slide(&mut self, slide: Node<'a, 'd>, name: Option<String>) -> Result<(), Fault> {
        let mut parts = elements(slide).filter(|node| node.tag_name().name() == "list");
        let (list, None) = (parts.next().ok_or(Fault::Missing("list"))?, parts.next()) else {
            return Err(Fault::unsupported("a slide over several lists"));
        };
        let template = elements(slide).last().filter(|&last| last != list).ok_or(Fault::Missing("list"))?;
        let text = content(list);
        let all = Text::new(&text, self.names, &Scope::default()).terms()?;
        let step = list.attribute("offset").map_or(Ok(1), str::parse).ok().filter(|&step| step > 0);
        let step = step.ok_or_else(|| Fault::expected("a positive offset", ""))?;
        let numbered = numbered(template);
        let width = list.attribute("collect").and_then(|width| width.parse().ok()).unwrap_or(numbered);
        if width > all.len() {
            return Err(Fault::Lengths { parts: "the list and a window of it" });
        }
        let is_circular = slide.attribute("circular") == Some("true");
        let end = if is_circular { all.len() } else { (all.len() + 1).saturating_sub(width) };
        for from in (0..end).step_by(step) {
            let arguments: Vec<Term> = all.iter().cycle().skip(from).take(width).cloned().collect();
            let name = name.as_ref().map(|name| format!("{name} (from {from})"));
            self.constraint(template, &Scope { arguments, numbered }, name)?;
        }
        Ok(())
    }
}

/// The number of arguments to which a template refers by index.
fn numbered(template: Node<'_, '_>) -> usize {
    let texts = template.descendants().filter(Node::is_text).filter_map(|node| node.text());
    let numbers = texts.flat_map(|text| {
        text.split('%').skip(1).filter_map(|rest| {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            rest[..digits].parse::<usize>().ok()
        })
    });
    numbers.max().map_or(0, |most| most.saturating_add(1))
}

impl<'a> Constraint<'_, 'a> {
    fn child(&self, tag: &str) -> Option<Node<'a, 'a>> {
        elements(self.node).find(|node| node.tag_name().name() == tag)
    }

    fn children(&self, tag: &str) -> Vec<Node<'a, 'a>> {
        elements(self.node).filter(|node| node.tag_name().name() == tag).collect()
    }

    /// The `<list>` element, or the constraint itself if its text is the list.
    fn list(&self) -> Node<'a, 'a> {
        self.child("list").unwrap_or(self.node)
    }

    fn required(&self, tag: &'static str) -> Result<Node<'a, 'a>, Fault> {
        self.child(tag).ok_or(Fault::Missing(tag))
    }

    /// Reads the text of an element.
    fn read<T>(&self, node: Node<'_, '_>, read: impl FnOnce(Text<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        read(Text::new(&content(node), self.names, self.scope))
    }

    fn terms(&self, node: Node<'_, '_>) -> Result<Vec<Term>, Fault> {
        self.read(node, |text| text.terms())
    }

    fn exprs(&self, node: Node<'_, '_>) -> Result<Vec<Expr>, Fault> {
        exprs(self.terms(node)?)
    }

    /// The expressions of the list.
    fn listed(&self) -> Result<Vec<Expr>, Fault> {
        self.exprs(self.list())
    }

    fn matrix(&self, node: Node<'_, '_>) -> Result<Vec<Vec<Expr>>, Fault> {
        let rows = self.read(node, |text| text.rows())?;
        rows.into_iter().map(exprs).collect()
    }

    fn values(&self, node: Node<'_, '_>) -> Result<ValueSet, Fault> {
        set(&self.terms(node)?)
    }

    fn condition(&self) -> Result<Condition, Fault> {
        self.read(self.required("condition")?, Condition::read)
    }

    /// The relation of the `<operator>`.
    fn operator(&self) -> Result<Relation, Fault> {
        let text = content(self.required("operator")?);
        let relation =
            Relation::named(text.trim()).filter(|relation| !matches!(relation, Relation::Equal | Relation::Differs));
        relation.ok_or_else(|| Fault::expected("lt, le, ge or gt", &text))
    }

    /// Reads a number from an attribute; 0 if the attribute is missing.
    fn attribute(&self, node: Node<'_, '_>, name: &str) -> Result<i32, Fault> {
        let text = node.attribute(name).unwrap_or("0");
        text.trim().parse().map_err(|_| Fault::expected("a number as an attribute", text))
    }

    /// Posts a comparison.
    fn post(&mut self, comparison: impl Into<Comparison>) -> Result<(), Fault> {
        let comparison: Comparison = comparison.into();
        self.state(|model| model.post(comparison))
    }

    /// Posts a constraint under its name.
    fn state<K>(&mut self, post: impl FnOnce(&mut Model) -> Posted<'_, K>) -> Result<(), Fault> {
        let posted = post(self.model);
        let posted = match &self.name {
            Some(name) => posted.named(name.as_str()),
            None => posted,
        };
        posted.error().cloned().map_or(Ok(()), |error| Err(error.into()))
    }

    /// Declares an auxiliary variable that is not in the file.
    fn auxiliary(&mut self, low: i64, high: i64) -> Result<IntVar, Fault> {
        let name = format!("{}#{}", self.node.tag_name().name(), self.model.variables());
        let x = self.model.int(name, value(low)?..=value(high)?)?;
        self.model.label(x, Label { introduced: true, ..Label::default() })?;
        Ok(x)
    }
}
