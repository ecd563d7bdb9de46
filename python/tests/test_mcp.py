"""Tests the server for assistants with the client of the protocol's own SDK."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import ferz
import ferz.mcp
import pytest
from mcp import Client, StdioServerParameters
from mcp.types import TextContent

PACKAGE = str(Path(ferz.__file__).parent.parent)

QUEENS = """\
include "globals.mzn";
int: n;
array [1..n] of var 1..n: q;
constraint alldifferent(q) :: "rows";
constraint alldifferent([q[i] + i | i in 1..n]) :: "down";
constraint alldifferent([q[i] - i | i in 1..n]) :: "up";
solve satisfy;
"""
FLAT = "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nconstraint int_lt(x, y);\n"
CLASH = """\
array [1..3] of var 1..9: x;
constraint (x[1] < x[2]) :: "early";
constraint (x[2] < x[3]) :: "late";
constraint (x[1] + x[2] + x[3] > 7) :: "not needed";
constraint (x[3] <= x[1]) :: "round";
solve satisfy;
"""
# Pigeons, too many for any proof without learning.
HARD = """\
int: n = 14;
array [0..n] of var 1..n: p;
constraint forall (i, j in 0..n where i < j) (p[i] != p[j]);
solve satisfy;
"""


def needs(program: str) -> None:
    if shutil.which(program) is None:
        if os.environ.get("FERZ_REQUIRE"):
            pytest.fail(f"{program} is missing")
        pytest.skip(f"{program} is missing")


class Caller:
    """A connection to a server."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def ask(self, tool: str, **arguments: Any) -> tuple[bool, str]:
        """Returns whether the answer is an error, and its text."""
        result = await self.client.call_tool(tool, arguments)
        text = result.content[0]
        assert isinstance(text, TextContent)
        return bool(result.is_error), text.text

    async def get(self, tool: str, **arguments: Any) -> Any:
        """Returns the text or the object of an answer that is not an error."""
        is_error, text = await self.ask(tool, **arguments)
        assert not is_error, text
        return json.loads(text) if text.startswith("{") else text

    async def refused(self, tool: str, **arguments: Any) -> str:
        """Returns the text of an error."""
        is_error, text = await self.ask(tool, **arguments)
        assert is_error, text
        return text


def talk(
    root: Path, *options: str, path: str | None = None
) -> Callable[[Callable[[Caller], Awaitable[None]]], None]:
    """Starts a server for files below the root. The server must still respond after the conversation."""

    def run(conversation: Callable[[Caller], Awaitable[None]]) -> None:
        async def whole() -> None:
            environment = {"PATH": path or os.environ["PATH"], "PYTHONPATH": PACKAGE}
            words = ["-m", "ferz.mcp", "--root", str(root), *options]
            server = StdioServerParameters(command=sys.executable, args=words, env=environment)
            async with Client(server) as client:
                caller = Caller(client)
                await conversation(caller)
                end = await caller.get(
                    "solve", model=FLAT + "solve maximize x;\n", language="flatzinc"
                )
                assert end["answer"]["objective"] == 2
            assert not list(root.glob(".ferz-*")), "the folder of a call is gone with it"

        anyio.run(whole)

    return run


def test_five_tools_describe_themselves(tmp_path: Path) -> None:
    @talk(tmp_path)
    async def conversation(caller: Caller) -> None:
        tools = {tool.name: tool for tool in (await caller.client.list_tools()).tools}
        assert sorted(tools) == ["check_proof", "count", "solve", "unsat_core", "why"]
        for tool in tools.values():
            assert "Example: {" in (tool.description or ""), tool.name
            described = tool.input_schema["properties"].items()
            assert all(about.get("description") for _, about in described), tool.name


