"""The Python examples in the documentation run, each page as one program."""

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
        # Empty lines in front keep the line numbers of the page, so a traceback shows the page's line.
        before = "\n" * (text.count("\n", 0, block.start()) + 1)
        exec(compile(before + block[1], page, "exec"), names)
    printed = capsys.readouterr().out.split("\n")
    # The program prints what the comments after `print` say.
    for expected in re.findall(r"(?m)^print\(.*?\)\s+# (.+)$", text):
        assert expected in printed
