//! SVG plots: panels one below the other, each with two curves, one for the axis on the left and one for the axis on
//! the right.

use std::fmt::Write as _;

/// Points joined by lines.
pub(super) struct Curve {
    pub(super) name: String,
    /// The points, in ascending order of the first coordinate.
    pub(super) points: Vec<(f64, f64)>,
}

/// One plot with its axes.
pub(super) struct Panel {
    pub(super) title: String,
    /// The label of the horizontal axis.
    pub(super) across: String,
    /// The curve for the left axis, then the curve for the right axis.
    pub(super) curves: [Curve; 2],
    /// A marked position on the horizontal axis, and its label.
    pub(super) mark: (f64, String),
}

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 330.0;
const EDGE: (f64, f64, f64, f64) = (64.0, 52.0, 64.0, 52.0); // left, top, right, bottom

/// Colours that colour-blind readers can distinguish (Okabe, Ito 2008); the curves also differ in their markers.
const COLOURS: [&str; 2] = ["#0072b2", "#d55e00"];

/// Draws an SVG with the panels one below the other.
pub(super) fn plot(title: &str, panels: &[Panel]) -> String {
    let height = HEIGHT * panels.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escaped(title)
    );
    for (k, panel) in panels.iter().enumerate() {
        let _ = writeln!(svg, "<g transform=\"translate(0 {})\">", HEIGHT * k as f64);
        panel.draw(&mut svg);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

/// An axis, which maps a range of numbers to positions.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn at(&self, value: f64) -> f64 {
        let share = if self.high > self.low { (value - self.low) / (self.high - self.low) } else { 0.5 };
        self.from + share * (self.to - self.from)
    }

    /// Returns the ticks of the axis: about five round numbers.
    fn ticks(&self) -> Vec<f64> {
        let span = self.high - self.low;
        if span <= 0.0 {
            return vec![self.low];
        }
        let power = 10_f64.powf((span / 5.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|step| span / step <= 6.0).unwrap_or(span);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|k| k as f64 * step).collect()
    }
}

impl Panel {
    fn draw(&self, svg: &mut String) {
        let (left, top, right, bottom) = EDGE;
        let (west, east, north, south) = (left, WIDTH - right, top, HEIGHT - bottom);
        let all = || self.curves.iter().flat_map(|curve| &curve.points);
        let ends = |least: f64, v: f64| (least.min(v), least.max(v));
        let places = all().map(|p| p.0).chain([self.mark.0]);
        let (low, high) = places.fold((f64::MAX, f64::MIN), |(l, h), v| (ends(l, v).0, ends(h, v).1));
        let across = Axis { low, high, from: west, to: east };
        let up = |curve: &Curve, least: f64| {
            let high = curve.points.iter().fold(least, |high, p| high.max(p.1));
            Axis { low: 0.0, high, from: south, to: north }
        };
        let ups = [up(&self.curves[0], 1.0), up(&self.curves[1], 100.0)];
        let anchors = [(west - 8.0, "end"), (east + 8.0, "start")];
        let middle = (west + east) / 2.0;
        let mut text = |x: f64, y: f64, anchor: &str, fill: &str, said: &str| {
            let said = escaped(said);
            let _ =
                writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{fill}\">{said}</text>");
        };
        text(middle, 20.0, "middle", "#000000", &self.title);
        text(middle, HEIGHT - 14.0, "middle", "#000000", &self.across);
        for tick in across.ticks() {
            text(across.at(tick), south + 18.0, "middle", "#333333", &number(tick));
        }
        for (k, axis) in ups.iter().enumerate() {
            let name = format!("{} {}", ["●", "■"][k], self.curves[k].name);
            text(anchors[k].0, north - 12.0, ["start", "end"][k], COLOURS[k], &name);
            for tick in axis.ticks() {
                text(anchors[k].0, axis.at(tick) + 4.0, anchors[k].1, COLOURS[k], &number(tick));
            }
        }
        let place = across.at(self.mark.0);
        text(place + 4.0, north + 12.0, "start", "#555555", &format!("{} {}", self.mark.1, number(self.mark.0)));
        let _ = writeln!(
            svg,
            "<path d=\"M{west} {north}V{south}H{east}V{north}\" fill=\"none\" stroke=\"#333333\"/>\n\
             <path d=\"M{place:.1} {north}V{south}\" stroke=\"#555555\" stroke-dasharray=\"4 4\"/>"
        );
        for (k, axis) in ups.iter().enumerate() {
            self.curve(svg, k, &across, axis);
        }
    }

    fn curve(&self, svg: &mut String, k: usize, across: &Axis, up: &Axis) {
        let places: Vec<(f64, f64)> = self.curves[k].points.iter().map(|&(x, y)| (across.at(x), up.at(y))).collect();
        let joined: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let colour = COLOURS[k];
        let joined = joined.join(" ");
        let _ = writeln!(svg, "<polyline points=\"{joined}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>");
        for (x, y) in places {
            let _ = match k {
                0 => writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>"),
                _ => {
                    let (x, y) = (x - 3.0, y - 3.0);
                    writeln!(svg, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"6\" height=\"6\" fill=\"{colour}\"/>")
                }
            };
        }
    }
}

/// Formats a number with as many decimals as it needs, at most three.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let ticks =
            |low, high| Axis { low, high, from: 0.0, to: 1.0 }.ticks().iter().map(|&t| number(t)).collect::<Vec<_>>();
        assert_eq!(ticks(0.0, 100.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(ticks(0.21, 0.44), ["0.25", "0.3", "0.35", "0.4"]);
        assert_eq!(ticks(0.0, 1234.0), ["0", "500", "1000"]);
        assert_eq!(ticks(3.0, 3.0), ["3"]);
    }

    #[test]
    fn no_number_in_it_is_none() {
        let curve = || Curve { name: "a < b".to_owned(), points: Vec::new() };
        let panel = Panel {
            title: "nothing".to_owned(),
            across: "x".to_owned(),
            curves: [curve(), Curve { name: "one".to_owned(), points: vec![(0.5, 7.0)] }],
            mark: (0.5, "here".to_owned()),
        };
        let svg = plot("a & b", &[panel]);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.contains("a &lt; b") && svg.contains("<title>a &amp; b</title>"));
    }
}
