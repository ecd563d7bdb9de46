#!/usr/bin/env python3
"""Compares the counting kernels: quadrants, bits in vector lanes, and bits without lanes.

The programs run alternately, so other load on the machine affects all of them; every
count must equal the published one. All times are medians in seconds. With one thread,
they are the user plus system time of the process; with two threads, wall-clock times.
Runs of more than 20 seconds are not repeated. Build first:

  cargo build --profile dist -p queens --example count

Examples:
  python3 benches/count.py                       the tables of docs/05-performance.md, a quarter of an hour
  python3 benches/count.py --sizes 16,17 --alone 14,15 --threads 17
                                                 in a minute
"""

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys

from count_log import BOARDS

KERNELS = ("scalar", "bits", "quadrants")
LONG = 20.0


class Run:
    """One process: its CPU seconds, wall-clock seconds, and memory in MB."""

    def __init__(self, program, n, method, threads=1):
        process = subprocess.Popen([program, str(n), method, str(threads)], stdout=subprocess.PIPE)
        text = process.stdout.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        said = re.match(r"(\d+) queens: (\d+) boards by \w+ \(([\w-]+)\), .* threads, ([\d.]+) s;", text)
        if status or not said:
            sys.exit(f"{program} {n} {method} {threads} ended with {os.waitstatus_to_exitcode(status)}: {text}")
        if int(said[2]) != BOARDS[n]:
            sys.exit(f"WRONG: {n} queens: {said[2]} boards by {method}, not {BOARDS[n]}")
        self.cpu = usage.ru_utime + usage.ru_stime
        self.clock = float(said[4])
        self.memory = usage.ru_maxrss * 1024e-6
        self.instructions = said[3]


def in_turn(program, jobs, runs):
    """Runs each job (n, method, threads) several times, in rounds over all jobs; returns each job's runs."""
    done = {job: [] for job in jobs}
    for _ in range(runs):
        for job, earlier in done.items():
            if not earlier or earlier[0].clock < LONG:
                earlier.append(Run(program, *job))
    return done


def median(runs, what):
    return statistics.median(getattr(run, what) for run in runs)


def ratio(slow, fast, what):
    """Returns the median of the ratios of consecutive runs."""
    return statistics.median(getattr(a, what) / getattr(b, what) for a, b in zip(slow, fast))


def seconds(value):
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"


def against_each_other(program, sizes, runs, bars):
    print("| n | bits, no lanes, s | bits, s | quadrants, s | no lanes / lanes | no lanes / quadrants | lanes / quadrants |")
    print("|---|---|---|---|---|---|---|")
    for n in sizes:
        done = in_turn(program, [(n, kernel, 1) for kernel in KERNELS], runs)
        scalar, bits, quadrants = done.values()
        cells = [str(n)] + [seconds(median(of, "cpu")) for of in done.values()]
        lanes, join = ratio(scalar, bits, "cpu"), ratio(scalar, quadrants, "cpu")
        cells += [f"{lanes:.1f}", f"**{join:.0f}**", f"{ratio(bits, quadrants, 'cpu'):.1f}"]
        print("| " + " | ".join(cells) + " |", flush=True)
        bars.append((f"lanes at least 3 times as fast as none, n = {n}", lanes >= 3))
        bars.append((f"quadrants at least 20 times as fast as bits without lanes, n = {n}", join >= 20))


def alone(program, sizes, bits_to, runs, bars):
    print("| n | boards | quadrants, s | boards/s | MB | bits, s | boards/s |")
    print("|---|---|---|---|---|---|---|")
    for n in sizes:
        kernels = KERNELS[1:] if n <= bits_to else KERNELS[2:]
        done = in_turn(program, [(n, kernel, 1) for kernel in kernels], runs)
        cells = [str(n), f"{BOARDS[n]:,}"]
        for (_, kernel, _), of in reversed(done.items()):
            spent = median(of, "cpu")
            cells += [seconds(spent), f"{BOARDS[n] / spent:.2e}"]
            if kernel == "quadrants":
                memory = max(run.memory for run in of)
                cells.append(f"{memory:.0f}" if memory > 1.1 * own_memory() else f"< {memory:.0f}")
                if n == 18:
                    bars.append(("18 queens by quadrants in less than 64 MB", memory < 64))
        cells += ["–"] * (7 - len(cells))
        print("| " + " | ".join(cells) + " |", flush=True)


def threads(program, sizes, runs, bars):
    print("| n, method | one thread, s | two threads, s | one / two | processor time, two / one |")
    print("|---|---|---|---|---|")
    for n in sizes:
        for kernel in KERNELS[:0:-1]:
            one, two = in_turn(program, [(n, kernel, 1), (n, kernel, 2)], runs).values()
            gain = ratio(one, two, "clock")
            cells = [f"{n}, {kernel}", seconds(median(one, "clock")), seconds(median(two, "clock")), f"**{gain:.2f}**"]
            cells.append(f"{ratio(two, one, 'cpu'):.2f}")
            print("| " + " | ".join(cells) + " |", flush=True)
            bars.append((f"two threads at least 1.9 times as fast as one, {n} by {kernel}", gain >= 1.9))


def own_memory():
    """Returns the memory of this script, which is also charged to a child process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024e-6


def load():
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


def numbers(text):
    return [int(n) for n in text.split(",") if n]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/dist/examples/count", help="(default: %(default)s)")
    parser.add_argument("--sizes", type=numbers, default=[16, 17, 18], help="to compare (default: 16,17,18)")
    parser.add_argument("--alone", type=numbers, default=list(range(14, 21)), help="to time (default: 14 to 20)")
    parser.add_argument("--bits-to", type=int, default=18, help="by bits too, up to (default: %(default)s)")
    parser.add_argument("--threads", type=numbers, default=[17, 18], help="with two threads (default: 17,18)")
    parser.add_argument("--runs", type=int, default=7, help="of each (default: %(default)s)")
    options = parser.parse_args()
    if not os.path.exists(options.program):
        sys.exit(f"{options.program} is missing: run cargo build --profile dist -p queens --example count")
    bars = []
    print(f"{Run(options.program, 8, 'bits').instructions}; {load()} before, {options.runs} runs of each\n")
    against_each_other(options.program, options.sizes, options.runs, bars)
    print()
    alone(options.program, options.alone, options.bits_to, options.runs, bars)
    print()
    threads(options.program, options.threads, options.runs, bars)
    print(f"\n{load()} after\n")
    for bar, passed in bars:
        print(f"- {'yes' if passed else 'NO'}: {bar}")


if __name__ == "__main__":
    main()
