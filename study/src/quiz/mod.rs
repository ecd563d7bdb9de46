//! A quiz that grades a player's deductions.
//!
//! A deduction is correct if a single constraint implies it from the named facts, or from everything known. The quiz
//! searches the model of that constraint for a counterexample, so the grade does not depend on the strength of any
//! propagator. Facts that are true for other reasons get other grades: some are implied only by several constraints
//! together, others are proved only by search.

mod back;
mod exam;
mod levels;
mod sheet;
mod single;

pub use back::Back;
pub use exam::Question;
pub use levels::Weakest;
pub use sheet::{Format, Part, sheet};

use crate::probe::root;
use back::Guess;
use single::{Found, Single};
use solver_core::prelude::*;
use solver_core::{Atom, SymbolTable, ValueSet, Var};
use std::collections::HashMap;

/// A puzzle and the player's knowledge.
///
/// ```
/// use solver_core::prelude::*;
/// use study::quiz::{Grade, Quiz};
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 1..=3)?;
/// m.all_different(&x).named("all different");
/// m.post(constraint!(x[0] == 2)).named("given");
/// let mut quiz = Quiz::new(&m)?;
/// let fact = |text: &str| study::facts::read(text, quiz.symbols()).expect("a fact");
/// let (right, wrong) = (fact("x[1] != 2"), fact("x[1] = 3"));
/// assert_eq!(quiz.grade(right, None), Grade::Right { by: vec!["all different".to_owned()] });
/// assert!(matches!(quiz.grade(wrong, None), Grade::Wrong { .. }));
/// quiz.learn(right);
/// assert_eq!(quiz.grade(right, None), Grade::Known);
/// # Ok::<(), study::quiz::Unusable>(())
/// ```
pub struct Quiz {
    model: Model,
    /// The variables, by name.
    numbers: HashMap<String, Var>,
    symbols: SymbolTable,
    domains: Vec<ValueSet>,
    singles: Vec<Single>,
    whole: Single,
    guesses: Vec<Guess>,
    nogoods: Vec<Vec<Atom>>,
}

/// Why a model is not suitable for a quiz.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unusable {
    /// The model cannot be compiled.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Two variables have the same name.
    #[error("two variables are called `{0}`: facts about them would look the same; give them different names")]
    Twice(String),
    /// The model has more constraints than can be examined one by one.
    #[error("the model has {0} constraints; a quiz examines them one by one, and supports at most {1}")]
    TooMany(usize, usize),
}

/// The grade of a deduction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Grade {
    /// Each of these constraints implies the fact by itself.
    Right {
        /// The names of the constraints.
        by: Vec<String>,
    },
    /// The fact was already known.
    Known,
    /// The known facts violate this constraint, so they would imply anything. A guess was wrong.
    Contradiction {
        /// The name of the constraint.
        by: String,
    },
    /// A fact named as a premise is not known.
    NotKnown(Atom),
    /// A constraint implies the fact from the known facts, but not from the named ones.
    OtherReason {
        /// The names of the constraints.
        by: Vec<String>,
    },
    /// The fact is true, but only several constraints together imply it: a step is missing.
    Jump,
    /// The fact is true. Propagation does not derive it, but fails under its negation.
    ByTrying,
    /// The fact is true, but only search proves it.
    BySearch,
    /// The fact does not follow: some solution violates it.
    Wrong {
        /// The values of the model's variables in that solution.
        solution: Vec<(String, i32)>,
    },
    /// The search reached its effort limit.
    TooHard,
}

/// A possible deduction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// The conclusion; `None` if the constraint is violated, because a guess was wrong.
    pub fact: Option<Atom>,
    /// The name of the constraint that implies the conclusion.
    pub by: String,
    /// The premises.
    pub premises: Vec<Atom>,
}

/// The maximum number of constraints in a model.
const MOST: usize = 2_000;

impl Quiz {
    /// Creates a quiz about a model. At first, only the initial domains are known.
    ///
    /// # Errors
    /// [`Unusable`] if the model is not suitable.
    pub fn new(model: &Model) -> Result<Quiz, Unusable> {
        if model.constraints() > MOST {
            return Err(Unusable::TooMany(model.constraints(), MOST));
        }
        let (engine, symbols) = root(model)?;
        let mut numbers = HashMap::new();
        for var in symbols.vars() {
            if numbers.insert(symbols.variable(var).to_owned(), var).is_some() {
                return Err(Unusable::Twice(symbols.variable(var).to_owned()));
            }
        }
        let whole = Single::all(engine);
        let singles =
            model.constraint_ids().map(|c| Single::from_constraint(model, c, &numbers)).collect::<Result<_, _>>()?;
        Ok(Quiz {
            model: model.clone(),
            symbols,
            domains: whole.roots(),
            singles,
            whole,
            guesses: Vec::new(),
            nogoods: Vec::new(),
            numbers,
        })
    }

    /// Returns the symbol table, which contains the names of the variables and formats facts.
    pub fn symbols(&self) -> &SymbolTable {
        &self.symbols
    }

    /// Returns the domains known so far, by variable number.
    pub fn domains(&self) -> &[ValueSet] {
        &self.domains
    }

    /// Iterates over the names of the constraints.
    pub fn constraints(&self) -> impl Iterator<Item = &str> {
        self.singles.iter().map(Single::name)
    }

