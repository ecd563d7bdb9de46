"""Checks a site: `python3 site/check.py FOLDER`.

The target of every link, picture, script and style on every page exists, including its fragment; every page can be reached from index.html; the
search finds some terms (using node, if installed); and axe-core reports nothing on some pages in desktop and phone size (using Chromium,
if both are there). With FERZ_REQUIRE=1 a program that is missing is an error. Standard library only.
"""

import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

TERMS = ["alldifferent", "nogood", "n queens"]
SHOWN = ["index.html", "guide.html", "application.html", "constraints.html", "lessons/1-generate-and-test.html"]
SIZES = [(1280, 800), (390, 844)]
# Pages that are programs, whose links are created by scripts.
PROGRAMS = re.compile(r"^(ferz|study/.*)\.html$")
AXE = pathlib.Path(__file__).resolve().parent.parent / "target/outside/axe/node_modules/axe-core/axe.min.js"


class Page(html.parser.HTMLParser):
    """The anchors and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.names, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ("id", "name"):
                self.names.add(value)
            if key in ("href", "src") and value:
                self.links.append(value)


def read(site):
    return {path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def links(site, pages):
    """Returns dead links and unreachable pages."""
    bad, leads = [], {name: set() for name in pages}
    for name, page in pages.items():
        for link in [] if PROGRAMS.match(name) else page.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            path, fragment = urllib.parse.urldefrag(urllib.parse.unquote(link))
            there = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if not (site / there).is_file():
                bad.append(f"{name}: {link} is not there")
            elif there in pages:
                leads[name].add(there)
                # Programs interpret their own fragments.
                if fragment and not PROGRAMS.match(there) and fragment not in pages[there].names:
                    bad.append(f"{name}: {link}: no anchor of this name")
    reached, rest = {"index.html"}, ["index.html"]
    while rest:
        new = leads[rest.pop()] - reached
        reached |= new
        rest += new
    return bad + [f"{name}: no link leads to it" for name in pages if name not in reached and name != "toc.html"]


def missing(what):
    if os.environ.get("FERZ_REQUIRE") == "1":
        sys.exit(f"site: {what} is missing")
    print(f"site: not checked, {what} is missing")


SEARCH = """
const fs = require("fs"), path = require("path"), vm = require("vm");
const [site, ...terms] = process.argv.slice(1);
const file = start => fs.readFileSync(path.join(site, fs.readdirSync(site).find(name => name.startsWith(start) && name.endsWith(".js"))), "utf8");
const context = vm.createContext({ window: {}, search: {} });
context.window = context;
vm.runInContext(file("elasticlunr"), context);
vm.runInContext(file("searchindex"), context);
vm.runInContext(`
    const config = window.search;
    const index = elasticlunr.Index.load(config.index);
    find = term => index.search(term, config.search_options).map(hit => config.doc_urls[hit.ref]);
`, context);
console.log(JSON.stringify(terms.map(term => context.find(term).slice(0, 3))));
"""


def search(site):
    """Returns terms that the site's own search does not find."""
    node = shutil.which("node")
    if not node:
        missing("node")
        return []
    ran = subprocess.run([node, "-e", SEARCH, str(site), *TERMS], capture_output=True, text=True)
    if ran.returncode:
        return [f"search: {ran.stderr.strip()}"]
    found = dict(zip(TERMS, json.loads(ran.stdout)))
    for term, places in found.items():
        print(f"site: {term!r} is found in {', '.join(places)}")
    return [f"search: {term} is not found" for term, places in found.items() if not places]


def access(site):
    """Returns the findings of axe-core, and pages wider than a phone."""
    chromium = shutil.which("chromium")
    if not chromium or not AXE.exists():
        missing("chromium" if not chromium else "axe-core")
        return []
    bad = []
    run = (f"<script src='{AXE.as_uri()}'></script><script>window.addEventListener('load', () => axe.run().then(({{ violations }}) => "
           "{ const found = violations.map(({ id, nodes }) => [id, nodes.map(n => n.html.slice(0, 120)).slice(0, 3)]); "
           "parent.postMessage('FOUND' + encodeURIComponent(JSON.stringify([found, document.scrollingElement.scrollWidth, innerWidth])) + 'END', '*'); }));</script>")
    # Chromium windows cannot be as narrow as a phone, so the page is shown in a frame.
    frame = ("<body><iframe src='{}' width={} height={}></iframe>"
             "<script>onmessage = ({{ data }}) => {{ if (String(data).startsWith('FOUND')) document.body.textContent = data; }};</script></body>")
    for name in SHOWN:
        page = site / name
        copy, shown = page.with_name("checked-" + page.name), page.with_name("frame-" + page.name)
        copy.write_text(page.read_text(encoding="utf-8").replace("</body>", run + "</body>"), encoding="utf-8")
        for width, height in SIZES:
            shown.write_text(frame.format(copy.name, width, height), encoding="utf-8")
            command = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--window-size=1400,1000",
                       "--virtual-time-budget=20000", "--dump-dom", shown.as_uri()]
            ran = subprocess.run(command, capture_output=True, text=True, timeout=240)
            answer = re.search(r"FOUND(.*?)END", ran.stdout)
            if not answer:
                bad.append(f"{name}, {width} wide: axe-core gave no answer")
                continue
            found, content, window = json.loads(urllib.parse.unquote(answer.group(1)))
            bad += [f"{name}, {width} wide: {rule}: {nodes}" for rule, nodes in found]
            if content > window or window != width:
                bad.append(f"{name}: {content} wide in a window of {window}, not {width}")
        copy.unlink()
        shown.unlink()
    return bad


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    pages = read(site)
    bad = links(site, pages) + search(site) + access(site)
    if bad:
        sys.exit("site:\n" + "\n".join(bad))


if __name__ == "__main__":
    main()
