//! The measures, on forecasts whose measures can be had with pencil and paper.

use refit::{Forecast, Measures, later_half};

fn forecast(expected: f64, score: f64) -> Forecast {
    Forecast { expected, score }
}

fn close(found: f64, due: f64) -> bool {
    (found - due).abs() < 1e-9
}

#[test]
fn even_chances_lose_the_logarithm_of_two_whatever_happens() {
    for score in [0.0, 0.5, 1.0] {
        let measures = Measures::of(&[forecast(0.5, score)]).unwrap();
        assert!(close(measures.log_loss, std::f64::consts::LN_2), "{score}");
    }
}

#[test]
fn draw_is_half_a_win_and_half_a_loss() {
    let [win, draw, loss] =
        [1.0, 0.5, 0.0].map(|score| Measures::of(&[forecast(0.8, score)]).unwrap().log_loss);
    assert!(close(draw, (win + loss) / 2.0));
}

#[test]
fn measures_are_means_and_do_not_depend_on_who_is_named_first() {
    let one = [forecast(0.82, 1.0), forecast(0.62, 0.0)];
    let turned = [forecast(0.18, 0.0), forecast(0.38, 1.0)];
    let [one, turned] = [one, turned].map(|forecasts| Measures::of(&forecasts).unwrap());
    for measures in [&one, &turned] {
        assert!(close(measures.log_loss, -(0.82f64.ln() + 0.38f64.ln()) / 2.0));
        assert!(close(measures.brier, (0.18 * 0.18 + 0.62 * 0.62) / 2.0));
        assert!(close(measures.calibration_error(), (0.18 + 0.62) / 2.0));
        assert_eq!(measures.bins.map(|bin| bin.games), [0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    }
}

#[test]
fn evenly_matched_games_count_half_even_if_winners_are_always_named_first() {
    let measures = Measures::of(&[forecast(0.5, 1.0); 7]).unwrap();
    assert_eq!((measures.bins[0].games, measures.bins[0].scored), (7, 0.5));
    assert_eq!(measures.calibration_error(), 0.0);
}

#[test]
fn wrong_certainty_costs_much_but_not_everything() {
    let loss = Measures::of(&[forecast(1.0, 0.0)]).unwrap().log_loss;
    assert!(loss.is_finite() && loss > 20.0, "{loss}");
}

#[test]
fn nothing_can_be_said_of_no_forecasts() {
    assert_eq!(Measures::of(&[]), None);
}

#[test]
fn later_half_has_the_middle_one() {
    let forecasts = [0.1, 0.2, 0.3].map(|expected| forecast(expected, 1.0));
    assert_eq!(later_half(&forecasts), &forecasts[1..]);
}
