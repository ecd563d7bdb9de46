//! The standard flags of a FlatZinc solver.

use crate::limit::Limit;
use solver_core::CancelToken;
use solver_core::search::{Learning, Relaxation, Restarts, UnknownName};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The maximum number of concurrent searches. Each has its own copy of the model.
pub const MOST_THREADS: usize = 64;

/// The command-line options.
#[derive(Clone, PartialEq, Debug)]
pub struct Flags {
    /// `-a`: all solutions; when optimising, each improving solution.
    pub all: bool,
    /// `-i`: when optimising, each improving solution.
    pub intermediate: bool,
    /// `-n`: the maximum number of solutions, even with `-a`; 0 means no limit.
    pub solutions: Option<u64>,
    /// `-f`: free search; the search annotations may be ignored.
    pub free: bool,
    /// `-p`: the number of threads, at most [`MOST_THREADS`].
    pub threads: usize,
    /// With threads: whether every run finds the same solutions in the same order. Threads that share a tree then find
    /// them in the order of a single thread.
    pub ordered: bool,
    /// `-r`: the random seed.
    pub seed: u64,
    /// `--restart`, `--restart-scale` and `--restart-base`: the restart sequence, or none. Overrides the file and `-f`.
    pub restart: Option<Option<Restarts>>,
    /// `--learn`: the kind of clause learning.
    pub learning: Option<Learning>,
    /// `--linear`: whether a search with learning uses the linear relaxation.
    pub relaxation: Relaxation,
    /// `-s`: statistics at the end.
    pub statistics: bool,
    /// `-t`: the time limit; zero if the time has already expired.
    pub time: Option<Duration>,
    /// `-v`: comments on the progress of the search.
    pub verbose: bool,
    /// `--cp-profiler`: the execution id and the port of CP-Profiler.
    pub profiler: Option<(i32, u16)>,
    /// `--step`: an interactive session instead of an answer.
    pub step: bool,
    /// `--proof-log`: the folder for a proof of the answer.
    pub proof: Option<String>,
    /// The input file.
    pub file: Option<String>,
}

impl Default for Flags {
    fn default() -> Flags {
        Flags {
            all: false,
            intermediate: false,
            solutions: None,
            free: false,
            threads: 1,
            ordered: false,
            seed: 0,
            restart: None,
            learning: None,
            relaxation: Relaxation::Auto,
            statistics: false,
            time: None,
            verbose: false,
            profiler: None,
            step: false,
            proof: None,
            file: None,
        }
    }
}

impl Flags {
    /// The limit for reading and translating the file: the time limit, counted from `started`, and the token.
    pub fn limit(&self, started: Instant, cancel: &CancelToken) -> Limit {
        Limit::new(self.time.and_then(|time| started.checked_add(time)), cancel)
    }
}

/// A command-line error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FlagError {
    /// An unknown flag.
    #[error("unknown option {0}")]
    Unknown(String),
    /// A number is missing or invalid.
    #[error("the option {flag} requires a number, not {found}")]
    Number {
        /// The flag.
        flag: String,
        /// The text found.
        found: String,
    },
    /// An invalid restart sequence.
    #[error("the option --restart requires one of none, {known}, not {0}", known = Restarts::names().join(", "))]
    Restart(String),
    /// An invalid kind of learning.
    #[error("the option --learn: {0}")]
    Learning(UnknownName),
    /// An invalid use of the linear relaxation.
    #[error("the option --linear: {0}")]
    Relaxation(UnknownName),
    /// An invalid execution id or port of CP-Profiler.
    #[error("the option {flag} requires a number and a port, such as 1,6565, not {found}")]
    Profiler {
        /// The flag.
        flag: String,
        /// The text found.
        found: String,
    },
    /// Two input files instead of one.
    #[error("expected one file, but both {0} and {1} are given")]
    TwoFiles(String, String),
}

