//! Writes the two files of a proof: the model rows, and the lines derived from them.
//!
//! Both files are streamed. A line refers to a model row by an absolute number and to another line by a relative one.
//! Lines cannot use absolute numbers, because the total number of rows, including those that exclude solutions, is
//! unknown while lines are written.

use super::database::RowId;
use super::sum::Sum;
use crate::model::rows::Literal;
use std::io::{BufWriter, Write};

/// The output stream of a file.
pub(super) type Output = BufWriter<Box<dyn Write + Send>>;

/// A step of a cutting-planes derivation, in reverse Polish notation: rows are pushed onto a stack, and operations
/// apply to the top of the stack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cut {
    Row(RowId),
    /// The axiom that a literal is at least 0.
    Axiom(Literal),
    Times(i64),
    /// Adds the top two rows.
    Add,
    /// Divides the top row by a number, rounding up.
    Divide(i64),
    /// Saturates the top row: reduces its weights to the degree.
    Saturate,
}

/// Writes rows and lines.
pub(super) struct Writer {
    model: Output,
    proof: Output,
    /// The name of each Boolean variable.
    names: Vec<String>,
    rows: u64,
    lines: u64,
    /// The first error; nothing is written after it.
    failed: Option<std::io::Error>,
    text: String,
    /// Rows held back until the objective is written.
    held: Option<String>,
}

impl Writer {
    pub(super) fn new(model: Box<dyn Write + Send>, proof: Box<dyn Write + Send>) -> Writer {
        let capacity = 1 << 18;
        let (model, proof) = (BufWriter::with_capacity(capacity, model), BufWriter::with_capacity(capacity, proof));
        let text = String::new();
        Writer { model, proof, names: Vec::new(), rows: 0, lines: 0, failed: None, text, held: None }
    }

    pub(super) fn name(&mut self, name: String) {
        self.names.push(name);
    }

    /// The number of names so far, including the name of the constant.
    pub(super) fn names(&self) -> usize {
        self.names.len()
    }

    fn push_literal(&mut self, l: Literal) {
        if l.is_negated() {
            self.text.push('~');
        }
        self.text.push_str(&self.names[l.variable()]);
    }

    fn push_number(&mut self, n: i64) {
        self.text.push_str(itoa::Buffer::new().format(n));
    }

    fn push_sum(&mut self, sum: &Sum) {
        for &(c, l) in &sum.terms {
            self.push_number(c);
            self.text.push(' ');
            self.push_literal(l);
            self.text.push(' ');
        }
        self.text.push_str(">= ");
        self.push_number(sum.degree);
    }

    fn push_clause(&mut self, literals: &[Literal]) {
        for &l in literals.iter().filter(|&&l| l != Literal::FALSE) {
            self.text.push_str("1 ");
            self.push_literal(l);
            self.text.push(' ');
        }
        self.text.push_str(">= 1");
    }

    fn push_id(&mut self, id: RowId) {
        match id {
            RowId::Model(row) => self.push_number(row as i64),
            RowId::Line(line) => self.push_number(line as i64 - self.lines as i64),
        }
    }

    /// Holds rows back until the objective is written.
    pub(super) fn hold(&mut self) {
        self.held = Some(String::new());
    }

    fn end_row(&mut self) {
        self.text.push_str(" ;\n");
        self.flush_or_hold();
    }

    fn flush_or_hold(&mut self) {
        if let Some(held) = &mut self.held {
            held.push_str(&self.text);
            self.text.clear();
            return;
        }
        self.flush_row();
    }

    fn flush_row(&mut self) {
        if self.failed.is_none() {
            self.failed = self.model.write_all(self.text.as_bytes()).err();
        }
        self.text.clear();
    }

    fn end_line(&mut self) {
        self.text.push_str(";\n");
        if self.failed.is_none() {
            self.failed = self.proof.write_all(self.text.as_bytes()).err();
        }
        self.text.clear();
    }

    /// Writes the objective, before all rows.
    pub(super) fn minimise(&mut self, terms: &[(i64, Literal)], constant: i64) {
        let held = self.held.take().unwrap_or_default();
        self.text.push_str("min: ");
        for &(c, l) in terms {
            self.push_number(c);
            self.text.push(' ');
            self.push_literal(l);
            self.text.push(' ');
        }
        if constant != 0 {
            self.push_number(constant);
        }
        self.text.push_str(" ;\n");
        self.text.push_str(&held);
        self.flush_row();
    }

    /// Writes a model row.
    pub(super) fn row(&mut self, label: &str, sum: &Sum) -> RowId {
        if !label.is_empty() {
            self.text.push('@');
            self.text.push_str(label);
            self.text.push(' ');
        }
        self.push_sum(sum);
        self.end_row();
        self.rows += 1;
        RowId::Model(self.rows)
    }

    /// Writes a model comment.
    pub(super) fn comment(&mut self, text: &str) {
        self.text.push_str("* ");
        self.text.push_str(text);
        self.text.push('\n');
        self.flush_or_hold();
    }

