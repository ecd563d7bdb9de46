"""The Python examples of the documentation run, each page as one program."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "docs/python.md", "python/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_examples_run(page, capsys):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = list(re.finditer(r"(?ms)^```python\n(.*?)^```", text))
    assert blocks, "no example"
    names = {}
    for block in blocks:
        # As many empty lines before it as are in the page: a traceback then has the page's line.
        before = "\n" * (text.count("\n", 0, block.start()) + 1)
        exec(compile(before + block[1], page, "exec"), names)
    printed = capsys.readouterr().out.split("\n")
    # What a comment behind a `print` says is printed.
    for expected in re.findall(r"(?m)^print\(.*?\)\s+# (.+)$", text):
        assert expected in printed
