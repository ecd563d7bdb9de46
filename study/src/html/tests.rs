//! The page as bytes: what a browser does with it is tested with the command.

use super::*;

#[test]
fn scripts_are_small_and_name_no_address() {
    let own: usize = SCRIPTS.iter().map(|script| script.len()).sum::<usize>() + STYLE.len() + PAGE.len();
    assert!(own < 300_000, "{own} bytes");
    for part in SCRIPTS.iter().chain([&STYLE, &PAGE]) {
        let addresses =
            part.matches("http").filter(|_| true).count() - part.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(addresses - part.matches("http-equiv").count(), 0);
    }
}

#[test]
fn nothing_in_the_data_ends_the_script() {
    let mut out = Vec::new();
    serde_json::to_writer(Escaped(&mut out), &["</script>", "<!--"]).expect("memory can be written");
    assert_eq!(String::from_utf8(out).expect("UTF-8"), r#"["\u003c/script>","\u003c!--"]"#);
}
