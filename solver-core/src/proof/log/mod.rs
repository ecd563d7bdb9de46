//! A search log: the lines that each failure and each solution add to the proof.
//!
//! A failed node is refuted by a clause stating that the decisions above the node do not all hold. A right branch does
//! not count as a decision here, because it follows from the left branch's clause. The clause of a failed node follows
//! by propagation from the reasons for the inferences that led to the failure. Each reason is written only once while
//! its fact is on the trail, and only if propagation does not find the fact by itself. When backtracking undoes a fact,
//! its line is deleted unless it is [repeated].

mod part;
mod reasons;
mod relaxed;
mod repeated;
mod solution;
mod totals;

use crate::atom::Atom;
use crate::budget::StopReason;
use crate::compile::Statement;
use crate::engine::{Engine, Halt, Inference, Origin};
use crate::export::Flat;
use crate::linear_rows::LinearRows;
use crate::model::Model;
use crate::model::rows::Literal;
use crate::proof::ProofError;
use crate::proof::database::RowId;
use crate::proof::encoding::Encoding;
use crate::proof::kind::Kind;
use crate::reason::Premises;
use crate::search::totals::{ObjectiveSum, Total};
use crate::search::{Analysed, Branch, Event, Watch};
use crate::view::View;
use fixedbitset::FixedBitSet;
use relaxed::Limit;
use repeated::Repeated;
use std::collections::BTreeMap;
use std::io::Write;
use totals::Reformulated;

/// The proof log of a search.
pub(crate) struct ProofLog<'m> {
    pub(in crate::proof) encoding: Encoding,
    model: &'m Model,
    flat: &'m Flat,
    statements: &'m [Statement],
    /// The statement of each propagator.
    statement_of: Vec<u32>,
    views: &'m [View],
    objective: Option<View>,
    solutions: Box<dyn Write + Send>,
    /// Whether solutions are listed and excluded.
    pub(in crate::proof) lists: bool,
    /// Whether model rows express the objective values to improve on.
    pub(in crate::proof) bounds: bool,
    /// The decisions above the searched part of the tree; they are model rows.
    above: Vec<Atom>,
    /// The left branches on the path to the current node, without the decisions in `above`.
    left: Vec<Decision>,
    /// The clauses of failed nodes, each with its number of literals.
    lemmas: Vec<(usize, RowId)>,
    /// The written reasons, by trail position.
    reasons: Vec<(usize, RowId)>,
    /// The positions whose reasons are queued or known to the checker.
    logged: FixedBitSet,
    pending: Vec<usize>,
    repeated: Repeated,
    /// The number of root facts processed. The checker knows those that depend on nogoods; others are logged when
    /// needed.
    root: usize,
    pub(in crate::proof) is_refuted: bool,
    /// The inequalities of the linear relaxation's rows, by index; `None` without a relaxation.
    limits: Option<BTreeMap<u32, Limit>>,
    /// The objective of core-guided search; `None` if the search is not guided by cores.
    reformulated: Option<Reformulated>,
    /// Whether the search learns.
    learns: bool,
    /// Whether no reason needs a line.
    suffices: bool,
    /// Lines that are needed only for the next line.
    once: Vec<RowId>,
    /// The lines of learned nogoods, by nogood index.
    nogoods: Vec<Option<RowId>>,
    found: u64,
    pub(in crate::proof) best: Option<i32>,
    /// The values of all variables in the last solution.
    last: Option<Vec<i32>>,
    pub(in crate::proof) failed: Option<ProofError>,
    /// The first reason that was not derived. Used only in a search for one solution, where the solution itself is the
    /// proof. No line is written after it.
    pub(in crate::proof) gap: Option<ProofError>,
}

/// A decision. The literal for its negation in a clause is created when first needed.
struct Decision {
    depth: u64,
    atom: Atom,
    denied: Option<Literal>,
}

/// Which trail entries to visit for a premise: only root facts, or all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Root,
    Any,
}

