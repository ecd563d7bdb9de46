//! The builtins: one [`Builtin`] for each supported constraint name, in one table per family. All stages of the
//! translation use them.
//!
//! `name_reif` and `name_imp` are the reified and half-reified forms of `name`, with the condition as the last
//! argument. Every constraint of solver-core supports both, so a table lists each name only once.
//!
//! To add a builtin, add an entry to the table of its family, its predicate to `share/minizinc/ferz`, the types of its
//! arguments and its semantics to `tests/all/random/meaning.rs`, and a line to `docs/11-minizinc.md`.

pub(crate) mod arguments;
mod array;
mod boolean;
mod comparison;
mod counting;
mod extensional;
mod graph;
mod integer;
pub(crate) mod linear_form;
mod ordering;
mod packing;
pub(crate) mod posting;
pub(crate) mod premises;
mod restart;
mod scheduling;
mod set;
pub(crate) mod spelt_out;
pub(crate) mod sums;

pub use boolean::ASSUME;
pub use restart::ON_RESTART;

use crate::instance::{Call, Instance, Operand};
use arguments::Read;
use linear_form::LinearForm;
use posting::{Done, Posting};
use premises::{Premises, Sum};
use solver_core::constraints::Form;
use solver_core::{Comparison, Expr, Relates};
use sums::Sums;

/// Everything that the translation knows about the constraints of one name. Arguments count from 0 and exclude the
/// condition.
#[derive(Clone, Copy)]
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    /// The minimum and maximum number of arguments.
    pub(crate) arguments: (usize, usize),
    /// Posts the constraint.
    pub(crate) post: Post,
    /// Derives bounds on the arguments.
    pub(crate) bounds: Option<Bounds>,
    /// How values beyond the engine's limits are handled.
    pub(crate) far: Far,
    /// The decomposition into sums, for values beyond the engine's limits.
    pub(crate) sums: Option<Sums>,
    /// The relation and the sum, if the constraint compares a sum.
    pub(crate) sum: Option<(Relation, SumOf)>,
    /// The linear form, if presolve looks for one.
    pub(crate) form: Option<FormOf>,
    /// For an element or table constraint: the argument that lists the constants, and the variables that take them, by
    /// column.
    pub(crate) choice: Option<Choice>,
    /// The arguments in which the constraint is monotone: making them true never makes the constraint false.
    pub(crate) positive: Positive,
    /// Whether the last argument is the truth value of a constraint on the other arguments.
    pub(crate) has_result: bool,
    /// The text for a variable that the constraint defines.
    pub(crate) words: Words,
    /// Whether the first two arguments are the starts and durations of tasks on one resource.
    pub(crate) is_schedule: bool,
}

