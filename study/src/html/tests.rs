//! Tests of the page as text; the command-line tests run it in a browser.

use super::*;

#[test]
fn scripts_are_small_and_name_no_address() {
    let own: usize = SCRIPTS.iter().map(|script| script.len()).sum::<usize>() + STYLE.len() + PAGE.len();
    assert!(own < 300_000, "{own} bytes");
    // The SVG namespace looks like an address, but nothing is loaded from it.
    for part in SCRIPTS.iter().chain([&STYLE, &PAGE]) {
        let rest = part.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "");
        assert!(!rest.contains("http") && !rest.contains("//cdn"));
    }
}

#[test]
fn nothing_in_the_data_ends_the_script() {
    let text = embedded(&["</script>", "<!--"]).expect("memory can be written");
    assert_eq!(text, r#"["\u003c/script>","\u003c!--"]"#);
}
