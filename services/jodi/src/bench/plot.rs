//! The picture of latency against load.

use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

use super::figures::Load;
use crate::chart::{self, Area, Axis, COLOURS, DrawError};

/// Width and height of the picture in pixels.
const SIZE_PX: (u32, u32) = (720, 480);
/// Labels of an axis at most; with more of them they would touch.
const LABELS_MAX: usize = 9;

/// What of a load is shown.
type Figure = fn(&Load) -> f64;

/// The series, by name.
const SHOWN: [(&str, Figure); 2] = [("median", |load| load.p50_ms), ("99th percentile", |load| load.p99_ms)];

/// Draws the loads' median and 99th percentile into an SVG file at `path`, both axes logarithmic.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(path: &Path, loads: &[Load]) -> anyhow::Result<()> {
    chart::write(path, SIZE_PX, |area| paint(area, loads))
}

fn paint(area: &Area<'_>, loads: &[Load]) -> Result<(), DrawError> {
    let mut by_load: Vec<&Load> = loads.iter().collect();
    by_load.sort_by(|a, b| a.moves_per_second.total_cmp(&b.moves_per_second));
    let title = by_load.first().map_or_else(String::new, |load| {
        format!(
            "From sending a move to the fourth seat: {} matches, {}",
            load.asked.matches,
            load.asked.door.name()
        )
    });
    let figures = || SHOWN.iter().flat_map(|(_, figure)| by_load.iter().map(|load| figure(load)));
    let speeds = around(by_load.iter().map(|load| load.moves_per_second));
    let waits = around(figures());
    let (speed_labels, wait_labels) = (labels(&speeds), labels(&waits));
    let mut chart = chart::titled(area, &title).build_cartesian_2d(
        speeds.log_scale().with_key_points(speed_labels),
        waits.log_scale().with_key_points(wait_labels),
    )?;
    let x = Axis { title: "moves a second", number: f64::to_string };
    let y = Axis { title: "wait in milliseconds", number: f64::to_string };
    chart::axes(&mut chart, &x, &y)?;
    for ((name, figure), colour) in SHOWN.into_iter().zip(COLOURS) {
        let points = || by_load.iter().map(|load| (load.moves_per_second, figure(load)));
        chart.draw_series(LineSeries::new(points(), colour.stroke_width(2)))?;
        chart
            .draw_series(points().map(|point| Circle::new(point, 4, colour.filled())))?
            .label(name)
            .legend(move |(x, y)| Circle::new((x + 10, y), 4, colour.filled()));
    }
    chart::legend(&mut chart)
}

/// A span with all values and some room on both sides: enough for two labels, without which no value can be read.
fn around(values: impl Iterator<Item = f64>) -> Range<f64> {
    // A load without a single move has figures of nothing, which has no place on a logarithmic axis.
    let (least, most) = values
        .filter(|value| *value > 0.0)
        .fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), value| (least.min(value), most.max(value)));
    if least > most { 1.0..10.0 } else { least / 2.0..most * 2.6 }
}

/// Round numbers inside of a span: powers of ten, and unless there are many also their double and fivefold.
fn labels(span: &Range<f64>) -> Vec<f64> {
    let decades = span.start.log10().floor() as i32..=span.end.log10().ceil() as i32;
    let multiples = |factors: &'static [f64]| -> Vec<f64> {
        let all = decades.clone().flat_map(|power| factors.iter().map(move |factor| (power, factor)));
        // Divided by where the power is negative: .2 is 2 / 10, and not quite 2 times .1.
        let numbers = all.map(|(power, factor)| match power {
            ..0 => factor / 10_f64.powi(-power),
            0.. => factor * 10_f64.powi(power),
        });
        numbers.filter(|number| span.contains(number)).collect()
    };
    let dense = multiples(&[1.0, 2.0, 5.0]);
    if dense.len() <= LABELS_MAX { dense } else { multiples(&[1.0]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_round_and_few() {
        assert_eq!(labels(&(0.08..3.5)), [0.1, 0.2, 0.5, 1.0, 2.0]);
        assert_eq!(labels(&(330.0..4_500.0)), [500.0, 1_000.0, 2_000.0]);
        assert_eq!(labels(&(0.5..20_000.0)), [1.0, 10.0, 100.0, 1_000.0, 10_000.0]);
    }

    #[test]
    fn axis_of_a_single_value_has_two_labels() {
        for value in [1.0, 1.9, 2.1, 3.6, 4.0, 5.1, 9.9, 361.0] {
            assert!(labels(&around([value].into_iter())).len() >= 2, "{value}");
        }
    }

    #[test]
    fn span_has_every_value_that_a_logarithmic_axis_can_show() {
        assert_eq!(around([3.0, 0.0, 5.0].into_iter()), 1.5..13.0);
        assert_eq!(around([0.0].into_iter()), 1.0..10.0);
    }
}
