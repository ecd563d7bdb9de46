//! Rule changes of `ferz queens N`: options and output.

use crate::args::{Queens, named};
use crate::exit::BadInput;
use crate::input;
use clap::Args as ClapArgs;
use queens::{Changes, Givens, Instance, Kind, Reading};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(ClapArgs)]
#[command(next_help_heading = "Changed rules")]
pub(crate) struct Changed {
    /// Only solutions with queens on these squares: d1,f2 or, in numbers, 4:1,6:2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub(crate) given: Option<String>,

    /// No queens on these squares: d4,e5
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub(crate) blocked: Option<String>,

    /// No queens on these diagonals, each named by two of its squares: a3-f8,a1-h8
    #[arg(long, value_name = "DIAGONALS", allow_hyphen_values = true)]
    pub(crate) excluded: Option<String>,

    /// Diagonals go on at the opposite edge of the board
    #[arg(long)]
    pub(crate) torus: bool,

    /// Queens that move like knights too, also called amazons
    #[arg(long)]
    pub(crate) superqueens: bool,

    /// Read the board's size and what is given, blocked or excluded from a file of CSPLib 079 or 080
    #[arg(long, value_name = "FILE")]
    pub(crate) instance: Option<PathBuf>,

    /// What the numbers of the file are, where it does not tell
    #[arg(
        long,
        value_name = "KIND",
        requires = "instance",
        value_parser = named(&Kind::ALL, Kind::name)
    )]
    pub(crate) kind: Option<Kind>,

    /// The first row and column of the file's squares (default: 0 for `init`, 1 for `blocks`)
    #[arg(long, value_name = "BASE", requires = "instance", value_parser = named(&[0, 1], base))]
    pub(crate) base: Option<u32>,

    /// Take only the first D diagonals of the file
    #[arg(long, value_name = "D", requires = "instance")]
    pub(crate) first: Option<usize>,

    /// What the file says.
    #[arg(skip)]
    loaded: Option<Instance>,
}

fn base(base: u32) -> &'static str {
    if base == 0 { "0" } else { "1" }
}

impl Queens {
    /// Reads the instance, if there is one, and with it the board's size.
    pub(crate) fn load(&mut self) -> Result<(), BadInput> {
        let changed = &mut self.changed;
        let Some(path) = &changed.instance else { return Ok(()) };
        let reading = Reading { kind: changed.kind, base: changed.base, diagonals: changed.first };
        let instance = read(path, input::bound(self.memory_limit), &reading)?;
        let size = instance.size() as u64;
        if let Some(asked) = self.asked.filter(|&asked| asked != size) {
            let path = path.display();
            return Err(BadInput(format!("{path} is about {size} queens, not {asked}: leave out the number")));
        }
        self.n = size;
        changed.loaded = Some(instance);
        Ok(())
    }

    /// The board and its rules, as asked for.
    pub(crate) fn changes(&self) -> Result<Changes, BadInput> {
        let changed = &self.changed;
        queens::check_size(self.n, self.model).map_err(|e| BadInput(e.to_string()))?;
        let n = usize::try_from(self.n).map_err(|_| BadInput("the board is too large".to_owned()))?;
        let mut changes = match &changed.loaded {
            Some(instance) => instance.changes().clone(),
            None => Changes::none(n),
        };
        if let Some(text) = &changed.given {
            let bad = |e: String| BadInput(format!("--given '{text}': {e}"));
            let more = Givens::parse(n, text).map_err(|e| bad(e.to_string()))?;
            let all = changes.givens().squares().iter().chain(more.squares()).copied();
            let all = Givens::new(n, all).map_err(|e| bad(e.to_string()))?;
            changes = changes.with_givens(all).map_err(|e| bad(e.to_string()))?;
        }
        if let Some(text) = &changed.blocked {
            let with = Changes::squares(text).and_then(|squares| changes.with_blocked(squares));
            changes = with.map_err(|e| BadInput(format!("--blocked '{text}': {e}")))?;
        }
        if let Some(text) = &changed.excluded {
            let with = Changes::diagonals(n, text).and_then(|diagonals| changes.with_excluded(diagonals));
            changes = with.map_err(|e| BadInput(format!("--excluded '{text}': {e}")))?;
        }
        if changed.torus {
            changes = changes.on_torus();
        }
        if changed.superqueens {
            changes = changes.with_superqueens();
        }
        Ok(changes)
    }
}

fn read(path: &Path, bound: u64, reading: &Reading) -> Result<Instance, BadInput> {
    let shown = path.display();
    let text = input::text(path, bound).map_err(|e| BadInput(format!("cannot read {shown}: {e}")))?;
    Instance::read(&text, reading).map_err(|e| {
        let hint = match e.fault {
            queens::Fault::Bare => " (--kind)",
            queens::Fault::OffBoard { .. } if e.to_string().ends_with("say so") => " (--base)",
            _ => "",
        };
        BadInput(format!("{shown}, {e}{hint}"))
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
        let queen = if self.superqueens { "superqueen" } else { "queen" };
        let mut of = format!("{n} {queen}{}", if n == 1 { "" } else { "s" });
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