    /// Writes a model comment that lists the variables that distinguish solutions.
    pub(super) fn listed_by(&mut self, literals: &[Literal]) {
        let names = literals.iter().map(|l| format!(" {}", self.names[l.variable()]));
        let text = format!("listed:{}", names.collect::<String>());
        self.comment(&text);
    }

    /// Begins the proof.
    pub(super) fn begin(&mut self) {
        if self.failed.is_none() {
            self.failed = self.proof.write_all(b"pseudo-Boolean proof version 3.0\n").err();
        }
    }

    fn derived(&mut self) -> RowId {
        self.end_line();
        self.lines += 1;
        RowId::Line(self.lines - 1)
    }

    /// Writes a clause justified by reverse unit propagation.
    pub(super) fn rup(&mut self, clause: &[Literal]) -> RowId {
        self.text.push_str("rup ");
        self.push_clause(clause);
        self.derived()
    }

    /// Writes a clause justified by reverse unit propagation over these rows only.
    pub(super) fn rup_by(&mut self, clause: &[Literal], rows: &[RowId]) -> RowId {
        self.text.push_str("rup ");
        self.push_clause(clause);
        self.text.push_str(" :");
        for &row in rows {
            self.text.push(' ');
            self.push_id(row);
        }
        self.derived()
    }

    /// Writes a row that defines a new literal in one direction: if the literal is true, the row holds.
    pub(super) fn define(&mut self, sum: &Sum, new: Literal) -> RowId {
        self.text.push_str("red ");
        self.push_sum(sum);
        self.text.push_str(" : ");
        self.push_literal(Literal(new.0 & !1));
        self.text.push_str(if new.is_negated() { " -> 0" } else { " -> 1" });
        self.derived()
    }

    /// Writes a sum of rows, each with its multiplier, divided by `divisor` and rounded up.
    pub(super) fn add(&mut self, rows: &[(RowId, i64)], divisor: i64) -> RowId {
        self.text.push_str("pol");
        for (i, &(row, times)) in rows.iter().enumerate() {
            self.text.push(' ');
            self.push_id(row);
            if times != 1 {
                self.text.push(' ');
                self.push_number(times);
                self.text.push_str(" *");
            }
            if i > 0 {
                self.text.push_str(" +");
            }
        }
        if divisor != 1 {
            self.text.push(' ');
            self.push_number(divisor);
            self.text.push_str(" d");
        }
        self.derived()
    }

    /// Writes the row that these steps leave on the stack.
    pub(super) fn cut(&mut self, steps: &[Cut]) -> RowId {
        self.text.push_str("pol");
        for step in steps {
            self.text.push(' ');
            match *step {
                Cut::Row(row) => self.push_id(row),
                Cut::Axiom(l) => self.push_literal(l),
                Cut::Times(n) => {
                    self.push_number(n);
                    self.text.push_str(" *");
                }
                Cut::Add => self.text.push('+'),
                Cut::Divide(n) => {
                    self.push_number(n);
                    self.text.push_str(" d");
                }
                Cut::Saturate => self.text.push('s'),
            }
        }
        self.derived()
    }

    /// Writes an improving solution, which adds a row that requires a better one.
    pub(super) fn improving(&mut self, solution: &[Literal]) -> RowId {
        self.text.push_str("soli");
        for &l in solution {
            self.text.push(' ');
            self.push_literal(l);
        }
        self.text.push(' ');
        self.derived()
    }

    /// Deletes lines.
    pub(super) fn delete(&mut self, lines: &[RowId]) {
        for some in lines.chunks(1000) {
            self.text.push_str("del id");
            for &line in some {
                self.text.push(' ');
                self.push_id(line);
            }
            self.end_line();
        }
    }

    /// Writes a solution on which the conclusion depends.
    pub(super) fn solution(&mut self, solution: &[Literal]) {
        self.text.push_str("sol");
        for &l in solution {
            self.text.push(' ');
            self.push_literal(l);
        }
        self.text.push(' ');
        self.end_line();
    }

    /// Ends the proof with a conclusion.
    pub(super) fn conclude(&mut self, conclusion: &str) -> Result<(), std::io::Error> {
        self.text.push_str("output NONE");
        self.end_line();
        self.text.push_str("conclusion ");
        self.text.push_str(conclusion);
        self.end_line();
        self.text.push_str("end pseudo-Boolean proof");
        self.end_line();
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.model.flush().and_then(|()| self.proof.flush()),
        }
    }

    /// Returns the names of the positive literals as a line.
    pub(super) fn listed(&self, literals: &[Literal]) -> String {
        let names = literals.iter().filter(|l| !l.is_negated()).map(|l| self.names[l.variable()].as_str());
        names.collect::<Vec<_>>().join(" ") + "\n"
    }

    /// Whether writing has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.is_some()
    }
}
