//! Trims a proof for its checker: omits the lines that the conclusion does not need, adds hints to the remaining lines,
//! and deletes each row after its last use.
//!
//! Working backward from the contradiction, propagation finds the rows on which each needed line depends. Facts that
//! follow without assumptions become separate lines, so that other lines can refer to them. Solutions and definitions
//! remain valid when other lines are omitted. All solutions are kept; a definition is kept while a kept line mentions
//! its variable, because a checker of solutions must evaluate it.

use super::database::{Database, Derivation, Hint};
use super::read::Files;
use super::row::{Literal, Row};
use super::{RefutationError, Source};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The number of unused rows collected before a line deletes them.
const DELETED: usize = 30;

/// A trimmed proof.
#[derive(Debug)]
pub struct Trimmed {
    /// The proof.
    pub proof: String,
    /// The number of lines that derive something, before and after trimming.
    pub lines: [usize; 2],
}

/// A line of the original proof.
struct Line<'t> {
    text: &'t str,
    /// The index of the row that the line adds.
    row: Option<usize>,
    /// The rows that the line names as hints or deletes.
    named: Option<Vec<usize>>,
}

/// A line of the trimmed proof.
struct Kept<'t> {
    text: Cow<'t, str>,
    /// The index of the row in the original proof.
    row: Option<usize>,
    /// For a fact, the line for which the fact is derived; all rows of the derivation still exist at that line.
    line: usize,
    rule: Rule,
    uses: Vec<Id>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// A clause with hints.
    Rup,
    /// A sum of the rows in `uses`.
    Sum,
    /// A definition, or a better solution.
    Lasting,
    /// The deletion of definitions.
    Deletion,
    /// A line that adds no row.
    Other,
}

/// A row of the model or a kept line, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Id {
    Model(usize),
    Kept(usize),
}

impl Trimmed {
    /// Trims a proof written by Ferz, given by the contents of `model.opb` and `proof.pbp`.
    ///
    /// ```
    /// let model = "1 x_1 1 y_1 >= 1 ;\n1 ~x_1 1 ~y_1 >= 1 ;\n1 x_1 1 ~y_1 >= 1 ;\n1 ~x_1 1 y_1 >= 1 ;\n";
    /// let proof = "pseudo-Boolean proof version 3.0\nrup 1 ~x_1 1 ~y_1 >= 1;\nrup 1 y_1 >= 1;\nrup >= 1;\n\
    ///              output NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n";
    /// let trimmed = study::refutation::Trimmed::new(model, proof)?;
    /// assert!(trimmed.proof.starts_with("pseudo-Boolean proof version 3.0\nrup 1 y_1 >= 1 : 1 4;\nrup >= 1 : "));
    /// assert_eq!(trimmed.lines, [3, 2]);
    /// # Ok::<(), study::refutation::RefutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`RefutationError`]: the proof does not have the format of Ferz's proofs, is incomplete, lacks the contradiction
    /// that its conclusion claims, or has a line that does not follow.
    pub fn new(model: &str, proof: &str) -> Result<Trimmed, RefutationError> {
        let mut files = Files::default();
        files.read_model(model)?;
        let lines = read(&mut files, proof)?;
        let conclusion = files.conclusion.clone().unwrap_or_default();
        let is_empty = |row: &Row| row.terms.is_empty() && row.degree > 0;
        let end = (files.in_model..files.rows.len()).find(|&i| is_empty(&files.rows[i]));
        let end = match &conclusion[..] {
            "SAT" | "NONE" => None,
            _ => Some(end.ok_or(RefutationError::NoContradiction { conclusion })?),
        };
        let (is_needed, derivations) = derivations(&files, &lines, end)?;
        let mut writer = Writer::new(&files);
        for (line, derivation) in lines.iter().zip(derivations) {
            writer.keep(line, derivation, &is_needed);
        }
        let (proof, after) = writer.write(end);
        Ok(Trimmed { proof, lines: [files.rows.len() - files.in_model, after] })
    }
}

