//! A quiz session, which processes one answer after another.

use super::super::converse::Commands;
use super::level::Level;
use super::reading::{Answer, BOARD, Claim, Reader};
use super::text::QuizText;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::wording::plural;
use anyhow::Context;
use solver_core::Atom;
use std::io::Write;
use std::ops::ControlFlow;
use study::quiz::{Back, Deduction, Grade, Quiz};

const HELP: &str = "\
Write what follows from what is known, by one constraint:
  x != 3                   from all that is known
  x != 3 because y = 3     from these facts, separated by commas
  x != 3 by C at value     by the constraint C, whose weakest level that derives it is `value`
                           (or bounds, domain, none); `because` comes last
  guess x = 2              assume something, when nothing follows
  back                     a dead end: take the last guess back
  back because x = 2       a dead end, because of this guess, or several
  state    what is known             hint    where to look
  show     the next deduction        rest    all of them, as far as propagation goes
  quit     end";

const STUCK: &str = "No constraint alone implies anything more: guess.";

/// The rules of a session: its initial level, whether correct answers lead to the next level, and how many guesses are
/// allowed.
pub(super) struct Rules {
    pub(super) level: Level,
    pub(super) climbs: bool,
    pub(super) guesses: Option<u64>,
}

/// A quiz and its score.
pub(super) struct Session<'a, W> {
    pub(super) text: QuizText<'a>,
    pub(super) quiz: Quiz,
    /// The names of the constraints.
    constraints: Vec<String>,
    out: W,
    level: Level,
    /// Whether correct answers lead to the next level.
    climbs: bool,
    /// The maximum number of guesses.
    guesses: Option<u64>,
    score: Score,
}

#[derive(Default)]
struct Score {
    /// The number of correct answers in a row.
    row: u32,
    right: u64,
    wrong: u64,
    /// The number of answers that lacked something required by the level.
    incomplete: u64,
    /// The number of lines that could not be parsed.
    unread: u64,
    guessed: u64,
}

/// The maximum number of constraints listed by `help`.
const LISTED: usize = 30;

/// The number of correct answers in a row that lead to the next level.
const STEPS: u32 = 3;

/// The grade for the justification of a correct deduction.
enum How {
    /// Everything that the level requires is correct. Contains a remark.
    Right(String),
    Incomplete(&'static str),
    Wrong(String),
}

/// How the session continues after an answer.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

impl<'a, W: Write> Session<'a, W> {
    pub(super) fn new(rules: Rules, text: QuizText<'a>, quiz: Quiz, out: W) -> Session<'a, W> {
        let constraints = quiz.constraints().map(str::to_owned).collect();
        let Rules { level, climbs, guesses } = rules;
        Session { text, quiz, constraints, out, level, climbs, guesses, score: Score::default() }
    }

    fn reader(&self) -> Reader<'_> {
        Reader { symbols: self.text.symbols, constraints: &self.constraints }
    }

    /// Adds an initially known fact.
    pub(super) fn given(&mut self, fact: &str) -> anyhow::Result<()> {
        let known = self.reader().fact(fact).map_err(BadInput)?;
        self.quiz.learn(known);
        let why = match self.quiz.contradicted() {
            _ if self.quiz.is_dead() => "no value is left".to_owned(),
            Some(by) => format!("`{by}` cannot hold"),
            None => return Ok(()),
        };
        Err(BadInput(format!("--given {fact}: together with the other known facts, {why}")).into())
    }

    /// Runs the quiz. A graded quiz fails unless all answers are correct.
    pub(super) fn run(&mut self, mut answers: Commands, graded: bool) -> anyhow::Result<Ended> {
        let constraints: Vec<&str> = self.quiz.constraints().collect();
        let many = constraints.len() > 8;
        let named = if many { plural(constraints.len() as u64, "constraint") } else { constraints.join(", ") };
        let opening = format!("{}: {named}.", self.text.subject.title);
        self.say(&opening)?;
        self.state()?;
        if self.level > Level::Fact || self.climbs {
            self.say(&self.level.describe())?;
        }
        if !graded {
            self.say("What follows? (`help` says how to answer)")?;
        }
        let ended = loop {
            let line = match answers.next(&mut self.out)? {
                ControlFlow::Continue(line) => line,
                ControlFlow::Break(ended) => break ended,
            };
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() && self.answer(line)? == Next::Quit {
                break Ended::Complete;
            }
        };
        let Score { right, wrong, incomplete, unread, guessed, .. } = self.score;
        let unread_lines = format!("{} not understood", plural(unread, "line"));
        let others =
            [(incomplete, format!("{incomplete} incomplete")), (guessed, guesses(guessed)), (unread, unread_lines)];
        let others = others.into_iter().filter(|(count, _)| *count > 0).map(|(_, message)| format!(", {message}"));
        let score = format!("{}, {wrong} wrong{}", plural(right, "right answer"), others.collect::<String>());
        self.say(&score)?;
        let failed = graded && (wrong + incomplete + unread > 0 || right == 0);
        Ok(if failed && ended == Ended::Complete { Ended::Failed } else { ended })
    }

