#!/usr/bin/env python3
"""Measures how soon commands end when they are stopped while they work on wide scopes and large domains.

    python3 benches/stop_commands.py [--ferz target/dist/ferz] [--runs 300] [--seed 1] [--only WORD]

Each run generates a FlatZinc file with one constraint (of 24 kinds) over 30 to 10,000 variables with 100 to 100,000
values, and a few linear rows that cause conflicts. One of the commands that use reasons (learning, proofs, `--why`,
traces, pages, comparisons, ablation, curves) is started on it and stopped at a random moment by SIGINT, SIGTERM or, for
commands with one search, the time limit. The time from the signal (or from the limit) to the end of the process is
measured.

Prints each run that took longer than `--show` milliseconds, with what repeats it, and the percentiles over all runs.
Exits with code 1 if a run ended with an internal error or had to be killed after 60 seconds.
"""

import argparse, os, random, shutil, signal, sys, tempfile

from stop_latency import OUT, once, percentile

SHAPES = [(30, 100_000), (300, 100_000), (3_000, 10_000), (10_000, 100), (10_000, 10_000)]

# FILE is the model, OUT a fresh path; the flag says whether a limit covers the whole command.
COMMANDS = {
    "learn": ("solve FILE --learn=activity", True),
    "free": ("solve FILE --order auto --all", True),
    "threads": ("solve FILE --order auto --threads 2", True),
    "proof": ("solve FILE --proof OUT", True),
    "free proof": ("solve FILE --order auto --proof OUT", True),
    "why": ("solve FILE --why x0>=5", True),
    "ablate": ("study ablate FILE", True),
    "html": ("study html FILE -o OUT.html", True),
    "trace": ("study trace FILE -o OUT.jsonl", True),
    "compare": ("study compare FILE --consistency value,bounds,domain", False),
    "diff": ("study diff FILE --versus FILE+--order+dom", False),
    "curve": ("study curve FILE --versus FILE+--order+auto -o OUT.svg", False),
}


def array(items):
    return f"[{','.join(map(str, items))}]"


class Model:
    """A FlatZinc file under construction."""

    def __init__(self):
        self.variables, self.constraints = [], []

    def ints(self, name, count, low, high):
        names = [f"{name}{i}" for i in range(count)]
        self.variables += [f"var {low}..{high}: {x} :: output_var;" for x in names]
        return names

    def post(self, text):
        self.constraints.append(f"constraint {text};")

    def linear(self, relation, factors, terms, bound):
        self.post(f"int_lin_{relation}({array(factors)},{array(terms)},{bound})")


def circuit(m, x, n, d, rng):
    m.post(f"ferz_circuit({array(x)},1)")


def count(m, x, n, d, rng):
    y = m.ints("y", 4, 0, n)
    for one in y:
        m.post(f"ferz_count({array(x)},{rng.randrange(1, d)},{one})")
    m.linear("le", [1] * 4, y, n)


