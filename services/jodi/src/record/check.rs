//! The check of a finished match: do its cards follow from what was published, and its result from its cards?

use fairdeal::{Commitment, DealtMatch, FirstDealer};
use game_engine::convert;
use game_engine::state::{Actor, Core, EndKind, Entry};

use super::form::{Ending, Record, RecordedResult};
use super::replay::{Played, PlayedStep, RecordFault};

/// What a player knows without the record. A record alone can only be consistent with itself.
#[derive(Clone, Debug, Default)]
pub struct OwnKnowledge {
    /// The commitment that was seen when the match was created.
    pub commitment: Option<Commitment>,
    /// What seats sent as their entropy.
    pub entropies: Vec<(u8, Vec<u8>)>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Is it as it should be?
    pub holds: bool,
    /// What it is.
    pub what: String,
}

impl Finding {
    fn of(outcome: Result<String, String>) -> Self {
        match outcome {
            Ok(what) => Self { holds: true, what },
            Err(what) => Self { holds: false, what },
        }
    }
}

/// Checks everything that can be checked of a record: that the secret is the committed one, that every pack and the first
/// dealer follow from it and from the seats' entropy, that every action was legal, and that the result is the one that
/// the actions led to.
///
/// # Errors
/// [`RecordFault`] if it cannot be read as a match.
pub fn check(record: &Record, own: &OwnKnowledge) -> Result<Vec<Finding>, RecordFault> {
    let played = record.read()?;
    let mut findings = vec![commitment(&played)];
    findings.extend(own.commitment.map(|seen| seen_commitment(&played, seen)));
    findings.extend(own.entropies.iter().map(|(seat, sent)| sent_entropy(&played, *seat, sent)));
    let replayed = replay(&played);
    let outcomes = [
        cuts(&played),
        deals(&played, record.first_dealer_given),
        dealt_decks(record, &played),
        replayed.as_ref().map(|replay| replay.summary.clone()).map_err(Clone::clone),
    ];
    findings.extend(outcomes.map(Finding::of));
    if let Ok(replay) = &replayed {
        findings.push(Finding::of(result(&replay.result, &record.result)));
    }
    Ok(findings)
}

fn commitment(played: &Played) -> Finding {
    let holds = played.secret.commitment() == played.commitment;
    let what = "commitment: is the SHA-256 of the secret";
    Finding { holds, what: if holds { what.into() } else { format!("not so: {what}") } }
}

fn seen_commitment(played: &Played, seen: Commitment) -> Finding {
    let holds = played.commitment == seen;
    let what = if holds { "commitment: is the one you saw" } else { "commitment: is not the one you saw" };
    Finding { holds, what: what.into() }
}

fn sent_entropy(played: &Played, seat: u8, sent: &[u8]) -> Finding {
    let holds = played.entropies.get(usize::from(seat)).is_some_and(|entropy| entropy.as_bytes() == sent);
    let is = if holds { "is" } else { "is not" };
    Finding { holds, what: format!("entropy of seat {seat}: {is} what you sent") }
}

/// Entropy that counts must have been given by a step, before the first deal.
fn cuts(played: &Played) -> Result<String, String> {
    let cut = |seat: usize| {
        played
            .steps
            .iter()
            .any(|step| matches!(step, PlayedStep::Other(Entry::Cut { seat: by, .. }) if by.index() == seat))
    };
    let mut given = 0;
    for (seat, entropy) in played.entropies.iter().enumerate().filter(|(_, entropy)| !entropy.is_none()) {
        if !cut(seat) {
            return Err(format!("cuts: seat {seat} has {} bytes but never cut", entropy.as_bytes().len()));
        }
        given += 1;
    }
    Ok(format!("cuts: {given} of {} seats added to the shuffles", played.entropies.len()))
}

