//! Scripts that run the units of a job in rounds, with programs that are common on clusters.

use std::borrow::Cow;
use std::path::Path;

/// The maximum number of tasks in a Slurm array, whose default limit is 1001.
const TASKS: usize = 1_000;

/// The maximum number of array tasks per worker. Slurm takes half a second to start a task, so small units are grouped.
const SHARE: usize = 10;

/// Creates a script for GNU parallel, which runs on this machine or on the machines named by its option `--sshlogin`.
pub(super) fn parallel(job: &Path, workers: usize, budget: &str) -> String {
    rounds(
        job,
        "Runs a job with GNU parallel. For more machines, add --sshloginfile HOSTS --workdir .",
        &format!("parallel --jobs {workers} --arg-file open.txt ferz work . --time {budget} {{}} > /dev/null"),
    )
}

/// Creates a script for Slurm arrays. The job folder must be on a file system shared by all nodes.
pub(super) fn slurm(job: &Path, workers: usize, budget: &str) -> String {
    let most = workers.saturating_mul(SHARE).min(TASKS);
    rounds(
        job,
        "Runs a job as Slurm arrays. For a partition, an account or a time limit, export SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT.",
        &format!(
            "tasks=$(sed -n '$=' open.txt)\n    \
             [ \"$tasks\" -le {most} ] || tasks={most}\n    \
             sbatch --wait --job-name=ferz --array=1-$tasks%{workers} --ntasks=1 --output=/dev/null \\\n        \
             --wrap=\"sed -n \\$SLURM_ARRAY_TASK_ID~${{tasks}}p open.txt | xargs ferz work . --time {budget}\""
        ),
    )
}

/// Creates a script that runs open units in the job folder until none is left. It ends with an error if the same
/// units are open before and after a round, because further rounds would not change this.
fn rounds(job: &Path, head: &str, work: &str) -> String {
    let job = job.to_string_lossy();
    let job = shlex::try_quote(&job).unwrap_or(Cow::Borrowed("."));
    format!(
        "#!/bin/sh\n\
         # {head}\n\
         cd {job} || exit\n\
         ferz merge . --open > open.txt || exit\n\
         while [ -s open.txt ]; do\n    \
         {work}\n    \
         mv open.txt last.txt\n    \
         ferz merge . --open > open.txt || exit\n    \
         if cmp -s open.txt last.txt; then\n        \
         echo \"an entire round of units has produced nothing\" >&2\n        \
         exit 1\n    \
         fi\n\
         done\n\
         ferz merge .\n"
    )
}
