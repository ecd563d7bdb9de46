//! The answer to `--why` as data: printed as JSON, and the source of the text.

use crate::queens::changes::RulesSummary;
use crate::queens::question::Question;
use crate::run::envelope::{self, Fields, Outcome};
use serde::{Serialize, Serializer};
use solver_core::StopReason;
use std::io;

/// The question and the answer.
pub(super) struct Report<'a> {
    pub(super) question: &'a Question<'a>,
    /// The square or column asked about.
    pub(super) why: String,
    pub(super) answer: Answer,
    /// Row by row from the top, as the board is drawn.
    pub(super) picture: Option<String>,
}

impl Report<'_> {
    pub(super) fn given(&self) -> Vec<String> {
        self.question.changes.givens().names()
    }

    /// What is changed besides.
    pub(super) fn rules(&self) -> RulesSummary {
        RulesSummary::rules(&self.question.changes)
    }

    pub(super) fn print_json(&self) -> io::Result<()> {
        let question = Fields::new().with("n", self.question.n()).with("given", self.given()).all_of(self.rules());
        let question =
            question.with("model", self.question.formulation.name()).with("consistency", self.question.level());
        let answer = envelope::answer(self.stopped_by(), Outcome::Complete).all_of(&self.answer);
        envelope::print("queens", question.with("why", &self.why), answer)
    }

    /// The limit that keeps the answer from being whole.
    pub(super) fn stopped_by(&self) -> Option<StopReason> {
        match &self.answer {
            Answer::Stopped { by } => Some(*by),
            Answer::Open { search } => search.stopped_by,
            Answer::RuledOut { because } | Answer::Required { because } | Answer::Contradiction { because } => {
                because.minimal.as_ref().and_then(|minimal| minimal.stopped_by)
            }
            Answer::Column { .. } => None,
        }
    }
}

/// What there is to say.
#[derive(Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(super) enum Answer {
    /// No queen can stand there.
    RuledOut { because: Justified },
    /// A queen must stand there.
    Required { because: Justified },
    /// Propagation decides nothing; this is what search says.
    Open { search: Searched },
    /// The given queens contradict each other.
    Contradiction { because: Justified },
    /// Every square of a column.
    Column { squares: Vec<Line> },
    /// A limit came first.
    Stopped {
        #[serde(skip)]
        by: StopReason,
    },
}

/// An explanation.
#[derive(Serialize)]
pub(super) struct Justified {
    pub(super) depth: &'static str,
    /// `propagation` or `search`.
    pub(super) follows_by: &'static str,
    /// The given queens at the end of the chain, as squares; with depth `step` none are looked for.
    pub(super) needs: Vec<String>,
    /// With depth `smallest`.
    pub(super) minimal: Option<Minimal>,
    pub(super) steps: Vec<Step>,
    /// How many steps were checked again by the checker of their constraint.
    pub(super) verified: usize,
}

/// Whether each given queen that is named is needed.
#[derive(Serialize)]
pub(super) struct Minimal {
    pub(super) proven: bool,
    /// Nodes of the searches for the proof.
    pub(super) nodes: u64,
    #[serde(serialize_with = "by_name_if_any")]
    pub(super) stopped_by: Option<StopReason>,
}

/// A step of an explanation.
#[derive(Serialize)]
pub(super) struct Step {
    pub(super) number: usize,
    pub(super) sentence: String,
    /// The numbers of the steps that it rests on.
    pub(super) from: Vec<usize>,
    /// `given`, `declared`, `stated`, `constraint`, `column` or `search`.
    pub(super) kind: &'static str,
    pub(super) rule: &'static str,
    /// The constraint's name in the model.
    pub(super) constraint: Option<String>,
}

/// What a search said. Boards are the rows of the columns' queens, from 1.
#[derive(Serialize)]
pub(super) struct Searched {
    pub(super) found: Found,
    /// Nodes of the search that found nothing, where one did.
    pub(super) nodes: Option<u64>,
    #[serde(serialize_with = "by_name_if_any")]
    pub(super) stopped_by: Option<StopReason>,
    pub(super) with: Option<Vec<u32>>,
    pub(super) without: Option<Vec<u32>>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Found {
    /// Every solution has a queen there.
    Always,
    /// No solution has.
    Never,
    /// Some have, some have not.
    Either,
    /// There is no solution.
    NoSolution,
    /// A limit came first.
    Unknown,
}

/// One square of a column.
#[derive(Serialize)]
pub(super) struct Line {
    pub(super) square: String,
    pub(super) state: State,
    /// What made it so, in one sentence; nothing for a free square.
    pub(super) sentence: Option<String>,
    pub(super) rule: Option<&'static str>,
    pub(super) constraint: Option<String>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    Free,
    RuledOut,
    Required,
}

fn by_name_if_any<S: Serializer>(by: &Option<StopReason>, to: S) -> Result<S::Ok, S::Error> {
    by.map(|by| by.to_string()).serialize(to)
}