    /// Prints a text and continues the quiz.
    fn say(&mut self, text: &str) -> anyhow::Result<Next> {
        writeln!(self.out, "{text}").context(UNWRITABLE)?;
        Ok(Next::GoOn)
    }

    /// Counts and explains a wrong answer.
    fn wrong(&mut self, why: &str) -> anyhow::Result<Next> {
        self.score.wrong += 1;
        self.score.row = 0;
        self.say(why)
    }

    fn answer(&mut self, line: &str) -> anyhow::Result<Next> {
        match self.reader().answer(line) {
            Ok(Answer::Quit) => Ok(Next::Quit),
            Ok(Answer::Help) => self.help(),
            Ok(Answer::State) => self.state(),
            Ok(Answer::Hint) => {
                let hint = match self.quiz.deduction() {
                    Some(Deduction { fact: Some(fact), by, .. }) => {
                        format!("Look at `{by}` and {}.", self.text.variable(fact.var()))
                    }
                    Some(Deduction { fact: None, by, .. }) => format!("Look at `{by}`: can it hold?"),
                    None => STUCK.to_owned(),
                };
                self.say(&hint)
            }
            Ok(Answer::Back(because)) => self.back(because.as_deref()),
            Ok(_) if self.quiz.is_dead() => self.dead(),
            Ok(Answer::Show) => {
                let Some(next) = self.quiz.deduction() else { return self.say(STUCK) };
                next.fact.into_iter().for_each(|fact| self.quiz.learn(fact));
                self.say(&self.text.shown(&next))?;
                self.after()
            }
            Ok(Answer::Rest) => self.rest(),
            Ok(Answer::Guess(fact)) => self.guessed(fact),
            Ok(Answer::Deduction(claim)) => self.deduced(&claim),
            // Invalid lines are neither right nor wrong.
            Err(why) => {
                self.score.unread += 1;
                self.say(&why)
            }
        }
    }

    fn help(&mut self) -> anyhow::Result<Next> {
        self.say(HELP)?;
        let constraints: Vec<String> = self.constraints.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
        let more = if self.constraints.len() > LISTED { ", …" } else { "." };
        self.say(&format!("Constraints: {}{more}", constraints.join(", ")))?;
        if self.text.subject.queens.is_some() { self.say(BOARD) } else { Ok(Next::GoOn) }
    }

    /// Adds the facts that propagation infers. The user has not seen them, so contradictions with them are reported.
    fn rest(&mut self) -> anyhow::Result<Next> {
        let found = self.quiz.follow();
        self.say(&format!("{} more.", plural(found, "fact")))?;
        let clash = self.quiz.contradicted();
        if clash.is_none() && !self.quiz.is_dead() && self.quiz.is_filled() {
            return self.after();
        }
        self.state()?;
        match clash {
            Some(by) if !self.quiz.is_dead() => {
                self.say(&format!("What is known contradicts `{by}`."))?;
                self.out_of_here()
            }
            _ => self.after(),
        }
    }

    /// Checks whether the new facts lead to a failure or to the end.
    fn after(&mut self) -> anyhow::Result<Next> {
        if self.quiz.is_dead() {
            return self.dead();
        }
        if !self.quiz.is_filled() {
            return Ok(Next::GoOn);
        }
        match self.quiz.contradicted() {
            None => {
                self.say("That is a solution:")?;
                self.state()?;
                Ok(Next::Quit)
            }
            Some(by) => {
                self.say(&format!("Every variable has a value, and `{by}` does not hold."))?;
                self.out_of_here()
            }
        }
    }

    /// Handles an empty domain.
    fn dead(&mut self) -> anyhow::Result<Next> {
        let empty = self.text.symbols.vars().zip(self.quiz.domains()).find(|(_, domain)| domain.is_empty());
        if let Some((var, _)) = empty {
            self.say(&format!("Nothing is left for {}.", self.text.variable(var)))?;
        }
        self.out_of_here()
    }

    /// Handles a contradiction between the known facts.
    fn out_of_here(&mut self) -> anyhow::Result<Next> {
        if self.quiz.guesses().next().is_none() {
            self.say("Nothing was guessed, so there is no solution.")?;
            return Ok(Next::Quit);
        }
        self.say("A guess was wrong: `back` takes the last one back.")
    }

