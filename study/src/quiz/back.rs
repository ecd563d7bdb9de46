//! Guesses in a quiz, and backtracking from a failure.
//!
//! When a guess fails, it is retracted, and its negation holds while the other guesses that caused the failure hold.
//! The player names these guesses; naming all current guesses is always correct. A *nogood*, which is a set of guesses
//! that cannot hold together, is stored and yields deductions like a constraint. See R. Stallman, G. Sussman, *Forward
//! reasoning and dependency-directed backtracking*, 1977. Returning to the latest guess in the nogood, rather than to
//! the latest guess overall, is the backjumping of P. Prosser, *Hybrid algorithms for the constraint satisfaction
//! problem*, 1993.

use super::single::Found;
use super::{Deduction, Quiz, is_known};
use solver_core::{Atom, ValueSet};

/// A current guess and the domains before it.
pub(super) struct Guess {
    fact: Atom,
    before: Vec<ValueSet>,
}

/// The result of backtracking from a failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Back {
    /// The latest of the named guesses was retracted, with everything after it.
    Right {
        /// The fact that holds instead: the negation of the retracted guess.
        so: Atom,
        /// The guesses that cannot hold together, oldest first; the last one was retracted.
        nogood: Vec<Atom>,
        /// The nogood's redundant guesses: propagation still fails without any one of them.
        needless: Vec<Atom>,
    },
    /// The failure does not depend on any guess, so the puzzle has no solution.
    NoSolution,
    /// No constraint is violated.
    NotYet,
    /// The given fact is not a current guess, nor was it known before the first guess.
    NoGuess(Atom),
    /// These guesses cannot hold together, but only search shows it.
    BySearch,
    /// These guesses can hold together.
    Possible {
        /// The values of the model's variables in a solution that satisfies these guesses.
        solution: Vec<(String, i32)>,
    },
    /// The search reached its effort limit.
    TooHard,
}

impl Quiz {
    /// Assumes a fact, until it is retracted.
    pub fn guess(&mut self, fact: Atom) {
        self.guesses.push(Guess { fact, before: self.domains.clone() });
        self.learn(fact);
    }

    /// Iterates over the current guesses, oldest first.
    pub fn guesses(&self) -> impl Iterator<Item = Atom> {
        self.guesses.iter().map(|guess| guess.fact)
    }

    /// Backtracks from a failure. The argument names guesses that cannot hold together; `None` names all guesses. Facts
    /// known before the first guess need not be named.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use study::quiz::{Back, Grade, Quiz};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=2)?;
    /// m.post(x[0].differs(x[1])).named("first");
    /// m.post(x[1].differs(x[2])).named("second");
    /// m.post(x[2].differs(x[0])).named("third");
    /// let mut quiz = Quiz::new(&m)?;
    /// let fact = |text: &str, quiz: &Quiz| study::facts::read(text, quiz.symbols()).expect("a fact");
    /// assert_eq!(quiz.back(None), Back::NotYet);
    /// quiz.guess(fact("x[0] = 1", &quiz));
    /// quiz.follow();
    /// let so = fact("x[0] != 1", &quiz);
    /// assert!(matches!(quiz.back(None), Back::Right { so: contrary, .. } if contrary == so));
    /// quiz.follow(); // the same with the other value
    /// assert_eq!(quiz.back(None), Back::NoSolution);
    /// # Ok::<(), study::quiz::Unusable>(())
    /// ```
    pub fn back(&mut self, because: Option<&[Atom]>) -> Back {
        if !self.is_dead() && self.contradicted().is_none() {
            return Back::NotYet;
        }
        let all: Vec<Atom> = self.guesses().collect();
        let mut nogood = all.clone();
        if let Some(named) = because {
            let is_given = |fact: Atom| is_known(fact, self.given());
            if let Some(&other) = named.iter().find(|&&fact| !all.contains(&fact) && !is_given(fact)) {
                return Back::NoGuess(other);
            }
            nogood.retain(|guess| named.contains(guess));
        }
        let mut needless = Vec::new();
        if because.is_some() {
            if nogood.len() < all.len() && !self.fails(&nogood) {
                return self.searched(&nogood);
            }
            for &guess in &nogood {
                let others: Vec<Atom> = nogood.iter().copied().filter(|&other| other != guess).collect();
                if self.fails(&others) {
                    needless.push(guess);
                }
            }
        }
        let Some(&last) = nogood.last() else { return Back::NoSolution };
        if let Some(at) = all.iter().position(|&guess| guess == last) {
            self.domains.clone_from(&self.guesses[at].before);
            self.guesses.truncate(at);
        }
        self.nogoods.push(nogood.clone());
        self.learn(!last);
        Back::Right { so: !last, nogood, needless }
    }

