//! From messages to the orders of administrators.

use uuid::Uuid;
use wire::ratings::v1 as pb;

use super::decode;
use crate::append::{Order, Sealed, Target};
use crate::error::Error;

/// Longest reason of an order, in characters.
const REASON_MAX: usize = 500;
/// The greatest version of a configuration that can be stored.
const VERSION_MAX: u32 = i32::MAX.unsigned_abs();

/// An order with its id and its reason.
pub(super) fn order(requested_by: String, request_id: &str, reason: String) -> Result<Order, Error> {
    let request_id = self::request_id(request_id)?;
    if !(1..=REASON_MAX).contains(&reason.chars().count()) {
        return Err(Error::invalid("reason", format!("must have 1 to {REASON_MAX} characters")));
    }
    // Nobody reads them, and the store takes no NUL.
    if reason.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        let text = "must have no control characters but line feeds and tabs";
        return Err(Error::invalid("reason", text));
    }
    Ok(Order { request_id, requested_by, reason })
}

/// A caller's id of a request.
fn request_id(text: &str) -> Result<Uuid, Error> {
    let id = Uuid::try_parse(text).ok().filter(|id| !id.is_nil());
    id.ok_or_else(|| Error::invalid("request_id", "must be a UUID"))
}

/// What a void does about closed seasons.
pub(super) const fn sealed(reopen: bool) -> Sealed {
    if reopen { Sealed::Reopen } else { Sealed::Respect }
}

/// Which results a void is about.
pub(super) fn void_target(target: Option<pb::VoidTarget>) -> Result<Target, Error> {
    use pb::void_target::Target as Given;
    match target.and_then(|target| target.target) {
        None => Err(Error::invalid("target", "is missing")),
        Some(Given::Result(result)) => {
            let (source, result_id) = decode::result(&result.source, &result.result_id)?;
            Ok(Target::Result(source, result_id))
        }
        Some(Given::Account(span)) => {
            let account = decode::account("target.account.account_id", &span.account_id)?;
            let from = decode::moment("target.account.since", span.since)?;
            let to = decode::moment("target.account.until", span.until)?;
            Ok(Target::Account { account, from, to })
        }
    }
}

/// A ladder's configuration.
pub(super) fn config(config: Option<pb::LadderConfig>) -> Result<rating::Config, Error> {
    let config = config.ok_or_else(|| Error::invalid("config", "is missing"))?;
    if config.version > VERSION_MAX {
        return Err(Error::invalid("config.version", format!("must be at most {VERSION_MAX}")));
    }
    let tiers = config.tiers.iter().map(|tier| rating::KTier { below_games: tier.below_games, k: tier.k });
    let version = rating::ConfigVersion(config.version);
    rating::Config::new(version, tiers.collect(), config.settled_k, config.synergy_rate_percent)
        .map_err(|error| Error::invalid(config_field(error), error.to_string()))
}

const fn config_field(error: rating::ConfigError) -> &'static str {
    match error {
        rating::ConfigError::TooManyTiers { .. } | rating::ConfigError::TiersDoNotRise => "config.tiers",
        rating::ConfigError::KOutOfRange { .. } => "config.settled_k",
        rating::ConfigError::SynergyRateOutOfRange { .. } => "config.synergy_rate_percent",
    }
}
