//! `ferz study compare`, `recipe` and `ablate`.

use crate::common::run;
use serde_json::Value;
use std::path::Path;

fn json(line: &str) -> Value {
    let ran = run(&format!("study {line} --format json"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "ferz study {line}");
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("ferz study {line}: {e}\n{}", ran.out))
}

#[test]
fn a_grid_has_a_row_for_every_combination_whatever_the_threads() {
    let line = "compare queens 6 --model alldifferent,pairwise --consistency value,domain --order input,dom --value-order min,max";
    let printed = json(line);
    // The pairwise formulation has only one level.
    assert_eq!(printed["rows"].as_array().map(Vec::len), Some((2 + 1) * 2 * 2));
    assert!(printed["rows"].as_array().is_some_and(|rows| rows.iter().all(|row| row["solutions"] == 4)));
    assert_eq!(printed["command"], format!("ferz study {line} --format json"));
    let one = run(&format!("study {line} --threads 1 --format csv")).out;
    assert_eq!(one, run(&format!("study {line} --threads 3 --format csv")).out);
    let timed = json("compare queens 4 --time");
    assert!(timed["rows"][0]["seconds"].is_number(), "{timed}");
}

#[test]
fn recipes_are_listed_run_plotted_and_recorded() {
    let list = run("study recipe").out;
    assert!(["orderings", "phase-transition", "singleton"].iter().all(|name| list.contains(name)), "{list}");
    let folder = tempfile::tempdir().expect("a folder");
    let [record, plot] = ["record.json", "plot.svg"].map(|name| folder.path().join(name));
    let line = format!("study recipe phase-transition --quick --svg {} --record {}", plot.display(), record.display());
    assert_eq!(run(&line).code, Some(0));
    let text = |path: &Path| std::fs::read_to_string(path).expect("it was written");
    assert!(text(&plot).starts_with("<svg "));
    assert!(text(&record).contains("\"command\": \"ferz study recipe phase-transition --quick\""));
    for (line, said) in
        [("recipe no-such", "there is no recipe `no-such`"), ("recipe singleton --quick --svg x.svg", "no plot")]
    {
        let ran = run(&format!("study {line}"));
        assert!(ran.code == Some(2) || ran.code == Some(70), "{ran:?}");
        assert!(ran.err.contains(said), "{ran:?}");
    }
}

#[test]
fn columns_are_chosen_by_name() {
    let line = "compare queens 6 --consistency value,domain --order input";
    let chosen = run(&format!("study {line} --columns nodes,order,level --format csv")).out;
    assert_eq!(chosen, "nodes,order,level\r\n79,input,value\r\n67,input,domain\r\n");
    // Selecting all columns in their usual order gives the usual table.
    let usual = run(&format!("study {line} --format csv")).out;
    let names = usual.lines().next().unwrap_or_default();
    assert_eq!(run(&format!("study {line} --format csv --columns {names}")).out, usual);
    let text = run(&format!("study {line} --columns level,failures")).out;
    assert!(text.contains("level   failures\nvalue         36\ndomain        30\n"), "{text}");
    assert!(text.contains("failure: ") && !text.contains("useless: ") && !text.contains("pruning: "), "{text}");
    let refused = run("study compare queens 4 --columns nods");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("[possible values: model, formulation, level, "), "{}", refused.err);
    insta::assert_snapshot!(
        run("study compare queens 4 --columns level,nodes --consistency value,bounds --format latex").out
    );
}

/// The automatic search can be compared like any other: it finds as many solutions, with the same tree in both runs.
#[test]
fn automatic_search_is_compared() {
    let table = json("compare queens 8 + model golomb 6 + model magic-square 3 --order input,auto");
    let rows = table["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 6);
    for pair in rows.chunks(2) {
        assert_eq!((&pair[0]["order"], &pair[1]["order"]), (&Value::from("input"), &Value::from("auto")), "{table}");
        if pair[0]["model"] != "golomb 6" {
            assert_eq!(pair[0]["solutions"], pair[1]["solutions"], "{table}");
        }
    }
    assert!(table["definitions"].as_array().is_some_and(|all| all.iter().any(|one| one["term"] == "order auto")));
}
