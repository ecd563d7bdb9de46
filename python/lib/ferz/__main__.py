"""The command line: `python -m ferz queens 8` is the same as `ferz queens 8`."""

from __future__ import annotations

import sys
import sysconfig
from typing import NoReturn

from ._ferz import _main


def main() -> NoReturn:
    """Runs `ferz` with the arguments of this process, and ends the process."""
    _run("ferz")


def fzn_ferz() -> NoReturn:
    """Runs `fzn-ferz`, which MiniZinc starts, and ends the process."""
    _run("fzn-ferz")


def _run(name: str) -> NoReturn:
    words, scripts = sys.orig_argv[1:], sysconfig.get_path("scripts")
    _main(name, sys.executable, words, len(sys.argv) - 1, scripts)
    raise SystemExit(70)  # not reached


if __name__ == "__main__":
    main()
