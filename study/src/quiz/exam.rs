//! Exam questions: deductions found on random paths through a puzzle.
//!
//! A path applies deductions by randomly chosen constraints, one after the other. If nothing follows, it assumes a
//! value of a random variable that some solution has. Each question begins a new path.

use super::single::Found;
use super::{Deduction, Quiz, Weakest};
use solver_core::prelude::*;
use solver_core::search::Rng;
use solver_core::{Atom, ValueSet, Var, View};

/// A deduction to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The domains from which it follows, by variable index.
    pub domains: Vec<ValueSet>,
    /// The answer; no premise is redundant.
    pub deduction: Deduction,
}

/// After this many steps without a question, no more are expected.
const PATIENCE: u64 = 10_000;

/// One in this many deductions is considered for a question.
const CONSIDERED: u64 = 5;

/// The maximum number of values that are tried for a variable.
const TRIED: usize = 10;

impl Quiz {
    /// Generates up to `wanted` questions from the known facts. With a level, these are the deductions that the model's
    /// constraints make at this level but not at a weaker one. `goes_on` receives the number of questions so far, and
    /// returns `false` to stop.
    pub fn exam(
        &mut self,
        wanted: usize,
        level: Option<Consistency>,
        seed: u64,
        mut goes_on: impl FnMut(usize) -> bool,
    ) -> Vec<Question> {
        let (mut rng, start, mut idle) = (Rng::new(seed), self.domains.clone(), 0);
        let mut questions: Vec<Question> = Vec::new();
        while questions.len() < wanted && idle < PATIENCE && goes_on(questions.len()) {
            idle += 1;
            if let Some((fact, mut deduction)) = self.drawn(&mut rng) {
                let is_new = questions.iter().all(|question| question.deduction.fact != Some(fact));
                if !is_new || rng.below(CONSIDERED) > 0 || !self.suits(fact, &mut deduction, level) {
                    self.learn(fact);
                    continue;
                }
                questions.push(Question { domains: self.domains.clone(), deduction });
                idle = 0;
            } else if self.assume(&mut rng) {
                continue;
            }
            self.domains.clone_from(&start);
        }
        self.domains = start;
        questions
    }

    /// Returns a deduction by a constraint, which is chosen at random among those that make one.
    fn drawn(&mut self, rng: &mut Rng) -> Option<(Atom, Deduction)> {
        let known = self.known();
        let mut order: Vec<usize> = (0..self.singles.len()).collect();
        rng.shuffle(&mut order);
        let inferred = |k: usize| Some((k, self.singles[k].infers(&known, &self.domains)?));
        let (k, (fact, premises)) = order.into_iter().find_map(inferred)?;
        Some((fact?, Deduction { fact, by: self.singles[k].name().to_owned(), premises }))
    }

    /// Drops redundant premises of a deduction. Checks whether it is about variables of the problem, follows from its
    /// premises, and needs the level.
    fn suits(&mut self, fact: Atom, deduction: &mut Deduction, level: Option<Consistency>) -> bool {
        let Deduction { by, premises, .. } = deduction;
        while let [needless, ..] = self.needless(fact, premises, by)[..] {
            premises.retain(|&premise| premise != needless);
        }
        let known = self.known();
        premises.iter().chain([&fact]).all(|atom| self.symbols.is_of_problem(atom.var()))
            && self.showing(fact, premises, &mut false).contains(by)
            && level.is_none_or(|level| {
                [&known, premises].iter().all(|from| self.weakest(fact, from, by) == Some(Weakest::Level(level)))
            })
    }