/// Reads the lines of a proof.
fn read<'t>(files: &mut Files, proof: &'t str) -> Result<Vec<Line<'t>>, RefutationError> {
    let (mut lines, mut deleted) = (Vec::new(), HashSet::new());
    for (number, line) in (1..).zip(proof.split_inclusive('\n').filter(|line| line.ends_with('\n'))) {
        let wrong = |what| RefutationError::Line { file: "proof.pbp", line: number, what };
        let text = line.trim_end().trim_end_matches(';');
        if (number == 1) != (text == "pseudo-Boolean proof version 3.0") {
            return Err(wrong("not a VeriPB 3.0 proof"));
        }
        let named = match text.split_once(' ') {
            Some(("del", rows)) => Some(rows.strip_prefix("id ").ok_or("a deletion without numbered rows")),
            Some(("rup", rest)) => rest.split_once(" :").map(|(_, hints)| Ok(hints)),
            _ => None,
        };
        let named = named.map(|numbers| files.numbered(numbers?)).transpose().map_err(wrong)?;
        let before = files.rows.len();
        files.proof_line(line).map_err(wrong)?;
        if files.conclusion.as_ref().is_some_and(|conclusion| conclusion.contains(':')) {
            return Err(wrong("not a conclusion that Ferz writes"));
        }
        let row = (files.rows.len() > before).then_some(before);
        for &row in named.iter().filter(|_| row.is_none()).flatten() {
            if row < files.in_model || !deleted.insert(row) {
                return Err(wrong("not a line that can be deleted"));
            }
        }
        lines.push(Line { text, row, named });
        if text == "end pseudo-Boolean proof" && files.conclusion.is_some() {
            return Ok(lines);
        }
    }
    Err(RefutationError::BreaksOff { lines: lines.len() })
}

/// Checks whether two rows are the negations of each other, apart from the variable that they define. If they are, the
/// checker accepts the second row without using any other row.
fn are_opposite(x: u32, first: &Row, second: &Row) -> bool {
    let others = |row: &Row, flip: u32| {
        let others = row.terms.iter().filter(|term| term.1.variable() != x);
        let mut terms: Vec<(u32, i128)> = others.map(|&(c, l)| (l.0 ^ flip, c)).collect();
        terms.sort_unstable();
        terms
    };
    let (one, other) = (others(first, 0), others(second, 1));
    one == other && first.degree + second.degree == one.iter().map(|term| term.1).sum::<i128>() + 1
}

/// Determines which rows are needed, and how each line is derived.
fn derivations(
    files: &Files,
    lines: &[Line<'_>],
    end: Option<usize>,
) -> Result<(Vec<bool>, Vec<Derivation>), RefutationError> {
    // A variable can be redefined once no row mentions it. The rows of a definition are consecutive.
    let mut definitions: HashMap<u32, Vec<Range<usize>>> = HashMap::new();
    for (row, source) in files.sources.iter().enumerate() {
        if let Source::Defines(x) = source {
            let ranges = definitions.entry(*x).or_default();
            match ranges.last_mut().filter(|last| last.end == row) {
                Some(last) => last.end += 1,
                None => ranges.push(row..row + 1),
            }
        }
    }
    for (&x, range) in definitions.iter().flat_map(|(x, ranges)| ranges.iter().map(move |range| (x, range))) {
        if range.len() == 2 && !are_opposite(x, &files.rows[range.start], &files.rows[range.start + 1]) {
            let line = lines.iter().position(|line| line.row == Some(range.start)).map_or(0, |at| at + 1);
            let what = "a definition whose two rows are not the negations of each other";
            return Err(RefutationError::Line { file: "proof.pbp", line, what });
        }
    }
    let mut database = Database::new(&files.rows, files.names.len());
    let deleted = lines.iter().filter(|line| line.row.is_none()).filter_map(|line| line.named.as_ref());
    let mut is_left = vec![true; files.rows.len()];
    deleted.flatten().for_each(|&row| is_left[row] = false);
    (0..files.rows.len()).filter(|&row| is_left[row]).for_each(|row| database.attach(row));
    let need = |database: &mut Database<'_>, row: usize| {
        let mut rows = vec![row];
        while let Some(row) = rows.pop() {
            if !std::mem::replace(&mut database.is_needed[row], true) && row >= files.in_model {
                let defined = files.rows[row].terms.iter().filter_map(|term| definitions.get(&term.1.variable()));
                rows.extend(defined.filter_map(|all| all.iter().rfind(|range| range.start <= row)).cloned().flatten());
            }
        }
    };
    end.into_iter().for_each(|row| need(&mut database, row));
    let mut derivations: Vec<Derivation> = vec![Derivation::default(); lines.len()];
    for (i, line) in lines.iter().enumerate().rev() {
        let Some(row) = line.row else {
            line.named.iter().flatten().for_each(|&row| database.attach(row));
            continue;
        };
        database.detach(row);
        let is_better = matches!(files.sources[row], Source::Better(_));
        if !database.is_needed[row] && !is_better {
            continue;
        }
        need(&mut database, row);
        let rows = |rows: &[usize]| Derivation {
            hints: rows.iter().map(|&row| Hint::Row(row)).collect(),
            ..Derivation::default()
        };
        derivations[i] = match (&files.sources[row], &line.named) {
            (_, Some(hints)) => rows(hints),
            (Source::Sum(parts), _) => rows(parts),
            (Source::Rup, _) => {
                let clause: Vec<Literal> = files.rows[row].terms.iter().map(|term| term.1).collect();
                database.derive(&clause).ok_or(RefutationError::DoesNotFollow { line: i + 1 })?
            }
            _ => continue,
        };
        let facts = derivations[i].facts.iter().flat_map(|fact| &fact.1);
        for hint in facts.chain(&derivations[i].hints) {
            if let Hint::Row(row) = *hint {
                need(&mut database, row);
            }
        }
    }
    Ok((database.is_needed, derivations))
}

