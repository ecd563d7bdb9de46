"""Every notebook runs from the first cell to the last, and is stored without outputs."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def test_there_are_six():
    assert [path.stem for path in NOTEBOOKS] == [
        "job_shop",
        "levels",
        "propagator",
        "queens",
        "roster",
        "sudoku",
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(
        not cell.outputs and cell.execution_count is None for cell in cells
    ), "commit it without outputs"
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert any("text/html" in output.get("data", {}) for cell in cells for output in cell.outputs)