    /// Returns the domains before the first guess.
    fn given(&self) -> &[ValueSet] {
        self.guesses.first().map_or(&self.domains, |guess| &guess.before)
    }

    /// Combines the facts known before the first guess with some guesses.
    fn assumed(&self, guesses: &[Atom]) -> Vec<Atom> {
        [&self.facts(self.given())[..], guesses].concat()
    }

    /// Checks whether propagation of all constraints and nogoods fails under only these guesses.
    fn fails(&mut self, guesses: &[Atom]) -> bool {
        let mut facts = self.assumed(guesses);
        loop {
            let Some(domains) = self.whole.propagated(&facts) else { return true };
            let knows = |fact: Atom| is_known(fact, &domains);
            let mut grown = false;
            for nogood in &self.nogoods {
                let mut open = nogood.iter().copied().filter(|&guess| !knows(guess));
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(last), None) if !knows(!last) => {
                        facts.push(!last);
                        grown = true;
                    }
                    _ => {}
                }
            }
            if !grown {
                return false;
            }
        }
    }

    /// Decides by search whether guesses fail, if propagation does not show that they do.
    fn searched(&mut self, guesses: &[Atom]) -> Back {
        match self.whole.solution(&self.assumed(guesses)) {
            None => Back::TooHard,
            Some(Found::FailsAtOnce | Found::Nothing) => Back::BySearch,
            Some(Found::Solution(values)) => Back::Possible { solution: self.named(&values) },
        }
    }

    /// Iterates over the names of the nogoods that the given facts violate by implying all their guesses.
    pub(super) fn nogoods_within(&self, facts: &[Atom]) -> impl Iterator<Item = String> {
        let within = |guess: &Atom| facts.iter().any(|&fact| guess.follows_from(fact));
        let named = self.nogoods.iter().zip(1..).filter(move |(nogood, _)| nogood.iter().all(within));
        named.map(|(_, number)| name(number))
    }

    /// Returns a deduction by a nogood: the negation of its only undecided guess, or no fact if the nogood is violated.
    pub(super) fn by_nogood(&self) -> Option<Deduction> {
        self.nogoods.iter().zip(1..).find_map(|(nogood, number)| {
            let open: Vec<Atom> = nogood.iter().copied().filter(|&guess| !self.knows(guess)).collect();
            let premises = nogood.iter().copied().filter(|&guess| self.knows(guess)).collect();
            match open[..] {
                [] => Some(Deduction { fact: None, by: name(number), premises }),
                [last] if !self.knows(!last) => Some(Deduction { fact: Some(!last), by: name(number), premises }),
                _ => None,
            }
        })
    }

    /// Returns the name of the latest nogood, if any.
    pub fn last_nogood(&self) -> Option<String> {
        (!self.nogoods.is_empty()).then(|| name(self.nogoods.len()))
    }
}