pub(crate) type Post = fn(&mut Posting<'_, '_>) -> Done;
pub(crate) type Bounds = fn(&mut Premises<'_>) -> Read<()>;
pub(crate) type SumOf = fn(&Premises<'_>) -> Read<Sum>;
pub(crate) type FormOf = fn(&Premises<'_>) -> Read<LinearForm>;
pub(crate) type Choice = fn(Call<'_>) -> Read<(usize, Vec<Operand<i64>>)>;

/// How a constraint handles values beyond the engine's limits.
#[derive(Clone, Copy)]
pub(crate) enum Far {
    /// The constraint is a sum, which allows large numbers.
    Sum,
    /// All arguments in one of these groups may be shifted by a common offset; other arguments may not be shifted.
    Moved(&'static [&'static [usize]]),
}

/// The arguments in which a constraint is monotone: making them true never makes the constraint false.
#[derive(Clone, Copy)]
pub(crate) enum Positive {
    None,
    Arguments(&'static [usize]),
    /// The elements of argument 1 whose coefficient in argument 0 is negative.
    NegativeTerms,
}

/// The kind of expression by which a constraint defines a variable.
#[derive(Clone, Copy)]
pub(crate) enum Words {
    None,
    /// A function of the first integer arguments, which replace the `{}` in order.
    Function(&'static str),
    /// Truth values joined by this text.
    Joined(&'static str),
    /// The negation of a truth value.
    Not,
    /// The comparison of two integers, or of two truth values.
    Ints,
    Truths,
    /// The comparison of a weighted sum with a number.
    Sum,
    /// An integer in a set.
    Member,
}

/// The relation that a constraint requires between two sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Equal,
    Differs,
    AtMost,
    Less,
    AtLeast,
    Greater,
}

impl Relation {
    /// Applies the relation to two expressions.
    pub(crate) fn between(self, x: Expr, y: Expr) -> Comparison {
        match self {
            Relation::Equal => x.equals(y),
            Relation::Differs => x.differs(y),
            Relation::AtMost => x.at_most(y),
            Relation::Less => x.less_than(y),
            Relation::AtLeast => x.at_least(y),
            Relation::Greater => x.greater_than(y),
        }
    }

    /// The operator in MiniZinc's syntax.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::Differs => "!=",
            Relation::AtMost => "<=",
            Relation::Less => "<",
            Relation::AtLeast => ">=",
            Relation::Greater => ">",
        }
    }

    /// For an equivalent `<=`: the factor by which both sides are multiplied, and the constant then added to the right
    /// side.
    pub(crate) fn as_at_most(self) -> Option<(i128, i128)> {
        match self {
            Relation::Equal | Relation::Differs => None,
            Relation::AtMost => Some((1, 0)),
            Relation::Less => Some((1, -1)),
            Relation::AtLeast => Some((-1, 0)),
            Relation::Greater => Some((-1, -1)),
        }
    }
}

/// A builtin that still needs [`bounds`](Unbounded::bounds) or [`no_bounds`](Unbounded::no_bounds).
pub(crate) struct Unbounded(Builtin);

/// A builtin that still needs [`moved`](Unmoved::moved) or [`unmoved`](Unmoved::unmoved).
pub(crate) struct Unmoved(Builtin);

/// Starts building a builtin from its name, its number of arguments and the function that posts it.
const fn builtin(name: &'static str, arguments: usize, post: Post) -> Unbounded {
    Unbounded(Builtin {
        name,
        arguments: (arguments, arguments),
        post,
        bounds: None,
        far: Far::Moved(&[]),
        sums: None,
        sum: None,
        form: None,
        choice: None,
        positive: Positive::None,
        has_result: false,
        words: Words::None,
        is_schedule: false,
    })
}

impl Unbounded {
    const fn bounds(self, rule: Bounds) -> Unmoved {
        Unmoved(Builtin { bounds: Some(rule), ..self.0 })
    }

    const fn no_bounds(self) -> Unmoved {
        Unmoved(self.0)
    }

    /// Marks all arguments as truth values, which are bounded and never shifted.
    const fn of_truths(self) -> Builtin {
        self.0
    }

    /// Marks the constraint as a comparison of sums.
    const fn compares(self, relation: Relation, sum: SumOf) -> Builtin {
        Builtin { bounds: Some(Sum::bound), far: Far::Sum, sum: Some((relation, sum)), ..self.0 }
    }
}

impl Unmoved {
    const fn moved(self, groups: &'static [&'static [usize]]) -> Builtin {
        Builtin { far: Far::Moved(groups), ..self.0 }
    }

    const fn unmoved(self) -> Builtin {
        self.0
    }
}

impl Builtin {
    const fn or_sums(self, sums: Sums) -> Builtin {
        Builtin { sums: Some(sums), ..self }
    }

    const fn presolved(self, form: FormOf) -> Builtin {
        Builtin { form: Some(form), ..self }
    }

    const fn chooses(self, choice: Choice) -> Builtin {
        Builtin { choice: Some(choice), ..self }
    }

    const fn positive(self, positive: Positive) -> Builtin {
        Builtin { positive, ..self }
    }

    const fn with_result(self) -> Builtin {
        Builtin { has_result: true, ..self }
    }

    const fn words(self, words: Words) -> Builtin {
        Builtin { words, ..self }
    }

    const fn schedule(self) -> Builtin {
        Builtin { is_schedule: true, ..self }
    }

    const fn or_arguments(self, most: usize) -> Builtin {
        Builtin { arguments: (self.arguments.0, most), ..self }
    }
}

const FAMILIES: &[&[Builtin]] = &[
    comparison::INTS,
    comparison::TRUTHS,
    comparison::SUMS_OF_INTS,
    comparison::SUMS_OF_TRUTHS,
    integer::TABLE,
    boolean::TABLE,
    array::TABLE,
    set::TABLE,
    counting::TABLE,
    ordering::TABLE,
    graph::TABLE,
    scheduling::TABLE,
    packing::TABLE,
    extensional::TABLE,
    restart::TABLE,
];

/// The builtin that a constraint calls, and its form of reification.
#[derive(Clone, Copy)]
pub(crate) struct Called {
    pub(crate) builtin: &'static Builtin,
    pub(crate) form: Option<Form>,
}

impl Called {
    /// The relation between the sums that the builtin compares.
    pub(crate) fn relation(self) -> Relation {
        self.builtin.sum.map_or(Relation::Equal, |(relation, _)| relation)
    }
}

/// Finds the builtin with this name, or the builtin whose reified or half-reified form has this name.
pub(crate) fn find(name: &str) -> Option<Called> {
    let exact = |name: &str| FAMILIES.iter().copied().flatten().find(|builtin| builtin.name == name);
    let conditional = |suffix, form| Some(Called { builtin: exact(name.strip_suffix(suffix)?)?, form: Some(form) });
    let plain = exact(name).map(|builtin| Called { builtin, form: None });
    plain.or_else(|| conditional("_reif", Form::Reified)).or_else(|| conditional("_imp", Form::HalfReified))
}

/// The builtin for each constraint in an instance, cached so that each name is looked up only once.
pub(crate) struct Calls(Vec<Option<Called>>);

impl Calls {
    pub(crate) fn new(instance: &Instance) -> Calls {
        let mut called: Vec<Option<Option<Called>>> = Vec::new();
        for call in instance.constraints() {
            let at = call.symbol().index();
            called.resize(called.len().max(at + 1), None);
            called[at].get_or_insert_with(|| find(call.name()));
        }
        Calls(called.into_iter().map(Option::flatten).collect())
    }

    pub(crate) fn get(&self, call: Call<'_>) -> Option<Called> {
        self.0[call.symbol().index()]
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_name_is_listed_twice() {
        let mut names: Vec<&str> = super::FAMILIES.iter().copied().flatten().map(|builtin| builtin.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
