//! Pictures saved from a `ferz study html` page: small, independent of the page, and made without blocking it.
//!
//! If Chromium or MiniZinc is missing, a test is skipped with a notice; with `FERZ_REQUIRE=1` it fails.

use crate::browser::Browser;
use crate::common::ferz;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Opens the page for these arguments in a browser.
fn open(words: &[&str]) -> Option<(Browser, TempDir, PathBuf)> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/laboratory/models");
    let mut command = ferz("study html");
    let output = command.current_dir(models).args(words).arg("-o").arg(&file).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut browser = Browser::start(1400, 900)?;
    browser.open(&file, "");
    // Capture saved files instead of writing them.
    browser.eval("window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return 'blob:null/x'; }");
    browser.eval("HTMLAnchorElement.prototype.click = () => {}");
    Some((browser, folder, file))
}

const SVG: &str = "http://www.w3.org/2000/svg";

fn text(value: Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Returns the picture of an event.
fn picture(browser: &mut Browser, event: &str) -> String {
    browser.eval(&format!("ferz.views[0].go({event})"));
    let picture = text(browser.eval("stateSvg(ferz.views[0].stage)"));
    roxmltree::Document::parse(&picture).unwrap_or_else(|error| panic!("{error}: {picture}"));
    picture
}

/// Returns the number of colours in a picture drawn outside the page.
fn drawn(browser: &mut Browser, picture: &str) -> u64 {
    let script = format!(
        "(async () => {{ const image = new Image(); image.width = image.height = 200; \
         image.src = 'data:image/svg+xml,' + encodeURIComponent({}); await image.decode(); \
         const canvas = document.createElement('canvas'); canvas.width = canvas.height = 200; \
         const context = canvas.getContext('2d'); context.drawImage(image, 0, 0, 200, 200); \
         const colours = new Set(), {{ data }} = context.getImageData(0, 0, 200, 200); \
         for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0) colours.add(data.slice(i, i + 3).join()); \
         return colours.size; }})()",
        json!(picture)
    );
    browser.eval(&script).as_u64().expect("a number")
}

#[test]
fn a_board_of_eight_queens_has_less_than_five_kilobytes() {
    let Some((mut browser, ..)) = open(&["queens", "8"]) else { return };
    let solution = "ferz.views[0].run.kind.indexOf(SOLUTION)";
    let failure = "ferz.views[0].run.kind.indexOf(FAIL)";
    for event in ["0", "1", "20", failure, solution, "1000", "5000", "ferz.views[0].run.count - 1"] {
        let picture = picture(&mut browser, event);
        assert!(picture.len() < 5_000, "event {event}: {} bytes: {picture}", picture.len());
    }
    // Finds the largest of the other pictures.
    let largest = "(() => { const [view] = ferz.views, sizes = []; for (let event = 0; event < view.run.count; event += 61) \
                   { view.go(event); sizes.push(stateSvg(view.stage).length); } return Math.max(...sizes); })()";
    let largest = browser.eval(largest).as_u64().expect("a number");
    assert!(largest < 5_000, "{largest} bytes");
    // The picture shows the same as the page: the squares in both colours, and each queen once.
    let picture = picture(&mut browser, solution);
    let document = roxmltree::Document::parse(&picture).expect("XML");
    assert_eq!(
        document.descendants().filter(|node| node.has_tag_name((SVG, "use")) && node.has_attribute("x")).count(),
        8
    );
    let letters: String =
        document.descendants().filter(|node| node.has_tag_name((SVG, "text"))).filter_map(|node| node.text()).collect();
    let shown = text(
        browser.eval("[...document.querySelectorAll('.stage-frame text')].map(e => e.textContent).sort().join('')"),
    );
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_unstable();
    assert_eq!(letters.into_iter().collect::<String>(), shown);
    assert_eq!(browser.complaints(), [] as [String; 0]);
    assert!(drawn(&mut browser, &picture) > 6);
}

/// Checks the size of tables, pictures, schedules and graphs.
#[test]
fn every_sort_of_picture_is_small() {
    if !crate::minizinc::is_there() {
        return;
    }
    for (words, sort, most) in [
        (&["sudoku.mzn", "hard.dzn"][..], "table", 25_000),
        (&["nonogram.mzn"], "table", 6_000),
        (&["ft06.mzn", "--limit", "1"], "gantt", 14_000),
        (&["tour.mzn", "--limit", "1"], "tour", 10_000),
        (&["model", "magic-square", "3"], "table", 8_000),
    ] {
        let Some((mut browser, ..)) = open(words) else { return };
        for event in ["0", "1", "ferz.views[0].run.count - 1"] {
            let picture = picture(&mut browser, event);
            assert_eq!(
                browser.eval(&format!("Boolean(document.querySelector('.stage-frame svg.{sort}'))")),
                json!(true)
            );
            assert!(picture.len() < most, "{words:?}, event {event}: {} bytes", picture.len());
            assert!(drawn(&mut browser, &picture) > 1, "{words:?}");
        }
    }
}

const ANIMATION: &str = "[...document.querySelectorAll('.saves button')].find(b => b.textContent === 'Animation')";

/// The page stays responsive while an animation is made; *Stop* cancels it, and nothing is saved.
#[test]
fn an_animation_is_made_in_pieces_and_can_be_stopped() {
    let Some((mut browser, ..)) = open(&["queens", "8"]) else { return };
    browser.click(ANIMATION);
    browser.until("document.querySelector('.saves progress')?.value > 0");
    // The user meanwhile moves on, and the page shows it.
    browser.eval("ferz.views[0].go(100)");
    assert_eq!(browser.eval("document.querySelectorAll('.saves progress').length"), json!(1));
    browser.click("document.querySelector('.saves button')");
    browser.until("document.querySelectorAll('.saves button').length === 2");
    assert_eq!(
        browser.eval("[ferz.views[0].event, saved.length, document.querySelectorAll('.off-stage').length]"),
        json!([100, 0, 0])
    );
    // A complete short animation has a picture for each node, of which one is visible at a time.
    let Some((mut browser, ..)) = open(&["queens", "5"]) else { return };
    browser.eval("ferz.views[0].go(0)");
    let nodes = browser.eval("ferz.views[0].run.nodes").as_u64().expect("a number");
    browser.click(ANIMATION);
    browser.until("saved.length === 1");
    let picture = text(browser.eval("saved[0]"));
    let document = roxmltree::Document::parse(&picture).expect("XML");
    let frames = document.descendants().filter(|node| node.has_attribute("visibility"));
    assert_eq!(frames.clone().count() as u64, nodes);
    assert_eq!(frames.filter(|node| node.attribute("visibility") == Some("visible")).count(), 1);
    assert!(picture.len() as u64 / nodes < 3_000, "{} bytes, {nodes} nodes", picture.len());
    // A view without a picture cannot be saved.
    browser.eval("ferz.views[0].stage.show('Domains')");
    assert_eq!(
        browser.eval("[...document.querySelectorAll('.saves button')].map(b => b.disabled)"),
        json!([true, true])
    );
    assert_eq!(browser.complaints(), [] as [String; 0]);
}