/// Collects the lines of the trimmed proof.
struct Writer<'f, 't> {
    files: &'f Files,
    /// The names of the variables as written in the files.
    names: Vec<&'f str>,
    kept: Vec<Kept<'t>>,
    /// The kept line of each row; `of_fact` holds the kept line of each fact that follows without assumptions.
    of_row: HashMap<usize, usize>,
    of_fact: HashMap<Literal, usize>,
}

impl<'f, 't> Writer<'f, 't> {
    fn new(files: &'f Files) -> Writer<'f, 't> {
        let mut names = vec![""; files.names.len()];
        files.known.iter().for_each(|(name, l)| names[l.variable() as usize] = name);
        Writer { files, names, kept: Vec::new(), of_row: HashMap::new(), of_fact: HashMap::new() }
    }

    /// Adds a line if it is needed, preceded by lines for the new facts that it uses.
    fn keep(&mut self, line: &Line<'t>, derivation: Derivation, is_needed: &[bool]) {
        let rule = match line.row.map(|row| &self.files.sources[row]) {
            None if line.named.is_some() => Rule::Deletion,
            None if line.text.is_empty() => return,
            None => Rule::Other,
            Some(_) if line.row.is_some_and(|row| !is_needed[row]) => return,
            Some(Source::Rup) => Rule::Rup,
            Some(Source::Sum(_)) => Rule::Sum,
            Some(Source::Defines(x)) => {
                // The known facts about the variable refer to its previous definition.
                [2 * x, 2 * x + 1].iter().for_each(|&l| _ = self.of_fact.remove(&Literal(l)));
                Rule::Lasting
            }
            Some(_) => Rule::Lasting,
        };
        let first = self.kept.len();
        for (l, hints) in derivation.facts {
            if !self.of_fact.contains_key(&l) {
                let uses = self.ids(&hints);
                self.of_fact.insert(l, self.kept.len());
                let sign = if l.is_negated() { "~" } else { "" };
                let text = format!("rup 1 {sign}{} >= 1", self.names[l.variable() as usize]).into();
                self.kept.push(Kept { text, row: None, line: 0, rule: Rule::Rup, uses });
            }
        }
        let at = self.kept.len();
        self.kept[first..].iter_mut().for_each(|fact| fact.line = at);
        let mut uses = self.ids(&derivation.hints);
        if rule == Rule::Deletion {
            let defines = |row: &&usize| is_needed[**row] && matches!(self.files.sources[**row], Source::Defines(_));
            uses.extend(line.named.iter().flatten().filter(defines).map(|&row| self.id(row)));
        }
        line.row.into_iter().for_each(|row| _ = self.of_row.insert(row, at));
        let text = if rule == Rule::Rup { line.text.split(" :").next() } else { None };
        self.kept.push(Kept { text: text.unwrap_or(line.text).into(), row: line.row, line: at, rule, uses });
    }

    fn ids(&self, hints: &[Hint]) -> Vec<Id> {
        let id = |hint: &Hint| match *hint {
            Hint::Row(row) => self.id(row),
            Hint::Fact(l) => Id::Kept(self.of_fact[&l]),
        };
        hints.iter().map(id).collect()
    }

