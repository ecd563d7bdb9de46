"""Drawings for notebooks: models, solutions, results, derivations and cores as HTML and SVG.

A notebook calls `_repr_html_` on the last expression of a cell. Drawings adapt to the light or dark
theme of the notebook, and need neither scripts nor a network. All texts are escaped.
"""

from __future__ import annotations

import importlib
import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._ferz import Model, Solution
    from .results import Core, Derivation, Result

ROWS = 200
"""The maximum number of table rows and chart bars to draw."""
CELLS = 2_500
"""The maximum number of cells in an array to draw."""
QUEENS = ("q", "queen", "queens")
"""The names of arrays drawn as chess boards with queens."""
COLOURS = ("#5b8fd6", "#d98a3d", "#4fa06b", "#c2617f", "#8c79c9", "#3f9fa6", "#a3863f", "#888888")

STYLE = """<style>
.ferz{font:13px/1.4 system-ui,sans-serif}
.ferz table{border-collapse:collapse;margin:.4em 0}
.ferz td,.ferz th{border:1px solid rgba(128,128,128,.4);padding:.15em .5em}
.ferz td,.ferz th{text-align:left!important}
.ferz .grid td{min-width:1.3em;height:1.5em;padding:.1em;text-align:center!important}
.ferz .dark{background:rgba(128,128,128,.3)}.ferz .full{background:currentColor}
.ferz .right{border-right:2px solid}.ferz .below{border-bottom:2px solid}
.ferz caption{text-align:left;font-weight:600;white-space:nowrap}
.ferz svg{max-width:100%;height:auto;font:11px system-ui,sans-serif}
.ferz small{opacity:.7}</style>"""


def _framed(*parts: str) -> str:
    return f"{STYLE}<div class='ferz'>{''.join(parts)}</div>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """Formats a table whose cells are already HTML."""
    if not rows:
        return ""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows[:ROWS])
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<tr>{head}</tr>{body}</table>{_left_out(len(rows))}"


def _left_out(count: int) -> str:
    return f"<small>… and {count - ROWS:,} more</small>" if count > ROWS else ""


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _words(text: str) -> str:
    """Formats a sentence, with names in backquotes as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


# Solutions


def _arrays(
    values: dict[str, int],
) -> tuple[dict[str, int], dict[str, tuple[list[int], list[int]]]]:
    """Returns single values, and arrays by name: shape and values, row by row. `q[1,2]` is in `q`."""
    single: dict[str, int] = {}
    items: dict[str, dict[tuple[int, ...], int]] = {}
    for name, value in values.items():
        parts = re.fullmatch(r"(.+)\[(\d{1,6}(?:,\d{1,6})*)\]", name, re.DOTALL)
        if parts is None:
            single[name] = value
        else:
            items.setdefault(parts[1], {})[tuple(map(int, parts[2].split(",")))] = value
    arrays = {}
    for name, cells in items.items():
        ranks = {len(index) for index in cells}
        shape = [max(axis) + 1 for axis in zip(*cells)] if len(ranks) == 1 else []
        if math.prod(shape) == len(cells):
            arrays[name] = (shape, [cells[index] for index in sorted(cells)])
        else:
            for index, value in cells.items():
                single[f"{name}[{','.join(map(str, index))}]"] = value
    return single, arrays


def _grid(rows: Sequence[Sequence[str]], style: Callable[[int, int], str], caption: str) -> str:
    """Formats a table of cells, each with its classes."""
    lines = []
    for r, row in enumerate(rows):
        cells = "".join(f"<td class='{style(r, c)}'>{cell}</td>" for c, cell in enumerate(row))
        lines.append(f"<tr>{cells}</tr>")
    return f"<table class='grid'><caption>{escape(caption)}</caption>{''.join(lines)}</table>"


def _drawn(name: str, shape: list[int], values: list[int]) -> str:
    """Draws an array as a board, a picture, or a table."""
    if len(shape) > 2 or len(values) > CELLS:
        shown = ", ".join(map(str, values[:CELLS])) + (", …" if len(values) > CELLS else "")
        return f"<p>{_code(name)} ({' × '.join(map(str, shape))}): {shown}</p>"
    if len(shape) == 1:
        n = len(values)
        if 3 < n <= math.isqrt(CELLS) and sorted(values) == list(range(n)):
            mark = "♛" if name in QUEENS else "●"
            board = [[mark if values[c] == r else "" for c in range(n)] for r in reversed(range(n))]
            return _grid(board, lambda r, c: "dark" if (n - r + c) % 2 else "", f"{name}: {values}")
        return _grid([[str(value) for value in values]], lambda r, c: "", name)
    rows, columns = shape
    cells = [values[r * columns :][:columns] for r in range(rows)]
    if rows * columns > 1 and set(values) <= {0, 1}:
        return _grid([[""] * columns] * rows, lambda r, c: "full" if cells[r][c] else "", name)
    block = math.isqrt(rows)
    is_square = rows == columns == block * block and block > 1
    is_sudoku = is_square and 1 <= min(values) and max(values) <= rows

    def border(r: int, c: int) -> str:
        sides = (("right", c), ("below", r)) if is_sudoku else ()
        return " ".join(side for side, at in sides if at % block == block - 1)

    return _grid([[str(value) for value in row] for row in cells], border, name)


