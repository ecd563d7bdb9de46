//! Draws the screen.

use super::app::App;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line as TextLine, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use study::step::{Drawn, Line, Piece, Tint};

/// A colour for each constraint, in turn: the palette of M. Okabe, K. Ito, *Color universal design* (2008), as far as
/// it is visible on black and white, in the closest of 256 colours. The letters distinguish constraints without
/// colours.
const COLOURS: [Color; 6] = [
    Color::Indexed(172), // orange
    Color::Indexed(74),  // sky blue
    Color::Indexed(36),  // bluish green
    Color::Indexed(168), // reddish purple
    Color::Indexed(32),  // blue
    Color::Indexed(166), // vermilion
];

/// The minimum width for two halves.
const NARROW: u16 = 50;

pub(super) fn draw(frame: &mut Frame<'_>, app: &mut App<'_>) {
    let [top, middle, status, bottom] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1), Constraint::Length(1)])
            .areas(frame.area());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(TextLine::styled(format!(" {}", app.title), bold), top);
    if middle.width < NARROW {
        let [left, right] = Layout::vertical([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(middle);
        halves(frame, app, left, right);
    } else {
        let wide = picture_width(app).min(middle.width * 3 / 5);
        let [left, right] = Layout::horizontal([Constraint::Length(wide), Constraint::Min(0)]).areas(middle);
        halves(frame, app, left, right);
    }
    let bar = Style::new().add_modifier(Modifier::REVERSED);
    frame.render_widget(Paragraph::new(format!(" {}", app.session.place())).style(bar), status);
    let last = match &app.typed {
        Some(typed) => TextLine::from(format!(":{typed}█")),
        None => TextLine::styled(
            " n next  p back  f failure  s solution  : command  ? help  q end",
            Style::new().add_modifier(Modifier::DIM),
        ),
    };
    frame.render_widget(last, bottom);
}

fn halves(frame: &mut Frame<'_>, app: &mut App<'_>, left: Rect, right: Rect) {
    picture(frame, app, left);
    let block = Block::new().borders(Borders::TOP).title(format!(" {} ", app.heading));
    let lines: Vec<TextLine<'_>> = app.lines.iter().map(|line| TextLine::from(line.as_str())).collect();
    // Scrolling stops at the last line; wrapped lines are not counted.
    app.scroll = app.scroll.min(u16::try_from(lines.len().saturating_sub(1)).unwrap_or(u16::MAX));
    let text = Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((app.scroll, 0));
    frame.render_widget(text.block(block), right);
}

/// The left half is as wide as the picture, within limits.
fn picture_width(app: &App<'_>) -> u16 {
    let drawn = app.session.picture().drawn(app.session.replay());
    u16::try_from(drawn.width() + 2).unwrap_or(u16::MAX).max(28)
}

fn picture(frame: &mut Frame<'_>, app: &App<'_>, area: Rect) {
    let block = Block::new().borders(Borders::TOP).title(" Domains ");
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let Drawn { mut lines, headings, touched, legend } = app.session.picture().drawn(app.session.replay());
    if lines.is_empty() {
        frame.render_widget(
            Paragraph::new("no variable fits into a picture: d lists domains").wrap(Wrap { trim: true }),
            inside,
        );
        return;
    }
    let width = usize::from(inside.width);
    let legend: Vec<TextLine<'_>> = legend_lines(&legend, width);
    // Reserve space for the legend below the picture.
    let meaning = legend.len().min(usize::from(inside.height / 3).max(1));
    let room = usize::from(inside.height).saturating_sub(meaning).max(headings + 1);
    let more = lines.len().saturating_sub(room);
    if more > 0 {
        // The headings stay, and the latest change is visible.
        let shown = room.saturating_sub(headings + 1).max(1);
        let place = touched.unwrap_or(0).saturating_sub(headings);
        let first = (place + 1).saturating_sub(shown);
        lines.drain(headings..headings + first);
        let below = lines.len().saturating_sub(headings + shown);
        lines.truncate(headings + shown);
        if below > 0 {
            lines.push(vec![Piece { text: format!(" … {below} more below"), tint: Tint::Faint }]);
        }
    }
    let shown = lines.into_iter().map(styled).chain(legend);
    frame.render_widget(Paragraph::new(shown.collect::<Vec<_>>()), inside);
}

/// Signs share lines; each constraint has its own lines, wrapped if its name is long.
fn legend_lines(legend: &[Line], width: usize) -> Vec<TextLine<'static>> {
    let (signs, named): (Vec<&Line>, Vec<&Line>) = legend.iter().partition(|line| line.len() == 1);
    let text = |line: &Line| -> String { line.iter().map(|piece| piece.text.as_str()).collect() };
    let signs: Vec<String> = signs.into_iter().map(text).collect();
    let mut lines = Vec::new();
    if !signs.is_empty() {
        lines.push(styled(vec![Piece { text: format!(" {}", signs.join("  ")), tint: Tint::Faint }]));
    }
    for line in named {
        let letter = Piece { text: format!(" {}", line[0].text), tint: line[0].tint };
        let name: Vec<char> = line[1..].iter().flat_map(|piece| piece.text.chars()).collect();
        for (i, part) in name.chunks(width.saturating_sub(2).max(8)).enumerate() {
            let before = if i == 0 { letter.clone() } else { Piece { text: "   ".to_owned(), tint: Tint::Plain } };
            lines.push(styled(vec![before, Piece { text: part.iter().collect(), tint: Tint::Plain }]));
        }
    }
    lines
}

fn styled(line: Line) -> TextLine<'static> {
    TextLine::from(line.into_iter().map(|piece| Span::styled(piece.text, style(piece.tint))).collect::<Vec<_>>())
}

fn style(tint: Tint) -> Style {
    match tint {
        Tint::Plain => Style::new(),
        Tint::Faint => Style::new().add_modifier(Modifier::DIM),
        Tint::Bold => Style::new().add_modifier(Modifier::BOLD),
        Tint::Inverse => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
        Tint::Colour(place) => Style::new().fg(COLOURS[place % COLOURS.len()]),
    }
}
