//! The search options by name, in one table, for programs that read them as text.

use super::search::Search;
use crate::names::{OptionError, OptionValue, UnknownName};
use crate::search::{
    Branching, ConflictHeuristic, Explanations, Exploration, Learning, Lns, Relaxation, Restarts, TieBreak,
    ValueSelect, VarSelect,
};
use std::fmt::Display;

/// Variable selection, or the automatic search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchOrder {
    /// [`Search::auto`].
    Auto,
    /// [`Search::order`].
    By(VarSelect),
}

impl SearchOrder {
    /// The name that [`FromStr`](std::str::FromStr) accepts.
    pub fn name(self) -> &'static str {
        match self {
            SearchOrder::Auto => "auto",
            SearchOrder::By(order) => order.name(),
        }
    }
}

impl Display for SearchOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for SearchOrder {
    type Err = UnknownName;

    fn from_str(given: &str) -> Result<SearchOrder, UnknownName> {
        if given == SearchOrder::Auto.name() { Ok(SearchOrder::Auto) } else { given.parse().map(SearchOrder::By) }
    }
}

impl OptionValue for SearchOrder {
    fn names() -> Vec<&'static str> {
        std::iter::once(SearchOrder::Auto)
            .chain(VarSelect::ALL.iter().copied().map(SearchOrder::By))
            .map(SearchOrder::name)
            .collect()
    }
}

/// A search option, as a command-line program offers it.
#[derive(Clone, Copy, Debug)]
pub struct SearchOption {
    /// The name: on a command line, `--name`.
    pub name: &'static str,
    /// The lines of the help: a short text and, after an empty line, a longer one.
    pub help: &'static [&'static str],
    /// The arguments of the option.
    pub takes: Takes,
    /// The names of all values; empty if there is no fixed list.
    pub names: fn() -> Vec<&'static str>,
}

/// An option's argument, and its name in the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A value.
    One(&'static str),
    /// An optional value, and the default if it is omitted.
    OneOr(&'static str, &'static str),
    /// One value per occurrence of the option.
    Several(&'static str),
    /// A number, 0 or more; 0 if the option is absent.
    Number(&'static str),
}

/// A search option's chosen values.
trait Chosen {
    type Value;

    fn names() -> Vec<&'static str> {
        Vec::new()
    }

    fn read(&mut self, given: &str) -> Result<(), OptionError>;

    fn values(&self) -> impl Iterator<Item = Self::Value>;
}

impl<T: OptionValue> Chosen for Option<T> {
    type Value = T;

    fn names() -> Vec<&'static str> {
        T::names()
    }

    fn read(&mut self, given: &str) -> Result<(), OptionError> {
        *self = Some(given.parse().map_err(Into::into)?);
        Ok(())
    }

    fn values(&self) -> impl Iterator<Item = T> {
        self.iter().copied()
    }
}

impl<T: OptionValue> Chosen for Vec<T> {
    type Value = T;

    fn names() -> Vec<&'static str> {
        T::names()
    }

    fn read(&mut self, given: &str) -> Result<(), OptionError> {
        self.push(given.parse().map_err(Into::into)?);
        Ok(())
    }

    fn values(&self) -> impl Iterator<Item = T> {
        self.iter().copied()
    }
}

/// A switch.
impl Chosen for bool {
    type Value = &'static str;

    fn read(&mut self, _: &str) -> Result<(), OptionError> {
        *self = true;
        Ok(())
    }

    fn values(&self) -> impl Iterator<Item = &'static str> {
        self.then_some("").into_iter()
    }
}

impl Chosen for u64 {
    type Value = u64;

    fn read(&mut self, given: &str) -> Result<(), OptionError> {
        *self = OptionError::number(given, 0.., "a whole number, 0 or more")?;
        Ok(())
    }

    fn values(&self) -> impl Iterator<Item = u64> {
        std::iter::once(*self)
    }
}

