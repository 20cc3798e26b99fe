//! What the pictures of the operator's tools have in common: their colours and fonts, how axes and series are named, and the file.

use std::path::Path;

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;

/// Colours of series, that can be told apart by the colour-blind: blue, then orange.
pub const COLOURS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];
/// The colour of what is no series.
pub const GREY: RGBColor = RGBColor(120, 120, 120);

const FONT: &str = "sans-serif";
/// Sizes of text in pixels.
const TITLE_PX: u32 = 18;
const LABEL_PX: u32 = 14;

/// What a picture is drawn on.
pub type Area<'path> = DrawingArea<SVGBackend<'path>, Shift>;
/// A picture with its axes.
pub type Chart<'area, 'path, X, Y> = ChartContext<'area, SVGBackend<'path>, Cartesian2d<X, Y>>;
/// Whatever goes wrong while it is drawn.
pub type DrawError = Box<dyn std::error::Error + Send + Sync>;

/// How one axis is labelled.
pub struct Axis<'t> {
    /// What it shows, with the unit.
    pub title: &'t str,
    /// A number as it is written there.
    pub number: fn(&f64) -> String,
}

/// Paints an SVG file at `path`, of so many pixels in width and height.
///
/// # Errors
/// If the file cannot be written.
pub fn write(
    path: &Path,
    size_px: (u32, u32),
    paint: impl FnOnce(&Area<'_>) -> Result<(), DrawError>,
) -> anyhow::Result<()> {
    let area = SVGBackend::new(path, size_px).into_drawing_area();
    area.fill(&WHITE)
        .map_err(DrawError::from)
        .and_then(|()| paint(&area))
        .and_then(|()| Ok(area.present()?))
        .map_err(|error| anyhow!("writing {}: {error}", path.display()))
}

/// A picture with a title, and with room for the labels of both axes.
pub fn titled<'area, 'path>(
    area: &'area Area<'path>,
    title: &str,
) -> ChartBuilder<'area, 'area, SVGBackend<'path>> {
    let mut builder = ChartBuilder::on(area);
    builder
        .caption(title, (FONT, TITLE_PX))
        .margin(16)
        // The last label of the horizontal axis is centred below its end.
        .margin_right(40)
        .x_label_area_size(48)
        .y_label_area_size(64);
    builder
}

/// Draws the axes and the grid.
///
/// # Errors
/// If the file cannot be written.
pub fn axes<X, Y>(chart: &mut Chart<'_, '_, X, Y>, x: &Axis<'_>, y: &Axis<'_>) -> Result<(), DrawError>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .x_desc(x.title)
        .y_desc(y.title)
        .x_label_formatter(&x.number)
        .y_label_formatter(&y.number)
        .label_style((FONT, LABEL_PX))
        .light_line_style(WHITE)
        .draw()?;
    Ok(())
}

/// Names the series, in the upper left corner, which both kinds of picture leave free.
///
/// # Errors
/// If the file cannot be written.
pub fn legend<'path: 'area, 'area, X: Ranged, Y: Ranged>(
    chart: &mut Chart<'area, 'path, X, Y>,
) -> Result<(), DrawError> {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(GREY)
        .background_style(WHITE)
        .label_font((FONT, LABEL_PX))
        .draw()?;
    Ok(())
}
