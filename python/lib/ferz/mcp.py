"""Ferz for assistants that call tools: `python -m ferz.mcp --root DIR`.

A Model Context Protocol server on standard input and output, with five tools. Each call runs the
command `ferz` in its own process, which stops at its limits or is killed. The limits are set on the
server's command line, and no client can lift them. A client can read only files below the root.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from . import __version__

try:
    import anyio
    import anyio.abc
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations
    from pydantic import Field
except ImportError as error:
    raise ImportError("ferz.mcp needs the protocol's SDK: pip install 'ferz[mcp]'") from error

__all__ = ["Limits", "Tools", "main", "server"]

_INSTRUCTIONS = """\
Ferz solves finite-domain constraint models (integers and Booleans), and gives reasons for what it
finds. Write the problem as a MiniZinc model. `solve` finds a solution, or the best one; `count`
counts or lists all; `why` derives a fact step by step; `unsat_core` names the constraints that
clash; `check_proof` has an independent checker verify the answer. Name constraints in the model
(`constraint (x < y) :: "x before y";`): answers use these names."""

# Texts have the type `str`, and "" means none: otherwise, the SDK would parse a JSON text.
_Model = Annotated[str, Field(description="The model text; give either this or `file`.")]
_File = Annotated[
    str,
    Field(description="The name of a model file below the root: .mzn, .fzn or .json (FlatZinc)."),
]
_Data = Annotated[
    str,
    Field(description="Data for a MiniZinc model, as in a .dzn file: `n = 8; cost = [3, 1];`"),
]
_DataFiles = Annotated[
    list[str] | None,
    Field(description="Names of data files for a MiniZinc model, below the root: .dzn, .json."),
]
_Language = Annotated[
    Literal["minizinc", "flatzinc"],
    Field(description="The language of `model`; `flatzinc` may be text or JSON."),
]

_MODELS = (".mzn", ".fzn", ".json")
_DATA = (".dzn", ".json")

# Every include item has this form. Matches overlap, so an include item inside a false match is
# also found. A comment before the name is rejected.
_INCLUDE = re.compile(r'include\s*(?="([^"]*)|(%|/\*))')

# The child limits its address space, which includes room for the interpreter, and the size of the
# files that it writes. If the system has no such limits, the command's own limits still apply.
_CHILD = """\
import sys
memory = int(sys.argv.pop(1))
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (memory + 300_000_000,) * 2)
    resource.setrlimit(resource.RLIMIT_FSIZE, (memory,) * 2)
except (ImportError, OSError, ValueError):
    pass
from ferz.__main__ import main
main()
"""

# The maximum number of bytes in the last line of a JSON answer.
_TAIL = 1 << 14

# Exit codes of the command: a limit was reached; a check failed.
_STOPPED, _FAILED = 3, 4

# The number of seconds after the time limit within which the command may end by itself.
_GRACE = 3.0


@dataclass(frozen=True)
class Limits:
    """The resources that a call may use."""

    time: float = 30.0
    """Seconds."""
    memory: int = 1000
    """Megabytes per process."""
    answer: int = 100_000
    """Bytes per answer."""
    model: int = 4_000_000
    """Bytes per text, and per MiniZinc file."""
    calls: int = 2
    """Concurrent calls; others wait."""


class _Output:
    """The beginning and the end of a process's output, which may be of any length."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.head = bytearray()
        self.tail = b""
        self.size = 0

    async def read(self, stream: anyio.abc.ByteReceiveStream) -> None:
        async for chunk in stream:
            self.head += chunk[: self.limit - len(self.head)]
            self.tail = (self.tail + chunk)[-_TAIL:]
            self.size += len(chunk)

    @property
    def is_whole(self) -> bool:
        return self.size <= self.limit

    def text(self) -> str:
        text = bytes(self.head).decode(errors="replace").strip()
        if self.is_whole:
            return text
        return f"{text}\n[cut: only {self.limit} of {self.size} bytes, the limit for an answer]"

    def answer(self) -> dict[str, Any] | None:
        """Returns the object printed by the command, with as many solutions as the limit allows."""
        if self.is_whole:
            return _object(bytes(self.head))
        # Each solution has its own line; the last line that was read may be incomplete.
        lines = bytes(self.head).split(b"\n")[:-1]
        end = self.tail.rpartition(b'],"answer":')[2]
        opening = lines[0] if lines else b'{"solutions":['
        found = b",".join(line.rstrip(b",") for line in lines[1:])
        answer = _object(opening + found + b'],"answer":' + end)
        if answer is not None:
            kept, limit = len(answer["solutions"]), self.limit
            answer["note"] = (
                f"only {kept} solutions are listed: an answer has at most {limit} bytes"
            )
        return answer


