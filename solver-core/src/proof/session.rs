//! A proof session, from the first row to the conclusion.

use super::encoding::Encoding;
use super::error::ProofError;
use super::kind::Kind;
use super::log::ProofLog;
use super::writer::Writer;
use crate::budget::{Budget, StopReason, drop_in_background};
use crate::compile::Statement;
use crate::compile::SymbolTable;
use crate::engine::Engine;
use crate::export::{Flattener, Idiom};
use crate::model::Model;
use crate::search::Step;
use crate::value_set::ValueSet;
use crate::view::View;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The output files of a proof.
pub struct ProofFiles {
    /// The model rows, and the rows that exclude the listed solutions (`.opb`).
    pub model: Box<dyn Write + Send>,
    /// The proof lines (`.pbp`).
    pub proof: Box<dyn Write + Send>,
    /// The solutions, each as a list of the Boolean model variables that are true.
    pub solutions: Box<dyn Write + Send>,
}

impl ProofFiles {
    /// Creates `model.opb`, `proof.pbp` and `solutions.txt` in a folder, which is created if necessary.
    ///
    /// # Errors
    /// The system's error, if one of the files cannot be created.
    pub fn create(folder: &Path) -> std::io::Result<ProofFiles> {
        std::fs::create_dir_all(folder)?;
        let [model, proof, solutions] =
            ["model.opb", "proof.pbp", "solutions.txt"].map(|name| File::create(folder.join(name)));
        Ok(ProofFiles { model: Box::new(model?), proof: Box::new(proof?), solutions: Box::new(solutions?) })
    }
}

/// The claim of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// There are exactly this many solutions, all of them listed.
    Solutions(u64),
    /// There is a solution.
    Satisfiable,
    /// The objective has this optimal value.
    Optimum(i32),
    /// An optimum was sought, but there is no solution.
    NoOptimum,
    /// A limit ended the search, so nothing is claimed.
    Nothing(StopReason),
}

impl Claim {
    /// The checker's line that confirms the claim; `None` if nothing is claimed. A maximised objective is written with
    /// the opposite sign.
    pub fn verdict(&self, maximises: bool) -> Option<String> {
        match *self {
            Claim::Solutions(_) => Some("s VERIFIED UNSATISFIABLE".to_owned()),
            Claim::Satisfiable => Some("s VERIFIED SATISFIABLE".to_owned()),
            Claim::Optimum(value) => {
                let value = if maximises { -i64::from(value) } else { value.into() };
                Some(format!("s VERIFIED BOUNDS {value} <= obj <= {value}"))
            }
            Claim::NoOptimum => Some("s VERIFIED BOUNDS INF <= obj <= INF".to_owned()),
            Claim::Nothing(_) => None,
        }
    }
}

/// A model prepared for a search with a proof.
pub(crate) struct Proving<'m> {
    model: &'m Model,
    flattener: Flattener<'m>,
    encoding: Encoding,
    views: Vec<View>,
    objective: Option<View>,
    statements: &'m [Statement],
    solutions: Box<dyn Write + Send>,
    kind: Kind<'m>,
}

impl<'m> Proving<'m> {
    /// Writes the model to the files.
    pub(crate) fn new(
        model: &'m Model,
        (engine, symbols): (&Engine, &SymbolTable),
        statements: &'m [Statement],
        views: &[View],
        objective: Option<View>,
        (files, kind): (ProofFiles, Kind<'m>),
        budget: Budget,
    ) -> Result<Proving<'m>, ProofError> {
        let mut encoding = Encoding::new(Writer::new(files.model, files.proof), budget);
        let domains: Vec<ValueSet> = engine.root_domains().to_vec();
        for (var, domain) in engine.vars().zip(&domains) {
            encoding.declare(symbols.variable(var), domain);
            if engine.is_reserved(var) {
                encoding.make_total(var, &[]);
            }
        }
        if kind.part.is_some() {
            encoding.plan_decisions();
        }
        let mut flattener = Flattener::new(model, Idiom::FlatZinc, domains, encoding.database.budget.clone());
        statements.iter().for_each(|statement| encoding.plan(model, statement));
        match objective {
            Some(view) if kind.bounds => _ = encoding.terms(view),
            Some(view) => encoding.minimise(view),
            None => {}
        }
        for statement in statements {
            // If a limit was reached, nothing will be claimed.
            if !encoding.database.budget.check_now() {
                break;
            }
            let name = symbols.constraint(statement.constraint).to_owned();
            let stated = encoding.state(&mut flattener, statement, name);
            if encoding.database.budget.check_now() {
                stated?;
            }
        }
        encoding.finish(kind.part.is_some());
        if kind.lists {
            encoding.listed_by(views);
        }
        encoding.written("the model")?;
        let (views, solutions) = (views.to_vec(), files.solutions);
        kind.part.map_or(Ok(()), |part| encoding.enter(part))?;
        Ok(Proving { model, flattener, encoding, views, objective, statements, solutions, kind })
    }

    /// Whether some inference needs a line. If not, the search need not record reasons.
    pub(crate) fn needs_reasons(&self) -> bool {
        self.encoding.stated.iter().any(|stated| !stated.suffices)
    }

    /// Logs a search.
    pub(crate) fn search(
        self,
        learns: bool,
        search: impl FnOnce(&mut ProofLog<'_>) -> Step,
    ) -> Result<Claim, ProofError> {
        let Proving { model, flattener, encoding, views, objective, statements, solutions, kind } = self;
        let flat = flattener.into_flat();
        let mut log =
            ProofLog::new(encoding, (model, &flat), statements, (&views, objective), solutions, (kind, learns));
        let end = search(&mut log);
        let claim = log.conclude(end);
        if let Ok(Claim::Nothing(_)) = claim {
            drop_in_background((log.encoding, flat));
        }
        claim
    }
}

impl ProofLog<'_> {
    fn conclude(&mut self, end: Step) -> Result<Claim, ProofError> {
        // If solutions are not listed, only the last solution is written.
        let last = if self.lists || self.bounds { Vec::new() } else { self.write_last() };
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let is_exhausted = matches!(end, Step::Exhausted);
        if let (Some(error), true) = (self.gap.take(), is_exhausted) {
            return Err(error);
        }
        let complete = is_exhausted && self.is_refuted;
        let claim = match (complete, end, self.is_optimising(), self.best) {
            (true, ..) if self.bounds => Claim::Solutions(0),
            (true, _, false, _) => Claim::Solutions(self.found()),
            (true, _, true, Some(best)) => Claim::Optimum(best),
            (true, _, true, None) => Claim::NoOptimum,
            (false, Step::Stopped(StopReason::Solutions), false, _) if self.found() == 1 => Claim::Satisfiable,
            (false, Step::Stopped(by), ..) => Claim::Nothing(by),
            (false, ..) => Claim::Nothing(StopReason::Observer),
        };
        if claim == Claim::Satisfiable {
            self.encoding.writer.solution(&last);
        }
        let conclusion = match claim {
            Claim::Solutions(_) => "UNSAT".to_owned(),
            Claim::Satisfiable => "SAT".to_owned(),
            Claim::Optimum(best) => format!("BOUNDS {best} {best}"),
            Claim::NoOptimum => "BOUNDS INF INF".to_owned(),
            Claim::Nothing(_) => "NONE".to_owned(),
        };
        self.finish(&conclusion)?;
        Ok(claim)
    }
}