/// The packs and the first dealer, by the fair deal.
fn deals(played: &Played, first_dealer_given: bool) -> Result<String, String> {
    let pack = played.setup.options.kind().cards();
    let place =
        |card| pack.iter().position(|other| *other == card).and_then(|place| u8::try_from(place).ok());
    let decks: Vec<Vec<u8>> =
        played.decks().map(|deck| deck.cards().iter().filter_map(|card| place(*card)).collect()).collect();
    let drawn = FirstDealer::Drawn(played.first_dealer.number());
    let dealt = DealtMatch {
        match_id: played.fair_id(),
        secret: &played.secret,
        // Its own line says whether the commitment holds; the packs are looked at in any case.
        commitment: played.secret.commitment(),
        entropies: &played.entropies,
        first_dealer: if first_dealer_given { FirstDealer::Given } else { drawn },
        pack_size: u8::try_from(pack.len()).expect("a pack has 52 cards at most"),
        decks: &decks,
    };
    fairdeal::verify(&dealt).map_err(|mismatch| format!("fair deal: {mismatch}"))?;
    let by = if first_dealer_given { "named by the creator of the match" } else { "drawn" };
    Ok(format!(
        "fair deal: {} packs follow from secret and cuts; seat {} dealt first, {by}",
        decks.len(),
        played.first_dealer
    ))
}

/// Every deck of the record is one that was dealt, in that order.
fn dealt_decks(record: &Record, played: &Played) -> Result<String, String> {
    let numbers: Vec<u32> = played
        .steps
        .iter()
        .filter_map(|step| match step {
            PlayedStep::Deal { number, .. } => Some(*number),
            PlayedStep::Other(_) => None,
        })
        .collect();
    let in_order = (1..).zip(&numbers).all(|(due, number)| due == *number);
    if in_order && numbers.len() == record.decks.len() {
        Ok(format!("deals: {}, numbered without a gap", numbers.len()))
    } else {
        Err(format!("deals: the steps deal {numbers:?}, the record has {} decks", record.decks.len()))
    }
}

struct Replay {
    summary: String,
    result: RecordedResult,
}

/// Plays the match over again by the rules.
fn replay(played: &Played) -> Result<Replay, String> {
    let setup = &played.setup;
    let mut core = Core::new(setup);
    let mut actions = 0;
    for (seq, step) in (1..).zip(&played.steps) {
        let diverges = |why: String| format!("play: seq {seq}: {why}");
        let entry = played
            .entry(step, core.game.as_ref())
            .ok_or_else(|| diverges("no deal is due, or its pack does not fit".into()))?;
        if let Entry::Play { seat, actor, .. } = &entry {
            actions += 1;
            if setup.is_bot(*seat) && *actor != Actor::Bot {
                return Err(diverges(format!("seat {seat} is a bot's, but somebody else acted")));
            }
        }
        if let (None, PlayedStep::Deal { dealer, .. }) = (&core.game, step)
            && *dealer != played.first_dealer
        {
            return Err(diverges(format!("seat {dealer} deals first, not seat {}", played.first_dealer)));
        }
        core.apply(setup, &entry).map_err(|refusal| diverges(refusal.to_string()))?;
    }
    let end = match core.end {
        Some(EndKind::PlayedOut) => Ending::PlayedOut,
        Some(EndKind::Resigned) => Ending::Resigned,
        Some(EndKind::Aborted) => Ending::Aborted,
        None => return Err("play: the match is not over after the last step".into()),
    };
    let standing = convert::standing_to_wire(setup, &core);
    Ok(Replay {
        summary: format!("play: {actions} actions, every one legal"),
        result: RecordedResult { end, winning_sides: standing.winning_sides, scores: standing.scores },
    })
}

fn result(replayed: &RecordedResult, recorded: &RecordedResult) -> Result<String, String> {
    if replayed == recorded {
        Ok(format!("result: {}, as the play leads to", in_words(recorded)))
    } else {
        Err(format!(
            "result: the record says {}, the play leads to {}",
            in_words(recorded),
            in_words(replayed)
        ))
    }
}

fn in_words(result: &RecordedResult) -> String {
    let end = match result.end {
        Ending::PlayedOut => "played out",
        Ending::Resigned => "resigned",
        Ending::Aborted => "aborted",
    };
    let sides: Vec<String> = result.winning_sides.iter().map(u32::to_string).collect();
    let won = match sides.len() {
        0 => "nobody won".to_owned(),
        1 => format!("side {} won", sides[0]),
        _ => format!("sides {} won", sides.join(" and ")),
    };
    format!("{end}, {won}, scores {:?}", result.scores)
}