def test_models_in_minizinc(tmp_path: Path) -> None:
    needs("minizinc")
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "queens.mzn").write_text(QUEENS.replace("globals", "parts"))
    (tmp_path / "models" / "parts.mzn").write_text('include "alldifferent.mzn";')
    (tmp_path / "eight.dzn").write_text("n = 8;")
    (tmp_path / "six.json").write_text('{"n": 6}')

    @talk(tmp_path)
    async def conversation(caller: Caller) -> None:
        model = "var 0..9: x; var 0..9: y; constraint 2*x + 3*y = 20; solve maximize x;"
        best = await caller.get("solve", model=model)
        assert best["solutions"] == [{"objective": 7, "values": {"x": 7, "y": 2}}]
        assert best["answer"]["outcome"] == "optimal"
        assert "has an objective" in await caller.refused("count", model=model)

        queens = {"file": "models/queens.mzn"}
        eight = await caller.get("count", **queens, data_files=["eight.dzn"], listed=2)
        assert (eight["answer"]["count"], eight["answer"]["outcome"]) == (92, "complete")
        assert len(eight["solutions"]) == 2
        assert (await caller.get("count", **queens, data_files=["six.json"]))["answer"][
            "count"
        ] == 4
        some = await caller.get("count", **queens, data="n = 8;", limit=3)
        assert (some["answer"]["count"], some["answer"]["outcome"]) == (3, "satisfied")

        reasons = await caller.get("why", model=QUEENS, data="n = 4;", fact="q[1] != 1")
        assert reasons.startswith("q[1] != 1 is true in every solution")
        model = "var 1..5: x; var 4..5: y; constraint x > y; solve satisfy;"
        derived = await caller.get("why", model=model, fact="x = 5")
        assert "1. " in derived and "so x = 5" in derived

        core = await caller.get("unsat_core", model=CLASH)
        names = ["early (model.mzn:2)", "late (model.mzn:3)", "round (model.mzn:5)"]
        assert core.splitlines()[1:] == [f"  {name}" for name in names]
        assert "there is a solution" in await caller.refused(
            "unsat_core", model=QUEENS, data="n = 4;"
        )
        assert "syntax error" in await caller.refused("solve", model="var 1..3 x;")


def test_proofs_are_checked(tmp_path: Path) -> None:
    needs("veripb")
    flat = "var 1..3: x :: output_var;\nconstraint int_times(x, x, 2);\nsolve satisfy;\n"

    @talk(tmp_path)
    async def conversation(caller: Caller) -> None:
        verdict = await caller.get("check_proof", model=flat, language="flatzinc")
        assert verdict == "no solution\ns VERIFIED UNSATISFIABLE"
        one = await caller.get(
            "check_proof", model=FLAT + "solve maximize x;\n", language="flatzinc"
        )
        assert one.startswith("the best value is 2\ns VERIFIED BOUNDS"), one
        (tmp_path / "unsat.fzn").write_text(flat)
        command = [sys.executable, "-m", "ferz", "solve", "unsat.fzn", "--proof", "proof"]
        environment = {**os.environ, "PYTHONPATH": PACKAGE}
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
        assert await caller.get("check_proof", folder="proof") == "s VERIFIED UNSATISFIABLE"
        (tmp_path / "proof" / "verdict.txt").write_text("s VERIFIED SATISFIABLE\n")
        assert "NOT VERIFIED" in await caller.get("check_proof", folder="proof")
        both = await caller.refused("check_proof", folder="proof", model=flat)
        assert "not both" in both


def test_flatzinc_needs_no_minizinc(tmp_path: Path) -> None:
    variable = {"type": "int", "domain": [[1, 3]]}
    instance = {
        "variables": {"x": variable, "y": variable},
        "arrays": {},
        "constraints": [{"id": "int_lt", "args": ["x", "y"]}],
        "output": ["x", "y"],
        "solve": {"method": "satisfy"},
    }
    (tmp_path / "less.fzn").write_text(FLAT + "solve satisfy;\n")
    (tmp_path / "less.fzn.json").write_text(json.dumps(instance))

    @talk(tmp_path, path=str(tmp_path))
    async def conversation(caller: Caller) -> None:
        for given in [
            {"model": json.dumps(instance)},
            {"file": "less.fzn"},
            {"file": "less.fzn.json"},
        ]:
            found = await caller.get("count", **given)
            assert found["answer"]["count"] == 3
            assert {"values": {"x": 1, "y": 3}} in found["solutions"]
        derived = await caller.get("why", file="less.fzn", fact="x != 3")
        assert "`int_lt (less.fzn:3:12)`" in derived and "so x != 3" in derived
        missing = await caller.refused("solve", model=QUEENS)
        assert "`minizinc` must be on the PATH" in missing
        assert "VeriPB is not installed" in await caller.refused("check_proof", file="less.fzn")


