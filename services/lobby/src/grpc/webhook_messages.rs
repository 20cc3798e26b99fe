//! Webhooks as messages, and requests about them as values.

use service::{Scope, ServiceCaller, parse_uuid, timestamp};
use wire::Fault;
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::{self as pb, WebhookKind, redeliver_request};

use crate::webhooks::{DeliveryRow, DeliveryState, Endpoint, Kind, Subscription, Which};

const MAX_ACCOUNTS: usize = 500;
const MAX_LADDERS: usize = 20;
/// The bound of the ratings service.
const MAX_LADDER_BYTES: usize = 40;
/// No key has a longer name.
const MAX_SERVICE_BYTES: usize = 32;

/// What an endpoint of this service is to get.
pub(super) fn subscription(
    owner: &ServiceCaller,
    wanted: Option<pb::Subscription>,
) -> Result<Subscription, Fault> {
    let wanted = wanted.ok_or_else(|| Fault::invalid("subscription", "is missing"))?;
    let kinds = kinds(&wanted.kinds)?;
    let others_matches = kinds.iter().any(|kind| kind.is_of_matches()) && !wanted.created_by_me;
    if others_matches && !owner.may(Scope::MatchesRead) {
        let scope = Scope::MatchesRead.name();
        let text =
            format!("Events of matches that others created need a service key with the scope {scope}.");
        return Err(Fault::new(ErrorReason::PermissionDenied, text).with("scope", scope));
    }
    if wanted.account_ids.len() > MAX_ACCOUNTS {
        return Err(Fault::invalid("subscription.account_ids", format!("are more than {MAX_ACCOUNTS}")));
    }
    if wanted.ladders.len() > MAX_LADDERS {
        return Err(Fault::invalid("subscription.ladders", format!("are more than {MAX_LADDERS}")));
    }
    if let Some(n) = wanted.ladders.iter().position(|ladder| !could_be_ladder(ladder)) {
        return Err(Fault::invalid(format!("subscription.ladders[{n}]"), "could be no ladder's id"));
    }
    let account = |(n, id): (usize, &String)| parse_uuid(&format!("subscription.account_ids[{n}]"), id);
    Ok(Subscription {
        kinds,
        created_by_me: wanted.created_by_me,
        accounts: wanted.account_ids.iter().enumerate().map(account).collect::<Result<_, _>>()?,
        ladders: wanted.ladders,
    })
}