def gcc(m, x, n, d, rng):
    k = min(d, 20)
    y = m.ints("y", k, 0, n // 2 + 1)
    m.post(f"ferz_global_cardinality({array(x)},{array(range(1, k + 1))},{array(y)})")
    m.linear("le", [1] * k, y, -(-n // 2))


def among(m, x, n, d, rng):
    y = m.ints("y", 2, 0, n)
    chosen = sorted(rng.sample(range(1, d), min(50, d // 2)))
    m.post(f"ferz_among(y0,{array(x)},{{{','.join(map(str, chosen))}}})")
    m.post(f"ferz_among({y[1]},{array(x)},1..{d // 3})")


def cumulative(m, x, n, d, rng):
    durations, demands = [rng.randrange(1, max(2, d // n + 2)) for _ in x], [rng.randrange(1, 6) for _ in x]
    m.post(f"ferz_cumulative({array(x)},{array(durations)},{array(demands)},7)")


def disjunctive(m, x, n, d, rng):
    m.post(f"ferz_disjunctive_strict({array(x)},{array(rng.randrange(1, max(2, d // n + 1)) for _ in x)})")


def diffn(m, x, n, d, rng):
    y, sizes = m.ints("y", n, 1, d), array([rng.randrange(1, max(2, 2 * d // n)) for _ in x])
    m.post(f"ferz_diffn_nonstrict({array(x)},{array(y)},{sizes},{sizes})")


def element(m, x, n, d, rng):
    table, most = array([rng.randrange(0, d) for _ in range(d)]), min(n, 200)
    for index, value in zip(x, m.ints("y", most, 0, d)):
        m.post(f"array_int_element({index},{table},{value})")


def element_of_variables(m, x, n, d, rng):
    for index, value in zip(m.ints("i", min(n, 50), 1, n), m.ints("y", min(n, 50), 1, d)):
        m.post(f"array_var_int_element({index},{array(x)},{value})")


def regular(m, x, n, d, rng):
    m.post(f"ferz_regular({array(x)},5,{d},{array(rng.randrange(0, 6) for _ in range(5 * d))},1,{{1,2,3}})")


def table(m, x, n, d, rng):
    rows = array([rng.randrange(1, d) for _ in range(8_000)])
    for i in range(0, min(n, 60) - 4, 2):
        m.post(f"ferz_table_int({array(x[i:i + 4])},{rows})")


def lex(m, x, n, d, rng):
    for i in range(20):
        y = m.ints(f"y{i}_", n, 1, d) if 20 * n <= 20_000 else x
        m.post(f"ferz_lex_less_int({array(x)},{array(reversed(y))})")


def bin_packing(m, x, n, d, rng):
    bins = min(d, 10)
    for one in x:
        m.post(f"int_le({one},{bins})")
    loads, weights = m.ints("y", bins, 0, 5 * n // bins + 5), [rng.randrange(1, 9) for _ in x]
    m.post(f"ferz_bin_packing_load({array(loads)},1,{array(x)},{array(weights)})")


def knapsack(m, x, n, d, rng):
    weight, profit = m.ints("y", 2, 0, 20 * d)
    weights, profits = ([rng.randrange(1, 20) for _ in x] for _ in range(2))
    m.post(f"ferz_knapsack({array(weights)},{array(profits)},{array(x)},{weight},{profit})")


def times(m, x, n, d, rng):
    for one, next, product in zip(x, x[1:], m.ints("y", n - 1, 0, d * d)):
        m.post(f"int_times({one},{next},{product})")


def modulo(m, x, n, d, rng):
    for one, rest in zip(x, m.ints("y", n, 0, d)):
        m.post(f"int_mod({one},{max(2, d // 3)},{rest})")


def other(text):
    """Returns a kind of constraint over X, and over a second array Y if the text has one."""

    def add(m, x, n, d, rng):
        y = m.ints("y", n, 1, d) if "Y" in text else []
        one = m.ints("z", 1, 1, min(n, d))[0] if "ONE" in text else ""
        values = array(range(1, min(d, 100)))
        m.post(text.replace("X", array(x)).replace("Y", array(y)).replace("ONE", one).replace("VALUES", values))

    return add


KINDS = {
    "all_different": other("ferz_all_different(X)"),
    "all_different by domain": other("ferz_all_different(X) :: domain"),
    "nvalue": other("ferz_nvalue(ONE,X)"),
    "inverse": other("ferz_inverse(X,1,Y,1)"),
    "sort": other("ferz_sort(X,Y)"),
    "maximum": other("array_int_maximum(ONE,X)"),
    "value_precede": other("ferz_value_precede_chain(VALUES,X)"),
    "increasing": other("ferz_increasing_int(X)"),
    **{f.__name__: f for f in (circuit, count, gcc, among, cumulative, disjunctive, diffn, element)},
    **{f.__name__: f for f in (element_of_variables, regular, table, lex, bin_packing, knapsack, times, modulo)},
}


def written(kind, n, d, rng):
    m = Model()
    x = m.ints("x", n, 1, d)
    KINDS[kind](m, x, n, d, rng)
    for _ in range(3):
        some = rng.sample(x, min(n, 20))
        m.linear("le", [rng.randrange(-5, 9) or 1 for _ in some], some, d * rng.randrange(5, 20))
    some = rng.sample(x, min(n, 10))
    m.linear("eq", [rng.choice([-3, -2, 2, 3, 5]) for _ in some], some, 7 * d // 3 | 1)
    goal = "solve minimize x0;" if rng.random() < 0.5 else "solve satisfy;"
    return "\n".join(m.variables + m.constraints + [goal]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--ferz", default="target/dist/ferz")
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a kind of constraint or a command")
    parser.add_argument("--show", type=float, default=200.0)
    args = parser.parse_args()
    folder, late, faults = tempfile.mkdtemp(prefix="stop_commands."), [], 0
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    try:
        for run in range(args.runs):
            rng = random.Random(f"{args.seed} {run}")
            kind, (n, d), name = rng.choice(list(KINDS)), rng.choice(SHAPES), rng.choice(list(COMMANDS))
            if args.only not in (kind, name, ""):
                continue
            path, out = os.path.join(folder, "model.fzn"), os.path.join(folder, f"out{run}")
            with open(path, "w", encoding="utf-8") as file:
                file.write(written(kind, n, d, rng))
            words, is_limited = COMMANDS[name]
            moment = rng.uniform(0.02, 1.5) if rng.random() < 0.8 else rng.uniform(1.5, 6.0)
            how = rng.choice([signal.SIGTERM, signal.SIGINT] + ["limit"] * is_limited)
            words = [word.replace("FILE", path).replace("OUT", out).replace("+", " ") for word in words.split()]
            limit = ["--time-limit", f"{int(1000 * moment)}ms"] if how == "limit" else []
            seconds, _, code, _, _ = once([args.ferz, *words, *limit], how, moment)
            is_fault = code == 70 or code < 0
            faults += is_fault
            # A process that ended before the stop was not stopped.
            if seconds > 0:
                late.append(1000 * seconds)
                if is_fault or late[-1] > args.show:
                    what = f"{name} of {kind}, {n} x {d}, {how} at {moment:.2f} s"
                    print(f"{late[-1]:7.0f} ms  {what}, code {code}, run {run}", flush=True)
            for left in os.listdir(folder):
                left = os.path.join(folder, left)
                shutil.rmtree(left) if os.path.isdir(left) else os.unlink(left)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if os.path.exists(OUT):
            os.unlink(OUT)
    if late:
        p50, p90, p99 = (percentile(late, p) for p in (0.5, 0.9, 0.99))
        found = f"median {p50:.0f}, p90 {p90:.0f}, p99 {p99:.0f}, greatest {max(late):.0f} ms"
        print(f"{len(late)} stops: {found}; {faults} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
