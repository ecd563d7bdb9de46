//! `ferz study curve`: search curves, in every format.

use crate::common::{ferz, finish, run, shown, transcript};

/// Returns the output for two searches, the second given in quotes.
fn both(format: &str) -> String {
    let mut command = ferz(&format!("study curve model golomb 6 --format {format}"));
    let ran = finish(command.args(["--versus", "model golomb 6 --order=auto"]).output().expect("the command starts"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{format}");
    ran.out
}

#[test]
fn a_ruler_by_two_searches() {
    let [text, csv, svg, latex] = ["text", "csv", "svg", "latex"].map(both);
    insta::assert_snapshot!("curve_text", text);
    insta::assert_snapshot!("curve_csv", csv);
    insta::assert_snapshot!("curve_svg", svg);
    insta::assert_snapshot!("curve_latex", latex);
}

/// A curve ends where the search ends, and its counts are those of `study compare`.
#[test]
fn the_last_sample_has_the_exact_counts() {
    let curve = run("study curve queens 8 --format csv").out;
    let last: Vec<&str> = curve.lines().last().unwrap_or_default().split(',').collect();
    assert_eq!((curve.lines().next(), &last[..]), (Some("nodes,failures,solutions"), &["831", "324", "92"][..]));
    assert!((100..=203).contains(&curve.lines().count()), "{curve}");
    let compared = run("study compare queens 8 --format csv").out;
    assert!(compared.contains("\r\n92,831,324,"), "{compared}");
}

/// Incumbents fall to the optimum, and the bound never exceeds them; the last line contains both.
#[test]
fn incumbent_and_bound_meet_at_the_optimum() {
    // A better knapsack solution is worth more.
    for (subject, optimum, sign) in [("golomb 6", 17, 1), ("golomb 6 --learn", 17, 1), ("knapsack p07", 1458, -1)] {
        let curve = run(&format!("study curve model {subject} --format csv")).out;
        let (mut best, mut proved) = (i64::MAX, i64::MIN);
        for line in curve.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let value = |cell: &str| cell.parse().ok().map(|value: i64| sign * value);
            let (incumbent, bound) = (value(cells[2]).unwrap_or(i64::MAX), value(cells[3]).unwrap_or(i64::MIN));
            assert!(proved <= bound && bound <= incumbent && incumbent <= best, "{subject}: {line}");
            (best, proved) = (incumbent, bound);
        }
        assert!(curve.ends_with(&format!(",{optimum},{optimum}\r\n")), "{subject}: {curve}");
    }
}

#[test]
fn limits_end_a_search_and_the_curve_shows_what_is_known() {
    insta::assert_snapshot!(transcript([
        "study curve queens 8 --node-limit 5",
        "study curve model golomb 8 --node-limit 20 --order dom/wdeg --seed 1",
        "study curve queens 6 --limit 2 --model pairwise",
        "study curve queens 6 --versus nonsense",
        "study curve six.jsonl",
    ]));
    let timed = run("study curve queens 4 --time --format csv").out;
    assert!(timed.starts_with("nodes,failures,solutions,seconds\r\n"), "{timed}");
}

#[test]
fn the_ending_of_the_file_is_the_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for (ending, start) in [("svg", "<svg "), ("tex", "% 4 queens\n"), ("csv", "nodes,"), ("txt", "4 queens\n")] {
        let file = folder.path().join(format!("curve.{ending}"));
        let ran = run(&format!("study curve queens 4 -o {}", file.display()));
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{ending}");
        assert!(std::fs::read_to_string(file).expect("it was written").starts_with(start), "{ending}");
    }
    let refused = "study curve queens 4 -o curve.json";
    let ran = run(refused);
    insta::assert_snapshot!(shown(refused, &ran));
}
