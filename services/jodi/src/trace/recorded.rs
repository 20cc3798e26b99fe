//! Traces of finished records, with the views that the seats were really shown where their streams were captured.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use cards::Seat;
use game_engine::state::Entry;
use games::Options;
use games::trace::{MatchLine, Recorder, StepViews};
use jodi::capture::{self, CaptureDir, SeatShown};
use jodi::record::{Played, PlayedStep, Record};

use super::{Lines, Trace};

pub(super) fn print(trace: &Trace, lines: &mut Lines) -> anyhow::Result<()> {
    for file in &trace.record {
        let (line, options) =
            trace_file(trace, file).with_context(|| format!("cannot trace {}", file.display()))?;
        lines.add(&line, &line.to_string(), &options)?;
        if lines.closed {
            break;
        }
    }
    Ok(())
}

fn trace_file(trace: &Trace, file: &Path) -> anyhow::Result<(MatchLine, Options)> {
    let played = Record::load(file)?.read()?;
    let views = match &trace.capture {
        Some(dir) => Views::Shown(shown(&CaptureDir::open(dir), &played)?),
        None if trace.views => Views::Computed,
        None => Views::None,
    };
    Ok((trace_match(&played, &views)?, played.setup.options))
}

/// Which views a trace notes.
enum Views {
    None,
    Computed,
    /// By seat, where its stream was captured.
    Shown(Vec<Option<SeatShown>>),
}

/// What the seats of a match were shown.
fn shown(dir: &CaptureDir, played: &Played) -> anyhow::Result<Vec<Option<SeatShown>>> {
    let match_id = played.match_id.to_string();
    let mut seats = Vec::new();
    for seat in played.setup.seats() {
        let file = dir.session_file(&match_id, seat.number());
        if !file.exists() {
            seats.push(None);
            continue;
        }
        let messages = capture::read(&file).with_context(|| file.display().to_string())?;
        let shown = SeatShown::fold(&match_id, seat.number(), &messages);
        seats.push(Some(shown.with_context(|| file.display().to_string())?));
    }
    if seats.iter().flatten().all(|shown| shown.moments() == 0) {
        bail!("there is no captured stream of match {match_id}");
    }
    Ok(seats)
}

fn trace_match(played: &Played, views: &Views) -> anyhow::Result<MatchLine> {
    let mut recorder = Recorder::new(played.setup.options, played.first_dealer);
    for (seq, step) in (1_u64..).zip(&played.steps) {
        let place = || format!("seq {seq}");
        match step {
            PlayedStep::Deal { deck, .. } => recorder.deal(deck).with_context(place)?,
            PlayedStep::Other(Entry::Play { seat, action, .. }) => {
                check_listed(&mut recorder, views, *seat, seq).with_context(place)?;
                recorder.act(*seat, action, before(views, seq)).with_context(place)?;
            }
            PlayedStep::Other(_) => {}
        }
    }
    Ok(recorder.line())
}

/// What the seats saw before the step with this seq.
fn before(views: &Views, seq: u64) -> StepViews {
    match views {
        Views::None => StepViews::None,
        Views::Computed => StepViews::Computed,
        Views::Shown(seats) => {
            let view = |shown: &Option<SeatShown>| shown.as_ref()?.view_at(seq - 1).cloned();
            StepViews::Shown(seats.iter().map(view).collect())
        }
    }
}

/// The moves that were listed for the seat to act are part of what it was shown; a trace has no place for them of its own.
fn check_listed(recorder: &mut Recorder, views: &Views, seat: Seat, seq: u64) -> anyhow::Result<()> {
    let Views::Shown(seats) = views else { return Ok(()) };
    let Some(listed) = seats[seat.index()].as_ref().and_then(|shown| shown.legal_at(seq - 1)) else {
        return Ok(());
    };
    let legal: Vec<String> = recorder.legal()?.iter().map(ToString::to_string).collect();
    if listed == legal {
        return Ok(());
    }
    Err(anyhow!("seat {seat} was shown the moves {listed:?}, legal were {legal:?}"))
}