def _chart(bars: Sequence[tuple[str, Sequence[tuple[str, int, int]]]]) -> str:
    """Draws a Gantt chart: a row for each resource, with lanes for overlapping tasks."""
    tasks = [task for _, row in bars for task in row]
    if not tasks:
        return ""
    low, high = min(start for _, start, _ in tasks), max(end for _, _, end in tasks)
    left, width, height = 110, 620, 20
    scale = width / max(1, high - low)
    groups: dict[str, str] = {}
    drawn, top = [], 0
    for resource, row in bars[:ROWS]:
        ends: list[int] = []
        for name, start, end in sorted(row, key=lambda task: task[1:])[:ROWS]:
            lane = next((k for k, last in enumerate(ends) if last <= start), len(ends))
            ends[lane : lane + 1] = [end]
            # Tasks whose names share a prefix, such as those of one job, share a colour.
            group = re.split(r"[,. ]\S*$", name)[0]
            colour = groups.setdefault(group, COLOURS[len(groups) % len(COLOURS)])
            x, y, w = left + (start - low) * scale, top + lane * height, (end - start) * scale
            drawn.append(
                f"<g><title>{escape(name)}: {start} to {end}</title>"
                f"<rect x='{x:.1f}' y='{y + 2}' width='{max(w, 1):.1f}' height='{height - 4}' "
                f"rx='2' fill='{colour}' fill-opacity='.55' stroke='{colour}'/>"
                f"{_label(x + 3, y + 14, name if len(name) * 6 < w else '')}</g>"
            )
        label = resource if len(resource) <= 16 else resource[:15] + "…"
        drawn.append(_label(0, top + 14, label))
        top += max(1, len(ends)) * height + 4
    for tick in _ticks(low, high):
        x = left + (tick - low) * scale
        drawn.append(f"<path d='M{x:.1f} 0V{top}' stroke='currentColor' stroke-opacity='.25'/>")
        drawn.append(_label(x, top + 12, str(tick), "middle"))
    return _svg(left + width + 20, top + 18, "schedule", drawn)


def _label(x: float, y: float, text: str, anchor: str = "start") -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'"
    return f"<text {place} fill='currentColor'>{escape(text)}</text>"


