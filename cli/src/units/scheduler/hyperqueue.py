"""Runs the open units of a job by HyperQueue, round after round, until none is open.

Arguments: the command `ferz`, the folder of the job, the budget of a unit, the number of local workers, the directory of the server ("": the usual one).
Exit codes: 0 no unit is open, 3 the package is missing, 4 units fail, else an error.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path

# A task has about this many units at most, so that starting processes does not matter.
BATCH = 50
# Tasks for each local worker, so that all end at about the same time.
TASKS = 8
# Tasks of one round at a server whose workers are not ours.
MOST = 5_000

# A progress bar is for a terminal.
if not sys.stderr.isatty():
    os.environ["TQDM_DISABLE"] = "1"

try:
    from hyperqueue import Client, Job, LocalCluster
    from hyperqueue.cluster import WorkerConfig
except ImportError as missing:
    print(missing, file=sys.stderr)
    sys.exit(3)


def say(text):
    print(text, file=sys.stderr, flush=True)


def end_with_the_parent():
    """Whoever started this holds the other end of standard input."""

    def wait():
        while os.read(0, 1):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def connect(server, workers):
    """A client, and whether the workers are ours."""
    directory = Path(server) if server else Path.home() / ".hq-server"
    if server or (directory / "hq-current" / "access.json").exists():
        try:
            return Client(directory), False
        except Exception as error:
            if server:
                sys.exit(f"no HyperQueue server answers in {directory}: {str(error).splitlines()[0]}")
            say(f"no HyperQueue server answers in {directory}: starting a local one")
    # It lives as long as this process.
    cluster = LocalCluster(worker_config=WorkerConfig(cores=workers))
    say(f"HyperQueue: a local server with {workers} workers")
    client = cluster.client()
    client.cluster = cluster
    return client, True


def open_units(ferz, job):
    merge = subprocess.run([ferz, "merge", job, "--open"], stdout=subprocess.PIPE, text=True, check=False)
    if merge.returncode != 0:
        sys.exit(merge.returncode)
    return merge.stdout.split()


def main():
    ferz, job, budget, workers, server = sys.argv[1:]
    workers = int(workers)
    end_with_the_parent()
    client, are_ours = connect(server, workers)
    before = None
    number = 0
    while units := open_units(ferz, job):
        if units == before:
            sys.exit(4)
        before = units
        number += 1
        say(f"round {number}: {len(units)} units")
        tasks = TASKS * workers if are_ours else MOST
        tasks = min(len(units), max(tasks, -(-len(units) // BATCH)))
        work = Job(name="ferz", max_fails=None, default_workdir=job)
        for task in range(tasks):
            # The list begins with the largest: each task gets some of all sizes.
            work.program([ferz, "work", job, "--time", budget, *units[task::tasks]], stdout=None, stderr=None)
        submitted = client.submit(work)
        if not client.wait_for_jobs([submitted], raise_on_error=False):
            failed = client.get_failed_tasks(submitted)
            first = next(iter(failed.values())).error if failed else "unknown"
            say(f"{len(failed)} of {tasks} tasks failed, the first: {first.strip()}")
        client.forget(submitted)


try:
    main()
except KeyboardInterrupt:
    sys.exit(130)