impl<'m> ProofLog<'m> {
    pub(in crate::proof) fn new(
        encoding: Encoding,
        (model, flat): (&'m Model, &'m Flat),
        statements: &'m [Statement],
        (views, objective): (&'m [View], Option<View>),
        solutions: Box<dyn Write + Send>,
        (Kind { lists, bounds, part }, learns): (Kind<'_>, bool),
    ) -> ProofLog<'m> {
        let mut statement_of = Vec::new();
        for (i, statement) in (0..).zip(statements) {
            let end = statement.propagators.end.max(statement_of.len());
            statement_of.resize(end, u32::MAX);
            statement_of[statement.propagators.clone()].fill(i);
        }
        let suffices = encoding.stated.iter().all(|stated| stated.suffices);
        ProofLog {
            encoding,
            model,
            flat,
            statements,
            statement_of,
            views,
            objective,
            solutions,
            lists,
            bounds,
            above: part.map(|part| part.decisions().collect()).unwrap_or_default(),
            left: Vec::new(),
            lemmas: Vec::new(),
            reasons: Vec::new(),
            logged: FixedBitSet::new(),
            pending: Vec::new(),
            repeated: Repeated::default(),
            root: 0,
            is_refuted: false,
            limits: None,
            reformulated: None,
            learns,
            suffices,
            once: Vec::new(),
            nogoods: Vec::new(),
            found: 0,
            best: None,
            last: None,
            failed: None,
            gap: None,
        }
    }

    fn log_event(&mut self, event: &Event, engine: &Engine) {
        match *event {
            Event::Decide { depth, atom, branch: Branch::Left, .. } if depth > self.above.len() as u64 => {
                self.left.push(Decision { depth, atom, denied: None });
            }
            Event::Backtrack { depth } => {
                self.undone(engine.facts());
                while self.left.last().is_some_and(|left| left.depth > depth) {
                    self.left.pop();
                }
            }
            Event::Fail { .. } if self.learns && engine.level() > 0 => {}
            Event::Fail { .. } => self.failed_node(engine),
            Event::Learn { nogood, .. } => self.learned(engine, nogood),
            Event::Solution { .. } => self.solution(engine),
            Event::Restart { .. } => {
                // The search keeps the clauses of failed nodes as nogoods, so their lines stay in the proof.
                self.lemmas.clear();
                self.left.clear();
                self.undone(engine.facts());
            }
            _ => {}
        }
    }

    /// Deletes the reasons for undone facts.
    fn undone(&mut self, facts: usize) {
        if facts < self.logged.len() {
            self.logged.remove_range(facts..);
        }
        let kept = self.reasons.partition_point(|reason| reason.0 < facts);
        if kept < self.reasons.len() {
            // A learning search jumps back before it logs the nogood, which may need these reasons.
            self.once.extend(self.reasons.drain(kept..).map(|reason| reason.1));
            if !self.learns {
                self.forget_once();
            }
        }
    }

    fn failed_node(&mut self, engine: &Engine) {
        self.log_root(engine);
        let conflict = if self.suffices { None } else { engine.conflict() };
        if let Some(conflict) = &conflict {
            self.visit_premises(engine, conflict, engine.facts(), Depth::Any);
        }
        // A decision above the part may already be false; then no propagator has a conflict.
        for i in 0..self.above.len() {
            self.visit(engine, !self.above[i], engine.facts(), Depth::Any);
        }
        self.log_pending(engine);
        if let Some(conflict) = conflict {
            self.log_once(&conflict);
        }
        self.refute(self.left.len());
        self.forget_once();
    }

    /// Writes a clause stating that the decisions of the first levels do not all hold.
    fn refute(&mut self, level: usize) {
        if !self.may_continue() {
            return;
        }
        let decisions = self.left.iter_mut().take(level);
        let denied = decisions.map(|left| *left.denied.get_or_insert_with(|| !self.encoding.atom(left.atom)));
        let clause: Vec<Literal> = denied.collect();
        let line = self.encoding.writer.rup(&clause);
        let kept = self.lemmas.partition_point(|lemma| lemma.0 <= clause.len());
        let below: Vec<RowId> = self.lemmas.drain(kept..).map(|lemma| lemma.1).collect();
        self.encoding.writer.delete(&below);
        self.lemmas.push((clause.len(), line));
        self.is_refuted |= clause.is_empty();
    }

    /// Queues the trail entries that made the premises true.
    fn visit_premises(&mut self, engine: &Engine, inference: &Inference, position: usize, depth: Depth) {
        let denied = inference.fact.filter(|_| position == engine.facts()).map(|fact| !fact);
        for atom in inference.premises.iter().copied().chain(denied) {
            self.visit(engine, atom, position, depth);
        }
    }

    fn visit(&mut self, engine: &Engine, atom: Atom, position: usize, depth: Depth) {
        if self.suffices {
            return;
        }
        let entries = match engine.origin(atom, position) {
            Some(Origin::Entry(at)) => vec![at],
            Some(Origin::Together(entries)) => entries,
            Some(Origin::Root) | None => return,
        };
        let counts = |at: &usize| depth == Depth::Any || engine.level_of(*at) == 0;
        entries.into_iter().filter(counts).for_each(|at| self.queue(at));
    }

    fn queue(&mut self, at: usize) {
        self.logged.grow(at + 1);
        if !self.logged.put(at) {
            self.pending.push(at);
        }
    }

    /// Writes the reasons for queued entries and for their antecedents.
    fn log_pending(&mut self, engine: &Engine) {
        let mut inferences = Vec::new();
        while let Some(position) = self.pending.pop() {
            let Some(inference) = engine.inference(position) else {
                // A decision has no reason. At the root, it is a right branch whose left branch is refuted. Sums rely
                // on it, so it is written.
                if let (Some(fact), 0, true) = (engine.fact(position), engine.level_of(position), self.limits.is_some())
                {
                    let l = self.encoding.atom(fact);
                    self.encoding.writer.rup(&[l]);
                    self.encoding.database.know(l);
                }
                continue;
            };
            self.visit_premises(engine, &inference, position, Depth::Any);
            inferences.push((position, inference));
        }
        inferences.sort_unstable_by_key(|inference| inference.0);
        for (position, inference) in inferences {
            let line = self.log(&inference);
            if engine.level_of(position) > 0 {
                self.reasons.extend(line.map(|line| (position, line)));
            } else if let Some(fact) = inference.fact {
                // Lines about the root are kept. If no line is needed, the checker finds the fact itself; but for a
                // fact from a nogood, it can do so only while it has the nogood, so such a fact is written.
                let l = self.encoding.atom(fact);
                if engine.nogood_at(position).is_some() && self.may_continue() {
                    self.encoding.writer.rup(&[l]);
                }
                self.encoding.database.know(l);
            }
        }
        self.reasons.sort_unstable_by_key(|reason| reason.0);
    }

    /// Logs the conflict analysis of a learning search.
    fn conflict(&mut self, engine: &Engine, analysed: Analysed<'_>) {
        self.log_root(engine);
        let conflict = engine.conflict().map(|conflict| (engine.facts(), conflict));
        let (explained, depth) = match analysed {
            Analysed::Nogood(explained) => (explained, Depth::Root),
            Analysed::Decisions | Analysed::Branch(_) => (&[][..], Depth::Any),
        };
        let explained = explained.iter().filter_map(|&(position, fact)| {
            let mut premises = Premises::with_sum();
            let (propagator, rule) = engine.premises_at(position, Some(fact), &mut premises)?;
            Some((position, Inference { propagator, fact: Some(fact), premises, rule }))
        });
        let steps: Vec<(usize, Inference)> = conflict.into_iter().chain(explained).collect();
        for (position, inference) in &steps {
            self.visit_premises(engine, inference, *position, depth);
        }
        self.log_pending(engine);
        steps.iter().for_each(|(_, inference)| self.log_once(inference));
        if let Analysed::Branch(level) = analysed {
            self.refute(level);
            self.forget_once();
        }
    }

    /// Writes a reason that is needed only for the next line.
    fn log_once(&mut self, inference: &Inference) {
        let line = self.log(inference);
        self.once.extend(line);
    }

    /// Deletes the lines that were needed only for the line written last.
    fn forget_once(&mut self) {
        let lines = std::mem::take(&mut self.once);
        self.encoding.writer.delete(&lines);
    }

    /// Logs a nogood that the search has stored.
    fn learned(&mut self, engine: &Engine, number: u32) {
        if !self.may_continue() {
            return;
        }
        let clause: Vec<Literal> = engine.nogood(number).iter().map(|&atom| self.encoding.atom(atom)).collect();
        let line = self.encoding.writer.rup(&clause);
        let at = number as usize;
        if self.nogoods.len() <= at {
            self.nogoods.resize(at + 1, None);
        }
        // The indices of deleted nogoods are reused.
        self.once.extend(self.nogoods[at].replace(line));
        self.forget_once();
    }

    /// Writes the root facts that depend on nogoods, because the nogoods may be deleted. With a linear relaxation or
    /// core-guided search, writes all root facts, because sums rely on them and the propagator of totals is replaced.
    fn log_root(&mut self, engine: &Engine) {
        while self.root < engine.facts() && engine.level_of(self.root) == 0 {
            if self.limits.is_some() || self.reformulated.is_some() || engine.nogood_at(self.root).is_some() {
                self.queue(self.root);
            }
            self.root += 1;
        }
        self.log_pending(engine);
    }

    /// Whether more lines may be written: every reason so far was derived, and no limit is reached.
    fn may_continue(&mut self) -> bool {
        self.gap.is_none() && self.encoding.database.budget.check_now()
    }

    /// Whether the search has an objective.
    pub(in crate::proof) fn is_optimising(&self) -> bool {
        self.objective.is_some()
    }

    /// The number of solutions found.
    pub(in crate::proof) fn found(&self) -> u64 {
        self.found
    }

    /// Ends the files with a conclusion.
    pub(in crate::proof) fn finish(&mut self, conclusion: &str) -> Result<(), ProofError> {
        self.encoding.writer.conclude(conclusion)?;
        Ok(self.solutions.flush()?)
    }
}

impl Watch for ProofLog<'_> {
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        engine.propagate()
    }

    fn propagate_with_nogoods(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        engine.propagate_with_nogoods()
    }

    fn analysed(&mut self, engine: &Engine, analysed: Analysed<'_>) {
        self.conflict(engine, analysed);
    }

    fn imported(&mut self, other: &Engine) {
        self.import(other.vars().map(|var| other.min(View::from(var))).collect());
    }

    fn admit(&mut self, engine: &Engine, rows: &mut LinearRows) {
        self.admit_rows(engine, rows);
    }

    fn admit_sum(&mut self, _: &Engine, objective: View, sum: &ObjectiveSum) -> Option<usize> {
        self.row_of_objective(objective, sum)
    }

    fn core(&mut self, engine: &Engine, clause: &[Atom]) {
        self.log_core(engine, clause);
    }

    fn total(&mut self, total: &Total) {
        self.log_total(total);
    }

    fn wants_explanations(&self) -> bool {
        true
    }

    fn on_event(&mut self, engine: &Engine, event: impl FnOnce() -> Event) -> Result<(), StopReason> {
        self.log_event(&event(), engine);
        match (self.failed.is_some() || self.encoding.writer.has_failed(), self.encoding.database.budget.stopped) {
            (true, _) => Err(StopReason::Observer),
            (false, Some(by)) => Err(by),
            (false, None) => Ok(()),
        }
    }
}
