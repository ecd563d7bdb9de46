//! Rule changes of `ferz queens N`: from the options to the puzzle, and in output.

use super::args::{Changed, Queens};
use crate::exit::{BadInput, bad, reject};
use crate::input::{bound, text};
use crate::wording::plural;
use queens::{Changes, Formulation, Givens, Instance, Reading};
use serde::Serialize;
use std::path::Path;

impl Queens {
    /// Reads the instance, if there is one, and with it the board's size.
    pub(crate) fn load(&mut self) -> Result<(), BadInput> {
        self.n = self.changed.load(self.asked, bound(self.limits.memory_limit))?;
        Ok(())
    }
}

impl Changed {
    /// Reads the instance, if there is one, and tells the board's size: that of the instance, or the one asked for.
    pub(crate) fn load(&mut self, asked: Option<u64>, bound: u64) -> Result<u64, BadInput> {
        let Some(path) = &self.instance else { return Ok(asked.unwrap_or_default()) };
        let reading = Reading { kind: self.kind, base: self.base, diagonals: self.first };
        let instance = read(path, bound, &reading)?;
        let size = instance.size() as u64;
        if let Some(asked) = asked.filter(|&asked| asked != size) {
            reject!("{} is about {size} queens, not {asked}: leave out the number", path.display());
        }
        self.loaded = Some(instance);
        Ok(size)
    }

    /// The board of this size and its rules.
    pub(crate) fn changes(&self, n: u64, formulation: Formulation) -> Result<Changes, BadInput> {
        queens::check_size(n, formulation).map_err(bad)?;
        let n = usize::try_from(n).map_err(|_| BadInput("the board is too large".to_owned()))?;
        let mut changes = match &self.loaded {
            Some(instance) => instance.changes().clone(),
            None => Changes::none(n),
        };
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
        if self.torus {
            changes = changes.on_torus();
        }
        if self.superqueens {
            changes = changes.with_superqueens();
        }
        Ok(changes)
    }
}

fn read(path: &Path, bound: u64, reading: &Reading) -> Result<Instance, BadInput> {
    Instance::read(&text(path, bound)?, reading).map_err(|e| {
        let hint = match e.fault {
            queens::Fault::Bare => " (--kind)",
            queens::Fault::OffBoard { .. } if e.to_string().ends_with("say so") => " (--base)",
            _ => "",
        };
        BadInput(format!("{}, {e}{hint}", path.display()))
    })
}

/// What is changed, as JSON and people have it.
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

/// Longer lists are told by their length.
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

    /// As [`new`](RulesSummary::new), without the given queens.
    pub(crate) fn rules(changes: &Changes) -> RulesSummary {
        RulesSummary { given: Vec::new(), ..RulesSummary::new(changes) }
    }

    /// What symmetries have to keep: `the given queens`.
    pub(crate) fn places(&self) -> &'static str {
        match (self.given.is_empty(), self.blocked.is_empty(), self.excluded.is_empty()) {
            (_, true, true) => "the given queens",
            (true, false, true) => "the blocked squares",
            (true, true, false) => "the excluded diagonals",
            _ => "what is changed",
        }
    }

    /// The puzzle: `8 queens with d1`.
    pub(crate) fn of(&self, n: u64) -> String {
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
