//! `ferz study quiz`: the reader names the next deduction, and it is graded.

use super::subject::{self, Subject};
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::output::plural;
use anyhow::Context;
use clap::Args as ClapArgs;
use queens::{BoardWords, Square};
use solver_core::prelude::*;
use solver_core::reason::listed;
use solver_core::{Atom, Legend, ValueSet, View, Words};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use study::quiz::{Deduction, Grade, Quiz};

pub(super) const EXAMPLES: &str = "\
Answers:
  q[1] != 0                       this follows from what is known
  q[1] != 0 because q[0] = 0      it follows from this
  not b1 because a1               with queens: squares
  guess q[0] = 2                  assume it
  state, hint, show, help, quit   what is known; where to look; the next deduction

Examples:
  ferz study quiz queens 6 --given b1
  ferz study quiz model letters send-more-money
  ferz study quiz queens 6 --given b1 --answers mine.txt    exit code 4 if one of them is wrong";

const HELP: &str = "\
Write what follows from what is known, by one constraint:
  x != 3                   from all that is known
  x != 3 because y = 3     from these facts; several of them with a comma between
  guess x = 2              assume something, when nothing follows
  state    what is known             hint    where to look
  show     the next deduction        quit    end";

const STUCK: &str = "No constraint alone says more: guess.";

/// What the quiz is about.
#[derive(ClapArgs)]
pub(super) struct Asked {
    #[command(flatten)]
    subject: subject::About,

    /// What is known besides, several facts with commas between; may be said several times
    #[arg(long, value_name = "FACTS")]
    given: Vec<String>,

    /// Read the answers from this file, one on a line
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
}

pub(super) fn run(asked: &Asked) -> anyhow::Result<Ended> {
    let subject = asked.subject.subject()?;
    let quiz = Quiz::new(&subject.model).map_err(|error| BadInput(error.to_string()))?;
    let (lines, prompts): (Box<dyn BufRead>, bool) = match &asked.answers {
        Some(path) => {
            let file =
                File::open(path).map_err(|error| BadInput(format!("cannot read {}: {error}", path.display())))?;
            (Box::new(BufReader::new(file)), false)
        }
        None => (Box::new(io::stdin().lock()), io::stdin().is_terminal()),
    };
    let legend = quiz.legend().clone();
    let words: Box<dyn Words + '_> = match &subject.queens {
        Some(queens) => Box::new(BoardWords::new(queens, &legend).map_err(|error| BadInput(error.to_string()))?),
        None => Box::new(legend.clone()),
    };
    let mut session = Session { subject: &subject, quiz, words: &*words, out: io::stdout().lock(), right: 0, wrong: 0 };
    for fact in asked.given.iter().flat_map(|facts| facts.split(',')) {
        let fact = session.fact(fact).map_err(BadInput)?;
        session.quiz.learn(fact);
    }
    session.run(lines, prompts, asked.answers.is_some())
}

/// A quiz being held.
struct Session<'a, W> {
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