    fn id(&self, row: usize) -> Id {
        if row < self.files.in_model { Id::Model(row) } else { Id::Kept(self.of_row[&row]) }
    }

    /// Returns the text of the proof and the number of lines that derive something; `end` is the contradiction.
    fn write(&self, end: Option<usize>) -> (String, usize) {
        let is_derived = |i: usize| matches!(self.kept[i].rule, Rule::Rup | Rule::Sum);
        let is_fact = |i: usize| self.kept[i].row.is_none() && self.kept[i].rule == Rule::Rup;
        // Working backward, omit lines that no other line uses. If only one line uses a fact, derive the fact inside
        // that line.
        let mut within: Vec<Option<usize>> = (0..self.kept.len()).map(|i| (!is_derived(i)).then_some(i)).collect();
        end.iter().for_each(|row| within[self.of_row[row]] = Some(self.of_row[row]));
        for (i, kept) in self.kept.iter().enumerate().rev().filter(|(_, kept)| kept.rule != Rule::Deletion) {
            let Some(line) = within[i] else { continue };
            for id in &kept.uses {
                if let Id::Kept(used) = *id {
                    let is_only = within[used].is_none_or(|other| other == line) && self.kept[used].line == line;
                    within[used] = Some(if is_fact(used) && is_only { line } else { used });
                }
            }
        }
        let is_written = |i: usize| within[i] == Some(i);
        let mut uses: Vec<Vec<Id>> = vec![Vec::new(); self.kept.len()];
        for (i, kept) in self.kept.iter().enumerate() {
            if let Some(line) = within[i] {
                let named = kept.uses.iter().filter(|id| !matches!(id, Id::Kept(used) if !is_written(*used)));
                uses[line].extend(named);
            }
        }
        let mut last_used: Vec<Vec<usize>> = vec![Vec::new(); self.kept.len()];
        let mut is_last = vec![true; self.kept.len()];
        for i in (0..self.kept.len()).rev().filter(|&i| is_written(i) && self.kept[i].rule != Rule::Deletion) {
            for id in &uses[i] {
                if let Id::Kept(used) = *id
                    && is_derived(used)
                    && std::mem::take(&mut is_last[used])
                {
                    last_used[i].push(used);
                }
            }
        }
        let (mut out, mut rows) = (String::new(), 0);
        let (mut number, mut deleted) = (vec![0; self.kept.len()], Vec::new());
        for (i, kept) in self.kept.iter().enumerate().filter(|(i, _)| is_written(*i)) {
            let is_full = if kept.rule == Rule::Lasting { !deleted.is_empty() } else { deleted.len() >= DELETED };
            if is_full {
                out += "del id";
                deleted.drain(..).for_each(|used: usize| out += &format!(" {}", number[used] - rows));
                out += ";\n";
            }
            if kept.rule == Rule::Deletion {
                deleted.extend(uses[i].iter().filter_map(|id| if let Id::Kept(used) = id { Some(used) } else { None }));
                continue;
            }
            let relative = |id: Id| match id {
                Id::Model(row) => row as i64 + 1,
                Id::Kept(used) => number[used] - rows,
            };
            match (kept.rule, kept.row) {
                (Rule::Sum, Some(row)) => {
                    let words = kept.text.split_whitespace();
                    let next = words.clone().skip(1).chain([""]);
                    for (word, next) in words.zip(next) {
                        match word.parse::<i64>().ok().filter(|_| !matches!(next, "*" | "d")) {
                            // The number is relative to the row of the original line.
                            Some(old) => {
                                let old = if old < 0 { row as i64 + old } else { old - 1 };
                                out += &format!("{} ", relative(self.id(old as usize)));
                            }
                            None => out += &format!("{word} "),
                        }
                    }
                }
                (Rule::Rup, _) => {
                    out += &format!("{} :", kept.text);
                    uses[i].iter().for_each(|&id| out += &format!(" {}", relative(id)));
                }
                _ => out += &kept.text,
            }
            // The header has no semicolon.
            out += if i == 0 { "\n" } else { ";\n" };
            number[i] = rows;
            rows += i64::from(kept.rule != Rule::Other);
            deleted.append(&mut last_used[i]);
        }
        (out, rows as usize)
    }
}