fn name(number: usize) -> String {
    format!("nogood {number}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts;
    use solver_core::prelude::*;

    /// A quiz with six queens. Facts are squares: `+a1` means a queen, `-a1` no queen.
    fn queens() -> Quiz {
        let mut m = Model::new();
        let q = m.ints("q", 6, 1..=6).unwrap();
        m.all_different(&q).named("rows");
        m.all_different(q.iter().zip(0..).map(|(&q, i)| q + i)).named("down");
        m.all_different(q.iter().zip(0..).map(|(&q, i)| q - i)).named("up");
        Quiz::new(&m).unwrap()
    }

    fn on(quiz: &Quiz, square: &str) -> Atom {
        let (column, row) = square.split_at(1);
        facts::read(&format!("q[{}] = {row}", column.as_bytes()[0] - b'a'), quiz.symbols()).unwrap()
    }

    fn guess(quiz: &mut Quiz, squares: &[&str]) {
        for square in squares {
            let fact = on(quiz, square);
            quiz.guess(fact);
        }
        quiz.follow();
    }

    /// Three queens are guessed, the second of which is not involved in the failure.
    #[test]
    fn a_reason_is_graded() {
        let mut quiz = queens();
        guess(&mut quiz, &["a1", "b4", "e3"]);
        let [a1, b4, e3, c6] = ["a1", "b4", "e3", "c6"].map(|square| on(&quiz, square));
        assert_eq!(quiz.back(Some(&[a1, c6])), Back::NoGuess(c6));
        assert!(matches!(quiz.back(Some(&[b4, e3])), Back::Possible { .. }));
        assert_eq!(quiz.back(Some(&[a1, b4])), Back::BySearch);
        assert_eq!(quiz.guesses().collect::<Vec<_>>(), [a1, b4, e3]);
        assert_eq!(quiz.back(Some(&[e3, a1])), Back::Right { so: !e3, nogood: vec![a1, e3], needless: vec![] });
        assert!(quiz.knows(!e3) && quiz.guesses().eq([a1, b4]));
    }

    #[test]
    fn needless_facts_of_a_nogood_are_reported() {
        let mut quiz = queens();
        guess(&mut quiz, &["a1", "b4", "e3"]);
        let [a1, b4, e3] = ["a1", "b4", "e3"].map(|square| on(&quiz, square));
        let nogood = vec![a1, b4, e3];
        assert_eq!(quiz.back(Some(&nogood)), Back::Right { so: !e3, nogood: nogood.clone(), needless: vec![b4] });
    }

    /// Backtracking retracts the latest guess of the nogood and all later guesses. In another branch, the nogood yields
    /// its deduction at once.
    #[test]
    fn guesses_after_the_nogood_go_too_and_it_is_used_elsewhere() {
        let mut quiz = queens();
        guess(&mut quiz, &["a1", "e3"]);
        quiz.domains.clone_from(&quiz.guesses[1].before);
        guess(&mut quiz, &["b4"]);
        let [a1, b4, e3] = ["a1", "b4", "e3"].map(|square| on(&quiz, square));
        quiz.learn(e3);
        quiz.follow();
        assert!(matches!(quiz.back(Some(&[a1, e3])), Back::Right { so, .. } if so == !e3));
        assert!(quiz.guesses().eq([a1]) && !quiz.knows(b4));

        let mut elsewhere = queens();
        elsewhere.nogoods = quiz.nogoods;
        guess(&mut elsewhere, &["a1"]);
        let by = vec!["nogood 1".to_owned()];
        assert!(elsewhere.knows(!e3), "`follow` uses nogoods");
        elsewhere.domains = elsewhere.guesses[0].before.clone();
        elsewhere.learn(a1);
        assert_eq!(elsewhere.grade(!e3, Some(&[a1])), super::super::Grade::Right { by });
    }

    #[test]
    fn a_tree_is_gone_through_by_going_back() {
        let mut quiz = queens();
        let (mut solutions, mut steps) = (0, 0);
        loop {
            quiz.follow();
            steps += 1;
            if quiz.is_dead() || quiz.contradicted().is_some() {
                match quiz.back(None) {
                    Back::NoSolution => break,
                    other => assert!(matches!(other, Back::Right { .. }), "{other:?}"),
                }
                continue;
            }
            let open = quiz.domains().iter().position(|domain| domain.len() > 1);
            match open.and_then(|at| quiz.symbols().vars().nth(at)) {
                Some(var) => {
                    let least = quiz.domains()[var.index()].min().unwrap();
                    quiz.guess(Atom::equals(solver_core::View::from(var), least));
                }
                None => {
                    // Exclude the solution explicitly, as if it were a failure.
                    solutions += 1;
                    let last = quiz.guesses.pop().unwrap();
                    quiz.domains = last.before;
                    quiz.learn(!last.fact);
                }
            }
        }
        assert_eq!(solutions, 4);
        assert!(steps < 200);
    }
}
