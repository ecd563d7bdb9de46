//! `ferz study html` in a real browser: opens and clicks through the page, and compares it with the solver's own
//! replay.
//!
//! If Chromium is missing, a test is skipped with a notice; with `FERZ_REQUIRE=1` it fails.

use crate::browser::Browser;
use crate::common::run;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use study::recording::{Cause, Recording, Replay};
use tempfile::TempDir;

/// A page made by the command.
struct Made {
    folder: TempDir,
    file: PathBuf,
}

/// Runs `ferz study html` with these arguments.
fn page(words: &[&str]) -> Made {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    let mut command = crate::common::ferz("study html");
    let output = command.args(words).arg("-o").arg(&file).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Made { folder, file }
}

fn bytes(file: &Path) -> u64 {
    std::fs::metadata(file).expect("it is there").len()
}

#[test]
fn eight_queens_open_from_a_file_without_a_word_and_without_the_network() {
    let made = page(&["queens", "8"]);
    // The limit is 2 MB; the page takes a tenth of that.
    assert!(bytes(&made.file) < 300_000, "{} bytes", bytes(&made.file));
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open(&made.file, "");
    assert_eq!(browser.text(".costs"), "831 nodes324 failures92 solutions2\u{2009}346 propagationscomplete");
    assert_eq!(browser.eval("ferz.views[0].run.nodes"), json!(831));
    assert_eq!(browser.eval("document.querySelectorAll('.board .cell').length"), json!(64));
    // The page never overflows horizontally, even on a narrow screen.
    let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.eval(overflow), json!(0));
    let size = json!({ "width": 420, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    browser.call("Emulation.setDeviceMetricsOverride", size);
    assert_eq!(browser.eval(overflow), json!(0));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn tree_slider_and_keys_lead_through_the_search() {
    let made = page(&["queens", "6"]);
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open(&made.file, "");
    // A click on a row selects its node.
    browser.click("[...document.querySelectorAll('.row')].find(r => r.textContent.startsWith('a1'))");
    assert_eq!(browser.eval("ferz.views[0].state.node"), json!(2));
    assert!(browser.text(".row.current").starts_with("a1"));
    // The row was folded because there is no solution below it; the click unfolds it.
    assert_eq!(browser.eval("document.querySelector('.row.current').ariaExpanded"), json!("true"));
    assert!(browser.eval("document.querySelectorAll('.row.folded, .sign.folded').length").as_u64() > Some(1));
    let rows = "ferz.views[0].tree.rows.length";
    let open = browser.eval(rows);
    browser.eval("document.querySelector('.tree').focus()");
    browser.press("ArrowLeft");
    assert!(browser.eval(rows).as_u64() < open.as_u64());
    browser.press("ArrowRight");
    assert_eq!(browser.eval(rows), open);
    browser.press("ArrowDown");
    assert_eq!(browser.eval("ferz.views[0].state.node"), json!(3));
    // Tests the slider.
    browser.eval("(() => { const s = document.querySelector('.slider'); s.focus(); s.value = 40; s.dispatchEvent(new Event('input')); })()");
    assert!(browser.text(".where").starts_with("event 40 of"));
    browser.press("ArrowRight");
    assert!(browser.text(".where").starts_with("event 41 of"));
    browser.eval("document.activeElement.blur()");
    browser.press("End");
    assert!(browser.text(".what").starts_with("The search is over: the tree is complete."));
    browser.press("Home");
    assert!(browser.text(".what").starts_with("Start."));
    // Steps node by node, forward and back.
    let node = |browser: &mut Browser| browser.eval("ferz.views[0].state.node");
    // The first step goes to the end of the root.
    browser.press("n");
    for expected in 1..8 {
        assert_eq!(node(&mut browser), json!(expected));
        browser.press("n");
    }
    for expected in (2..=8).rev() {
        assert_eq!(node(&mut browser), json!(expected));
        browser.press("p");
    }
    // The same check, using the page's own function, which is faster.
    let all = "(() => { const v = ferz.views[0], seen = []; v.go(0); for (let i = 1; i < 30; i++) { v.stepNode(1); seen.push(v.state.node); } return seen; })()";
    let from_the_start = browser.eval(all);
    assert_eq!(from_the_start, json!([vec![1], (2..30).collect()].concat()));
    browser.press("Home");
    for _ in 0..4 {
        browser.press("s");
        assert!(browser.text(".what").starts_with("solution"));
    }
    browser.press("Home");
    browser.press("f");
    assert!(browser.text(".what").starts_with("dead end"));
    browser.press("?");
    assert_eq!(browser.eval("document.querySelector('dialog').open"), json!(true));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// Shows a learned nogood, and the implication graph behind it with its unique implication point.
#[test]
fn a_conflict_is_drawn() {
    let made = page(&["queens", "6", "--learn=fixed"]);
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    // The page opens at the conflict.
    browser.open(&made.file, "");
    assert!(browser.text(".what").starts_with("dead end"));
    let count = |browser: &mut Browser, what: &str| {
        browser.eval(&format!("document.querySelectorAll('{what}').length")).as_u64()
    };
    let steps = count(&mut browser, ".step");
    assert!(steps > Some(3));
    assert_eq!(count(&mut browser, ".vertex"), steps);
    assert_eq!([count(&mut browser, ".vertex.unique"), count(&mut browser, ".vertex.end")], [Some(1); 2]);
    // Step to the nogood, which shows the same graph.
    browser.press("ArrowRight");
    browser.press("ArrowRight");
    assert!(browser.text(".what").starts_with("Learned from "), "{}", browser.text(".what"));
    assert_eq!(count(&mut browser, ".vertex"), steps);
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn a_clicked_square_explains_itself_and_stronger_levels_show() {
    let made = page(&["queens", "8"]);
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open(&made.file, "");
    browser.click("[...document.querySelectorAll('.row')].find(r => r.textContent.startsWith('a1'))");
    // Square b1 is excluded because a queen is on a1.
    browser.click("document.querySelector('.cell[data-column=\"1\"][data-row=\"0\"]')");
    assert_eq!(browser.text(".why h3"), "Why not b1");
    let steps = browser.eval("[...document.querySelectorAll('.step')].map(s => s.textContent)");
    assert_eq!(steps, json!(["1•a1a decision", "2Anot b1rowsbecause a1 (from 1)"]));
    // A click on a step leads to its event, and the derivation remains visible.
    browser.click("document.querySelector('.step .fact')");
    assert!(browser.text(".what").contains("a decision"));
    assert_eq!(browser.text(".why h3"), "Why not b1");
    browser.press("Escape");
    assert!(!browser.text(".why h3").starts_with("Why not"));
    // The level toggle: singleton consistency detects immediately that a1 and b3 lead to failure.
    browser.click("[...document.querySelectorAll('.row')].find(r => r.textContent.startsWith('b3'))");
    browser
        .click("[...document.querySelectorAll('.stage-tools button')].find(b => b.textContent.includes('singleton'))");
    assert!(browser.text(".level-note").starts_with("With singleton, this node would fail at once"));
    browser.click("document.querySelector('.row')");
    browser.press("l");
    let removed = browser.eval("ferz.views[0].removedByLevel().size");
    assert_eq!(browser.eval("document.querySelectorAll('.board .level').length"), removed);
    assert!(browser.text(".level-note").contains("search"));
    // Domains replace the board; constraints have letters in the ledger.
    browser.press("b");
    assert_eq!(browser.eval("document.querySelectorAll('.grid-row:not(.header)').length"), json!(8));
    let ledger = browser.eval("[...document.querySelectorAll('.ledger tbody th')].map(th => th.textContent)");
    assert_eq!(ledger, json!(["Arows", "Bdown diagonals", "Cup diagonals"]));
    // The theme is light or dark, set by a key or by the system.
    let theme = "[document.documentElement.dataset.theme, getComputedStyle(document.documentElement).backgroundColor]";
    let light = browser.eval(theme);
    browser.press("d");
    let dark = browser.eval(theme);
    assert_eq!((light[0].as_str(), dark[0].as_str()), (Some("light"), Some("dark")));
    assert_ne!(light[1], dark[1]);
    let prefers = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.call("Emulation.setEmulatedMedia", prefers);
    browser.open(&made.file, "");
    assert_eq!(browser.eval(theme), dark);
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn two_runs_stand_side_by_side_with_their_first_difference() {
    let made = page(&["queens", "8", "--versus", "queens 8 --consistency domain"]);
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open(&made.file, "");
    let said = browser.text(".difference");
    assert!(said.starts_with("First difference: node "), "{said}");
    let node = browser.eval("ferz.difference.nodes[0]");
    browser.click("document.querySelector('.go-difference')");
    assert_eq!(browser.eval("ferz.views.map(v => v.state.node)"), json!([node, node]));
    assert_eq!(browser.eval("document.querySelectorAll('.row.different').length > 0"), json!(true));
    // Both runs move together.
    browser
        .click("[...document.querySelectorAll('.run:first-of-type .row')].find(r => r.textContent.startsWith('a1'))");
    assert_eq!(browser.eval("ferz.views.map(v => v.state.node)"), json!([2, 2]));
    // A run does not differ from itself.
    let same = page(&["queens", "6", "--versus", "queens 6"]);
    browser.open(&same.file, "");
    assert!(browser.text(".difference").starts_with("No difference"));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn a_million_nodes_open_summarised() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    let mut command = crate::common::ferz("study html queens 13 --node-limit 1000000 --events 20000 --levels 0 -o");
    let output = command.arg(&file).output().expect("it starts");
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(bytes(&file) < 500_000, "{} bytes", bytes(&file));
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open(&file, "");
    assert_eq!(browser.eval("ferz.views[0].run.end.nodes"), json!(1_000_000));
    assert!(browser.text(".left-out").starts_with("This page holds the first 20,000 of "));
    assert_eq!(browser.eval("document.querySelectorAll('canvas.whole').length"), json!(1));
    // The ledger also counts events that the page omits.
    assert_eq!(
        browser.eval(
            "ferz.views[0].run.raw.ledger.reduce((sum, row) => sum + row[0], 0) === ferz.views[0].run.end.propagations"
        ),
        json!(true)
    );
    browser.press("End");
    assert!(browser.text(".where").starts_with("event 20\u{2009}000 of 20\u{2009}000"));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// The page's replay and derivations, in JavaScript, agree with the library's.
#[test]
fn the_page_knows_what_the_recording_knows() {
    let Some(mut browser) = Browser::start(800, 600) else { return };
    for subject in [
        "queens 5",
        "queens 4 --branching d-way",
        "model golomb 5",
        "model magic-square 3",
        "queens 5 --learn=fixed",
        "model golomb 6 --learn",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let trace = folder.path().join("run.jsonl");
        let written =
            crate::common::ferz(&format!("study trace {subject} -o")).arg(&trace).output().expect("it starts");
        assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
        let text = std::fs::read(&trace).expect("it was written");
        let recording = Recording::read(&text[..], usize::MAX).expect("a trace");
        let made = page(&[trace.to_str().expect("UTF-8")]);
        browser.open(&made.file, "");
        let drawn = browser.eval(
            "(() => { const run = ferz.views[0].run, all = []; for (let e = 0; e < run.count - 1; e++) { const s = new State(run, e); \
             all.push([run.node[e], run.variables.map((_, v) => s.ranges(v)), run.kind[e] === PRUNE || run.kind[e] === FAIL ? s.chain([e]).map(step => step.event) : null]); } return all; })()",
        );
        let mut replay = Replay::new(&recording);
        for (event, drawn) in drawn.as_array().expect("a list").iter().enumerate() {
            replay.go_to(event);
            assert_eq!(drawn[0], json!(replay.node()), "{subject}, event {event}");
            let domains: Vec<_> = replay.domains().iter().map(|domain| domain.ranges().to_vec()).collect();
            assert_eq!(drawn[1], json!(domains), "{subject}, event {event}");
            if drawn[2] != Value::Null {
                let mut events: Vec<usize> = replay
                    .why_event()
                    .expect("an explanation")
                    .iter()
                    .filter_map(|link| match link.cause {
                        Cause::Decision(event) | Cause::Inference(event) => Some(event + 1),
                        Cause::Start | Cause::Domain => None,
                    })
                    .collect();
                events.sort_unstable();
                assert_eq!(drawn[2], json!(events), "{subject}, event {event}");
            }
        }
        drop(made.folder);
    }
}

#[test]
fn a_trace_needs_no_solver_and_a_damaged_one_is_reported_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (trace, damaged) = (path("six.jsonl"), path("damaged.jsonl"));
    assert_eq!(run(&format!("study trace queens 6 -o {trace}")).code, Some(0));
    let shown = run(&format!("study html {trace}"));
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert!(shown.out.starts_with("<!doctype html>") && shown.out.contains("\"outcome\":\"complete\""));
    let text = std::fs::read_to_string(&trace).expect("it was written");
    let broken: Vec<&str> =
        text.lines().enumerate().map(|(i, line)| if i == 20 { &line[..10] } else { line }).collect();
    std::fs::write(&damaged, broken.join("\n")).expect("a file");
    let printed = run(&format!("study html {damaged}"));
    assert_eq!((printed.code, printed.out.as_str()), (Some(2), ""));
    assert!(printed.err.contains("damaged.jsonl: line 21: this is not a trace event"), "{}", printed.err);
    let missing = run(&format!("study html {}", path("nothing.jsonl")));
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.contains("cannot read"), "{}", missing.err);
    // The same search gives the same bytes; times are measured only on request.
    let (one, two) = (run("study html queens 5"), run("study html queens 5"));
    assert!(one == two && one.out.contains("\"ledger\":[["));
    let ledger = |page: &str| {
        page.split("\"ledger\":[[").nth(1).and_then(|rest| rest.split(']').next()).map(|row| row.split(',').count())
    };
    assert_eq!((ledger(&one.out), ledger(&run("study html queens 5 --time").out)), (Some(4), Some(5)));
    let wrong = run("study html queens 6 --versus");
    assert_eq!(wrong.code, Some(2));
}

#[test]
fn the_file_is_opened_before_the_search_and_keeps_what_it_has_until_there_is_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (missing, nowhere, old, new) =
        (path("missing.jsonl"), path("missing/page.html"), path("old.html"), path("new.html"));
    // The path is checked before the subject.
    let printed = run(&format!("study html {missing} -o {nowhere}"));
    assert_eq!(printed.code, Some(70), "{}", printed.err);
    assert!(printed.err.contains(&format!("cannot write {nowhere}: ")), "{}", printed.err);
    let before = "an old page\n".repeat(100_000);
    std::fs::write(&old, &before).expect("a file");
    for file in [&old, &new] {
        let printed = run(&format!("study html {missing} -o {file}"));
        assert_eq!(printed.code, Some(2), "{}", printed.err);
    }
    assert!(std::fs::read_to_string(&old).expect("it is there") == before);
    assert!(!Path::new(&new).exists());
    let page = run("study html queens 5").out;
    for file in [&old, &new] {
        assert_eq!(run(&format!("study html queens 5 -o {file}")).code, Some(0));
        assert!(std::fs::read_to_string(file).expect("it is there") == page);
    }
    // The output can also be a device.
    assert_eq!(run("study html queens 5 -o /dev/null").code, Some(0));
    assert!(Path::new("/dev/null").exists());
}

#[test]
fn constraints_lead_to_their_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two.fzn");
    let text = "var 1..5: x;\nvar 1..5: y;\nconstraint int_lt(x, y);\nconstraint int_ne(y, 3);\nsolve satisfy;\n";
    std::fs::write(&file, text).expect("a file");
    let made = page(&[file.to_str().expect("UTF-8")]);
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open(&made.file, "");
    browser.click("document.querySelector('.ledger .link')");
    assert_eq!(browser.text(".source h3"), "two.fzn, line 3");
    assert_eq!(browser.text(".source .marked"), "constraint int_lt(x, y);");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

#[test]
fn a_second_run_may_be_of_a_file_with_blanks_in_its_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a model of two.fzn");
    std::fs::write(&file, "var 1..2: x;\nvar 1..2: y;\nsolve satisfy;\n").expect("a file");
    let page = |versus: &str| {
        let output = crate::common::ferz("study html queens 4 --versus").arg(versus).output().expect("it starts");
        crate::common::finish(output)
    };
    for quote in ["'", "\""] {
        let ran = page(&format!("  {quote}{}{quote}  --limit 3", file.display()));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.out.contains("4 queens · a model of two.fzn"), "{}", ran.out);
    }
    for (wrong, why) in [("'two.fzn", "a quote in it is not closed"), ("", "required"), ("queens 4 --limit", "--limit")]
    {
        let ran = page(wrong);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{wrong}");
        assert!(ran.err.contains("--versus") && ran.err.contains(why), "{wrong}: {}", ran.err);
    }
}

/// Constraint names from a file are shown as text, whatever they contain; searches without inferences also work.
#[test]
fn odd_names_and_empty_searches_are_shown_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("odd.fzn");
    let text = "var -1000000..1000000: x :: output_var;\nvar {1, 5, 900}: y;\nvar 1..3: z;\n\
        constraint int_ne(z, 2) :: mzn_constraint_name(\"</script><b id=bold>x\");\n\
        solve :: int_search([y, z, x], input_order, indomain_min, complete) satisfy;\n";
    std::fs::write(&file, text).expect("a file");
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    let everywhere = "(() => { const v = ferz.views[0]; for (let e = 0; e < v.run.count; e++) v.go(e); v.choose(0, 0); return v.run.count; })()";
    let made = page(&[file.to_str().expect("UTF-8"), "--limit", "6"]);
    browser.open(&made.file, "");
    assert!(browser.eval(everywhere).as_u64() > Some(12));
    assert!(browser.text(".ledger tbody th").contains("</script><b id=bold>x"));
    assert_eq!(browser.eval("document.getElementById('bold')"), Value::Null);
    assert_eq!(browser.eval("document.querySelectorAll('.bar').length > 0"), json!(true));
    let made = page(&["queens", "2"]);
    browser.open(&made.file, "");
    assert!(browser.eval(everywhere).as_u64() > Some(1));
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// The matrix counts, for each constraint and variable, the inferences and failures; clicking a cell shows its events.
#[test]
fn the_matrix_counts_who_infers_what() {
    let made = page(&["queens", "6"]);
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open(&made.file, "");
    browser.click("[...document.querySelectorAll('.choice button')].find(b => b.textContent === 'Matrix')");
    let sums = "(() => { const v = ferz.views[0], r = v.run, m = v.stage.parts.get('Matrix'); \
                return r.raw.ledger.map((row, c) => { \
                  let dead = 0; for (let e = 1; e < r.count; e++) if (r.kind[e] === FAIL && r.constraintAt(e) === c && r.fact[e] >= 0) dead++; \
                  return [[...m.counts().get(c).values()].reduce((a, b) => a + b), row[1] + dead]; }); })()";
    let sums = browser.eval(sums);
    let sums = sums.as_array().expect("a list");
    assert_eq!(sums.len(), 3);
    assert!(sums.iter().all(|both| both[0] == both[1] && both[0].as_u64() > Some(0)), "{sums:?}");
    // The first cell is for the constraint `rows` and the second queen, whose domain the first queen reduces.
    assert_eq!(browser.eval("ferz.views[0].go(0)"), Value::Null);
    let label = browser.eval("document.querySelector('.matrix-cell').ariaLabel");
    assert!(label.as_str().expect("text").starts_with("rows, q[1]: inferred"), "{label}");
    browser.click("document.querySelector('.matrix-cell')");
    assert_eq!(browser.text(".what"), "A rows infers not b1 because a1");
    assert_eq!(browser.eval("document.querySelectorAll('.matrix td.now').length"), json!(1));
    browser.click("document.querySelector('.matrix-cell')");
    assert!(browser.text(".what").starts_with("A rows infers not b"), "{}", browser.text(".what"));
    // Shows the premises instead.
    browser.click("[...document.querySelectorAll('.choice button')].find(b => b.textContent === 'what it rests on')");
    let label = browser.eval("document.querySelector('.matrix-cell').ariaLabel");
    assert!(label.as_str().expect("text").starts_with("rows, q[0]: rested on"), "{label}");
    // The average reason size of each constraint: one fact if one queen suffices, and two facts for two conflicting
    // queens.
    let sizes = "[...document.querySelectorAll('.matrix .size')].map(e => [e.textContent, e.title])";
    let sizes = browser.eval(sizes);
    let by_hand = "(() => { const r = ferz.views[0].run; return [0, 1, 2].map(c => { \
                     const own = [...Array(r.count).keys()].filter(e => (r.kind[e] === PRUNE || r.kind[e] === FAIL) && r.constraintAt(e) === c); \
                     const facts = own.reduce((n, e) => n + r.reasons[r.more[e]].length - 1, 0); \
                     return [(facts / own.length).toFixed(1), `${grouped(facts)} facts in ${grouped(own.length)} reasons`]; }); })()";
    assert_eq!(sizes, browser.eval(by_hand));
    assert!(sizes[0][0].as_str() >= Some("1.0") && sizes[0][0].as_str() < Some("2.0"), "{sizes}");
    browser.eval("ferz.views[0].go(0)");
    browser.click("document.querySelector('.matrix-cell')");
    assert_eq!(browser.text(".what"), "A rows infers not b1 because a1");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}

/// Compares the subtree shapes on the page with shapes computed from each node's subtree.
#[test]
fn subtrees_of_one_shape_lead_to_each_other() {
    let made = page(&["queens", "6"]);
    let Some(mut browser) = Browser::start(1400, 900) else { return };
    browser.open(&made.file, "");
    let written = "(() => { const r = ferz.views[0].run, shape = n => `(${r.status[n]}${r.kids[n].map(shape).join('')})`; \
                   const all = [...Array(r.nodes).keys()].map(n => shape(n + 1)); \
                   return all.map((one, i) => [i + 1, all.filter(other => other === one).length, r.weight[i + 1]]); })()";
    let written = browser.eval(written);
    let mut alike = 0;
    for one in written.as_array().expect("a list") {
        let [node, count, weight] = [0, 1, 2].map(|i| one[i].as_u64().expect("a number"));
        let label = browser.eval(&format!(
            "(ferz.views[0].go(ferz.views[0].run.fixpoint({node})), document.querySelector('.alike').textContent)"
        ));
        let label = label.as_str().expect("text");
        let ends = format!(" of {count} subtrees of this shape. the next");
        assert!(if weight > 1 && count > 1 { label.ends_with(&ends) } else { label.is_empty() }, "{node}: {label}");
        alike += u64::from(weight > 1 && count > 1);
    }
    assert!(alike > 10, "{alike}");
    // Visits the entire cycle once.
    let seen = "(() => { const v = ferz.views[0], seen = []; for (let i = 0; i < 100; i++) { v.shapes.node.querySelector('button')?.click(); seen.push(v.state.node); if (v.state.node === seen[0] && i) break; } return [seen.length - 1, new Set(seen).size]; })()";
    let first = "[...Array(ferz.views[0].run.nodes).keys()].find(n => (ferz.views[0].go(ferz.views[0].run.fixpoint(n + 1)), document.querySelector('.alike').textContent))";
    assert!(browser.eval(first).as_u64() > Some(0));
    let round = browser.eval(seen);
    assert!(round[0] == round[1] && round[0].as_u64() > Some(1), "{round}");
    assert_eq!(browser.complaints(), [] as [String; 0]);
}