    /// Checks whether a fact is known.
    pub fn knows(&self, fact: Atom) -> bool {
        is_known(fact, &self.domains)
    }

    /// Adds a known fact, which is given or correctly deduced.
    pub fn learn(&mut self, fact: Atom) {
        let domain = &mut self.domains[fact.var().index()];
        *domain = domain.intersection(&fact.values());
    }

    /// Checks whether every variable is fixed.
    pub fn is_filled(&self) -> bool {
        self.domains.iter().all(|domain| domain.len() == 1)
    }

    /// Returns a constraint or nogood that the known facts violate because a guess was wrong or there is no solution.
    pub fn contradicted(&mut self) -> Option<String> {
        let known = self.known();
        let mut refuted = self.singles.iter_mut().filter_map(|single| {
            let is_refuted = single.refuted(&known) == Some(true);
            is_refuted.then(|| single.name().to_owned())
        });
        refuted.next().or_else(|| self.nogoods_within(&known).next())
    }

    /// Checks whether a domain is empty, because a guess was wrong or there is no solution.
    pub fn is_dead(&self) -> bool {
        self.domains.iter().any(ValueSet::is_empty)
    }

    /// Grades the deduction of `fact` from `because`, or from everything known.
    pub fn grade(&mut self, fact: Atom, because: Option<&[Atom]>) -> Grade {
        if self.knows(fact) {
            return Grade::Known;
        }
        if let Some(&unknown) = because.unwrap_or_default().iter().find(|&&premise| !self.knows(premise)) {
            return Grade::NotKnown(unknown);
        }
        let known = self.known();
        let mut gave_up = false;
        if let Some(premises) = because {
            // The named premises may imply the fact even if the known facts are contradictory.
            let by = self.showing(fact, premises, &mut gave_up);
            if !by.is_empty() {
                return Grade::Right { by };
            }
        }
        if let Some(by) = self.contradicted() {
            return Grade::Contradiction { by };
        }
        let by = self.showing(fact, &known, &mut gave_up);
        match because {
            _ if by.is_empty() => {}
            None => return Grade::Right { by },
            Some(_) => return Grade::OtherReason { by },
        }
        match self.whole.solution(&[&known[..], &[!fact]].concat()) {
            None => Grade::TooHard,
            // Perhaps a single constraint implies the fact, but the search for that constraint reached its effort
            // limit.
            Some(Found::FailsAtOnce | Found::Nothing) if gave_up => Grade::TooHard,
            Some(Found::FailsAtOnce) if self.whole.propagates(&known, fact) => Grade::Jump,
            Some(Found::FailsAtOnce) => Grade::ByTrying,
            Some(Found::Nothing) => Grade::BySearch,
            Some(Found::Solution(values)) => Grade::Wrong { solution: self.named(&values) },
        }
    }

    /// Returns the names of the constraints and nogoods that imply the fact from the premises: they are consistent with
    /// the premises, but not with the premises and the negation of the fact.
    fn showing(&mut self, fact: Atom, premises: &[Atom], gave_up: &mut bool) -> Vec<String> {
        let contrary = [premises, &[!fact]].concat();
        let mut by = Vec::new();
        for single in &mut self.singles {
            let refuted = single.refuted(&contrary);
            *gave_up |= refuted.is_none();
            if refuted == Some(true) && single.refuted(premises) != Some(true) {
                by.push(single.name().to_owned());
            }
        }
        by.extend(self.nogoods_within(&contrary));
        by
    }

    /// Returns a deduction by a single constraint or nogood; `None` if there is none and a guess is needed.
    pub fn deduction(&mut self) -> Option<Deduction> {
        let known = self.known();
        for single in &mut self.singles {
            if let Some((fact, premises)) = single.infers(&known, &self.domains) {
                return Some(Deduction { fact, by: single.name().to_owned(), premises });
            }
        }
        self.by_nogood()
    }

    /// Propagates to a fixpoint or failure, adds all inferred facts, and returns their number.
    pub fn follow(&mut self) -> u64 {
        let mut found = 0;
        loop {
            let before = found;
            for i in 0..self.singles.len() {
                loop {
                    let known = self.known();
                    let Some((fact, _)) = self.singles[i].infers(&known, &self.domains) else { break };
                    let Some(fact) = fact else { return found };
                    self.learn(fact);
                    found += 1;
                    if self.is_dead() {
                        return found;
                    }
                }
            }
            if found > before {
                continue;
            }
            match self.by_nogood() {
                Some(Deduction { fact: Some(fact), .. }) => self.learn(fact),
                _ => return found,
            }
            found += 1;
        }
    }

    /// Returns all known facts.
    fn known(&self) -> Vec<Atom> {
        self.facts(&self.domains)
    }

    /// Converts domains to facts.
    fn facts(&self, domains: &[ValueSet]) -> Vec<Atom> {
        let mut facts = Vec::new();
        for (var, domain) in self.symbols.vars().zip(domains) {
            facts.extend(single::facts(var, self.symbols.declared(var), domain));
        }
        facts
    }

    /// Pairs values with the names of their variables.
    fn named(&self, values: &[i32]) -> Vec<(String, i32)> {
        self.symbols.variables().map(|(name, _)| name.to_owned()).zip(values.iter().copied()).collect()
    }
}

/// Checks whether domains entail a fact.
fn is_known(fact: Atom, domains: &[ValueSet]) -> bool {
    domains[fact.var().index()].minus(&fact.values()).is_empty()
}
