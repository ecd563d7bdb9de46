//! `ferz cluster JOB`: runs the units of a job on a scheduler.

mod hyperqueue;
mod script;

use super::job::open;
use crate::parse::threads;
use crate::run::prelude::*;
use clap::ValueEnum;
use hyperqueue::HyperQueue;
use std::num::NonZero;
use std::path::PathBuf;

/// Examples.
pub(crate) const AFTER: &str = "\
HyperQueue is used through its Python package: `python3 -m pip install hyperqueue==0.27.0`. A
running server is used with its workers, wherever they are; otherwise a local server is started,
which ends with this command. If the command is stopped or killed, repeat it to resume the job: only
the units in progress are lost.

Examples:
  ferz split queens 18 --method bits -o eighteen && ferz cluster eighteen    on this machine
  ferz cluster job --time 10m --server ~/.hq-server                          on a server's workers
  ferz cluster job --engine slurm-array --workers 500 > job.sh && sh job.sh  as Slurm arrays
  ferz cluster job --engine parallel > job.sh                                with GNU parallel";

/// The program that runs the units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Engine {
    #[value(name = "hyperqueue")]
    HyperQueue,
    SlurmArray,
    Parallel,
}

/// Run a job with a scheduler: HyperQueue, Slurm, GNU parallel
#[derive(ClapArgs)]
#[command(after_help = AFTER)]
pub(crate) struct ClusterArgs {
    /// The folder of the job, on a file system that all workers see
    #[arg(value_name = "JOB")]
    job: PathBuf,

    /// The program that runs the units; for slurm-array and parallel, a script that runs them is printed
    #[arg(long, value_name = "ENGINE", default_value = "hyperqueue")]
    engine: Engine,

    /// How many units run at a time, unless a server decides (default: one per processor)
    #[arg(long, value_name = "N", value_parser = threads)]
    workers: Option<NonZero<usize>>,

    /// Time budget of a unit; what is left of it then becomes units of the next round
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    time: Duration,

    /// The directory of a running HyperQueue server (default: ~/.hq-server, if one runs there)
    #[arg(long, value_name = "DIRECTORY")]
    server: Option<PathBuf>,

    /// A Python interpreter that has HyperQueue
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &ClusterArgs) -> anyhow::Result<Ended> {
    let stop = Stop::within(None, None)?;
    let job = open(&args.job)?;
    let workers = args.workers.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let budget = format!("{}ms", args.time.as_millis());
    let folder = args.job.canonicalize().with_context(|| format!("cannot find {}", args.job.display()))?;
    let script = match args.engine {
        Engine::HyperQueue => {
            let (python, server) = (&args.python, args.server.as_deref());
            HyperQueue { python, server, workers, budget: &budget }.run(&folder, &stop)?;
            return super::merge::report(&job, false);
        }
        Engine::SlurmArray => script::slurm(&folder, workers, &budget),
        Engine::Parallel => script::parallel(&folder, workers, &budget),
    };
    print(script)?;
    Ok(Ended::Complete)
}