def test_limits_end_what_does_not_end(tmp_path: Path) -> None:
    needs("minizinc")

    @talk(tmp_path, "--time-limit", "2", "--memory-limit", "300")
    async def endless(caller: Caller) -> None:
        for tool in ("solve", "count"):
            stopped = await caller.get(tool, model=HARD)
            assert stopped["answer"]["outcome"] == "stopped", stopped
            assert stopped["solutions"] == []
        assert "limit" in await caller.get("why", model=HARD, fact="p[0] != 1")
        assert "stopped by the time limit: nothing is proved" in await caller.get(
            "check_proof", model=HARD
        )
        # The compiler runs forever, or needs more memory than is available.
        for start in [
            "function int: f(int: n) = f(n + 1); var 1..f(1): x;",
            "array [1..1000000000] of int: a = [i | i in 1..1000000000]; var 1..sum(a): x;",
            "array [1..100000000] of var 0..1: x;",
        ]:
            is_error, text = await caller.ask("solve", model=start + "solve satisfy;")
            assert is_error or json.loads(text)["answer"]["outcome"] == "stopped", text

    @talk(tmp_path, "--answer-limit", "2000")
    async def long(caller: Caller) -> None:
        # Of many solutions, all are counted and some are listed.
        many = await caller.get(
            "count", model="array [1..10] of var 0..1: x; solve satisfy;", listed=99
        )
        assert many["answer"]["count"] == 1024
        assert 0 < len(many["solutions"]) < 99
        assert "2000 bytes" in many["note"]
        assert len(json.dumps(many, separators=(",", ":"))) < 2500
        wide = "array [1..5000] of var 0..1: x; solve satisfy;"
        none = await caller.get("solve", model=wide)
        assert none["solutions"] == [] and "2000 bytes" in none["note"]
        text = "\n".join(f'var 0..0: x{i}; constraint (x{i} = 0) :: "c{i}";' for i in range(300))
        sums = "+".join(f"x{i}" for i in range(300))
        core = await caller.get("unsat_core", model=f"{text} constraint {sums} > 0; solve satisfy;")
        assert len(core.encode()) < 2200


def test_calls_at_once_wait_for_each_other(tmp_path: Path) -> None:
    @talk(tmp_path, "--calls-limit", "1")
    async def conversation(caller: Caller) -> None:
        counts: list[int] = []

        async def one() -> None:
            found = await caller.get("count", model=FLAT + "solve satisfy;\n", language="flatzinc")
            counts.append(found["answer"]["count"])

        async with anyio.create_task_group() as tasks:
            for _ in range(5):
                tasks.start_soon(one)
        assert counts == [3] * 5


def test_nothing_is_read_outside_the_root(tmp_path: Path) -> None:
    needs("minizinc")
    root, secret = tmp_path / "root", tmp_path / "secret.mzn"
    root.mkdir()
    secret.write_text("swordfish")
    (root / "link.mzn").symlink_to(secret)
    (root / "out").symlink_to(tmp_path)
    (root / "link.dzn").symlink_to(secret)
    (root / "proof").mkdir()
    (root / "proof" / "verdict.txt").symlink_to(secret)
    (root / "notes.txt").write_text("solve satisfy;")
    (root / "pipe.fzn").parent.joinpath("empty.mzn").write_text("solve satisfy;")
    os.mkfifo(root / "pipe.fzn")
    (root / "deep.mzn").write_text('include "deeper.mzn"; solve satisfy;')
    (root / "deeper.mzn").write_text(f'include "{secret}";')

    @talk(root)
    async def conversation(caller: Caller) -> None:
        async def refused(tool: str, reason: str, **arguments: Any) -> None:
            text = await caller.refused(tool, **arguments)
            assert reason in text and "swordfish" not in text, text

        for name in [
            str(secret),
            "../secret.mzn",
            "out/../secret.mzn",
            "a\\b.mzn",
            "./../root/deep.mzn",
        ]:
            await refused("solve", "only names below the root", file=name)
        for name in ["link.mzn", "out/secret.mzn"]:
            await refused("solve", "outside", file=name)
        for name in ["none.mzn", ".", "proof", "pipe.fzn", "x" * 5000 + ".mzn", "a\0.mzn", "-"]:
            await refused("solve", "no such file", file=name)
        await refused("solve", "must end with", file="notes.txt")
        await refused("solve", "outside", file="empty.mzn", data_files=["link.dzn"])
        await refused("solve", "only names below", file="empty.mzn", data_files=["../x.dzn"])
        await refused("check_proof", "outside", folder="proof")
        await refused("check_proof", "outside", folder="out")
        await refused("check_proof", "only names below the root", folder="/tmp")
        await refused("check_proof", "no such folder", folder="nowhere")

        for item in [
            f'include "{secret}";',
            f'include"{secret}";',
            f'include\n\t"{secret}";',
            'include "../secret.mzn";',
            'include "std/../../secret.mzn";',
            'include "\\x2ftmp/secret.mzn";',
            f'output ["include"]; include "{secret}";',
        ]:
            await refused("solve", "only names below the root", model=item + " solve satisfy;")
            await refused("solve", "only names below the root", file="empty.mzn", data=item)
        for item in [f'include % x\n "{secret}";', f'include /* x */ "{secret}";']:
            await refused("solve", "no comment", model=item + " solve satisfy;")
        await refused("solve", "only names below the root", file="deep.mzn")
        # The text of a file named by an annotation would become a constraint name.
        quoted = f"constraint (x != y) :: mzn_path(\"{secret}|1|1|1|9|bin|'!=';\");"
        model = f"var 1..4: x; var 1..4: y; {quoted} constraint y = 2; solve satisfy;"
        await refused("why", "mzn_path", model=model, fact="x != 2")
        found = await caller.get("solve", model='output ["we include", "\\n"]; solve satisfy;')
        assert found["answer"]["outcome"] != "stopped"

    assert secret.read_text() == "swordfish"