/// Defines [`SearchChoices`] and its methods from the options, which apply in this order.
macro_rules! search_options {
    ($($(#[doc = $help:literal])+ $field:ident $name:literal: $type:ty, $takes:expr, $apply:expr;)+) => {
        /// A user's choices for a search: one field per option.
        ///
        /// ```
        /// use solver_core::prelude::*;
        /// use solver_core::SearchChoices;
        /// let mut choices = SearchChoices::default();
        /// choices.set("value-order", "max")?;
        /// choices.set("restarts", "luby:20")?;
        /// assert_eq!(choices.to_words(), ["--value-order=max", "--restarts=luby:20", "--seed=0"]);
        /// assert!(choices.set("restarts", "luby:none").is_err());
        /// let mut m = Model::new();
        /// let x = m.int("x", 0..=9)?;
        /// let found = choices.refine(m.search()).first()?.complete().expect("there are solutions");
        /// assert_eq!(found[x], 9);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, PartialEq, Debug, Default)]
        pub struct SearchChoices {
            $($(#[doc = $help])+ pub $field: $type,)+
        }

        impl SearchChoices {
            /// All options.
            pub const OPTIONS: &'static [SearchOption] = &[$(SearchOption {
                name: $name,
                help: &[$($help),+],
                takes: $takes,
                names: <$type as Chosen>::names,
            }),+];

            /// Sets the option with this name to a value given as text. Switches ignore the value.
            ///
            /// # Errors
            /// [`OptionError`] when there is no such option, or no such value.
            pub fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
                match option {
                    $($name => self.$field.read(value),)+
                    _ => {
                        let known = [$($name),+].join(", ");
                        Err(UnknownName { what: "option", given: option.to_owned(), known }.into())
                    }
                }
            }

            /// Returns command-line arguments that reproduce the choices.
            pub fn to_words(&self) -> Vec<String> {
                let mut words = Vec::new();
                $(words.extend(self.$field.values().map(|value| word($name, $takes, &value)));)+
                words
            }

            /// Applies the choices to a search, replacing its settings.
            pub fn refine<'m>(&self, mut search: Search<'m>) -> Search<'m> {
                $(for value in self.$field.values() {
                    search = applied(search, value, $apply);
                })+
                search
            }
        }
    };
}

search_options! {
    /// Which variable to branch on; auto: let the solver choose
    ///
    /// Auto branches by past failures, with restarts; if that takes long, it alternates with a search that learns from
    /// conflicts. Default: auto for one solution of `queens`, otherwise as the model suggests.
    order "order": Option<SearchOrder>, Takes::One("ORDER"), |search, order| match order {
        SearchOrder::Auto => search.auto(),
        SearchOrder::By(order) => search.each_phase(|phase| phase.order(order)),
    };

    /// Learn nogoods from conflicts, and backjump; decide in the stated order (fixed), by activity in recent conflicts
    /// (activity), or alternately (default: alternating). Searches for all solutions and counts always use the stated
    /// order
    learn "learn": Option<Learning>, Takes::OneOr("WAY", "alternating"), Search::learn;

    /// How a search that learns explains inferences, counted in the statistics (default: lifted)
    explanations "explanations": Option<Explanations>, Takes::One("KIND"), Search::explanations;

    /// Where to solve the linear relaxation, in searches that learn: nowhere (off), at the root, at every node (on), or
    /// only in automatic search (default: auto)
    linear "linear": Option<Relaxation>, Takes::One("WHERE"), Search::linear_relaxation;

    /// Which of equally good variables to take; may be repeated
    then_by "then-by": Vec<VarSelect>, Takes::Several("ORDER"), |search, order| search.each_phase(|phase| phase.then_by(order));

    /// Which variable to take if the orders do not decide (default: first)
    tie_break "tie-break": Option<TieBreak>, Takes::One("WHICH"), |search, by| search.each_phase(|phase| phase.tie_break(by));

    /// Which value to try first (default: as the model suggests)
    value_order "value-order": Option<ValueSelect>, Takes::One("ORDER"), |search, by| search.each_phase(|phase| phase.values(by));

    /// Two branches per node (x = v, x != v), or one per value (default: two-way)
    branching "branching": Option<Branching>, Takes::One("SCHEME"), Search::branching;

    /// How failures change the variable order: none; last-conflict or last-conflict:K (branch next on the variables of
    /// the last K failed decisions); conflict-ordering (the variables that failed most recently come first)
    conflict_heuristic "conflict-heuristic": Option<ConflictHeuristic>, Takes::One("RULE"), Search::conflict_heuristic;

    /// Restart after numbers of failures in a sequence: luby:UNIT, geometric:FIRST:FACTOR, inner-outer:FIRST:FACTOR,
    /// linear:STEP, constant:FAILURES
    restarts "restarts": Option<Restarts>, Takes::One("SEQUENCE"), Search::restarts;

    /// The order in which the tree is searched: depth-first, by discrepancies (lds, dds), or by iterative deepening
    exploration "exploration": Option<Exploration>, Takes::One("HOW"), Search::exploration;

    /// Solution-based phase saving: try the values of the last solution first
    phase_saving "phase-saving": bool, Takes::Nothing, |search, _| search.phase_saving();

    /// Large neighbourhood search around the best solution, then a proof of optimality
    lns "lns": bool, Takes::Nothing, |search, _| search.lns(Lns::new());

    /// Seed of all random choices
    seed "seed": u64, Takes::Number("SEED"), Search::seed;
}

impl SearchChoices {
    /// Whether the user has chosen how to search. A seed and the linear relaxation do not count as such a choice.
    pub fn is_chosen(&self) -> bool {
        SearchChoices { seed: 0, linear: None, ..self.clone() } != SearchChoices::default()
    }
}

fn word(name: &str, takes: Takes, value: &dyn Display) -> String {
    if takes == Takes::Nothing { format!("--{name}") } else { format!("--{name}={value}") }
}

fn applied<'m, T>(search: Search<'m>, value: T, apply: impl Fn(Search<'m>, T) -> Search<'m>) -> Search<'m> {
    apply(search, value)
}
