//! The catalogue of all models, by name, with their parameters. Programs use it to let the user choose a model.

use crate::{
    CarPlan, Classic, Clues, FlexibleJobShop, Identity, JobShop, Luggage, MultiModeProject, Project, TimeLagProject,
    Towns,
};
use solver_core::prelude::*;
use std::ops::RangeInclusive;

/// A model in the catalogue, with its parameters.
#[derive(Debug)]
pub struct Entry {
    /// The name of the model.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// The parameters of the model, in order.
    pub needs: &'static [Need],
    state: fn(&[Argument]) -> Result<Classic, ModelError>,
}

/// A parameter of a model.
#[derive(Debug)]
pub enum Need {
    /// A number within a range, and an example.
    Number(&'static str, RangeInclusive<i32>, i32),
    /// One of several names, and an example.
    Name(&'static str, &'static [&'static str], &'static str),
}

/// The value of a parameter: a number, or the index of a name in the list of names.
#[derive(Clone, Copy)]
enum Argument {
    Number(i32),
    Name(usize),
}

/// The reason a model cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unusable {
    /// There are too few or too many arguments, or an argument is invalid.
    #[error("{0}")]
    Words(String),
    /// The model is invalid.
    #[error(transparent)]
    Model(#[from] ModelError),
}

const IDENTITIES: [Identity; 5] = [Identity::Qg3, Identity::Qg4, Identity::Qg5, Identity::Qg6, Identity::Qg7];

/// All models, by name.
pub const CATALOGUE: &[Entry] = &[
    Entry {
        name: "all-interval",
        about: "the tones of a scale, ordered so that all intervals between neighbours differ",
        needs: &[Need::Number("N", 1..=100, 8)],
        state: |parameters| crate::all_interval(size(parameters, 0)),
    },
    Entry {
        name: "bibd",
        about: "balanced incomplete block designs: V points, K in each block, every two together LAMBDA times",
        needs: &[Need::Number("V", 2..=40, 7), Need::Number("K", 2..=20, 3), Need::Number("LAMBDA", 1..=20, 1)],
        state: |parameters| crate::bibd(size(parameters, 0), size(parameters, 1), size(parameters, 2)),
    },
    Entry {
        name: "car-sequencing",
        about: "ten cars with options on an assembly line",
        needs: &[],
        state: |_| crate::car_sequencing(CarPlan::ECAI_88),
    },
    Entry {
        name: "costas",
        about: "Costas arrays: N points, no two pairs with the same displacement",
        needs: &[Need::Number("N", 1..=60, 8)],
        state: |parameters| crate::costas_array(size(parameters, 0)),
    },
    Entry {
        name: "flexible-job-shop",
        about: "a job shop whose tasks can run on several machines, finished as early as possible",
        needs: &[Need::Name("INSTANCE", FlexibleJobShop::NAMES, "easy01")],
        state: |parameters| {
            crate::flexible_job_shop(&published(parameters, FlexibleJobShop::NAMES, FlexibleJobShop::named))
        },
    },
    Entry {
        name: "golomb",
        about: "the shortest ruler with MARKS marks, no two pairs of them equally far apart",
        needs: &[Need::Number("MARKS", 3..=16, 9)],
        state: |parameters| crate::shortest_golomb_ruler(size(parameters, 0)),
    },
    Entry {
        name: "job-shop",
        about: "a job shop, finished as early as possible",
        needs: &[Need::Name("INSTANCE", JobShop::NAMES, "ft06")],
        state: |parameters| crate::earliest_job_shop(&published(parameters, JobShop::NAMES, JobShop::named)),
    },
    Entry {
        name: "knapsack",
        about: "the most valuable items that can be carried",
        needs: &[Need::Name("INSTANCE", Luggage::NAMES, "p07")],
        state: |parameters| crate::knapsack(&published(parameters, Luggage::NAMES, Luggage::named)),
    },
    Entry {
        name: "knights-tour",
        about: "the closed tours of a knight on a board",
        needs: &[Need::Number("ROWS", 3..=40, 6), Need::Number("COLUMNS", 3..=40, 6)],
        state: |parameters| crate::knights_tour(number(parameters, 0), number(parameters, 1)),
    },
    Entry {
        name: "langford",
        about: "two of each number k from 1 to N in a row, with k numbers between them",
        needs: &[Need::Number("N", 1..=200, 7)],
        state: |parameters| crate::langford(number(parameters, 0)),
    },
    Entry {
        name: "latin-square",
        about: "squares with N symbols, each once in every row and column",
        needs: &[Need::Number("N", 1..=60, 5)],
        state: |parameters| crate::latin_square(size(parameters, 0)),
    },
    Entry {
        name: "letters",
        about: "letters for digits",
        needs: &[Need::Name("SUM", &["send-more-money", "donald-gerald-robert"], "send-more-money")],
        state: |parameters| match size(parameters, 0) {
            0 => crate::send_more_money(),
            _ => crate::donald_gerald_robert(),
        },
    },
    Entry {
        name: "magic-sequence",
        about: "sequences whose term i counts the occurrences of i",
        needs: &[Need::Number("N", 1..=500, 10)],
        state: |parameters| crate::magic_sequence(size(parameters, 0)),
    },
    Entry {
        name: "magic-square",
        about: "squares whose rows, columns and diagonals have equal sums",
        needs: &[Need::Number("N", 2..=30, 4)],
        state: |parameters| crate::magic_square(size(parameters, 0)),
    },
    Entry {
        name: "multi-mode-project",
        about: "a project whose activities can be performed in several ways, finished as early as possible",
        needs: &[Need::Name("INSTANCE", MultiModeProject::NAMES, "j10_10_1")],
        state: |parameters| {
            crate::multi_mode_project(&published(parameters, MultiModeProject::NAMES, MultiModeProject::named))
        },
    },
    Entry {
        name: "nonogram",
        about: "a picture from the runs of its rows and columns",
        needs: &[Need::Name("PUZZLE", &["dragonfly", "p200"], "dragonfly")],
        state: |parameters| crate::nonogram(&if size(parameters, 0) == 0 { Clues::dragonfly() } else { Clues::p200() }),
    },
    Entry {
        name: "packing",
        about: "as few boxes of size 1000 as possible for random items that exactly fill BOXES of them",
        needs: &[Need::Number("BOXES", 1..=40, 6), Need::Number("SEED", 0..=1_000_000, 1)],
        state: |parameters| crate::packing(&crate::triplets(size(parameters, 0), number(parameters, 1) as u64), 1_000),
    },
    Entry {
        name: "project",
        about: "a project whose tasks share resources, finished as early as possible",
        needs: &[Need::Name("INSTANCE", Project::NAMES, "j301_1")],
        state: |parameters| crate::project(&published(parameters, Project::NAMES, Project::named)),
    },
    Entry {
        name: "quasigroup",
        about: "idempotent quasigroups of order N that satisfy an identity",
        needs: &[Need::Name("IDENTITY", &["qg3", "qg4", "qg5", "qg6", "qg7"], "qg5"), Need::Number("N", 1..=30, 8)],
        state: |parameters| crate::quasigroup(IDENTITIES[size(parameters, 0)], size(parameters, 1)),
    },
    Entry {
        name: "quasigroup-completion",
        about: "a random Latin square of order N with HOLES holes to be filled",
        needs: &[
            Need::Number("N", 1..=60, 12),
            Need::Number("HOLES", 0..=3_600, 60),
            Need::Number("SEED", 0..=i32::MAX, 1),
        ],
        state: |parameters| {
            crate::quasigroup_completion(size(parameters, 0), size(parameters, 1), size(parameters, 2) as u64)
        },
    },
    Entry {
        name: "social-golfers",
        about: "GROUPS groups of SIZE players for WEEKS weeks, no two players together twice",
        needs: &[Need::Number("GROUPS", 1..=12, 3), Need::Number("SIZE", 1..=12, 3), Need::Number("WEEKS", 1..=20, 3)],
        state: |parameters| crate::social_golfers(size(parameters, 0), size(parameters, 1), size(parameters, 2)),
    },
    Entry {
        name: "time-lag-project",
        about: "a project with minimum and maximum times between its activities, finished as early as possible",
        needs: &[Need::Name("INSTANCE", TimeLagProject::NAMES, "j10_33")],
        state: |parameters| {
            crate::time_lag_project(&published(parameters, TimeLagProject::NAMES, TimeLagProject::named))
        },
    },
    Entry {
        name: "tour",
        about: "the shortest tour of fifteen towns",
        needs: &[],
        state: |_| crate::tour(&Towns::named("p01").expect("a published instance").distances),
    },
];

fn number(parameters: &[Argument], k: usize) -> i32 {
    match parameters[k] {
        Argument::Number(n) => n,
        Argument::Name(i) => i as i32,
    }
}

fn size(parameters: &[Argument], k: usize) -> usize {
    match parameters[k] {
        Argument::Number(n) => n as usize,
        Argument::Name(i) => i,
    }
}

/// Returns the published instance named by the first argument.
fn published<T>(parameters: &[Argument], names: &[&str], named: fn(&str) -> Option<T>) -> T {
    named(names[size(parameters, 0)]).expect("the names are those of the instances")
}

impl Entry {
    /// Finds the model with the given name.
    pub fn named(name: &str) -> Option<&'static Entry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }

    /// The usage line, such as `bibd V K LAMBDA`.
    pub fn usage(&self) -> String {
        self.needs.iter().fold(self.name.to_owned(), |usage, need| match need {
            Need::Number(name, ..) | Need::Name(name, ..) => format!("{usage} {name}"),
        })
    }

    /// Returns example arguments.
    pub fn example(&self) -> Vec<String> {
        let example = |need: &Need| match need {
            Need::Number(_, _, number) => number.to_string(),
            Need::Name(_, _, name) => (*name).to_owned(),
        };
        self.needs.iter().map(example).collect()
    }

    /// Builds the error text for a wrong number of arguments.
    fn expected(&self, got: usize) -> String {
        let needs: Vec<String> = self.needs.iter().map(Need::to_string).collect();
        let (name, example) = (self.name, self.example().join(" "));
        match needs.len() {
            0 => format!("`{name}` takes no arguments: leave out everything after it"),
            n => format!("`{name}` needs {}, but got {got} of {n}: for example `{name} {example}`", needs.join(", ")),
        }
    }

    /// Builds the model from the user's arguments.
    ///
    /// # Errors
    /// [`Unusable::Words`] says what was expected; [`Unusable::Model`] if the arguments give no valid model.
    pub fn state<W: AsRef<str>>(&self, words: &[W]) -> Result<Classic, Unusable> {
        if words.len() != self.needs.len() {
            return Err(Unusable::Words(self.expected(words.len())));
        }
        let parameters = words.iter().zip(self.needs).map(|(word, need)| need.read(word.as_ref()));
        Ok((self.state)(&parameters.collect::<Result<Vec<_>, _>>()?)?)
    }
}

/// Writes the name of the parameter and its admissible values.
impl std::fmt::Display for Need {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Need::Number(name, range, _) => write!(f, "{name} (a number from {} to {})", range.start(), range.end()),
            Need::Name(name, known, _) => write!(f, "{name} (one of {})", known.join(", ")),
        }
    }
}

