//! The reliability plot: what favourites scored by what they were expected to score.

use std::path::Path;

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use refit::{Bin, Measures};

/// Width and height of the picture in pixels.
const SIZE: (u32, u32) = (720, 640);
/// The radius of a point that stands for all games, in pixels; areas are in proportion to games.
const RADIUS_OF_ALL: f64 = 26.0;
/// The smallest radius, so that a bin of few games can still be seen.
const RADIUS_MIN: f64 = 3.0;
/// Colours that can be told apart by the colour-blind: blue, then orange.
const COLOURS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];
const GREY: RGBColor = RGBColor(120, 120, 120);
const FONT: &str = "sans-serif";

/// Forecasts to be shown, with a name.
pub struct Shown<'m> {
    /// What they are forecasts of.
    pub name: String,
    /// How good they were.
    pub measures: &'m Measures,
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Draws up to two series into an SVG file at `path`. Points on the diagonal are as expected; a whisker reaches
/// the diagonal from 95 percent of points if all expectations are right.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(path: &Path, title: &str, shown: &[Shown<'_>]) -> anyhow::Result<()> {
    assert!(shown.len() <= COLOURS.len(), "there is a colour for each series");
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    paint(&area, title, shown)
        .and_then(|()| Ok(area.present()?))
        .map_err(|error: DrawError| anyhow!("writing {}: {error}", path.display()))
}

type DrawError = Box<dyn std::error::Error + Send + Sync>;

fn paint(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    title: &str,
    shown: &[Shown<'_>],
) -> Result<(), DrawError> {
    area.fill(&WHITE)?;
    let lowest = lowest(shown);
    let mut chart = ChartBuilder::on(area)
        .caption(title, (FONT, 20))
        .margin(16)
        .margin_right(40)
        .x_label_area_size(48)
        .y_label_area_size(64)
        .build_cartesian_2d(0.5..1.0, lowest..1.0)?;
    let percent = |score: &f64| format!("{:.0} %", score * 100.0);
    chart
        .configure_mesh()
        .x_desc("expected score of the favourite")
        .y_desc("score of the favourite")
        .x_label_formatter(&percent)
        .y_label_formatter(&percent)
        .label_style((FONT, 14))
        .light_line_style(WHITE)
        .draw()?;
    chart.draw_series([PathElement::new(vec![(0.5, 0.5), (1.0, 1.0)], GREY.stroke_width(1))])?;
    for (series, colour) in shown.iter().zip(COLOURS) {
        points(&mut chart, series, colour)?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(GREY)
        .background_style(WHITE)
        .label_font((FONT, 14))
        .draw()?;
    Ok(())
}

fn points(chart: &mut Chart<'_, '_>, series: &Shown<'_>, colour: RGBColor) -> Result<(), DrawError> {
    let bins = || series.measures.bins.iter().filter(|bin| bin.games > 0);
    let whisker = |bin: &Bin| {
        let ends = [-1.0, 1.0].map(|sign| (bin.expected, (bin.scored + sign * bin.margin()).clamp(0.0, 1.0)));
        PathElement::new(ends.to_vec(), colour.mix(0.6).stroke_width(2))
    };
    chart.draw_series(bins().map(whisker))?;
    let circle = |bin: &Bin| {
        let share = bin.games as f64 / series.measures.games as f64;
        // A radius of at most 26 pixels.
        let radius = (RADIUS_OF_ALL * share.sqrt()).max(RADIUS_MIN).round() as i32;
        Circle::new((bin.expected, bin.scored), radius, colour.mix(0.7).filled())
    };
    chart
        .draw_series(bins().map(circle))?
        .label(series.name.clone())
        .legend(move |(x, y)| Circle::new((x + 10, y), 5, colour.mix(0.7).filled()));
    Ok(())
}

/// Where the vertical axis begins: a step of five percent below everything, and never above 45.
fn lowest(shown: &[Shown<'_>]) -> f64 {
    let bins = shown.iter().flat_map(|series| &series.measures.bins).filter(|bin| bin.games > 0);
    let scores = bins.map(|bin| bin.scored - bin.margin());
    let lowest = scores.fold(0.45, f64::min);
    ((lowest * 20.0).floor() / 20.0).max(0.0)
}
