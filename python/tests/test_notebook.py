"""Drawings are complete, hostile names are escaped, and the HTML is well-formed."""

import os
import re
import shutil
import subprocess
import sys
import types
from html.parser import HTMLParser

import ferz
import pytest
from ferz import notebook

HOSTILE = "<script>alert('&')</script>\"`\n"
VOID = {"rect", "path"}


class Tree(HTMLParser):
    """Checks that tags are closed in order; collects tags and text."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        assert not any(name.startswith("on") for name, _ in attributes)
        self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += "" if self.open[-1:] == ["style"] else data


def drawn(thing):
    tree = Tree(thing._repr_html_())
    assert "script" not in tree.tags
    return tree


def queens(n=8):
    m = ferz.Model()
    q = m.int_var(range(n), shape=n, name="q")
    for line in (q, q + range(n), q - range(n)):
        m.all_different(line, name="rows")
    return m, q


def test_a_model_is_a_table_of_variables_and_constraints():
    m, q = queens()
    m.add(q[0] < 5, name="left")
    text = drawn(m).text
    assert "8 variables, 4 constraints" in text
    assert "q[0..=7]" in text and "0..=7" in text
    assert "q[0] <= 4" in text or "q[0] < 5" in text
    assert "left" in text
    assert "0 variables" in drawn(ferz.Model()).text


def test_queens_are_a_board():
    m, q = queens()
    solution = m.solve().solution
    tree = drawn(solution)
    assert tree.text.count("♛") == 8
    assert tree.tags.count("td") == 64
    board = solution._repr_html_()
    # The first row drawn is the last row of the board.
    top = board[board.index("<tr>") : board.index("</tr>")].split("<td")[1:]
    assert [i for i, cell in enumerate(top) if "♛" in cell] == [solution[q].index(7)]


def test_arrays_are_pictures_and_tables_by_shape():
    m = ferz.Model()
    m.add(m.int_var(1, 4, shape=(4, 4), name="square") == [[1, 2, 3, 4]] * 4)
    m.add(m.bool_var(shape=(2, 3), name="picture") == [[1, 0, 1], [0, 1, 0]])
    m.add(m.int_var(0, 9, shape=3, name="list") == [7, 8, 9])
    m.add(m.int_var(0, 1, shape=(2, 2, 2), name="cube") == 1)
    m.add(m.int_var(5, 6, name="single") == 6)
    solution = m.solve().solution
    html, tree = solution._repr_html_(), drawn(solution)
    assert html.count("class='full'") == 3
    assert html.count("class='right below'") == 4
    assert "cube (2 × 2 × 2): 1, 1, 1, 1, 1, 1, 1, 1" in tree.text
    for text in ("list789", "single6", "1234" * 4):
        assert text in tree.text


def test_names_with_holes_are_no_arrays():
    m = ferz.Model()
    for name in ("a[0]", "a[2]", "b[0]", "b[0,1]", "c[1]"):
        m.int_var(3, 3, name=name)
    assert "a[0]3a[2]3b[0]3b[0,1]3c[1]3" in drawn(m.solve().solution).text


def test_intervals_are_a_chart():
    m = ferz.Model()
    here = m.bool_var(name="here")
    tasks = [m.interval(0, 9, 3, name=f"job {i}") for i in range(2)] + [
        m.interval(0, 9, 4, name="absent", presence=here)
    ]
    m.disjunctive(tasks, name="lathe")
    m.cumulative(tasks[:2], [1, 1], 2, name="crane")
    m.add(here == 0)
    tree = drawn(m.solve().solution)
    assert tree.tags.count("rect") == 4
    assert "lathe" in tree.text and "crane" in tree.text
    assert "job 0: " in tree.text and "absent" not in tree.text


def test_a_result_has_its_curve():
    m = ferz.Model()
    x = m.int_var(0, 4, shape=3, name="x")
    m.all_different(x)
    best = m.maximize(x[0] + x[1] - x[2], var_order="input")
    assert [point.objective for point in best.incumbents] == sorted(
        {p.objective for p in best.incumbents}
    )
    assert len(best.incumbents) > 1 and best.incumbents[-1].objective == best.objective == 7
    tree = drawn(best)
    assert tree.tags.count("svg") == 1
    assert "OPTIMAL" in tree.text and f"{len(best.incumbents)} incumbents" in tree.text
    assert "UNSATISFIABLE" in drawn(unsatisfiable().solve()).text


def unsatisfiable():
    m = ferz.Model()
    a, b = m.int_vars("ab", 1, 2)
    m.add(a < b, name="up")
    m.add(b < a, name="down")
    return m


def test_a_derivation_has_steps_and_a_core_has_witnesses():
    m = ferz.Model()
    x = m.int_var(1, 3, shape=3, name="x")
    m.all_different(x, name="rows")
    m.add(x[0] == 1, name="given")
    derivation = m.why(x[1] != 1)
    html = derivation._repr_html_()
    assert "<code>rows</code>" in html
    assert drawn(derivation).tags.count("tr") == len(derivation.lines)
    text = drawn(unsatisfiable().unsat_core()).text
    assert "2 constraints without a common solution" in text
    assert "down" in text and "a = 1, b = 2" in text


def test_hostile_names_are_escaped():
    m = ferz.Model()
    x = m.int_var(0, 3, shape=4, name=HOSTILE)
    m.all_different(x, name=HOSTILE)
    task = m.interval(0, 9, 1, name=HOSTILE)
    m.disjunctive([task], name=HOSTILE)
    m.add(x[0] == 1, name=HOSTILE)
    things = [m, m.solve(), m.solve().solution, m.maximize(x[1]), m.why(x[1] != 1)]
    m.add(x[0] == 2, name=HOSTILE)
    things.append(m.unsat_core())
    for thing in things:
        assert HOSTILE.strip()[:20] in drawn(thing).text.replace("`", "")
    page = m.study(title=HOSTILE)
    assert "<script>alert" not in page.html
    assert drawn(page).tags == ["iframe"]


def test_large_things_are_cut():
    m = ferz.Model()
    x = m.int_var(0, 1, shape=3000, name="x")
    m.int_vars((f"y{i}" for i in range(500)), 0, 1)
    m.add([x[i] <= x[i + 1] for i in range(1000)])
    assert "… and 300 more" in drawn(m.solve().solution).text
    assert "more" in drawn(m).text
    for thing in m, m.solve().solution:
        assert len(thing._repr_html_()) < 100_000


def test_ticks_are_few_and_round():
    assert list(notebook._ticks(0, 11)) == list(range(12))
    assert list(notebook._ticks(-7, 50)) == list(range(-5, 51, 5))
    assert list(notebook._ticks(5, 5)) == [5]


def test_a_page_is_one_file(tmp_path):
    m, q = queens(6)
    path = tmp_path / "six.html"
    page = m.study(path, node_limit=20, title="Six queens")
    text = path.read_text(encoding="utf-8")
    assert text == page.html
    assert text.startswith("<!doctype html>") and "Six queens" in text
    assert "http://" not in text.replace("http://www.w3.org", "") and "https://" not in text
    assert len(m.study(node_limit=1).html) < len(text)
    with pytest.raises(TypeError, match="at most one"):
        m.study(minimize=q[0], maximize=q[0])
    with pytest.raises(TypeError, match="threads"):
        m.study(threads=2)
    with pytest.raises(ValueError, match="node_limit=-1"):
        m.study(node_limit=-1)


def test_a_page_works_inside_a_notebook(tmp_path):
    chromium = shutil.which("chromium")
    if chromium is None:
        assert os.environ.get("FERZ_REQUIRE") != "1", "chromium is missing"
        pytest.skip("chromium is missing")
    keys = """<script>
        for (const key of ["ArrowRight", "n", "f", "s", "l", "d", "End"])
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        parent.postMessage(["ERRORS", ...errors, "EVENT", ferz.views[0].event].join(" "), "*");
    </script>"""
    catch = "<script>var errors = []; onerror = (message) => { errors.push(message); };</script>"
    page = queens(6)[0].study(node_limit=20)
    # The page's own policy blocks all other scripts.
    html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.html)
    html = html.replace("<body>", "<body>" + catch).replace("</body>", keys + "</body>")
    frame = notebook.Page(html)._repr_html_().replace("sandbox=", "data-sandbox=")
    shown = tmp_path / "notebook.html"
    shown.write_text(
        f"<body><script>onmessage = (e) => {{ document.body.textContent = e.data; }}</script>{frame}",
        encoding="utf-8",
    )
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000"]
    command = [chromium, *options, "--dump-dom", shown.as_uri()]
    dom = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert re.search(r"ERRORS EVENT [1-9]", dom), dom[-500:]


def test_a_page_has_the_schedule_and_the_objective():
    m = ferz.Model()
    length = m.int_var(1, 2, name="length")
    tasks = [m.interval(0, 5, 2, name="a"), m.interval(0, 5, length, name="b")]
    m.disjunctive(tasks, name="lathe of the hall")
    page = m.study(minimize=ferz.max(task.end for task in tasks))
    assert "lathe of the hall" in page.html
    assert '"objective"' in page.html


def test_a_page_of_any_search():
    m, q = queens(6)
    seen = []

    def first(node):
        seen.append(node)
        return next((x == node.max(x) for x in q if not node.is_fixed(x)), None)

    assert m.study(branch_with=first).html and seen
    assert m.study(learn=True).html and m.study(restarts="luby:5").html
    assert m.study(time_limit=0).html and m.study(node_limit=0).html
    assert ferz.Model().study().html and unsatisfiable().study().html

    def wrong(domains):
        raise LookupError("a mistake in a propagator")

    m.propagator(q, wrong)
    with pytest.raises(LookupError, match="a mistake"):
        m.study()


def test_progress_uses_tqdm_where_it_is_installed(monkeypatch):
    m, q = queens(6)
    moves = []

    class Bar:
        def __init__(self, unit):
            self.n = 0

        def set_postfix(self, **values):
            moves.append(values)

        def update(self, nodes):
            self.n += nodes

        def close(self):
            moves.append("closed")

    module = types.ModuleType("tqdm.auto")
    module.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    bar = notebook.progress_bar()
    bar(m.minimize(q[0]))
    bar(None)
    assert moves[0]["objective"] == 1 and moves[0]["gap"] == "0.0%"
    moves.clear()
    assert m.minimize(q[0], progress=True).objective == 1
    assert moves[-1] == "closed"
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert m.minimize(q[0], progress=True).objective == 1