    fn guessed(&mut self, fact: Atom) -> anyhow::Result<Next> {
        let guessed = self.score.guessed;
        if self.quiz.knows(!fact) {
            return self.say("That is ruled out already.");
        } else if self.quiz.knows(fact) {
            return self.say("That is known already.");
        } else if self.guesses.is_some_and(|allowed| guessed >= allowed) {
            return self.wrong(&format!("That is one guess too many: only {} allowed.", guesses(guessed)));
        }
        self.score.guessed += 1;
        self.quiz.guess(fact);
        self.say(&format!("Let's see: {}.", self.text.words.fact(fact)))?;
        self.after()
    }

    fn back(&mut self, because: Option<&[Atom]>) -> anyhow::Result<Next> {
        let back = self.quiz.back(because);
        let learned = because.and_then(|_| self.quiz.last_nogood());
        let message = self.text.back(&back, learned.as_deref());
        match back {
            Back::Right { .. } | Back::NoSolution => {
                self.score.right += 1;
                self.say(&message)?;
                if back == Back::NoSolution { Ok(Next::Quit) } else { self.after() }
            }
            Back::TooHard => self.say(&message),
            _ => self.wrong(&message),
        }
    }

    fn deduced(&mut self, claim: &Claim) -> anyhow::Result<Next> {
        let because = claim.because.as_deref();
        let grade = self.quiz.grade(claim.fact, because);
        let message = self.text.grade(&grade, because.unwrap_or_default());
        match grade {
            Grade::Right { by } => match self.how(claim, &by) {
                How::Right(level) => {
                    self.score.right += 1;
                    self.score.row += 1;
                    self.say(&(message + &level))?;
                    self.quiz.learn(claim.fact);
                    self.climb()?;
                    self.after()
                }
                How::Incomplete(missing) => {
                    self.score.incomplete += 1;
                    self.say(missing)
                }
                How::Wrong(why) => self.wrong(&why),
            },
            Grade::Known | Grade::TooHard => self.say(&message),
            Grade::Contradiction { .. } => {
                self.say(&message)?;
                self.out_of_here()
            }
            _ => self.wrong(&message),
        }
    }

    /// Grades the justification of a correct deduction, which the constraints in `by` imply.
    fn how(&mut self, claim: &Claim, by: &[String]) -> How {
        let Some(named) = &claim.by else {
            return match self.level {
                Level::Fact => How::Right(String::new()),
                _ => How::Incomplete("It follows, but by which constraint? Answer again, with `by …`."),
            };
        };
        if !by.contains(named) {
            return How::Wrong(format!("It follows, but not from `{named}` alone."));
        }
        let Some(because) = claim.because.as_deref() else {
            return match (self.level, claim.at) {
                (Level::Fact | Level::Constraint, None) => How::Right(String::new()),
                _ => How::Incomplete("It follows, but from which facts? Answer again, with `because …`."),
            };
        };
        let needless = self.quiz.needless(claim.fact, because, named);
        if self.level >= Level::Reason && !needless.is_empty() {
            return How::Wrong(format!("It follows even without this: {}.", self.text.words.premises(&needless[..1])));
        }
        if self.level < Level::Consistency && claim.at.is_none() {
            return How::Right(String::new());
        }
        match (self.quiz.weakest(claim.fact, because, named), claim.at) {
            (None, None) => How::Right(format!(" `{named}` has no levels.")),
            (None, Some(_)) => How::Wrong(format!("It follows, but `{named}` has no levels: leave `at …` out.")),
            (Some(_), None) => How::Incomplete(
                "It follows, but what is the weakest level that derives it? Answer again, with `at …` before `because`.",
            ),
            (Some(weakest), Some(at)) if weakest.name() == at => How::Right(String::new()),
            (Some(_), Some(at)) => {
                How::Wrong(format!("It follows, but `{at}` is not the weakest level of `{named}` that derives it."))
            }
        }
    }

    /// Moves to the next level after enough correct answers in a row.
    fn climb(&mut self) -> anyhow::Result<()> {
        if self.climbs
            && self.score.row >= STEPS
            && let Some(next) = self.level.next()
        {
            (self.level, self.score.row) = (next, 0);
            self.say(&next.describe())?;
        }
        Ok(())
    }

    fn state(&mut self) -> anyhow::Result<Next> {
        write!(self.out, "{}", self.text.picture(self.quiz.domains())).context(UNWRITABLE)?;
        Ok(Next::GoOn)
    }
}

fn guesses(count: u64) -> String {
    format!("{count} guess{}", if count == 1 { "" } else { "es" })
}
