//! Plots: panels one below the other, as SVG here and for pgfplots in a separate file.

mod pgfplots;

pub(crate) use pgfplots::pgfplots;

use std::fmt::Write as _;

/// Points joined by lines.
pub(crate) struct Curve {
    pub(crate) name: String,
    /// The index of the colour and the marker.
    pub(crate) style: usize,
    /// Whether the line is dashed.
    pub(crate) is_dashed: bool,
    /// Whether the line is horizontal up to the next point, where the value jumps.
    pub(crate) is_flat: bool,
    /// The points, in ascending order of the first coordinate.
    pub(crate) points: Vec<(f64, f64)>,
}

/// A vertical axis with its curves.
pub(crate) struct Scale {
    /// Values that the axis must include.
    pub(crate) includes: Vec<f64>,
    pub(crate) curves: Vec<Curve>,
}

/// One plot with its axes.
pub(crate) struct Panel {
    pub(crate) title: String,
    /// The label of the horizontal axis.
    pub(crate) across: String,
    /// The left axis, and the right one if there is one.
    pub(crate) scales: Vec<Scale>,
    /// A marked position on the horizontal axis, and its label.
    pub(crate) mark: Option<(f64, String)>,
}

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 330.0;
const EDGE: (f64, f64, f64, f64) = (64.0, 52.0, 64.0, 52.0); // left, top, right, bottom

/// The height of a legend entry.
const ENTRY: f64 = 18.0;

/// Colours that colour-blind readers can distinguish (Okabe, Ito 2008); the curves also differ in their markers.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// The markers, as letters and as paths from their centre.
const MARKERS: [(&str, &str); 4] = [
    ("●", "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0"),
    ("■", "m-3 -3h6v6h-6z"),
    ("▲", "m0 -4l4 7h-8z"),
    ("◆", "m0 -4l4 4l-4 4l-4 -4z"),
];

/// The maximum number of markers on a curve.
const MARKED: usize = 30;

/// Draws an SVG with the panels one below the other.
pub(crate) fn svg(title: &str, panels: &[Panel]) -> String {
    let height: f64 = panels.iter().map(Panel::height).sum();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escaped(title)
    );
    let mut top = 0.0;
    for panel in panels {
        let _ = writeln!(svg, "<g transform=\"translate(0 {top})\">");
        panel.draw(&mut svg);
        svg += "</g>\n";
        top += panel.height();
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
    fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Axis {
        let ends = values.fold(None, |ends, v| Some(ends.map_or((v, v), |(low, high)| (v.min(low), v.max(high)))));
        let (low, high) = ends.unwrap_or((0.0, 0.0));
        Axis { low, high, from, to }
    }

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

impl Curve {
    fn colour(&self) -> &'static str {
        COLOURS[self.style % COLOURS.len()]
    }

    /// The distance between two points with a marker.
    fn stride(&self) -> usize {
        self.points.len().div_ceil(MARKED).max(1)
    }

    fn draw(&self, svg: &mut String, across: &Axis, up: &Axis) {
        let places: Vec<(f64, f64)> = self.points.iter().map(|&(x, y)| (across.at(x), up.at(y))).collect();
        let mut corners = String::new();
        for (k, &(x, y)) in places.iter().enumerate() {
            if self.is_flat && k > 0 {
                let _ = write!(corners, "{x:.1},{:.1} ", places[k - 1].1);
            }
            let _ = write!(corners, "{x:.1},{y:.1} ");
        }
        let (colour, joined) = (self.colour(), corners.trim_end());
        let dashes = if self.is_dashed { " stroke-dasharray=\"6 4\"" } else { "" };
        let _ = writeln!(
            svg,
            "<polyline points=\"{joined}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>"
        );
        let (_, outline) = MARKERS[self.style % MARKERS.len()];
        for (x, y) in places.into_iter().step_by(self.stride()) {
            let _ = writeln!(svg, "<path d=\"M{x:.1} {y:.1}{outline}\" fill=\"{colour}\"/>");
        }
    }
}

impl Panel {
    fn curves(&self) -> impl Iterator<Item = &Curve> {
        self.scales.iter().flat_map(|scale| &scale.curves)
    }

    fn height(&self) -> f64 {
        HEIGHT + ENTRY * self.curves().count() as f64
    }

    fn draw(&self, svg: &mut String) {
        let (left, top, right, bottom) = EDGE;
        let (west, east, north, south) = (left, WIDTH - right, top, HEIGHT - bottom);
        let places = self.curves().flat_map(|curve| &curve.points).map(|point| point.0);
        let across = Axis::over(places.chain(self.mark.iter().map(|mark| mark.0)), west, east);
        let up = |scale: &Scale| {
            let values = scale.curves.iter().flat_map(|curve| &curve.points).map(|point| point.1);
            Axis::over(values.chain(scale.includes.iter().copied()), south, north)
        };
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
        for (scale, (x, anchor)) in self.scales.iter().zip([(west - 8.0, "end"), (east + 8.0, "start")]) {
            // The numbers on an axis with one curve have the curve's colour.
            let fill = if let [only] = &scale.curves[..] { only.colour() } else { "#333333" };
            let axis = up(scale);
            axis.ticks().into_iter().for_each(|tick| text(x, axis.at(tick) + 4.0, anchor, fill, &number(tick)));
        }
        for (curve, k) in self.curves().zip(0..) {
            let dashed = if curve.is_dashed { " (dashed)" } else { "" };
            let name = format!("{} {}{dashed}", MARKERS[curve.style % MARKERS.len()].0, curve.name);
            text(west, HEIGHT + ENTRY * f64::from(k), "start", curve.colour(), &name);
        }
        let mut lines =
            format!("<path d=\"M{west} {north}V{south}H{east}V{north}\" fill=\"none\" stroke=\"#333333\"/>\n");
        if let Some((at, label)) = &self.mark {
            let place = across.at(*at);
            text(place + 4.0, north + 12.0, "start", "#555555", &format!("{label} {}", number(*at)));
            lines +=
                &format!("<path d=\"M{place:.1} {north}V{south}\" stroke=\"#555555\" stroke-dasharray=\"4 4\"/>\n");
        }
        *svg += &lines;
        for scale in &self.scales {
            let axis = up(scale);
            scale.curves.iter().for_each(|curve| curve.draw(svg, &across, &axis));
        }
    }
}

/// Formats a number with as many decimals as it needs, at most three.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(crate) fn escaped(text: &str) -> String {
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
        let scale = |name: &str, points| Scale {
            includes: Vec::new(),
            curves: vec![Curve { name: name.to_owned(), style: 0, is_dashed: true, is_flat: true, points }],
        };
        let panel = |mark| Panel {
            title: "nothing".to_owned(),
            across: "x".to_owned(),
            scales: vec![scale("a < b", Vec::new()), scale("one", vec![(0.5, 7.0)])],
            mark,
        };
        let svg = svg("a & b", &[panel(Some((0.5, "here".to_owned()))), panel(None)]);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.contains("a &lt; b") && svg.contains("<title>a &amp; b</title>"));
    }
}
