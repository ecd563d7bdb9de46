//! Rule changes of `ferz queens N`: parses them from the options and writes them to the output.

use super::args::Changed;
use crate::input::text;
use crate::run::prelude::*;
use queens::{Changes, Formulation, Givens, Instance, QueensError, Reading};
use serde::Serialize;
use std::path::Path;

impl Changed {
    /// Returns the board and its rules. The board size is that of the instance or, without an instance, `n`.
    pub(crate) fn changes(&self, n: Option<u64>, formulation: Formulation, bound: u64) -> Result<Changes, BadInput> {
        let instance = self.instance.as_deref().map(|path| self.read(path, n, bound)).transpose()?;
        let size = instance.as_ref().map_or(n.unwrap_or_default(), |instance| instance.size() as u64);
        let hinted = |error: QueensError| bad(error.to_string().replace("local search", "`--method local-search`"));
        queens::check_size(size, formulation).map_err(hinted)?;
        let n = usize::try_from(size).map_err(|_| BadInput("the board is too large".to_owned()))?;
        let mut changes = instance.map_or_else(|| Changes::none(n), |instance| instance.changes().clone());
        if let Some(text) = &self.given {
            let bad = |e: String| BadInput(format!("--given '{text}': {e}"));
            let more = Givens::parse(n, text).map_err(|e| bad(e.to_string()))?;
            let all = changes.givens().squares().iter().chain(more.squares()).copied();
            let all = Givens::new(n, all).map_err(|e| bad(e.to_string()))?;
            changes = changes.with_givens(all).map_err(|e| bad(e.to_string()))?;
        }
        if let Some(text) = &self.blocked {
            let with = Changes::squares(text).and_then(|squares| changes.with_blocked(squares));
            changes = with.map_err(|e| BadInput(format!("--blocked '{text}': {e}")))?;
        }
        if let Some(text) = &self.excluded {
            let with = Changes::diagonals(n, text).and_then(|diagonals| changes.with_excluded(diagonals));
            changes = with.map_err(|e| BadInput(format!("--excluded '{text}': {e}")))?;
        }
        let changes = if self.torus { changes.on_torus() } else { changes };
        Ok(if self.superqueens { changes.with_superqueens() } else { changes })
    }

    fn read(&self, path: &Path, n: Option<u64>, bound: u64) -> Result<Instance, BadInput> {
        let reading = Reading { kind: self.kind, base: self.base, diagonals: self.first };
        let instance = Instance::read(&text(path, bound)?, &reading).map_err(|e| {
            let hint = match e.fault {
                queens::Fault::Bare => " (--kind)",
                queens::Fault::OffBoard { .. } if e.to_string().ends_with("say so") => " (--base)",
                _ => "",
            };
            BadInput(format!("{}, {e}{hint}", path.display()))
        })?;
        let size = instance.size() as u64;
        if let Some(asked) = n.filter(|&asked| asked != size) {
            reject!("{} is about {size} queens, not {asked}: leave out the number", path.display());
        }
        Ok(instance)
    }
}

/// The changed rules, as written in text and JSON.
#[derive(Clone, Default, Serialize)]
pub(crate) struct RulesSummary {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    given: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    torus: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    superqueens: bool,
}

/// The maximum length of a list that is written out in text; of a longer list, only the length is written.
const MANY: usize = 8;

impl RulesSummary {
    pub(crate) fn new(changes: &Changes) -> RulesSummary {
        let n = changes.size();
        RulesSummary {
            given: changes.givens().names(),
            blocked: changes.blocked().iter().map(|square| square.on(n).to_string()).collect(),
            excluded: changes.excluded().iter().map(|diagonal| diagonal.on(n).to_string()).collect(),
            torus: changes.is_torus(),
            superqueens: changes.has_superqueens(),
        }
    }

    /// Like [`new`](RulesSummary::new), but without the given queens.
    pub(crate) fn rules(changes: &Changes) -> RulesSummary {
        RulesSummary { given: Vec::new(), ..RulesSummary::new(changes) }
    }

    /// The features that symmetries must preserve, in words, such as `the given queens`.
    pub(crate) fn places(&self) -> &'static str {
        match (self.given.is_empty(), self.blocked.is_empty(), self.excluded.is_empty()) {
            (_, true, true) => "the given queens",
            (true, false, true) => "the blocked squares",
            (true, true, false) => "the excluded diagonals",
            _ => "what is changed",
        }
    }

    /// The puzzle in words, such as `8 queens with d1`.
    pub(crate) fn puzzle(&self, n: u64) -> String {
        let mut of = plural(n, if self.superqueens { "superqueen" } else { "queen" });
        if self.torus {
            of += " on a torus";
        }
        if !self.given.is_empty() {
            of += &format!(" with {}", self.given.join(", "));
        }
        for (list, one, several, kind) in
            [(&self.blocked, "", "", "squares"), (&self.excluded, "the diagonal ", "the diagonals ", "diagonals")]
        {
            match list.len() {
                0 => {}
                1 => of += &format!(", none on {one}{}", list[0]),
                2..=MANY => of += &format!(", none on {several}{}", list.join(", ")),
                count => of += &format!(", none on {count} {kind}"),
            }
        }
        of
    }
}
