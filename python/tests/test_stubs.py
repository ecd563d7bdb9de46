"""The stubs match the compiled module, and the package and the examples are well typed."""

import pathlib
import subprocess
import sys

import examples_typed

HERE = pathlib.Path(__file__).parent
LIB = HERE.parent / "lib"


def passes(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=HERE.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_are_those_of_the_module() -> None:
    passes("mypy.stubtest", "ferz._ferz", "--concise")


def test_package_and_examples_are_well_typed() -> None:
    passes("mypy", str(LIB / "ferz"), str(HERE / "examples_typed.py"), str(HERE / "test_stubs.py"))


def test_examples_do_what_they_say() -> None:
    assert len(examples_typed.queens(6)) == 4
    assert examples_typed.knapsack([4, 5, 3], [5, 6, 3], 9) == 11
    assert examples_typed.own_search() == 720
    assert examples_typed.conditions().is_complete