impl Need {
    fn read(&self, word: &str) -> Result<Argument, Unusable> {
        match self {
            Need::Number(name, range, _) => match word.parse() {
                Ok(n) if range.contains(&n) => Ok(Argument::Number(n)),
                _ => Err(Unusable::Words(format!(
                    "{name} is `{word}`, expected a number from {} to {}",
                    range.start(),
                    range.end()
                ))),
            },
            Need::Name(name, known, _) => {
                known.iter().position(|k| *k == word).map(Argument::Name).ok_or_else(|| {
                    Unusable::Words(format!("{name} is `{word}`, expected one of: {}", known.join(", ")))
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_can_be_stated_and_searched() {
        assert!(CATALOGUE.windows(2).all(|pair| pair[0].name < pair[1].name));
        for entry in CATALOGUE {
            let classic = entry.state(&entry.example()).unwrap_or_else(|e| panic!("{}: {e}", entry.name));
            let run = classic.search().node_limit(50).start();
            assert!(run.is_ok(), "{}: {run:?}", entry.name);
        }
    }

    /// The smallest and the largest admissible numbers give a model or an error, never a panic.
    #[test]
    fn no_words_lead_to_a_panic() {
        for entry in CATALOGUE {
            let ends = |low: bool| -> Vec<String> {
                let end = |need: &Need| match need {
                    Need::Number(_, range, _) => if low { range.start() } else { range.end() }.to_string(),
                    Need::Name(_, known, _) => known[if low { 0 } else { known.len() - 1 }].to_owned(),
                };
                entry.needs.iter().map(end).collect()
            };
            assert!(!matches!(entry.state(&ends(true)), Err(Unusable::Words(_))), "{}", entry.name);
            assert!(matches!(entry.state(&["?"; 9]), Err(Unusable::Words(_))), "{}", entry.name);
            let odd: Vec<&str> = entry.needs.iter().map(|_| "-1").collect();
            assert!(odd.is_empty() || matches!(entry.state(&odd), Err(Unusable::Words(_))), "{}", entry.name);
        }
    }

    /// Every published instance can be parsed.
    #[test]
    fn every_name_makes_a_model() {
        for entry in CATALOGUE {
            if let [Need::Name(_, known, _)] = entry.needs {
                for name in *known {
                    assert!(entry.state(&[name]).is_ok(), "{name}");
                }
            }
        }
    }
}