def test_odd_calls_are_errors(tmp_path: Path) -> None:
    flat = FLAT + "solve satisfy;\n"

    @talk(tmp_path)
    async def conversation(caller: Caller) -> None:
        assert "Unknown tool" in await caller.refused("shell", command="ls")
        calls: list[dict[str, Any]] = [
            {},
            {"file": "", "model": ""},
            {"model": flat, "file": "x.fzn"},
            {"model": 7},
            {"file": ["x.fzn"]},
            {"model": flat, "language": "python"},
            {"model": flat, "data_files": "x.dzn"},
        ]
        for arguments in calls:
            await caller.refused("solve", **arguments)
        for limits in [{"limit": 0}, {"limit": -1}, {"listed": -1}, {"limit": 10**30}]:
            await caller.refused("count", model=flat, language="flatzinc", **limits)
        for model in [
            '{"variables": ',
            "{" * 100_000,
            "\0",
            "\N{SNOWMAN}",
            "",
            "solve",
            "[" * 50_000,
        ]:
            await caller.refused("solve", model=model, language="flatzinc")
        for fact in ["", "z = 1", "x = ", "--help", "x = 99999999999999999999", "a\0b", "y" * 2000]:
            await caller.refused("why", model=flat, language="flatzinc", fact=fact)
        for language in ("flatzinc", "minizinc"):
            assert "at most 4000000" in await caller.refused(
                "solve", model="%" * 10_000_000, language=language
            )
        # No client input is taken as an option: not even these lift a limit.
        options = {"time_limit": 10**6, "memory_limit": 10**6, "root": "/", "options": ["--all"]}
        found = await caller.get("solve", model=flat, language="flatzinc", **options)
        assert found["answer"]["outcome"] == "satisfied"


def test_lines_that_are_no_messages(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "ferz.mcp", "--root", str(tmp_path)]
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "0"},
        },
    }
    lines = ["{broken", "[]", "null", "\0", '{"jsonrpc": "2.0"}', json.dumps(hello)]
    environment = {**os.environ, "PYTHONPATH": PACKAGE}
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write("\n".join(lines).encode() + b"\n")
        server.stdin.flush()
        answers = map(json.loads, server.stdout)
        greeting = next(answer for answer in answers if answer.get("id") == 1)
        assert greeting["result"]["serverInfo"]["name"] == "ferz"
        server.stdin.close()
        assert server.wait() == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "--root"),
        (["--root", "/none/such"], "no such folder"),
        (["--root", ".", "--time-limit", "0"], "invalid"),
        (["--root", ".", "--time-limit", "nan"], "invalid"),
        (["--root", ".", "--memory-limit", "-5"], "invalid"),
    ],
)
def test_the_command_line_is_checked(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        ferz.mcp.main(words)
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err
