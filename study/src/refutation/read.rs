//! Parses the files of a proof: the model rows (OPB) and the proof lines that Ferz writes (VeriPB 3.0).

use super::row::{Literal, Row};
use super::{LONGEST, RefutationError, Source};
use std::collections::HashMap;

/// The contents of the files.
#[derive(Clone, Default)]
pub(super) struct Files {
    pub(super) names: Vec<String>,
    /// The model rows, followed by those of the proof lines.
    pub(super) rows: Vec<Row>,
    pub(super) sources: Vec<Source>,
    /// The number of model rows.
    pub(super) in_model: usize,
    /// The objective to minimise, with its constant.
    pub(super) objective: (Vec<(i128, Literal)>, i128),
    /// The variables by which solutions are distinguished.
    pub(super) listed: Option<Vec<Literal>>,
    pub(super) known: HashMap<String, Literal>,
    /// The full name of the variable behind each abbreviated name.
    pub(super) abbreviated: HashMap<String, String>,
    pub(super) conclusion: Option<String>,
}

type Parsed<T> = Result<T, &'static str>;

const TOO_LARGE: &str = "its numbers are too large";
const NO_NUMBER: &str = "a number is missing";
const NO_ROW: &str = "there is no such row";
const NO_DEFINITION: &str = "not the definition of a variable";