impl Flags {
    /// Parses the arguments of a command, without its name.
    ///
    /// ```
    /// use flatzinc::protocol::Flags;
    /// let flags = Flags::read(["-a", "-p", "4", "model.fzn"])?;
    /// assert!(flags.all && flags.threads == 4 && flags.file.as_deref() == Some("model.fzn"));
    /// assert!(Flags::read(["-p", "many"]).is_err());
    /// assert_eq!(Flags::read(["--cp-profiler", "3,6565"])?.profiler, Some((3, 6565)));
    /// assert!(Flags::read(["--cp-profiler", "6565"]).is_err());
    /// let flags = Flags::read(["--restart", "luby", "--restart-scale", "30"])?;
    /// assert_eq!(flags.restart, Some(Some(solver_core::search::Restarts::Luby { unit: 30 })));
    /// # Ok::<(), flatzinc::protocol::FlagError>(())
    /// ```
    ///
    /// # Errors
    /// [`FlagError`].
    pub fn read<T: Into<String>>(arguments: impl IntoIterator<Item = T>) -> Result<Flags, FlagError> {
        let mut flags = Flags::default();
        let (mut restart, mut base, mut scale) = (None, 1.5, 250);
        let mut arguments = arguments.into_iter().map(Into::into);
        while let Some(argument) = arguments.next() {
            let mut next = || arguments.next().unwrap_or_else(|| "nothing".to_owned());
            match argument.as_str() {
                "-a" | "--all-solutions" | "--all" => flags.all = true,
                "-i" | "--intermediate" => flags.intermediate = true,
                "-n" | "--num-solutions" => flags.solutions = Some(parsed("-n", next())?),
                "-f" | "--free-search" => flags.free = true,
                "-p" | "--parallel" => {
                    flags.threads = usize::try_from(parsed::<u64>("-p", next())?).unwrap_or(1).max(1)
                }
                // Seeds in MiniZinc are signed.
                "-r" | "--random-seed" => flags.seed = parsed::<i128>(&argument, next())? as u64,
                "--restart" => restart = Some(next()),
                "--restart-base" => base = factor(&argument, next())?,
                "--restart-scale" => scale = parsed("--restart-scale", next())?,
                "--learn" => flags.learning = learning(next())?,
                "--linear" => flags.relaxation = next().parse().map_err(FlagError::Relaxation)?,
                "-s" | "--statistics" => flags.statistics = true,
                "-t" | "--time-limit" => flags.time = time(parsed(&argument, next())?),
                "-v" | "--verbose" => flags.verbose = true,
                "--step" => flags.step = true,
                "--proof-log" => flags.proof = Some(next()),
                "--cp-profiler" => flags.profiler = Some(profiler(&argument, next())?),
                other if other.starts_with('-') && other.len() > 1 => return Err(FlagError::Unknown(argument)),
                _ => {
                    if let Some(first) = flags.file.replace(argument.clone()) {
                        return Err(FlagError::TwoFiles(first, argument));
                    }
                }
            }
        }
        flags.restart = match restart {
            None => None,
            Some(name) if name == "none" => Some(None),
            Some(name) => match Restarts::named(&name, scale, base) {
                None => return Err(FlagError::Restart(name)),
                restarts => Some(restarts),
            },
        };
        Ok(flags)
    }

    /// The number of concurrent searches.
    pub(crate) fn searches(&self) -> usize {
        self.threads.clamp(1, MOST_THREADS)
    }

    /// Whether to print each improving solution at once.
    pub(crate) fn each_better(&self) -> bool {
        self.all || self.intermediate
    }

    /// The requested number of solutions.
    pub(crate) fn wanted(&self) -> u64 {
        match self.solutions {
            Some(0) => u64::MAX,
            Some(most) => most,
            None if self.all => u64::MAX,
            None => 1,
        }
    }
}

fn learning(way: String) -> Result<Option<Learning>, FlagError> {
    if way == "none" { Ok(None) } else { way.parse().map(Some).map_err(FlagError::Learning) }
}

/// Parses the time limit of `-t`; 0 means no limit. MiniZinc passes a negative number if the limit expired during
/// compilation.
fn time(milliseconds: i128) -> Option<Duration> {
    let limit = u64::try_from(milliseconds.max(0)).unwrap_or(u64::MAX);
    (milliseconds != 0).then(|| Duration::from_millis(limit))
}

fn parsed<T: FromStr>(flag: &str, found: String) -> Result<T, FlagError> {
    found.parse().map_err(|_| FlagError::Number { flag: flag.to_owned(), found })
}

fn factor(flag: &str, found: String) -> Result<f64, FlagError> {
    let factor: f64 = parsed(flag, found.clone())?;
    if factor.is_finite() { Ok(factor) } else { Err(FlagError::Number { flag: flag.to_owned(), found }) }
}

/// Parses `number,port`.
fn profiler(flag: &str, found: String) -> Result<(i32, u16), FlagError> {
    let read = |text: &str| {
        let (number, port) = text.split_once(',')?;
        Some((number.trim().parse().ok()?, port.trim().parse().ok().filter(|port| *port > 0)?))
    };
    read(&found).ok_or_else(|| FlagError::Profiler { flag: flag.to_owned(), found })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_may_be_none_over_or_huge() {
        let time = |t: &str| Flags::read(["-t", t]).map(|flags| flags.time);
        assert_eq!(time("0"), Ok(None));
        assert_eq!(time("-1"), Ok(Some(Duration::ZERO)));
        assert_eq!(time("-9223372036854775809"), Ok(Some(Duration::ZERO)));
        assert_eq!(time("1500"), Ok(Some(Duration::from_millis(1500))));
        let huge = time("99999999999999999999").expect("a limit").expect("a limit");
        assert_eq!(huge, Duration::from_millis(u64::MAX));
        // A limit this long is never reached, and adding it to the current time does not overflow.
        assert!(Instant::now().checked_add(huge).is_none_or(|end| end > Instant::now()));
        assert!(time("soon").is_err() && time("-").is_err() && time("1.5").is_err());
        assert_eq!(Flags::read(["-r", "-7"]).map(|flags| flags.seed), Ok(-7_i64 as u64));
    }
}