    /// Assumes a value, taken in some solution, of a random variable. Returns `false` if there is none to assume.
    fn assume(&mut self, rng: &mut Rng) -> bool {
        let is_open = |var: &_| self.symbols.is_of_problem(*var) && self.domains[var.index()].len() > 1;
        let open: Vec<Var> = self.symbols.vars().filter(is_open).collect();
        let Some(&var) = open.get(rng.below(open.len() as u64) as usize) else { return false };
        let mut values: Vec<i32> = self.domains[var.index()].iter().take(1_000).collect();
        rng.shuffle(&mut values);
        let known = self.known();
        let mut facts = values.into_iter().take(TRIED).map(|value| Atom::equals(View::from(var), value));
        let fact = facts
            .find(|&fact| matches!(self.whole.solution(&[&known[..], &[fact]].concat()), Some(Found::Solution(_))));
        fact.inspect(|&fact| self.learn(fact)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Grade;
    use super::*;

    fn queens(n: i32, level: Consistency) -> (Model, Vec<IntVar>) {
        let mut m = Model::new();
        let q = m.ints("q", n as usize, 1..=n).unwrap();
        m.all_different(&q).named("rows");
        m.all_different(q.iter().zip(0..).map(|(&q, i)| q + i)).named("down");
        m.all_different(q.iter().zip(0..).map(|(&q, i)| q - i)).named("up");
        assert!(m.set_levels(level));
        (m, q)
    }

    /// Returns the rows of all boards that satisfy one constraint, by its definition.
    fn obeying(n: i32, by: &str) -> Vec<Vec<i32>> {
        let slope = match by {
            "rows" => 0,
            "down" => 1,
            _ => -1,
        };
        let mut boards: Vec<Vec<i32>> = vec![Vec::new()];
        for column in 0..n {
            let longer = boards.iter().flat_map(|board| (1..=n).map(move |row| [&board[..], &[row]].concat()));
            let free = |board: &Vec<i32>| {
                let last = board[board.len() - 1] + slope * column;
                (0..column).all(|other| board[other as usize] + slope * other != last)
            };
            boards = longer.filter(free).collect();
        }
        boards
    }

    /// Each answer follows from the constraint's definition and needs all its premises; no weaker level makes the
    /// deduction; the quiz grades it as right in the state shown.
    #[test]
    fn questions_have_right_answers_of_the_level() {
        for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
            let (m, _) = queens(6, level);
            let mut quiz = Quiz::new(&m).unwrap();
            let questions = quiz.exam(5, Some(level), 1, |_| true);
            assert_eq!(questions.len(), 5, "{level}");
            assert_eq!(questions, Quiz::new(&m).unwrap().exam(5, Some(level), 1, |_| true));
            assert_ne!(questions, Quiz::new(&m).unwrap().exam(5, Some(level), 2, |_| true));
            for Question { domains, deduction: Deduction { fact, by, premises } } in questions {
                let fact = fact.unwrap();
                assert_eq!(quiz.weakest(fact, &premises, &by), Some(Weakest::Level(level)));
                let column = |atom: Atom| atom.var().index();
                let boards = obeying(6, by.as_str());
                let holds = |board: &[i32], atom: Atom| atom.holds_for(board[column(atom)]);
                let implied = |premises: &[Atom]| {
                    let agreeing = boards.iter().filter(|board| premises.iter().all(|&atom| holds(board, atom)));
                    agreeing.clone().next().is_some() && agreeing.into_iter().all(|board| holds(board, fact))
                };
                assert!(implied(&premises), "{by}: {premises:?} {fact:?}");
                for k in 0..premises.len() {
                    assert!(!implied(&[&premises[..k], &premises[k + 1..]].concat()), "{by}: {premises:?}");
                }
                quiz.domains = domains;
                assert_eq!(quiz.grade(fact, Some(&premises)), Grade::Right { by: vec![by] });
            }
        }
    }

    #[test]
    fn where_nothing_follows_there_are_no_questions() {
        let mut m = Model::new();
        let x = m.int("x", 0..=1).unwrap();
        m.post(x.at_least(0)).named("always");
        let mut quiz = Quiz::new(&m).unwrap();
        assert!(quiz.exam(3, None, 0, |_| true).is_empty());
        let (mut m, _) = queens(4, Consistency::Domain);
        m.post(constraint!(0 == 1)).named("never");
        let mut quiz = Quiz::new(&m).unwrap();
        let before = quiz.domains().to_vec();
        assert!(quiz.exam(3, Some(Consistency::Domain), 0, |_| true).is_empty());
        assert_eq!(quiz.domains(), before);
    }
}
