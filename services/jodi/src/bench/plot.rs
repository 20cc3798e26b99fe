//! The picture of latency against load.

use std::path::Path;

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::figures::Load;

/// Width and height of the picture in pixels.
const SIZE: (u32, u32) = (720, 480);
/// Colours that can be told apart by the colour-blind: blue, then orange.
const COLOURS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];
const GREY: RGBColor = RGBColor(120, 120, 120);
const FONT: &str = "sans-serif";

type DrawError = Box<dyn std::error::Error + Send + Sync>;
/// What of a load is shown.
type Figure = fn(&Load) -> f64;

/// Draws the loads' median and 99th percentile into an SVG file at `path`, both axes logarithmic.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(path: &Path, loads: &[Load]) -> anyhow::Result<()> {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    paint(&area, loads)
        .and_then(|()| Ok(area.present()?))
        .map_err(|error: DrawError| anyhow!("writing {}: {error}", path.display()))
}

fn paint(area: &DrawingArea<SVGBackend<'_>, Shift>, loads: &[Load]) -> Result<(), DrawError> {
    area.fill(&WHITE)?;
    let mut by_load: Vec<&Load> = loads.iter().collect();
    by_load.sort_by(|a, b| a.moves_per_second.total_cmp(&b.moves_per_second));
    let least = by_load.first().map_or(1.0, |load| load.moves_per_second).max(1.0) / 1.5;
    let most = by_load.last().map_or(10.0, |load| load.moves_per_second).max(1.0) * 1.5;
    let slowest = by_load.iter().map(|load| load.p99_ms).fold(1.0, f64::max) * 2.0;
    let mut chart = ChartBuilder::on(area)
        .caption("From sending a move to the fourth seat, committed", (FONT, 18))
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(64)
        .build_cartesian_2d((least..most).log_scale(), (0.1..slowest).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("moves a second")
        .y_desc("milliseconds")
        .label_style((FONT, 14))
        .light_line_style(WHITE)
        .draw()?;
    let shown: [(&str, Figure); 2] =
        [("median", |load| load.p50_ms), ("99th percentile", |load| load.p99_ms)];
    for ((name, figure), colour) in shown.into_iter().zip(COLOURS) {
        let points = || by_load.iter().map(|load| (load.moves_per_second, figure(load)));
        chart.draw_series(LineSeries::new(points(), colour.stroke_width(2)))?;
        chart
            .draw_series(points().map(|point| Circle::new(point, 4, colour.filled())))?
            .label(name)
            .legend(move |(x, y)| Circle::new((x + 10, y), 4, colour.filled()));
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
