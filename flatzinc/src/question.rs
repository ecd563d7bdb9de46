//! Facts as users type them: `x = 3`, `q[2,5] != 4`, `b`.

use crate::fraction::{Fraction, literal, whole};
use crate::instance::{Instance, Output, Type, VariableId};
use crate::naming::{Element, Names};
use crate::translate::VarMap;
use crate::translate::builtin::Relation;
use num_traits::CheckedMul;
use solver_core::{Comparison, Expr};

/// A comparison of a variable of the file with a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The variable.
    pub variable: VariableId,
    relation: Relation,
    value: Fraction,
}

/// The reason why a text is not a fact about an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QuestionError {
    /// The variable does not exist.
    #[error("there is no variable {0}{1}")]
    Unknown(String, String),
    /// The name belongs to a constant.
    #[error("{0} is a number: there is nothing to explain")]
    Constant(String),
    /// A syntax error.
    #[error("`{0}` is not a fact: write one such as `x = 3` or `q[2] != 5`")]
    Form(String),
}

/// Longer operators come first, because they are tried in this order.
const RELATIONS: [(&str, Relation); 7] = [
    ("!=", Relation::Differs),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("==", Relation::Equal),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

impl Fact {
    /// Reads a fact about a variable, an element of an array, or a truth value.
    ///
    /// ```
    /// use flatzinc::question::Fact;
    /// let text = b"var 1..9: x; array [1..1] of var int: q :: output_array([5..5]) = [x]; solve satisfy;";
    /// let instance = flatzinc::text::read(text)?;
    /// let fact = Fact::read(&instance, "q[5] != 3")?;
    /// assert_eq!(fact.variable, instance.variable_named("x").unwrap().id());
    /// assert!(Fact::read(&instance, "y = 3").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`QuestionError`].
    pub fn read(instance: &Instance, text: &str) -> Result<Fact, QuestionError> {
        let form = || QuestionError::Form(text.to_owned());
        let relation = RELATIONS.into_iter().find_map(|(sign, relation)| Some((text.split_once(sign)?, relation)));
        let ((name, value), relation) = relation.unwrap_or_else(|| match text.trim().strip_prefix("not ") {
            Some(name) => ((name, "false"), Relation::Equal),
            None => ((text, "true"), Relation::Equal),
        });
        let (name, value) = (name.trim(), value.trim());
        if name.is_empty() {
            return Err(form());
        }
        let names = Names::read(instance);
        let variable = variable(instance, &names, name)?;
        let ty = instance.variable(variable).ty();
        let named = names.labels[variable.index()].values.as_ref().and_then(|names| names.value(value));
        let value = match (value, ty) {
            ("true", Type::Bool) => whole(1),
            ("false", Type::Bool) => whole(0),
            (_, Type::Float) => value.parse().ok().and_then(literal).ok_or_else(form)?.value,
            _ => named.map_or_else(|| number(value).ok_or_else(form), |value| Ok(whole(value)))?,
        };
        Ok(Fact { variable, relation, value })
    }

    /// Converts the fact to a comparison of the model.
    pub fn comparison(&self, images: &VarMap) -> Comparison {
        let scale = images.scale(self.variable).map_or(1, i64::from);
        let value = self.value.checked_mul(&whole(scale)).unwrap_or(self.value);
        let fitting = |number: i128| number.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let expr = images.expr(self.variable);
        let expr = match fitting(*value.denom()) {
            1 => expr,
            times => Expr::weighted([(times, expr)]),
        };
        self.relation.between(expr, Expr::from(fitting(*value.numer())))
    }
}

/// Parses a number; numbers outside the 64-bit range are clamped.
fn number(text: &str) -> Option<Fraction> {
    let value: i128 = text.parse().ok()?;
    Some(whole(value.clamp(i64::MIN.into(), i64::MAX.into())))
}

fn variable(instance: &Instance, names: &Names, name: &str) -> Result<VariableId, QuestionError> {
    match names.find(name) {
        Some(Element::Variable(x)) => return Ok(x),
        Some(Element::Constant(_)) => return Err(QuestionError::Constant(name.to_owned())),
        None => {}
    }
    let shown: Vec<String> = instance
        .output()
        .map(|item| match item {
            Output::Variable(x) => x.name().to_owned(),
            Output::Array { array, ranges } => {
                let ranges: Vec<String> = ranges.iter().map(|(first, last)| format!("{first}..{last}")).collect();
                format!("{}[{}]", array.name(), ranges.join(", "))
            }
        })
        .take(8)
        .collect();
    let there = if shown.is_empty() { String::new() } else { format!("; there are {}", shown.join(", ")) };
    Err(QuestionError::Unknown(name.to_owned(), there))
}
