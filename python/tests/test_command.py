"""The command inside the package: `python -m ferz`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import ferz
import pytest

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(ferz.__file__).parent.parent)}
FERZ = [sys.executable, "-m", "ferz"]
FZN_FERZ = [sys.executable, "-c", "from ferz.__main__ import fzn_ferz; fzn_ferz()"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, check=False)


def test_arguments_output_and_exit_codes() -> None:
    solved = run(*FERZ, "queens", "6", "--count")
    assert (solved.returncode, solved.stderr) == (0, "")
    assert solved.stdout.startswith("6 queens: 4 solutions")
    wrong = run(*FERZ, "queens", "six")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "invalid value 'six'" in wrong.stderr
    # The version and the suggested command also depend on the arguments.
    assert run(*FERZ, "--version").stdout == f"ferz {ferz.__version__}\n"
    assert "queens" in run(*FERZ, "queen", "6").stderr
    stopped = run(*FERZ, "queens", "100", "--count", "--node-limit", "10")
    assert stopped.returncode == 3


def test_the_program_that_minizinc_starts(tmp_path: Path) -> None:
    flat = tmp_path / "model.fzn"
    flat.write_text("var 1..2: x :: output_var;\nsolve satisfy;\n")
    assert run(*FZN_FERZ, "-a", str(flat)).stdout.count("----------") == 2


def test_ctrl_c_ends_with_what_is_known() -> None:
    words = [*FERZ, "queens", "20", "--all"]
    with subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as searching:
        assert searching.stdout is not None
        assert searching.stdout.readline()
        searching.send_signal(signal.SIGINT)
        rest = searching.stdout.read()
    assert searching.returncode == 3
    assert "stopped by an interrupt" in rest


def test_where_memory_is_limited_it_starts_itself_again() -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux limits the address space")
    limited = run("sh", "-c", 'ulimit -v 4000000; exec "$@"', "sh", *FERZ, "queens", "6", "--count")
    assert limited.stdout.startswith("6 queens: 4 solutions"), limited.stderr
