//! Writes the grades of a quiz.

use super::picture;
use crate::subject::Subject;
use solver_core::{Atom, AtomFormatter, SymbolTable, ValueSet, Var, View, why};
use study::quiz::{Back, Deduction, Grade};

/// Writes grades in terms of a subject.
#[derive(Clone, Copy)]
pub(super) struct QuizText<'a> {
    pub(super) subject: &'a Subject,
    pub(super) symbols: &'a SymbolTable,
    pub(super) words: &'a dyn AtomFormatter,
}

/// The maximum number of values listed.
const FEW: usize = 12;

impl QuizText<'_> {
    pub(super) fn grade(&self, grade: &Grade, because: &[Atom]) -> String {
        match grade {
            Grade::Right { by } => format!("Right, by {}.", quoted(by)),
            Grade::Known => "That is known already.".to_owned(),
            Grade::Contradiction { by } => {
                format!("What is known contradicts `{by}`: a guess was wrong, and now anything would follow.")
            }
            Grade::NotKnown(premise) => format!("Wrong: {} is not known.", self.words.fact(*premise)),
            Grade::OtherReason { by } => {
                format!("It follows, by {}, but not from this: {}.", quoted(by), self.words.premises(because))
            }
            Grade::Jump => "True, but no constraint alone shows it: there is a step before it.".to_owned(),
            Grade::ByTrying => {
                "True, but no constraint alone shows it yet. Assuming the contrary does: that leads to a dead end."
                    .to_owned()
            }
            Grade::BySearch => "True, but only a search shows it.".to_owned(),
            Grade::Wrong { solution } => format!("Wrong: it does not hold in {}.", self.solution(solution)),
            Grade::TooHard => "It was too hard to find out whether that is so.".to_owned(),
        }
    }

    /// Describes the result of backtracking; `learned` is the name of the new nogood, if guesses were named.
    pub(super) fn back(&self, back: &Back, learned: Option<&str>) -> String {
        match back {
            Back::Right { so, nogood, needless } => {
                let while_held = match &nogood[..nogood.len().saturating_sub(1)] {
                    [] => String::new(),
                    others => format!(", as long as this holds: {}", self.words.premises(others)),
                };
                let mut message = format!("Right, so {}{while_held}.", self.words.fact(*so));
                if let Some(name) = learned {
                    let cannot = if nogood.len() == 1 { "this cannot hold" } else { "these cannot all hold" };
                    message += &format!("\nLearned, as `{name}`: {cannot}: {}.", self.words.premises(nogood));
                }
                for &guess in needless {
                    message +=
                        &format!("\nMore could be learned: it fails even without this: {}.", self.words.fact(guess));
                }
                message
            }
            Back::NoSolution => "Right, and no guess is left to take back: there is no solution.".to_owned(),
            Back::NotYet => {
                "Not yet: what is known contradicts no constraint, and every variable has a value left.".to_owned()
            }
            Back::NoGuess(fact) => format!("Wrong: {} is not a current guess.", self.words.fact(*fact)),
            Back::BySearch => "True, but only a search shows that these cannot hold together.".to_owned(),
            Back::Possible { solution } => {
                format!("Wrong: these can hold together, as in {}.", self.solution(solution))
            }
            Back::TooHard => "It was too hard to find out whether that is so.".to_owned(),
        }
    }

    /// Describes a deduction.
    pub(super) fn shown(&self, next: &Deduction) -> String {
        let because = match &next.premises[..] {
            [] => String::new(),
            premises => format!(", because {}", self.words.premises(premises)),
        };
        match next.fact {
            Some(fact) => format!("{}, by `{}`{because}.", self.words.fact(fact), next.by),
            None => format!("`{}` cannot hold{because}: a guess was wrong.", next.by),
        }
    }

    /// Draws the board, or the domain of each variable.
    pub(super) fn picture(&self, domains: &[ValueSet]) -> String {
        match &self.subject.queens {
            Some(queens) => picture::board(&queens.columns, self.symbols, domains),
            None => picture::domains(self.symbols, domains),
        }
    }

    /// Describes a variable in the subject's terms.
    pub(super) fn variable(&self, var: Var) -> String {
        let queens = self.subject.queens.iter().flat_map(|queens| &queens.columns);
        match queens.zip(b'a'..=b'z').find(|(column, _)| self.symbols.var(**column) == Ok(var)) {
            Some((_, letter)) => format!("column {}", char::from(letter)),
            None => self.symbols.variable(var).to_owned(),
        }
    }

    /// Writes a solution as squares or as values.
    fn solution(&self, solution: &[(String, i32)]) -> String {
        let symbols = self.symbols;
        // The squares of a board determine all other variables.
        let all: Vec<Var> = symbols.vars().collect();
        let squares: Vec<Var> = all.iter().copied().filter(|&var| symbols.label(var).alone).collect();
        let shown = if squares.is_empty() { all } else { squares };
        let fact = |(name, value): &(String, i32)| {
            let var = shown.iter().find(|&&var| symbols.variable(var) == name)?;
            Some(symbols.fact(Atom::equals(View::from(*var), *value)))
        };
        let values: Vec<String> = solution.iter().filter_map(fact).collect();
        let more = if values.len() > FEW { ", …" } else { "" };
        format!("the solution {}{more}", values[..values.len().min(FEW)].join(", "))
    }
}

fn quoted(by: &[String]) -> String {
    why::listed(by.iter().map(|name| format!("`{name}`")), "or").unwrap_or_default()
}