impl<W: Write> Session<'_, W> {
    fn run(&mut self, lines: impl BufRead, prompts: bool, graded: bool) -> anyhow::Result<Ended> {
        let constraints: Vec<&str> = self.quiz.constraints().collect();
        let named =
            if constraints.len() > 8 { plural(constraints.len() as u64, "constraint") } else { constraints.join(", ") };
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
            if self.quiz.is_solved() {
                self.say("That is the solution:")?;
                self.state()?;
                break;
            }
        }
        let score = format!("{}, {} wrong", plural(self.right, "right answer"), self.wrong);
        self.say(&score)?;
        Ok(if graded && self.wrong > 0 { Ended::Failed } else { Ended::Complete })
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{text}").context(UNWRITABLE)
    }

    fn answer(&mut self, line: &str) -> anyhow::Result<Next> {
        match line {
            "quit" | "q" => return Ok(Next::Quit),
            "help" | "?" => self.say(HELP)?,
            "state" => self.state()?,
            "hint" => {
                let hint = match self.quiz.deduction() {
                    Some(next) => format!("Look at `{}` and {}.", next.by, self.variable(&next)),
                    None => STUCK.to_owned(),
                };
                self.say(&hint)?;
            }
            "show" => match self.quiz.deduction() {
                Some(next) => {
                    self.quiz.learn(next.fact);
                    let because = match &next.premises[..] {
                        [] => String::new(),
                        premises => format!(", because {}", self.words.premises(premises)),
                    };
                    let told = format!("{}, by `{}`{because}.", self.words.fact(next.fact), next.by);
                    self.say(&told)?;
                }
                None => self.say(STUCK)?,
            },
            _ => match line.strip_prefix("guess ") {
                Some(guess) => match self.fact(guess) {
                    Ok(fact) if self.quiz.knows(!fact) => self.say("That is ruled out already.")?,
                    Ok(fact) => {
                        self.quiz.learn(fact);
                        let told = format!("Let us see: {}.", self.words.fact(fact));
                        self.say(&told)?;
                    }
                    Err(why) => self.say(&why)?,
                },
                None => self.deduced(line)?,
            },
        }
        Ok(Next::GoOn)
    }

    /// What a deduction is about, as the subject calls it.
    fn variable(&self, next: &Deduction) -> String {
        let (var, legend) = (next.fact.var(), self.quiz.legend());
        let queens = self.subject.queens.iter().flat_map(|queens| &queens.columns);
        match queens.zip(b'a'..=b'z').find(|(column, _)| legend.var(**column) == Ok(var)) {
            Some((_, letter)) => format!("column {}", char::from(letter)),
            None => legend.variable(var).to_owned(),
        }
    }

    fn deduced(&mut self, line: &str) -> anyhow::Result<()> {
        let (fact, because) = match line.split_once("because") {
            Some((fact, because)) => (fact, Some(because)),
            None => (line, None),
        };
        let because = because.map(|facts| facts.split(',').map(|fact| self.fact(fact)).collect::<Result<Vec<_>, _>>());
        let (fact, because) = match (self.fact(fact), because.transpose()) {
            (Ok(fact), Ok(because)) => (fact, because),
            (Err(why), _) | (_, Err(why)) => return self.say(&why),
        };
        let grade = self.quiz.grade(fact, because.as_deref());
        let quoted = |by: &[String]| listed(by.iter().map(|name| format!("`{name}`")), "or").unwrap_or_default();
        let (told, counted) = match &grade {
            Grade::Right { by } => (format!("Right, by {}.", quoted(by)), true),
            Grade::Known => ("That is known already.".to_owned(), false),
            Grade::NotKnown(premise) => (format!("Wrong: {} is not known.", self.words.fact(*premise)), true),
            Grade::OtherReason { by } => (format!("It follows, by {}, but not from that alone.", quoted(by)), true),
            Grade::Jump => ("True, but no constraint alone shows it: there is a step before it.".to_owned(), true),
            Grade::BySearch => ("True, but only a search shows it: no constraint alone does.".to_owned(), true),
            Grade::Wrong { solution } => (format!("Wrong: it is otherwise in {}.", self.solution(solution)), true),
            Grade::TooHard => ("Whether that is so was too much to find out.".to_owned(), false),
        };
        self.say(&told)?;
        match grade {
            Grade::Right { .. } => {
                self.right += 1;
                self.quiz.learn(fact);
                if self.quiz.is_dead() {
                    self.say("Nothing is left for it: a guess before was wrong, or there is no solution.")?;
                }
            }
            _ if counted => self.wrong += 1,
            _ => {}
        }
        Ok(())
    }

    /// Reads a fact; with queens a square is a queen on it, and `not` a square none.
    fn fact(&self, text: &str) -> Result<Atom, String> {
        let text = text.trim();
        let legend = self.quiz.legend();
        if let Some(queens) = &self.subject.queens {
            let (square, stands) = match text.strip_prefix("not ") {
                Some(square) => (square.trim(), false),
                None => (text, true),
            };
            if let Ok(square) = square.parse::<Square>() {
                let column =
                    queens.columns.get(square.column as usize).filter(|_| (square.row as usize) < queens.columns.len());
                let column = column.ok_or_else(|| format!("there is no square `{text}` on this board"))?;
                let view = View::of(legend.var(*column).map_err(|error| error.to_string())?);
                let row = square.row as i32;
                return Ok(if stands { Atom::equals(view, row) } else { Atom::differs(view, row) });
            }
        }
        study::facts::read(text, legend).map_err(|error| error.to_string())
    }

    fn solution(&self, solution: &[(String, i32)]) -> String {
        const FEW: usize = 12;
        let values = solution.iter().take(FEW).map(|(name, value)| format!("{name} = {value}"));
        let more = if solution.len() > FEW { ", …" } else { "" };
        format!("the solution {}{more}", values.collect::<Vec<_>>().join(", "))
    }

    /// What is known: a board, or what each variable can be.
    fn state(&mut self) -> anyhow::Result<()> {
        let text = match &self.subject.queens {
            Some(queens) => board(queens.columns.len(), &queens.columns, self.quiz.legend(), self.quiz.domains()),
            None => domains(self.quiz.legend(), self.quiz.domains()),
        };
        write!(self.out, "{text}").context(UNWRITABLE)
    }
}

/// The board, the last row first: queens, squares ruled out, and open ones.
fn board(n: usize, columns: &[IntVar], legend: &Legend, domains: &[ValueSet]) -> String {
    let mut text = String::new();
    let of = |&column: &IntVar| legend.var(column).map(|var| &domains[var.index()]).ok();
    for row in (0..n as i32).rev() {
        let signs = columns.iter().filter_map(of).map(|domain| match domain.contains(row) {
            true if domain.len() == 1 => "Q",
            true => ".",
            false => "x",
        });
        text += &format!("{:>3}  {}\n", row + 1, signs.collect::<Vec<_>>().join(" "));
    }
    let letters = (0..n).map(|column| match u8::try_from(column) {
        Ok(column @ 0..26) => char::from(b'a' + column),
        _ => ' ',
    });
    let letters: Vec<String> = letters.map(String::from).collect();
    text + &format!("     {}\n", letters.join(" "))
}

/// What each variable can be, one on a line.
fn domains(legend: &Legend, domains: &[ValueSet]) -> String {
    let width = legend.variables().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    legend
        .variables()
        .zip(domains)
        .map(|((name, _), domain)| {
            let ranges = domain.ranges().iter().map(|&(low, high)| match high - low {
                0 => format!("{low}"),
                1 => format!("{low}, {high}"),
                _ => format!("{low}..={high}"),
            });
            format!("  {name:width$}  {}\n", ranges.collect::<Vec<_>>().join(", "))
        })
        .collect()
}
