//! `ferz play`: writes the page that `web/build` has made, or says how to make it. What the page does is tested in `web/tests`.

use crate::common::{Ran, ferz, finish};

#[test]
fn the_page_is_written_or_missed_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ferz.html");
    let Ran { code, out, err } = finish(ferz("play -o").arg(&file).output().expect("the command starts"));
    assert_eq!(out, "");
    if code == Some(2) {
        assert!(std::env::var_os("FERZ_REQUIRE").is_none(), "{err}");
        assert!(err.contains("run `web/build`, then build ferz again"), "{err}");
        assert!(!file.exists());
        return;
    }
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(err, format!("written to {}\n", file.display()));
    assert!(std::fs::read_to_string(&file).expect("it is written").starts_with("<!doctype html>"));
    let nowhere = folder.path().join("no").join("ferz.html");
    let ran = finish(ferz("play -o").arg(&nowhere).output().expect("the command starts"));
    assert_eq!(ran.code, Some(70), "{}", ran.err);
}
