//! The reliability plot: what favourites scored by what they were expected to score.

use std::path::Path;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use refit::{Bin, Measures};

use crate::chart::{self, Area, Axis, COLOURS, Chart, DrawError, GREY};

/// Width and height of the picture in pixels.
const SIZE_PX: (u32, u32) = (720, 640);
/// The radius of a point that stands for all games, in pixels; areas are in proportion to games.
const RADIUS_OF_ALL: f64 = 26.0;
/// The smallest radius, so that a bin of few games can still be seen.
const RADIUS_MIN: f64 = 3.0;

/// Forecasts to be shown, with a name.
pub struct Shown<'m> {
    /// What they are forecasts of.
    pub name: String,
    /// How good they were.
    pub measures: &'m Measures,
}

/// Draws up to two series into an SVG file at `path`. Points on the diagonal are as expected; a whisker reaches
/// the diagonal from 95 percent of points if all expectations are right.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(path: &Path, title: &str, shown: &[Shown<'_>]) -> anyhow::Result<()> {
    assert!(shown.len() <= COLOURS.len(), "there is a colour for each series");
    chart::write(path, SIZE_PX, |area| paint(area, title, shown))
}

fn paint(area: &Area<'_>, title: &str, shown: &[Shown<'_>]) -> Result<(), DrawError> {
    let lowest = lowest(shown);
    let mut chart = chart::titled(area, title).build_cartesian_2d(0.5..1.0, lowest..1.0)?;
    let x = Axis { title: "expected score of the favourite", number: percent };
    let y = Axis { title: "score of the favourite", number: percent };
    chart::axes(&mut chart, &x, &y)?;
    chart.draw_series([PathElement::new(vec![(0.5, 0.5), (1.0, 1.0)], GREY.stroke_width(1))])?;
    for (series, colour) in shown.iter().zip(COLOURS) {
        points(&mut chart, series, colour)?;
    }
    chart::legend(&mut chart)
}

fn percent(score: &f64) -> String {
    format!("{:.0} %", score * 100.0)
}

fn points(
    chart: &mut Chart<'_, '_, RangedCoordf64, RangedCoordf64>,
    series: &Shown<'_>,
    colour: RGBColor,
) -> Result<(), DrawError> {
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