impl Files {
    pub(super) fn read(model: &str, proof: &str) -> Result<Files, RefutationError> {
        let mut files = Files::default();
        files.read_model(model)?;
        let mut lines = 0;
        // A last line without a line end is incomplete and is ignored.
        for line in proof.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            lines += 1;
            if files.rows.len() - files.in_model > LONGEST {
                return Err(RefutationError::TooLong);
            }
            let wrong = |what| RefutationError::Line { file: "proof.pbp", line: lines, what };
            files.proof_line(line).map_err(wrong)?;
        }
        match files.conclusion {
            None => Err(RefutationError::BreaksOff { lines }),
            Some(_) => Ok(files),
        }
    }

    pub(super) fn read_model(&mut self, model: &str) -> Result<(), RefutationError> {
        for (line, text) in (1..).zip(model.lines()) {
            self.model_line(text).map_err(|what| RefutationError::Line { file: "model.opb", line, what })?;
        }
        self.in_model = self.rows.len();
        Ok(())
    }

    /// Adds a clause that follows by unit propagation, and returns its index.
    pub(super) fn add(&mut self, clause: &[Literal]) -> usize {
        self.push(Row::clause(clause.iter().copied()), Source::Rup);
        self.rows.len() - 1
    }

    pub(super) fn literal(&mut self, word: &str) -> Literal {
        let name = word.strip_prefix('~').unwrap_or(word);
        let next = Literal(2 * self.names.len() as u32);
        let positive = self.known.get(name).copied().unwrap_or_else(|| {
            let full =
                name.split_once("_bit_").and_then(|(x, bit)| Some(format!("{}_bit_{bit}", self.abbreviated.get(x)?)));
            self.names.push(full.unwrap_or_else(|| name.to_owned()));
            self.known.insert(name.to_owned(), next);
            next
        });
        if name.len() < word.len() { !positive } else { positive }
    }

    fn push(&mut self, row: Row, source: Source) {
        self.rows.push(row);
        self.sources.push(source);
    }

    fn model_line(&mut self, line: &str) -> Parsed<()> {
        let mut words = line.trim_end().trim_end_matches(';').split_whitespace().peekable();
        match words.peek() {
            None => return Ok(()),
            Some(first) if first.starts_with('*') => {
                match words.collect::<Vec<_>>()[..] {
                    [_, short, "=", name] => _ = self.abbreviated.insert(short.to_owned(), name.to_owned()),
                    [_, "listed:", ref names @ ..] => {
                        let literals: Vec<Literal> = names.iter().map(|name| self.literal(name)).collect();
                        self.listed.get_or_insert_default().extend(literals);
                    }
                    _ => {}
                }
                return Ok(());
            }
            Some(&"min:") => {
                words.next();
                self.objective = self.terms(&mut words)?;
                return Ok(());
            }
            Some(_) => {}
        }
        let label = words.next_if(|first| first.starts_with('@'));
        let row = self.sum(&mut words)?;
        let number = self.rows.len() + 1;
        let label = label.map_or_else(|| format!("row {number}"), |label| label[1..].to_owned());
        self.push(row, Source::Model(label));
        Ok(())
    }

    /// Parses weighted literals, followed by an optional number.
    fn terms<'a>(&mut self, words: &mut impl Iterator<Item = &'a str>) -> Parsed<(Vec<(i128, Literal)>, i128)> {
        let mut terms = Vec::new();
        while let Some(word) = words.next() {
            if word == ">=" {
                return Ok((terms, number(words.next())?));
            }
            let weight = number(Some(word))?;
            match words.next() {
                Some(word) => terms.push((weight, self.literal(word))),
                None => return Ok((terms, weight)),
            }
        }
        Ok((terms, 0))
    }

    fn sum<'a>(&mut self, words: &mut impl Iterator<Item = &'a str>) -> Parsed<Row> {
        let (terms, degree) = self.terms(words)?;
        Row::new(terms, degree).ok_or(TOO_LARGE)
    }

    pub(super) fn proof_line(&mut self, line: &str) -> Parsed<()> {
        let line = line.trim_end().trim_end_matches(';');
        let (rule, rest) = line.split_once(' ').unwrap_or((line, ""));
        match rule {
            "rup" => {
                let row = self.sum(&mut rest.split_whitespace())?;
                if row.as_clause().is_none() {
                    return Err("only clauses can be expressed in words");
                }
                self.push(row, Source::Rup);
            }
            "red" => {
                let (sum, witness) = rest.split_once(" : ").ok_or(NO_DEFINITION)?;
                let row = self.sum(&mut sum.split_whitespace())?;
                let [new, "->", "0" | "1"] = witness.split_whitespace().collect::<Vec<_>>()[..] else {
                    return Err(NO_DEFINITION);
                };
                let new = self.literal(new);
                self.push(row, Source::Defines(new.variable()));
            }
            "pol" => self.polish(rest)?,
            "soli" => self.improving(rest)?,
            "conclusion" => self.conclusion = Some(rest.trim().to_owned()),
            // Derived rows stay valid, so deletions can be ignored.
            "del" | "sol" | "output" | "end" | "pseudo-Boolean" | "" => {}
            _ => return Err("not a rule that Ferz writes"),
        }
        Ok(())
    }

    /// Parses a sum of rows in reverse Polish notation: `a b 2 * + x 3 d s`, where `x` stands for the row `x >= 0`.
    fn polish(&mut self, text: &str) -> Parsed<()> {
        let mut stack: Vec<(i128, Option<Row>)> = Vec::new();
        let mut parts = Vec::new();
        for word in text.split_whitespace() {
            let row = match word {
                "+" => {
                    let (b, a) = (stack.pop().ok_or(NO_ROW)?, stack.pop().ok_or(NO_ROW)?);
                    let (a, b) = (self.operand(a, &mut parts)?, self.operand(b, &mut parts)?);
                    a.plus(&b).ok_or(TOO_LARGE)?
                }
                "*" | "d" => {
                    let (Some((by @ 1.., None)), Some(a)) = (stack.pop(), stack.pop()) else { return Err(NO_NUMBER) };
                    let row = self.operand(a, &mut parts)?;
                    if word == "d" { row.divided(by) } else { row.times(by).ok_or(TOO_LARGE)? }
                }
                "s" => {
                    let a = stack.pop().ok_or(NO_ROW)?;
                    self.operand(a, &mut parts)?.saturated()
                }
                word => match number(Some(word)) {
                    Ok(number) => {
                        stack.push((number, None));
                        continue;
                    }
                    Err(_) => Row { terms: vec![(1, self.literal(word))], degree: 0 },
                },
            };
            stack.push((0, Some(row)));
        }
        let (Some(last), None) = (stack.pop(), stack.pop()) else { return Err(NO_ROW) };
        let row = self.operand(last, &mut parts)?;
        self.push(row, Source::Sum(parts));
        Ok(())
    }

    /// Returns an operand of a sum: a computed row, or the row with the given number, where -1 stands for the previous
    /// row.
    fn operand(&self, (number, row): (i128, Option<Row>), parts: &mut Vec<usize>) -> Parsed<Row> {
        if let Some(row) = row {
            return Ok(row);
        }
        let at = self.index(number)?;
        parts.push(at);
        Ok(self.rows[at].clone())
    }

    fn index(&self, number: i128) -> Parsed<usize> {
        let number = if number < 0 { number + self.rows.len() as i128 } else { number - 1 };
        usize::try_from(number).ok().filter(|&at| at < self.rows.len()).ok_or(NO_ROW)
    }

    /// Parses row numbers and returns the indices of these rows.
    pub(super) fn numbered(&self, numbers: &str) -> Parsed<Vec<usize>> {
        numbers.split_whitespace().map(|word| self.index(number(Some(word))?)).collect()
    }

    /// Parses a solution, on whose objective value later solutions must improve.
    fn improving(&mut self, text: &str) -> Parsed<()> {
        let true_ones: Vec<Literal> = text.split_whitespace().map(|word| self.literal(word)).collect();
        let (terms, constant) = self.objective.clone();
        let mut value = constant;
        for (c, l) in &terms {
            let is_true = true_ones.contains(l) || !true_ones.contains(&!*l);
            value = value.checked_add(if is_true { *c } else { 0 }).ok_or(TOO_LARGE)?;
        }
        let most = constant.checked_sub(value).and_then(|lack| lack.checked_add(1)).ok_or(TOO_LARGE)?;
        let less = terms.iter().map(|&(c, l)| Some((c.checked_neg()?, l))).collect::<Option<Vec<_>>>();
        let row = less.and_then(|less| Row::new(less, most)).ok_or(TOO_LARGE)?;
        self.push(row, Source::Better(value));
        Ok(())
    }
}

fn number(word: Option<&str>) -> Parsed<i128> {
    word.and_then(|word| word.parse().ok()).ok_or(NO_NUMBER)
}