def _svg(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    size = f"width='{width}' height='{height}' viewBox='0 0 {width} {height}'"
    return f"<svg {size} role='img' aria-label='{title}'>{''.join(parts)}</svg>"


def _ticks(low: int, high: int) -> range:
    """Returns at most twelve round numbers from `low` to `high`."""
    step = next(s * 10**k for k in range(20) for s in (1, 2, 5) if (high - low) // (s * 10**k) < 12)
    return range(-(-low // step) * step, high + 1, step)


def solution(s: Solution) -> str:
    """Draws a solution: intervals as a chart; arrays as boards, pictures, tables; single values."""
    bars = s._bars()
    single, arrays = _arrays(s.as_dict())
    if bars:
        single = {name: value for name, value in single.items() if not name.endswith(".start")}
    rows = [[_code(name), str(value)] for name, value in single.items()]
    drawn = [_drawn(name, *array) for name, array in list(arrays.items())[:ROWS]]
    return _framed(_chart(bars), *drawn, _table(["variable", "value"], rows))


# Models, results, explanations


def model(m: Model) -> str:
    """Draws the variables and constraints of a model."""
    lines = str(m).split("\n")
    middle = lines.index("constraints") if "constraints" in lines else len(lines)
    variables = [line.strip().rpartition(": ") for line in lines[1:middle] if line.strip()]
    constraints = [line.strip().partition("  # ") for line in lines[middle + 1 :] if line.strip()]
    return _framed(
        f"<p>{escape(repr(m).strip('<>'))}</p>",
        _table(["variable", "values"], [[_code(x.strip("`")), _code(v)] for x, _, v in variables]),
        _table(["constraint", "name"], [[_code(c), escape(name)] for c, _, name in constraints]),
    )


def result(r: Result) -> str:
    """Draws a result: how the search ended, the incumbents as a curve, and the best solution."""
    rows = [["status", f"<b>{r.status}</b>"]]
    if r.objective is not None:
        gap = "" if r.gap is None else f", gap {r.gap:.1%}"
        rows.append(["objective", f"{r.objective} <small>(bound {r.bound}{gap})</small>"])
    if r.stopped_by is not None:
        rows.append(["stopped by", escape(r.stopped_by)])
    s = r.statistics
    rows.append(["search", f"{s.nodes:,} nodes, {s.failures:,} failures, {s.seconds:.2f} s"])
    best = "" if r.solution is None else solution(r.solution)
    return _framed(_table(["result", ""], rows), _curve(r)) + best


def _curve(r: Result) -> str:
    """Draws the incumbents over time, and the bound at each of these times."""
    points = r.incumbents
    if len(points) < 2:
        return ""
    values = [v for point in points for v in (point.objective, point.bound) if v is not None]
    seconds = max(r.statistics.seconds, points[-1].seconds, 1e-9)
    low, high = min(values), max(values)
    width, height, left = 560, 150, 60

    def path(series: Iterable[tuple[float, int]], last: int | None) -> str:
        """Draws steps: each value holds until the next one, and the last value until the end."""
        d, y = "", 0.0
        for at, value in series:
            x, y = left + at / seconds * width, 10 + (high - value) / max(1, high - low) * height
            d += f"M{x:.1f} {y:.1f}" if not d else f"H{x:.1f}V{y:.1f}"
        if last is not None:
            d += f"H{left + width}V{10 + (high - last) / max(1, high - low) * height:.1f}"
        return d

    bounds = [(point.seconds, point.bound) for point in points if point.bound is not None]
    final = r.bound if r.bound is None or low <= r.bound <= high else None
    best = path([(p.seconds, p.objective) for p in points], points[-1].objective)
    bound = path(bounds, final)
    lines = [
        f"<path d='{best}' fill='none' stroke='{COLOURS[0]}' stroke-width='2'/>",
        f"<path d='{bound}' fill='none' stroke='{COLOURS[1]}' stroke-dasharray='4 3'/>",
    ]
    for value, y in ((high, 14), (low, height + 10)):
        lines.append(_label(left - 6, y, str(value), "end"))
    legend = f"{len(points)} incumbents in {seconds:.2f} s; bound dashed"
    lines.append(_label(left, height + 28, legend))
    return _svg(left + width + 10, height + 34, "objective over time", lines)


def derivation(d: Derivation) -> str:
    """Draws the numbered steps of a derivation."""
    steps = []
    for line in d.lines[:ROWS]:
        number, dot, text = line.partition(". ")
        if dot and number.strip().isdigit():
            steps.append(f"<tr><td>{number.strip()}</td><td>{_words(text)}</td></tr>")
        else:
            steps.append(f"<tr><td colspan='2'>{_words(line)}</td></tr>")
    stopped = f"<small>stopped by {escape(d.stopped_by)}</small>" if d.stopped_by else ""
    return _framed(f"<table>{''.join(steps)}</table>{_left_out(len(d.lines))}{stopped}")


def core(c: Core) -> str:
    """Draws the constraints of an unsatisfiable core, each with a solution of the others."""

    def others(witness: Solution | None) -> str:
        text = "" if witness is None else repr(witness)
        return _code(text.removeprefix("<Solution: ").removesuffix(">"))

    rows = [[_code(constraint.name), others(c.without(constraint))] for constraint in c]
    stopped = f"<small>stopped by {escape(c.stopped_by)}</small>" if c.stopped_by else ""
    title = f"{len(rows)} constraints without a common solution"
    return _framed(_table(["constraint", "a solution of the others"], rows, title), stopped)


class Page:
    """A search as a page: tree, domains, reasons, work.

    A notebook shows it; `save` writes it for a browser.
    """

    def __init__(self, html: str) -> None:
        self.html = html

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page, which is one file and needs no network."""
        with open(os.fspath(path), "w", encoding="utf-8") as file:
            file.write(self.html)

    def __repr__(self) -> str:
        return f"<Page: {len(self.html) // 1000} kB; .save(path) writes it>"

    def _repr_html_(self) -> str:
        style = "width:100%;height:760px;border:1px solid rgba(128,128,128,.4)"
        rights = "allow-scripts allow-downloads"
        return f'<iframe style="{style}" sandbox="{rights}" srcdoc="{escape(self.html)}"></iframe>'


def progress_bar() -> Callable[[Result | None], None]:
    """Creates a `tqdm` bar, which a result advances and None ends; without `tqdm`, the bar does nothing."""
    try:
        bar = importlib.import_module("tqdm.auto").tqdm(unit=" nodes")
    except ImportError:
        return lambda result: None

    def move(result: Result | None) -> None:
        if result is None:
            bar.close()
            return
        gap = "" if result.gap is None else f"{result.gap:.1%}"
        bar.set_postfix(objective=result.objective, bound=result.bound, gap=gap, refresh=False)
        bar.update(result.statistics.nodes - bar.n)

    return move
