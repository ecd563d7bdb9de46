"""Creates the sources of the site's book from the project's pages: `python3 site/book.py FOLDER`.

Pages keep their names; a folder's README.md becomes its index. Links between pages remain links; those to other files of the project
lead to its repository. The table of contents is that of docs/README.md; a page missing from its tables is an error. Uses only the standard library.
"""

import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FRONT = {"README.md": "index.md", "site/try.md": "try.md", "docs/README.md": "overview.md"}
PROJECT = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md"}
# Created by `site/build` in addition to the book.
MADE = ["ferz.html", "study/queens.html", "study/learning.html", "study/golomb.html"]
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
DEFINITION = re.compile(r"(?m)^(\[[^\]]+\]: )(\S+)$")


def repository():
    """Returns the repository address in Cargo.toml."""
    return re.search(r'^repository = "([^"]+)"', (ROOT / "Cargo.toml").read_text(), re.M).group(1)


def pages():
    """Maps the name of each page in the project to its name in the book."""
    found = dict(FRONT)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        name = path.relative_to(ROOT).as_posix()
        book = path.relative_to(ROOT / "docs").as_posix()
        found.setdefault(name, book.replace("README.md", "index.md"))
    return found | PROJECT


def assets():
    """Returns the files in docs that are not pages."""
    return {path.relative_to(ROOT).as_posix(): path.relative_to(ROOT / "docs").as_posix()
            for path in (ROOT / "docs").rglob("*") if path.is_file() and path.suffix != ".md"}


class Book:
    def __init__(self):
        self.pages, self.assets, self.repository, self.dead = pages(), assets(), repository(), []

    def target(self, page, link):
        """Returns where a page's link leads in the book."""
        if re.match(r"[a-z]+:|#", link):
            return link
        path, mark, fragment = link.partition("#")
        book = self.pages[page]
        if page == "site/try.md" and path in MADE:
            return link
        name = os.path.normpath(os.path.join(os.path.dirname(page), path))
        there = self.pages.get(name) or self.assets.get(name)
        if there:
            return os.path.relpath(there, os.path.dirname(book) or ".") + mark + fragment
        if not (ROOT / name).exists():
            self.dead.append(f"{page}: {link}")
        kind = "tree" if (ROOT / name).is_dir() else "blob"
        return f"{self.repository}/{kind}/main/{name}{mark}{fragment}"

    def converted(self, page):
        """Returns the text of a page, with links for the book; code remains unchanged."""
        out, fenced = [], False
        for line in (ROOT / page).read_text(encoding="utf-8").split("\n"):
            if line.lstrip().startswith("```"):
                fenced = not fenced
                # A file name after the language is for tests.
                line = re.sub(r"^(\s*```\w+) .*", r"\1", line)
            elif not fenced:
                line = LINK.sub(lambda match: self.target(page, match.group(1)), line)
                line = DEFINITION.sub(lambda match: match.group(1) + self.target(page, match.group(2)), line)
            out.append(line)
        return "\n".join(out)

    def summary(self):
        """Returns the table of contents: the tables of docs/README.md, section by section, with the lessons below their own entry."""
        lines, listed = ["# Summary", "", "[Ferz](index.md)", "[Try it in the browser](try.md)", "[All pages](overview.md)", ""], set()
        lessons = (ROOT / "docs/lessons/README.md").read_text(encoding="utf-8")
        for line in (ROOT / "docs/README.md").read_text(encoding="utf-8").split("\n"):
            heading = re.match(r"##+ (.*)", line)
            row = re.match(r"\| \[([^\]]+)\]\(([^)#]+\.md)\) \|", line)
            if heading:
                lines += ["", f"# {heading.group(1)}", ""]
            elif row:
                book = self.pages[os.path.normpath(f"docs/{row.group(2)}")]
                listed.add(book)
                lines.append(f"- [{row.group(1)}]({book})")
                if book == "lessons/index.md":
                    for number, title, file in re.findall(r"(?m)^(\d+)\. \[([^\]]+)\]\(([^)]+)\)", lessons):
                        lines.append(f"  - [{number}. {title}](lessons/{file})")
                        listed.add(f"lessons/{file}")
        lines += ["", "# Project", ""] + [f"- [{book.removesuffix('.md').capitalize()}]({book})" for book in PROJECT.values()]
        missing = set(self.pages.values()) - listed - set(FRONT.values()) - set(PROJECT.values())
        if missing:
            sys.exit(f"site: docs/README.md has no row for {', '.join(sorted(missing))}")
        return "\n".join(lines) + "\n"

    def write(self, folder):
        for page, book in self.pages.items():
            path = folder / book
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.converted(page), encoding="utf-8")
        for file, book in self.assets.items():
            (folder / book).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, folder / book)
        (folder / "SUMMARY.md").write_text(self.summary(), encoding="utf-8")
        if self.dead:
            sys.exit("site: dead links:\n" + "\n".join(self.dead))


if __name__ == "__main__":
    Book().write(pathlib.Path(sys.argv[1]))
