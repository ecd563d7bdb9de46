#!/usr/bin/env python3
"""What a proof costs: python3 benches/proofs.py [FERZ]  writes docs/reports/proofs.md

Each question is asked twice, without and with `--proof`, in the search that is logged; then VeriPB checks the proof.
Times are user seconds of the process, the least of two runs, of twenty if they are short; a run of more than LIMIT seconds is said not to finish.
"""
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 60
QUESTIONS = [  # what is asked, and how the same search runs without a proof
    ("queens 10 --all", "queens 10 --count --method model"),
    ("queens 12 --all", "queens 12 --count --method model"),
    ("queens 10 --all --learn", "queens 10 --count --method model --learn"),
    ("model job-shop ft06", None),
    ("model job-shop ft06 --learn", None),
    ("model job-shop la02 --learn", None),
    ("model project j301_1", None),
    ("model project j301_1 --learn", None),
    ("model golomb 7", None),
    ("model tour", None),
]


def timed(command):
    """User seconds, exit code and output; None instead of seconds when the limit came first."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None, None, ""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, ran.returncode, ran.stdout + ran.stderr


def least(command):
    runs = [timed(command)]
    first = runs[0][0]
    if first is not None and first < 20:
        runs += [timed(command) for _ in range(20 if first < 0.2 else 1)]
    return min(runs, key=lambda run: run[0] if run[0] is not None else LIMIT)


def failures(ferz, question):
    """How often the search failed, by its own statistics."""
    _, _, said = timed([ferz, *question.split(), "--stats"])
    found = re.search(r"failures +([0-9,]+)", said)
    return int(found[1].rstrip(",").replace(",", "")) if found else None


def number(value, form="{:.2f}"):
    return "" if value is None else form.format(value)


def row(ferz, question, plain):
    plain = plain or question
    with tempfile.TemporaryDirectory() as folder:
        search, _, _ = least([ferz, *plain.split()])
        logged, code, said = least([ferz, *question.split(), "--proof", folder])
        cells = [f"`{question}`", number(search)]
        if code != 0:
            why = said.strip().splitlines()[-1].removeprefix("error: ") if said.strip() else f"more than {LIMIT} s"
            return cells + [f"not finished: {why}", "", "", "", "", ""]
        model, proof = [(Path(folder) / name).stat().st_size / 1e6 for name in ("model.opb", "proof.pbp")]
        check, checked, _ = timed([ferz, "proof", "check", folder])
        failed = failures(ferz, plain)
        per_failure = 1e6 * proof / failed if failed else None
        ratio = logged / search if search else None
        verified = number(check) if checked == 0 else f"more than {LIMIT} s"
        rate = check / (model + proof) if checked == 0 else None
        return cells + [number(logged), number(ratio, "{:.1f}"), f"{model:.1f} + {proof:.1f}",
                        number(per_failure, "{:,.0f}"), verified, number(rate)]


def main(ferz):
    head = ["question", "search, s", "with a proof, s", "ratio", "model + proof, MB", "bytes a failure", "checked in, s",
            "s per MB"]
    lines = ["# What a proof costs", "",
             "Written by `benches/proofs.py`; user time, VeriPB 3.0.2. The ratio is that of the same search with and without a proof; writing the model",
             "belongs to it. ([Proofs](../proofs.md))", "",
             "| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1)]
    for question, plain in QUESTIONS:
        cells = row(ferz, question, plain)
        print(*cells, sep=" | ", flush=True)
        lines.append("| " + " | ".join(cells) + " |")
    (ROOT / "docs" / "reports" / "proofs.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target" / "release" / "ferz"))
