"""Simulates how a job scales: replays its recorded unit times on 2 to 10,000 workers, with and without failures.

    ferz split queens 16 --method bits --units 1000 -o JOB && ferz work JOB
    python3 benches/cluster/simulate.py JOB --write docs/reports/cluster.md

The recorded unit times of a real job are used to generate a larger job of the same shape: it has `--each` times
as many units as workers, with times sampled from the recorded ones and scaled to the unit length. The scheduler
assigns the next unit to the first idle worker, and handles units sequentially, taking some time for each; workers
fail at random, and their units start again. The same seed gives the same table.
"""

import argparse
import heapq
import json
import random
from pathlib import Path

WORKERS = [2, 10, 100, 1_000, 10_000]


def recorded(job):
    """Reads the time in seconds of each non-trivial unit of a job from its results."""
    times = []
    for path in sorted(Path(job).glob("results/*/*.json")):
        result = json.loads(path.read_text().splitlines()[0])
        if not result["rest"]:
            times.append(result["effort"]["milliseconds"] / 1000)
    return times


def makespan(times, workers, dispatch, mean_life, rng):
    """Returns the time in seconds until the last unit is finished, and the number of lost units. `dispatch` is the
    scheduler's time per unit; `mean_life` is a worker's mean lifetime, or None if workers never fail. Both are in seconds."""
    free = [0.0] * workers
    scheduler = 0.0
    last = 0.0
    lost = 0
    queue = list(reversed(times))
    while queue:
        time = queue.pop()
        scheduler = max(scheduler, heapq.heappop(free)) + dispatch
        end = scheduler + time
        if mean_life and (dies := rng.expovariate(1 / mean_life)) < time:
            lost += 1
            queue.append(time)
            # The worker is replaced a minute later.
            heapq.heappush(free, scheduler + dies + 60)
            continue
        last = max(last, end)
        heapq.heappush(free, end)
    return last, lost


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("job", help="the folder of a complete job")
    arguments.add_argument("--each", type=int, default=30, help="units per worker (default: 30)")
    arguments.add_argument("--unit", type=float, default=60, help="mean seconds per unit (default: 60)")
    arguments.add_argument("--dispatch", type=float, default=0.002, help="scheduler seconds per unit (default: 0.002)")
    arguments.add_argument("--life", type=float, default=24, help="mean hours until a worker dies (default: 24)")
    arguments.add_argument("--write", help="the report to write (default: standard output)")
    given = arguments.parse_args()
    title = json.loads((Path(given.job) / "job.json").read_text().splitlines()[0])["title"]
    times = recorded(given.job)
    mean = sum(times) / len(times)
    lines = [
        "# A job on many workers, simulated",
        "",
        f"Recorded: {len(times):,} units of {title}; the longest takes {max(times) / mean:.1f} times the mean. Simulated: jobs with {given.each} units per worker, with times sampled from the",
        f"recorded ones and scaled to a mean of {given.unit:.0f} s, largest first; the scheduler handles units sequentially, at {1000 * given.dispatch:.0f} ms per unit. Failures: a worker lives {given.life:.0f} hours on average;",
        "its unit starts again, and a new worker replaces it a minute later. Written by `benches/cluster/simulate.py`.",
        "",
        "| workers | units | ideal, s | makespan, s | ideal / makespan | with failures, s | units restarted | files | results per second |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for workers in WORKERS:
        rng = random.Random(workers)
        units = given.each * workers
        drawn = sorted((rng.choice(times) * given.unit / mean for _ in range(units)), reverse=True)
        ideal = sum(drawn) / workers
        whole, _ = makespan(drawn, workers, given.dispatch, None, rng)
        broken, lost = makespan(drawn, workers, given.dispatch, given.life * 3600, rng)
        lines.append(
            f"| {workers:,} | {units:,} | {ideal:,.0f} | {whole:,.0f} | {100 * ideal / whole:.1f} % | {broken:,.0f} | {lost:,} | {2 * units:,} | {units / whole:,.1f} |"
        )
    text = "\n".join(lines) + "\n"
    if given.write:
        Path(given.write).write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