def _object(text: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _text(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


class Tools:
    """The five tools, for files below `root`."""

    def __init__(self, root: Path, limits: Limits) -> None:
        self._root = root.resolve(strict=True)
        self._limits = limits
        self._turns = anyio.Semaphore(limits.calls)

    async def solve(
        self,
        model: _Model = "",
        file: _File = "",
        data: _Data = "",
        data_files: _DataFiles = None,
        language: _Language = "minizinc",
    ) -> str:
        """Solve a constraint model: find a solution, or the best one if the model has an objective.

        Returns a JSON object. `solutions` is a list of `{"values": {name: value}, "objective":
        number}`. `answer.outcome` states what is proved: `optimal` (no solution is better than the
        last one), `complete` or `satisfied` (there may be other solutions), `unsatisfiable`
        (there is none), or `stopped` (a limit was reached; nothing is claimed beyond `solutions`,
        and `answer.bound` bounds the objective). Values of enumerated types are given as their
        numbers, from 1.

        Example: {"model": "var 0..9: x; var 0..9: y; constraint 2*x + 3*y = 20; solve maximize x;"}
        gives x = 7 and y = 2 with the outcome `optimal`.
        """
        words = ["--format", "json"]
        return _text(await self._answer(words, model, file, data, data_files, language))

    async def count(
        self,
        model: _Model = "",
        file: _File = "",
        data: _Data = "",
        data_files: _DataFiles = None,
        language: _Language = "minizinc",
        limit: Annotated[
            int | None, Field(ge=1, le=1_000_000_000, description="Stop after this many solutions.")
        ] = None,
        listed: Annotated[
            int, Field(ge=0, description="The number of solutions to list.")
        ] = 10,
    ) -> str:
        """Count the solutions of a model without an objective, or list the first few of them.

        Returns a JSON object. `answer.count` is the number of solutions found. These are all
        solutions if `answer.outcome` is `complete` or `unsatisfiable`; there may be more if it is
        `satisfied` (`limit` was reached) or `stopped` (by time or memory). `solutions` lists the
        first `listed` of them.

        Example: {"model": "array[1..3] of var 1..3: x; include \\"globals.mzn\\"; constraint
        alldifferent(x); solve satisfy;", "listed": 2} counts 6 and lists 2.
        """
        often = ["--all"] if limit is None else ["--limit", str(limit)]
        answer = await self._answer(
            ["--format", "json", *often], model, file, data, data_files, language
        )
        if "objective" in answer["answer"] or "bound" in answer["answer"]:
            raise ToolError("the model has an objective: write `solve satisfy;` to count")
        found = answer.get("solutions", [])
        answer["solutions"] = found[:listed]
        if listed < len(found):
            answer.pop("note", None)
        return _text(answer)

    async def why(
        self,
        fact: Annotated[
            str, Field(max_length=1000, description="For example `x = 3`, `q[2] != 5`, `b`.")
        ],
        model: _Model = "",
        file: _File = "",
        data: _Data = "",
        data_files: _DataFiles = None,
        language: _Language = "minizinc",
    ) -> str:
        """Explain why a fact about one variable is true in every solution of a model, or in none.

        Returns numbered sentences, each an inference from a constraint and earlier sentences; or
        states that the fact holds only in some solutions. The fact compares a variable of the model
        with a value, using `=`, `!=`, `<`, `<=`, `>`, `>=`; a Boolean variable is itself a fact.

        Example: {"model": "var 1..5: x; var 4..5: y; constraint x > y; solve satisfy;", "fact": "x
        = 5"}
        """
        return await self._text([f"--why={fact}"], model, file, data, data_files, language)

    async def unsat_core(
        self,
        model: _Model = "",
        file: _File = "",
        data: _Data = "",
        data_files: _DataFiles = None,
        language: _Language = "minizinc",
    ) -> str:
        """Find out why a model has no solution: a minimal set of its constraints that clash.

        Returns the names or texts of these constraints, with their lines in the model. If any one
        of them is left out, the others have a solution, so at least one of them must change. It is
        an error if the model has a solution.

        Example: {"model": "var 1..9: x; var 1..9: y; constraint (x < y) :: \\"first\\"; constraint
        (x > y) :: \\"second\\"; solve satisfy;"}
        """
        words = ["--core", "--proof=proof"]
        text = await self._text(words, model, file, data, data_files, language)
        # The proof of the core is deleted with the call's folder.
        return re.sub(r"\nno solution\ncheck it: .*\nit says: .*", "", text)

    async def check_proof(
        self,
        model: _Model = "",
        file: _File = "",
        data: _Data = "",
        data_files: _DataFiles = None,
        language: _Language = "minizinc",
        every: Annotated[
            bool, Field(description="Prove that there are no other solutions.")
        ] = False,
        folder: Annotated[
            str, Field(description="Check the proof in this folder below the root instead.")
        ] = "",
    ) -> str:
        """Solve a model with a proof, and have the independent checker VeriPB verify every step.

        Returns the claim (`no solution`, `the best value is 7`) and the verdict of the checker: `s
        VERIFIED …`, or `NOT VERIFIED` with the reason. Instead of a model, `folder` may name a
        folder that the command `ferz solve … --proof FOLDER` has written.

        Example: {"model": "var 1..3: x; constraint x * x = 2; solve satisfy;"} proves `no
        solution`.
        """
        async with self._call() as call:
            claim = ""
            if not folder:
                words = ["--proof", "proof", *(["--all"] if every else [])]
                words += call.files(model, file, data, data_files, language)
                status, claim = await call.text("solve", *words)
                if status == _STOPPED:
                    return claim
                proof, claim = call.folder / "proof", claim.partition("\n")[0] + "\n"
            elif not model and not file:
                proof = call.proof(folder)
            else:
                raise ToolError("give a model or `folder`, not both")
            return claim + (await call.text("proof", "check", str(proof)))[1]

    async def _answer(self, words: list[str], *model: Any) -> dict[str, Any]:
        async with self._call() as call:
            return await call.answer("solve", *words, *call.files(*model))

    async def _text(self, words: list[str], *model: Any) -> str:
        async with self._call() as call:
            return (await call.text("solve", *words, *call.files(*model)))[1]

    @asynccontextmanager
    async def _call(self) -> AsyncIterator[_Call]:
        async with self._turns:
            try:
                # A process that was killed a moment ago may still hold a file.
                with tempfile.TemporaryDirectory(
                    prefix=".ferz-", dir=self._root, ignore_cleanup_errors=True
                ) as folder:
                    deadline = anyio.current_time() + self._limits.time
                    yield _Call(self._root, Path(folder), self._limits, deadline)
            except OSError as error:
                raise ToolError(f"a file cannot be used: {error.strerror}") from None


@dataclass(frozen=True)
class _Call:
    """A tool call with a deadline. Its folder below the root is deleted when the call ends."""

    root: Path
    folder: Path
    limits: Limits
    deadline: float

    def files(
        self,
        model: str,
        file: str,
        data: str,
        data_files: list[str] | None,
        language: str,
    ) -> list[str]:
        """Returns the arguments that name the model and its data; writes texts to files."""
        if bool(model) == bool(file):
            raise ToolError("give either a model text as `model` or a file name as `file`")
        if file:
            path = self.below(file, _MODELS)
        else:
            is_flat = language == "flatzinc" or model.lstrip().startswith("{")
            path = self.write("model.fzn" if is_flat else "model.mzn", model)
        paths = [path] + [self.below(name, _DATA) for name in data_files or []]
        if data:
            paths.append(self.write("data.dzn", data))
        if path.suffix == ".mzn":
            for one in paths:
                self.scan(one, set())
        return ["--", *map(str, paths)]

    def write(self, name: str, text: str) -> Path:
        try:
            content = text.encode()
        except UnicodeError:
            raise ToolError("a text must be Unicode without lone surrogates") from None
        self.bound(len(content), "a text")
        path = self.folder / name
        path.write_bytes(content)
        return path

    def bound(self, size: int, what: str) -> None:
        if size > self.limits.model:
            raise ToolError(f"{what} has {size} bytes, but at most {self.limits.model} are allowed")

    def below(self, name: str, suffixes: tuple[str, ...]) -> Path:
        """Returns the file with this name below the root, with all links resolved."""
        path = self.resolve(self.root, name)
        if path is None or not path.is_file():
            raise ToolError(f"{name!r}: there is no such file below the root")
        if path.suffix not in suffixes:
            raise ToolError(f"{name!r}: the file name must end with {' or '.join(suffixes)}")
        return path

    def resolve(self, folder: Path, name: str) -> Path | None:
        """Returns the file or folder of this name, if it exists. Rejects paths outside the root."""
        if Path(name).is_absolute() or ".." in Path(name).parts or "\\" in name:
            raise ToolError(
                f"{name!r}: only names below the root are allowed, without `..` and `\\`"
            )
        try:
            path = (folder / name).resolve(strict=True)
        except (OSError, RuntimeError, ValueError):
            return None
        if not path.is_relative_to(self.root):
            raise ToolError(f"{name!r} leads outside the root")
        return path

    def proof(self, name: str) -> Path:
        """Returns the folder of a proof, none of whose files may lead outside the root."""
        path = self.resolve(self.root, name)
        if path is None or not path.is_dir():
            raise ToolError(f"{name!r}: there is no such folder below the root")
        for file in path.iterdir():
            self.resolve(path, file.name)
        return path

    def scan(self, path: Path, seen: set[Path]) -> None:
        """Rejects a MiniZinc source that would cause files outside the root to be read.

        An include item may name files below the root and files of MiniZinc's library. An
        annotation `mzn_path` names a file whose text is quoted in explanations, so only the
        compiler may write one.
        """
        if path in seen:
            return
        seen.add(path)
        self.bound(path.stat().st_size, f"{path.name!r}")
        text = path.read_bytes().decode(errors="replace")
        if "mzn_path" in text:
            raise ToolError(f"{path.name!r}: the annotation `mzn_path` is not allowed")
        for name, comment in _INCLUDE.findall(text):
            if comment:
                raise ToolError(f"{path.name!r}: no comment may follow the word `include`")
            for folder in {source.parent for source in seen}:
                included = self.resolve(folder, name)
                if included is not None and included.is_file():
                    self.scan(included, seen)

    async def answer(self, *words: str) -> dict[str, Any]:
        """Returns the object that the command prints, and its messages."""
        _, output, messages = await self.run(*words)
        answer = output.answer()
        if answer is None:
            raise ToolError(self.shown(messages) or "stopped by a limit before anything was known")
        answer.pop("question", None)
        if messages.size:
            answer["messages"] = self.shown(messages)
        return answer

    async def text(self, *words: str) -> tuple[int, str]:
        """Returns the command's exit code and output."""
        status, output, messages = await self.run(*words)
        return status, "\n".join(filter(None, [self.shown(output), self.shown(messages)]))

    def shown(self, output: _Output) -> str:
        """Returns the text, with file names relative to the root."""
        text = output.text().replace(f"{self.folder}{os.sep}", "")
        return text.replace(f"{self.root}{os.sep}", "")

    async def run(self, command: str, *words: str) -> tuple[int, _Output, _Output]:
        """Runs the command in the call's folder; its child processes end with it."""
        limits, left = self.limits, max(self.deadline - anyio.current_time(), 0.001)
        memory = limits.memory * 1_000_000
        if command == "solve":
            words = (
                f"--time-limit={int(left * 1000)}ms",
                f"--memory-limit={limits.memory}",
            ) + words
        package = str(Path(__file__).resolve().parent.parent)
        environment = {**os.environ, "TMPDIR": str(self.folder), "PYTHONPATH": package}
        output, messages = _Output(limits.answer), _Output(min(limits.answer, 10_000))
        try:
            process = await anyio.open_process(
                [sys.executable, "-c", _CHILD, str(memory), command, *words],
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                env=environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise ToolError(f"the command cannot be started: {error}") from None
        assert process.stdout is not None and process.stderr is not None
        try:
            with anyio.move_on_after(left + _GRACE):
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(output.read, process.stdout)
                    tasks.start_soon(messages.read, process.stderr)
                    await process.wait()
                    _kill(process.pid)
        finally:
            with anyio.CancelScope(shield=True):
                _kill(process.pid)
                await process.aclose()
        status = process.returncode
        if status in (0, _STOPPED, _FAILED):
            return status, output, messages
        if anyio.current_time() > self.deadline:
            raise ToolError(f"stopped after {limits.time:g} s, without an answer")
        raise ToolError(self.shown(messages) or f"the command ended by signal {-(status or 0)}")


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def server(root: Path, limits: Limits) -> MCPServer:
    """Creates a server with the five tools.

    >>> ferz.mcp.server(Path("."), ferz.mcp.Limits(time=5)).name
    'ferz'
    """
    made = MCPServer("ferz", version=__version__, instructions=_INSTRUCTIONS, log_level="ERROR")
    tools = Tools(root, limits)
    about = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for tool in (tools.solve, tools.count, tools.why, tools.unsat_core, tools.check_proof):
        made.add_tool(tool, annotations=about, structured_output=False)
    return made


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e9:
        raise ValueError
    return number


def main(words: list[str] | None = None) -> None:
    """Runs the server until its standard input ends."""
    usual = Limits()
    parser = argparse.ArgumentParser(
        "python -m ferz.mcp", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--root", type=Path, required=True, help="the folder with all files")
    for name, kind, unit, text in [
        ("time", _seconds, "SECONDS", "for one call"),
        ("memory", _positive, "MB", "for each process"),
        ("answer", _positive, "BYTES", "for one answer"),
        ("model", _positive, "BYTES", "for each MiniZinc file, and for each text"),
        ("calls", _positive, "NUMBER", "on concurrent calls; others wait"),
    ]:
        default = getattr(usual, name)
        about = f"limit {text} (default: {default:g})"
        parser.add_argument(f"--{name}-limit", type=kind, metavar=unit, default=default, help=about)
    given = parser.parse_args(words)
    if not given.root.is_dir():
        parser.error(f"--root {given.root}: there is no such folder")
    limits = Limits(
        given.time_limit,
        given.memory_limit,
        given.answer_limit,
        given.model_limit,
        given.calls_limit,
    )
    server(given.root, limits).run("stdio")


if __name__ == "__main__":
    main()