fn could_be_ladder(id: &str) -> bool {
    (1..=MAX_LADDER_BYTES).contains(&id.len()) && !id.starts_with('-') && is_plain(id)
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn kinds(wanted: &[i32]) -> Result<Vec<Kind>, Fault> {
    let mut kinds = Vec::new();
    for kind in wanted {
        let kind = match WebhookKind::try_from(*kind) {
            Ok(WebhookKind::MatchStarted) => Kind::MatchStarted,
            Ok(WebhookKind::MatchFinished) => Kind::MatchFinished,
            Ok(WebhookKind::YourTurn) => Kind::YourTurn,
            Ok(WebhookKind::RatingChanged) => Kind::RatingChanged,
            Ok(WebhookKind::Unspecified) | Err(_) => {
                return Err(Fault::invalid("subscription.kinds", "names no kind"));
            }
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.is_empty() { Err(Fault::invalid("subscription.kinds", "names none")) } else { Ok(kinds) }
}

/// A service by the name of its key.
pub(super) fn service_name(name: &str) -> Result<String, Fault> {
    if is_plain(name) && name.len() <= MAX_SERVICE_BYTES {
        Ok(name.to_owned())
    } else {
        Err(Fault::invalid("service", "is no name of a service"))
    }
}

/// Only the owner says where an endpoint is and what it gets.
pub(super) fn leaves_to_owner(request: &pb::UpdateEndpointRequest) -> Result<(), Fault> {
    let others = [("url", request.url.is_some()), ("subscription", request.subscription.is_some())];
    match others.into_iter().find(|(_, given)| *given) {
        Some((field, _)) => Err(Fault::invalid(field, "is for the service that has the endpoint to change")),
        None => Ok(()),
    }
}

/// What is to be sent again.
pub(super) fn which(which: Option<redeliver_request::Which>) -> Result<Which, Fault> {
    let number = |field: &str, number: u64| {
        i64::try_from(number).map_err(|_| Fault::invalid(field, "is no number of a delivery"))
    };
    match which {
        Some(redeliver_request::Which::Delivery(delivery)) => Ok(Which::One(number("delivery", delivery)?)),
        Some(redeliver_request::Which::DeadLetters(_)) => Ok(Which::DeadLetters),
        Some(redeliver_request::Which::AfterDelivery(after)) => {
            Ok(Which::After(number("after_delivery", after)?))
        }
        None => Err(Fault::invalid("which", "one of delivery, dead_letters and after_delivery must be set")),
    }
}

/// The states of deliveries that are asked for, each once.
pub(super) fn states(wanted: &[i32]) -> Result<Vec<DeliveryState>, Fault> {
    let state = |state: &i32| match pb::DeliveryState::try_from(*state) {
        Ok(pb::DeliveryState::Pending) => Ok(DeliveryState::Pending),
        Ok(pb::DeliveryState::Delivered) => Ok(DeliveryState::Delivered),
        Ok(pb::DeliveryState::DeadLetter) => Ok(DeliveryState::DeadLetter),
        Ok(pb::DeliveryState::Unspecified) | Err(_) => Err(Fault::invalid("states", "names no state")),
    };
    let mut states = Vec::new();
    for wanted in wanted {
        let state = state(wanted)?;
        if !states.contains(&state) {
            states.push(state);
        }
    }
    Ok(states)
}

/// An endpoint as its owner sees it.
pub(super) fn endpoint(endpoint: Endpoint) -> pb::Endpoint {
    let subscription = endpoint.subscription;
    pb::Endpoint {
        endpoint_id: endpoint.endpoint_id.to_string(),
        service: endpoint.owner,
        url: endpoint.url,
        subscription: Some(pb::Subscription {
            kinds: subscription.kinds.into_iter().map(|kind| kind_to_wire(kind) as i32).collect(),
            created_by_me: subscription.created_by_me,
            account_ids: subscription.accounts.iter().map(ToString::to_string).collect(),
            ladders: subscription.ladders,
        }),
        enabled: endpoint.enabled,
        disabled_because: endpoint.disabled_because.unwrap_or_default(),
        created_at: Some(timestamp(endpoint.created_at)),
        failures_in_a_row: u32::try_from(endpoint.failures_in_a_row).unwrap_or(0),
        pending: u64::try_from(endpoint.pending).unwrap_or(0),
    }
}

fn kind_to_wire(kind: Kind) -> WebhookKind {
    match kind {
        Kind::MatchStarted => WebhookKind::MatchStarted,
        Kind::MatchFinished => WebhookKind::MatchFinished,
        Kind::YourTurn => WebhookKind::YourTurn,
        Kind::RatingChanged => WebhookKind::RatingChanged,
    }
}

/// A delivery as its owner sees it.
pub(super) fn delivery(row: DeliveryRow) -> pb::Delivery {
    let state = match row.state {
        DeliveryState::Pending => pb::DeliveryState::Pending,
        DeliveryState::Delivered => pb::DeliveryState::Delivered,
        DeliveryState::DeadLetter => pb::DeliveryState::DeadLetter,
    };
    pb::Delivery {
        delivery: u64::try_from(row.delivery_id).unwrap_or(0),
        event_id: row.event_id,
        r#type: row.event_type,
        state: state as i32,
        attempts: u32::try_from(row.attempts).unwrap_or(0),
        last_error: row.last_error,
        created_at: Some(timestamp(row.created_at)),
        next_attempt_at: row.next_attempt_at.map(timestamp),
        settled_at: row.settled_at.map(timestamp),
    }
}
