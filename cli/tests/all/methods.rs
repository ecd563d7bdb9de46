//! `--method local-search`: finds one solution of a large board without a model.

use crate::common::{Ran, redacted, run, transcript};
use insta::assert_snapshot;

#[test]
fn local_search() {
    assert_snapshot!(transcript([
        "queens 1 --method local-search",
        "queens 8 --method local-search",
        "queens 8 --method local-search --seed 3 --format pairs",
        "queens 30 --method local-search --format squares --stats",
        "queens 8 --method local-search --format json",
        "queens 100 --method local-search --time-limit 1h --format rows",
        "queens 8 --method model --format rows",
    ]));
}

#[test]
fn what_local_search_cannot_do() {
    assert_snapshot!(transcript([
        "queens 2 --method local-search",
        "queens 3 --method local-search --format json",
        "queens 100000001 --method local-search",
        "queens 8 --method local-search --all",
        "queens 8 --method local-search --count",
        "queens 8 --limit 1 --method local-search",
        "queens 8 --method local-search --distinct",
        "queens 8 --method local-search --given d1",
        "queens 8 --method local-search --why d1",
        "queens 8 --method local-search --model dual",
        "queens 8 --method local-search --order input",
        "queens 8 --method local-search --trace",
        "queens 8 --method local-search --check-inferences",
        "queens 8 --method local-search --node-limit 10",
        "queens 8 --method local-search --memory-limit 10",
        "queens 1001 --method local-search --format board",
        "queens 8 --method constraint",
    ]));
}

#[test]
fn a_time_limit_stops_local_search() {
    for line in [
        "queens 1000000 --method local-search --time-limit 0",
        "queens 1000000 --method local-search --time-limit 0 --format json",
    ] {
        let Ran { code, out, err } = run(line);
        assert_eq!((code, err.as_str()), (Some(3), ""));
        if line.ends_with("json") {
            let printed: serde_json::Value = serde_json::from_str(&out).expect("valid JSON");
            let answer = &printed["answer"];
            assert_eq!((&answer["outcome"], &answer["stopped_by"]), (&"stopped".into(), &"time limit".into()));
            assert_eq!((&answer["count"], &printed["solutions"]), (&0.into(), &serde_json::json!([])));
        } else {
            assert_eq!(
                out,
                "1000000 queens: no solution so far by local search; incomplete, stopped by the time limit\n"
            );
        }
    }
}

/// Above a thousand queens, the default format is rows; there is always a solution.
#[test]
fn large_boards_are_written_as_rows() {
    let n = 20_000;
    let Ran { code, out, .. } = run(&format!("queens {n} --method local-search"));
    assert_eq!(code, Some(0));
    let mut lines = out.lines();
    let rows: Vec<i64> = lines.next().expect("rows").split(' ').map(|row| row.parse().expect("a row")).collect();
    assert_eq!(lines.collect::<Vec<_>>().len(), 1);
    let all_differ = |key: &dyn Fn(i64, i64) -> i64| {
        let mut keys: Vec<i64> = (0..).zip(&rows).map(|(column, &row)| key(column, row)).collect();
        keys.sort_unstable();
        keys.windows(2).all(|pair| pair[0] != pair[1])
    };
    assert!(rows.len() == n && rows.iter().all(|row| (1..=n as i64).contains(row)));
    assert!(all_differ(&|_, row| row) && all_differ(&|c, r| c + r) && all_differ(&|c, r| c - r));
}

#[test]
fn the_seed_decides() {
    let with = |seed| redacted(&run(&format!("queens 200 --method local-search --format json --seed {seed}")).out);
    assert_eq!(with(1), with(1));
    assert_ne!(with(1), with(2));
}
