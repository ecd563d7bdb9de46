use super::*;
use crate::square::Square;
use crate::variants::Changes;
use roxmltree::{Document, Node, ParsingOptions};

fn four() -> Picture {
    Picture::new(4, [(0, 1), (1, 3), (2, 0), (3, 2)].map(|(column, row)| Square { column, row }))
}

fn sheet(page: Page, pictures: impl IntoIterator<Item = Picture>) -> Sheet {
    let mut sheet = Sheet::new(page, 4);
    pictures.into_iter().for_each(|picture| sheet.add(picture));
    sheet
}

fn parsed(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).unwrap_or_else(|e| panic!("{e}:\n{text}"))
}

/// Lists the positions at which `#id` is used.
fn uses(document: &Document<'_>, id: &str) -> Vec<(u32, u32)> {
    let number = |node: Node<'_, '_>, name| node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or(0);
    let used = document.descendants().filter(|node| node.attribute("href") == Some(id));
    used.map(|node| (number(node, "x"), number(node, "y"))).collect()
}

fn texts(document: &Document<'_>, tag: &str) -> Vec<String> {
    let named = document.descendants().filter(|node| node.has_tag_name(tag));
    named.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_board_alone_has_coordinates() {
    let sheet = sheet(Page::Svg, [four()]);
    let text = sheet.titled("4 queens: one <solution> & more").to_string();
    let document = parsed(&text);
    assert_eq!(uses(&document, "#queen"), [(1, 0), (3, 1), (0, 2), (2, 3)]);
    assert_eq!(texts(&document, "text"), ["a", "1", "b", "2", "c", "3", "d", "4"]);
    assert_eq!(texts(&document, "title"), ["4 queens: one <solution> & more"]);
    assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 6 6"));
}

#[test]
fn boards_stand_side_by_side() {
    let sheet = sheet(Page::Svg, std::iter::repeat_n(four(), 12));
    let text = sheet.titled("twelve").to_string();
    let document = parsed(&text);
    assert_eq!(uses(&document, "#board").len(), 12);
    let at: Vec<&str> = document.descendants().filter_map(|node| node.attribute("transform")).collect();
    assert!(at.contains(&"translate(1 1)") && at.contains(&"translate(16 11)"), "four beside three: {at:?}");
    assert_eq!(texts(&document, "title")[1], "a2 b4 c1 d3");
}

/// Dashes cover every dark square and no light one; a1 is dark.
#[test]
fn dashes_lie_on_dark_squares() {
    for n in 1..=5 {
        let sheet = Sheet::new(Page::Svg, n);
        let text = sheet.titled("").to_string();
        let document = parsed(&text);
        let path = document.descendants().find(|node| node.attribute("class") == Some("dark"));
        let path = path.and_then(|node| node.attribute("d")).expect("a path");
        let mut dark = vec![vec![false; n]; n];
        for row in path.split('M').skip(1) {
            let (x, rest) = row.split_once(' ').expect("x and y");
            let (y, _) = rest.split_once('.').expect("the middle of a row");
            let (x, y): (usize, usize) = (x.parse().expect("x"), y.parse().expect("y"));
            (x..n).step_by(2).for_each(|x| dark[y][x] = true);
        }
        for (x, y) in (0..n).flat_map(|x| (0..n).map(move |y| (x, y))) {
            assert_eq!(dark[y][x], (x + (n - 1 - y)) % 2 == 0, "{n}: {x} {y}");
        }
    }
}

#[test]
fn attacked_squares_are_stretches_of_rows() {
    let picture = four().with_attacked(&[Square { column: 0, row: 1 }], &Changes::none(4));
    assert_eq!(attacked(&picture), [(3, 0, 1), (3, 2, 3), (2, 0, 2), (1, 1, 4), (0, 0, 2)]);
    assert_eq!(attacked(&four()), []);
    let sheet = sheet(Page::Svg, [picture]);
    let text = sheet.titled("").to_string();
    let document = parsed(&text);
    assert_eq!(uses(&document, "#queen"), [(0, 2)]);
    assert_eq!(uses(&document, "#other"), [(1, 0), (3, 1), (2, 3)]);
}

#[test]
fn html_is_one_well_formed_page() {
    for count in [0, 1, 3] {
        let sheet = sheet(Page::Html, std::iter::repeat_n(four(), count));
        let text = sheet.titled("4 queens: so & so many").to_string();
        let document = parsed(&text);
        assert_eq!(texts(&document, "title"), ["4 queens: so & so many"]);
        assert_eq!(texts(&document, "h1"), ["4 queens"]);
        assert_eq!(texts(&document, "p"), ["so & so many"]);
        let captions = ["1. a2 b4 c1 d3", "2. a2 b4 c1 d3", "3. a2 b4 c1 d3"];
        assert_eq!(texts(&document, "figcaption"), captions[..count]);
        assert_eq!(uses(&document, "#queen").len(), 4 * count);
    }
}

/// A page refers to nothing that a browser would load.
#[test]
fn pages_name_nothing_outside() {
    for page in Page::ALL {
        let text = sheet(page, [four(), four()]).titled("two").to_string();
        for scheme in ["src=", "url(", "@import", "<script", "<link", "includegraphics"] {
            assert!(!text.contains(scheme), "{page:?} {scheme}");
        }
        assert!(text.split("href=\"").skip(1).all(|rest| rest.starts_with('#')), "{page:?}");
    }
}

#[test]
fn boards_beyond_the_limit_are_counted_and_reported() {
    let mut sheet = Sheet::new(Page::Latex, 4);
    (0..Page::Latex.most(4)).for_each(|_| sheet.add(four()));
    assert_eq!(sheet.note(), None);
    sheet.add(four());
    assert_eq!(sheet.note().as_deref(), Some("The first 200 of 201 boards are drawn."));
    for page in Page::ALL {
        sheet.page = page;
        assert!(sheet.titled("many").to_string().contains("The first 200 of 201 boards are drawn."), "{page:?}");
    }
}

#[test]
fn an_empty_sheet_shows_its_title() {
    let sheet = sheet(Page::Svg, []);
    let text = sheet.titled("3 queens: no solution").to_string();
    assert_eq!(texts(&parsed(&text), "text"), ["3 queens: no solution"]);
}

#[test]
fn latex_means_what_the_title_says() {
    let sheet = sheet(Page::Latex, [four()]);
    let text = sheet.titled("100 % of {a_b} & \\c").to_string();
    assert!(text.contains("{100 \\% of \\{a\\_b\\} \\& \\textbackslash{}c}"), "{text}");
    assert!(text.contains("\\foreach \\x/\\y in {2/0,0/1,3/2,1/3} {\\queen{\\x}{\\y}}"), "{text}");
    assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
}
