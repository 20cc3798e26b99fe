//! The game engine as the lobby sees it: two calls. What a game is, only the engine knows.

use std::time::Duration;

use env::Clock;
use prost::Message;
use service::Peer;
use tonic::{Request, Status};
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::engine::v1::{CreateMatchRequest, ValidateOptionsRequest, ValidateOptionsResponse};
use wire::errors::v1::ErrorReason as Reason;
use wire::game::v1::GameOptions;
use wire::{Fault, fault_of};

use crate::error::LobbyError;
use crate::table::{BotLevel, GameChoice};

/// How long the engine may take to check options.
const CHECK_LIMIT: Duration = Duration::from_secs(3);
/// How long the engine may take to create a match before the attempt counts as unanswered.
const CREATE_LIMIT: Duration = Duration::from_secs(5);
/// Longest form of options that is stored, in bytes.
const MAX_OPTIONS_BYTES: usize = 8 * 1024;

/// A client of the engine.
#[derive(Clone)]
pub struct Engine {
    client: EngineServiceClient<Peer>,
    clock: Clock,
}

/// Options that the engine has checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedOptions {
    /// The game with its options in full.
    pub choice: GameChoice,
    /// The side of each seat.
    pub sides: Vec<u8>,
}

/// Why a match was not created.
#[derive(Clone, PartialEq, Debug)]
pub enum CreateFailure {
    /// The engine will never create this match as it is asked for.
    Refused(Fault),
    /// There was no answer, or none that settles the matter: the match may exist or come to exist.
    Unsettled(String),
}

impl Engine {
    /// A client that calls over this channel.
    pub fn new(peer: Peer, clock: Clock) -> Self {
        Self { client: EngineServiceClient::new(peer), clock }
    }

    /// Has options checked and completed.
    ///
    /// # Errors
    /// `EngineRefused` with the engine's own fault for bad options, `EngineAway` for everything else.
    pub async fn check_options(&self, options: GameOptions) -> Result<CheckedOptions, LobbyError> {
        checked(self.validate(options).await?)
    }

    async fn validate(&self, options: GameOptions) -> Result<ValidateOptionsResponse, LobbyError> {
        let mut request = Request::new(ValidateOptionsRequest { options: Some(options) });
        request.set_timeout(CHECK_LIMIT);
        let mut client = self.client.clone();
        match self.clock.timeout(CHECK_LIMIT, client.validate_options(request)).await {
            Ok(Ok(response)) => Ok(response.into_inner()),
            Ok(Err(status)) => match refusal_of(&status) {
                Some(fault) => Err(LobbyError::EngineRefused(in_settings(fault))),
                None => {
                    tracing::warn!(code = ?status.code(), "the engine did not check options");
                    Err(LobbyError::EngineAway)
                }
            },
            Err(_) => Err(LobbyError::EngineAway),
        }
    }

    /// Asks whether bots of that level can play with these options, which the engine completed itself once.
    ///
    /// # Errors
    /// `EngineRefused` with the field at fault, `EngineAway`.
    pub async fn check_bot_level(&self, options: &[u8], level: &BotLevel) -> Result<(), LobbyError> {
        if level.as_str().is_empty() {
            return Ok(());
        }
        let options = GameOptions::decode(options).map_err(|error| {
            tracing::error!(%error, "stored options cannot be read");
            LobbyError::EngineAway
        })?;
        let known = self.validate(options).await?.bot_levels;
        if known.iter().any(|name| name == level.as_str()) {
            return Ok(());
        }
        let why = format!("there is no level {:?}; there are: {}", level.as_str(), known.join(", "));
        Err(LobbyError::EngineRefused(Fault::invalid("bot.level", why)))
    }

    /// Creates a match. The engine takes the same request again and answers it the same way.
    ///
    /// # Errors
    /// [`CreateFailure`].
    pub async fn create_match(&self, request: CreateMatchRequest) -> Result<(), CreateFailure> {
        let mut request = Request::new(request);
        request.set_timeout(CREATE_LIMIT);
        let mut client = self.client.clone();
        match self.clock.timeout(CREATE_LIMIT, client.create_match(request)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(status)) => Err(match refusal_of(&status) {
                Some(fault) => CreateFailure::Refused(fault),
                None => CreateFailure::Unsettled(format!("{:?}", status.code())),
            }),
            Err(_) => Err(CreateFailure::Unsettled("no answer in time".to_owned())),
        }
    }
}

/// The engine's fault, if it is about the content of the request. Everything else (no answer, a store away, a service
/// key that is not accepted) may be otherwise the next time, and an earlier attempt may have gone through.
fn refusal_of(status: &Status) -> Option<Fault> {
    fault_of(status).filter(|fault| {
        matches!(fault.reason(), Reason::InvalidOptions | Reason::InvalidField | Reason::RequestIdReused)
    })
}

fn checked(response: ValidateOptionsResponse) -> Result<CheckedOptions, LobbyError> {
    let options = response.options.map(|options| options.encode_to_vec()).unwrap_or_default();
    let sides: Option<Vec<u8>> = response.side_of_seat.iter().map(|&side| u8::try_from(side).ok()).collect();
    match sides {
        Some(sides)
            if !sides.is_empty()
                && sides.len() <= usize::from(u8::MAX)
                && options.len() <= MAX_OPTIONS_BYTES =>
        {
            let choice = GameChoice { game: response.game, options, ladder: response.ladder };
            Ok(CheckedOptions { choice, sides })
        }
        _ => {
            tracing::error!("the engine's answer to options cannot be used");
            Err(LobbyError::EngineAway)
        }
    }
}

/// The engine speaks of `options`; the caller of the lobby sent them inside of `settings`.
fn in_settings(fault: Fault) -> Fault {
    let (reason, metadata) = (fault.reason(), fault.metadata().clone());
    let refused = fault.into_refused();
    let mut moved = Fault::new(reason, refused.message);
    for (key, value) in metadata {
        moved = moved.with(key, value);
    }
    for fault in refused.fields {
        moved = moved.field(format!("settings.{}", fault.field), fault.description);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(reason: Reason) -> Status {
        Fault::new(reason, "No.").into()
    }

    #[test]
    fn only_faults_of_the_content_settle_a_start() {
        assert!(refusal_of(&status(Reason::InvalidOptions)).is_some());
        for passing in [Reason::StoreUnavailable, Reason::CredentialInvalid, Reason::PermissionDenied] {
            assert_eq!(refusal_of(&status(passing)), None);
        }
        assert_eq!(refusal_of(&Status::invalid_argument("not ours")), None);
    }

    #[test]
    fn faulty_field_is_named_as_the_caller_sent_it() {
        let fault = Fault::new(Reason::InvalidOptions, "No.").field("options.seep.target", "is 7");
        let fields = in_settings(fault).into_refused().fields;
        assert_eq!(fields[0].field, "settings.options.seep.target");
    }

    #[test]
    fn answer_without_seats_is_not_used() {
        assert!(checked(ValidateOptionsResponse::default()).is_err());
    }
}
