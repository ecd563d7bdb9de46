#!/usr/bin/env python3
"""Checks that `ferz model` ends cleanly when memory is short: `ulimit -v` and `--memory-limit` from 32 to 512 MB.

    python3 benches/memory_sweep.py [--ferz target/dist/ferz] [--only WORD]

Runs twenty models, small and large, with both kinds of limit at eight sizes each, and once without a limit to find the
answer. Every run must end in one of these ways:

        answer   exit code 0, and the same answer as without a limit (for a portfolio: the same best value)
        stopped  exit code 3, a complete JSON object with the status `stopped`, and no value better than the answer
        ended    exit code 3, and `error: out of memory` on standard error: an allocation failed (only with `ulimit -v`)

Anything else (a signal, a panic, another exit code, a different answer) is a fault. Runs have a time limit of ten
seconds, which may also stop them. Exits with code 1 if there is a fault.
"""

import argparse, json, os, resource, subprocess, sys

MODELS = [
    "golomb 8 --lns",
    "job-shop ft06",
    "job-shop ft06 --threads 2",
    "packing 6 1 --lns",
    "tour",
    "knapsack p07",
    "langford 8 --count",
    "letters send-more-money --all",
    "magic-square 5 --order dom/wdeg --restarts luby:10",
    "magic-sequence 500",
    "nonogram dragonfly --all",
    "project j301_1",
    "latin-square 60",
    "all-interval 12 --limit 20000",
    "quasigroup qg3 30 --node-limit 200",
    "quasigroup qg7 30 --node-limit 20 --threads 2",
    "bibd 22 8 4 --node-limit 2000",
    "bibd 40 20 20 --node-limit 1000",
    "social-golfers 10 6 8 --node-limit 100",
    "social-golfers 12 12 20 --node-limit 10",
]
SIZES = [32, 48, 64, 96, 128, 192, 256, 512]


def run(ferz, line, kind, megabytes):
    command = [ferz, "model", *line.split(), "--format", "json", "--time-limit", "10s"]
    limited = None
    if kind == "--memory-limit":
        command += [kind, str(megabytes)]
    elif kind == "ulimit -v":
        size = megabytes * 1_000_000
        limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, timeout=60)
    return done.returncode, done.stdout, done.stderr


def same(report):
    """Returns the part of an answer that must be equal in all runs."""
    answer = report["answer"]
    if "searches" in answer:
        return answer["outcome"], answer.get("objective")
    return answer["outcome"], answer.get("objective"), answer["count"], report["solutions"], answer["statistics"]


def judge(line, code, out, errors, right):
    if code == 3 and "error: out of memory" in errors:
        return "ended"
    if "panicked" in errors or code not in (0, 3):
        return f"FAULT exit code {code} {errors.strip()[-120:]}"
    try:
        whole = json.loads(out)
    except ValueError:
        return f"FAULT no JSON object: {out[-60:]!r} {errors.strip()[-60:]}"
    report, known = whole["answer"], right["answer"]
    if code == 3 and report["outcome"] == "stopped":
        best, optimum = report.get("objective"), known.get("objective")
        worse = best is None or optimum is None or (best >= optimum) == (report["goal"] == "minimize") or best == optimum
        if report["stopped_by"] == known["stopped_by"] and report["stopped_by"] is not None:
            # The same limit also stopped the run without a memory limit.
            return "answer"
        return "stopped" if worse else f"FAULT {best}, but the best is {optimum}"
    if code == 0 and known["outcome"] == "stopped" and known["stopped_by"] == "time limit":
        # This run was fast enough to finish, although the one without a memory limit was stopped.
        return "answer"
    if code == 0 and same(whole) == same(right):
        return "answer"
    return f"FAULT another answer: {report['outcome']} {report.get('objective')} {report['count']}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ferz", default="target/dist/ferz")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    print(f"{'':52}" + "".join(f"{size:>9}" for size in SIZES) + "  MB")
    counts, faults = {}, 0
    for line in MODELS:
        if args.only not in line:
            continue
        right = json.loads(run(args.ferz, line, None, 0)[1])
        for kind in ("ulimit -v", "--memory-limit"):
            row = []
            for size in SIZES:
                verdict = judge(line, *run(args.ferz, line, kind, size), right)
                row.append(verdict.split(" ")[0])
                counts[verdict.split(" ")[0]] = counts.get(verdict.split(" ")[0], 0) + 1
                if verdict.startswith("FAULT"):
                    faults += 1
                    print(f"  {line}, {kind} {size}: {verdict}")
            name = line if kind == "ulimit -v" else ""
            print(f"{name[:36]:36} {kind:15}" + "".join(f"{word:>9}" for word in row), flush=True)
    print(", ".join(f"{n} {word}" for word, n in sorted(counts.items())))
    sys.exit(1 if faults else 0)


main()
