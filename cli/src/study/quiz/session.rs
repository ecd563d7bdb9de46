//! A quiz being held: one answer after the other.

use super::super::subject::Subject;
use super::picture;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::output::plural;
use anyhow::Context;
use queens::Square;
use solver_core::{Atom, View, Words, reason};
use std::io::{BufRead, Write};
use study::facts::{self, listed};
use study::quiz::{Deduction, Grade, Quiz};

const HELP: &str = "\
Write what follows from what is known, by one constraint:
  x != 3                   from all that is known
  x != 3 because y = 3     from these facts; several of them with a comma between
  guess x = 2              assume something, when nothing follows
  state    what is known             hint    where to look
  show     the next deduction        quit    end";

const BOARD: &str = "With queens, squares are facts: `not b1`, `not b1 because a1`, `guess b4`.";

const STUCK: &str = "No constraint alone says more: guess.";

/// A quiz, and the score.
pub(super) struct Session<'a, W> {
    subject: &'a Subject,
    quiz: Quiz,
    words: &'a dyn Words,
    out: W,
    right: u64,
    wrong: u64,
}

/// What comes after an answer.
enum Next {
    GoOn,
    Quit,
}

impl<'a, W: Write> Session<'a, W> {
    pub(super) fn new(subject: &'a Subject, quiz: Quiz, words: &'a dyn Words, out: W) -> Session<'a, W> {
        Session { subject, quiz, words, out, right: 0, wrong: 0 }
    }

    /// Takes something as known from the start.
    pub(super) fn given(&mut self, fact: &str) -> anyhow::Result<()> {
        let known = self.fact(fact).map_err(BadInput)?;
        self.quiz.learn(known);
        let clash = if self.quiz.is_dead() { Some("its domain".to_owned()) } else { self.quiz.contradicted() };
        match clash {
            None => Ok(()),
            Some(by) => Err(BadInput(format!("--given {fact}: with what is known besides, `{by}` cannot hold")).into()),
        }
    }

    pub(super) fn run(&mut self, lines: impl BufRead, prompts: bool, graded: bool) -> anyhow::Result<Ended> {
        let constraints: Vec<&str> = self.quiz.constraints().collect();
        let many = constraints.len() > 8;
        let named = if many { plural(constraints.len() as u64, "constraint") } else { constraints.join(", ") };
        let opening = format!("{}: {named}.", self.subject.title);
        self.say(&opening)?;
        self.state()?;
        if !graded {
            self.say("What follows? (`help` tells how to answer)")?;
        }
        let mut lines = lines.lines();
        loop {
            if prompts {
                write!(self.out, "> ").context(UNWRITABLE)?;
                self.out.flush().context(UNWRITABLE)?;
            }
            let Some(line) = lines.next() else { break };
            let line = line.map_err(|error| BadInput(format!("cannot read the answers: {error}")))?;
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            if !prompts {
                self.say(&format!("> {line}"))?;
            }
            if let Next::Quit = self.answer(line)? {
                break;
            }
            if self.quiz.is_filled() {
                self.end()?;
                break;
            }
        }
        let score = format!("{}, {} wrong", plural(self.right, "right answer"), self.wrong);
        self.say(&score)?;
        Ok(if graded && (self.wrong > 0 || self.right == 0) { Ended::Failed } else { Ended::Complete })
    }

    /// Every variable has a value.
    fn end(&mut self) -> anyhow::Result<()> {
        match self.quiz.contradicted() {
            Some(by) => {
                self.wrong += 1;
                self.say(&format!("That is no solution: `{by}` does not hold. A guess was wrong."))?;
            }
            None => self.say("That is a solution:")?,
        }
        self.state()
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{text}").context(UNWRITABLE)
    }

    fn answer(&mut self, line: &str) -> anyhow::Result<Next> {
        match line {
            "quit" | "q" => return Ok(Next::Quit),
            "help" | "?" => {
                self.say(HELP)?;
                if self.subject.queens.is_some() {
                    self.say(BOARD)?;
                }
            }
            "state" => self.state()?,
            "hint" => {
                let hint = match self.quiz.deduction() {
                    Some(Deduction { fact: Some(fact), by, .. }) => format!("Look at `{by}` and {}.", self.about(fact)),
                    Some(Deduction { fact: None, by, .. }) => format!("Look at `{by}`: can it hold?"),
                    None => STUCK.to_owned(),
                };
                self.say(&hint)?;
            }
            "show" => {
                let told = match self.quiz.deduction() {
                    Some(next) => self.shown(&next),
                    None => STUCK.to_owned(),
                };
                self.say(&told)?;
            }
            _ => match line.strip_prefix("guess ") {
                Some(guess) => self.guessed(guess)?,
                None => self.deduced(line)?,
            },
        }
        Ok(Next::GoOn)
    }

    /// A deduction in words; it is known from now on.
    fn shown(&mut self, next: &Deduction) -> String {
        let because = match &next.premises[..] {
            [] => String::new(),
            premises => format!(", because {}", self.words.premises(premises)),
        };
        match next.fact {
            Some(fact) => {
                self.quiz.learn(fact);
                format!("{}, by `{}`{because}.", self.words.fact(fact), next.by)
            }
            None => format!("`{}` cannot hold{because}: a guess was wrong.", next.by),
        }
    }

    /// What a fact is about, as the subject calls it.
    fn about(&self, fact: Atom) -> String {
        let (var, legend) = (fact.var(), self.quiz.legend());
        let queens = self.subject.queens.iter().flat_map(|queens| &queens.columns);
        match queens.zip(b'a'..=b'z').find(|(column, _)| legend.var(**column) == Ok(var)) {
            Some((_, letter)) => format!("column {}", char::from(letter)),
            None => legend.variable(var).to_owned(),
        }
    }

    fn guessed(&mut self, guess: &str) -> anyhow::Result<()> {
        match self.fact(guess) {
            Ok(fact) if self.quiz.knows(!fact) => self.say("That is ruled out already."),
            Ok(fact) => {
                self.quiz.learn(fact);
                let told = format!("Let us see: {}.", self.words.fact(fact));
                self.say(&told)
            }
            Err(why) => self.unreadable(&why),
        }
    }

    /// What cannot be read is no right answer.
    fn unreadable(&mut self, why: &str) -> anyhow::Result<()> {
        self.wrong += 1;
        self.say(why)
    }

    fn deduced(&mut self, line: &str) -> anyhow::Result<()> {
        let (fact, because) = match line.split_once("because") {
            Some((fact, because)) => (fact, Some(because)),
            None => (line, None),
        };
        let facts = |facts: &str| listed(facts).into_iter().map(|fact| self.fact(fact)).collect::<Result<Vec<_>, _>>();
        let (fact, because) = match (self.fact(fact), because.map(facts).transpose()) {
            (Ok(fact), Ok(because)) => (fact, because),
            (Err(why), _) | (_, Err(why)) => return self.unreadable(&why),
        };
        let grade = self.quiz.grade(fact, because.as_deref());
        let told = self.told(&grade, because.as_deref().unwrap_or_default());
        self.say(&told)?;
        match grade {
            Grade::Right { .. } => {
                self.right += 1;
                self.quiz.learn(fact);
                if self.quiz.is_dead() {
                    self.say("Nothing is left for it: a guess before was wrong, or there is no solution.")?;
                }
            }
            Grade::Known | Grade::TooHard | Grade::Contradiction { .. } => {}
            _ => self.wrong += 1,
        }
        Ok(())
    }

    fn told(&self, grade: &Grade, because: &[Atom]) -> String {
        let quoted =
            |by: &[String]| reason::listed(by.iter().map(|name| format!("`{name}`")), "or").unwrap_or_default();
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
                "True, but no constraint shows it: the contrary has to be tried, and leads to a dead end.".to_owned()
            }
            Grade::BySearch => "True, but only a search shows it.".to_owned(),
            Grade::Wrong { solution } => format!("Wrong: it is otherwise in {}.", self.solution(solution)),
            Grade::TooHard => "Whether that is so was too much to find out.".to_owned(),
        }
    }

    /// Reads a fact; with queens a square is a queen on it, and `not` a square none.
    fn fact(&self, text: &str) -> Result<Atom, String> {
        let text = text.trim();
        let legend = self.quiz.legend();
        let Some(queens) = &self.subject.queens else {
            return facts::read(text, legend).map_err(|error| error.to_string());
        };
        let (word, stands) = match text.strip_prefix("not ") {
            Some(square) => (square.trim(), false),
            None => (text, true),
        };
        let Ok(square) = word.parse::<Square>() else {
            return facts::read(text, legend).map_err(|error| format!("{error}. {BOARD}"));
        };
        let n = queens.columns.len();
        let column = queens.columns.get(square.column as usize).filter(|_| (square.row as usize) < n);
        let column = column.ok_or_else(|| format!("there is no square `{word}` on this board"))?;
        let view = View::of(legend.var(*column).map_err(|error| error.to_string())?);
        let row = square.row as i32;
        Ok(if stands { Atom::equals(view, row) } else { Atom::differs(view, row) })
    }

    /// A solution in short: squares, or values.
    fn solution(&self, solution: &[(String, i32)]) -> String {
        const FEW: usize = 12;
        let legend = self.quiz.legend();
        let values: Vec<String> = match &self.subject.queens {
            Some(queens) => {
                let value = |&column: &_| {
                    let name = legend.variable(legend.var(column).ok()?);
                    solution.iter().find(|(other, _)| other == name).map(|(_, value)| *value)
                };
                let square =
                    |(column, row): (u32, i32)| Square { column, row: row as u32 }.on(queens.columns.len()).to_string();
                (0..).zip(queens.columns.iter().filter_map(value)).map(square).collect()
            }
            None => solution.iter().map(|(name, value)| format!("{name} = {value}")).collect(),
        };
        let more = if values.len() > FEW { ", …" } else { "" };
        format!("the solution {}{more}", values[..values.len().min(FEW)].join(", "))
    }

    fn state(&mut self) -> anyhow::Result<()> {
        let text = match &self.subject.queens {
            Some(queens) => picture::board(&queens.columns, self.quiz.legend(), self.quiz.domains()),
            None => picture::domains(self.quiz.legend(), self.quiz.domains()),
        };
        write!(self.out, "{text}").context(UNWRITABLE)
    }
}
