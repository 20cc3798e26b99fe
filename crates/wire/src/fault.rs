//! Rich errors: a reason of the catalogue, a sentence, and what a program can act on.

mod bounds;

use std::collections::BTreeMap;
use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};

use crate::ERROR_DOMAIN;
use crate::engine::v1::{FieldFault, LocalizedText, Refused};
use crate::errors::v1::ErrorReason;

pub use bounds::{DETAILS_BYTES_MAX, FIELDS_MAX, FIELDS_OMITTED};

/// A refusal on its way to the caller.
///
/// Each service has an error enum of its own and turns it into a `Fault` in one place; the `Fault` becomes a
/// [`Status`] with `ErrorInfo`, `BadRequest`, `RetryInfo` and `LocalizedMessage` details, or a [`Refused`] message inside a session.
/// What is sent is bounded: see [`FIELDS_MAX`] and [`DETAILS_BYTES_MAX`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    reason: ErrorReason,
    message: String,
    metadata: BTreeMap<String, String>,
    fields: Vec<(String, String)>,
    retry_after: Option<Duration>,
    /// Boxed, because hardly any fault has one and each is passed on often.
    localized: Option<Box<Localized>>,
}

/// A sentence in the caller's language.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Localized {
    locale: String,
    text: String,
}

impl Fault {
    /// A fault with a reason of the catalogue and a sentence for a person.
    pub fn new(reason: ErrorReason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
            metadata: BTreeMap::new(),
            fields: Vec::new(),
            retry_after: None,
            localized: None,
        }
    }

    /// `INVALID_FIELD` for one field.
    pub fn invalid(field: impl Into<String>, description: impl Into<String>) -> Self {
        let (field, description) = (field.into(), description.into());
        Self::new(ErrorReason::InvalidField, format!("{field}: {description}")).field(field, description)
    }

    /// Adds a detail by name.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: impl ToString) -> Self {
        self.metadata.insert(key.into(), value.to_string());
        self
    }

    /// Adds a field at fault.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>, description: impl Into<String>) -> Self {
        self.fields.push((field.into(), description.into()));
        self
    }

    /// Says when a retry may help.
    #[must_use]
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_after = Some(delay);
        self
    }

    /// Adds what a player is told, in the language with that BCP 47 tag. The sentence of the fault itself stays English.
    #[must_use]
    pub fn localized(mut self, locale: impl Into<String>, text: impl Into<String>) -> Self {
        self.localized = Some(Box::new(Localized { locale: locale.into(), text: text.into() }));
        self
    }

    /// The reason.
    pub fn reason(&self) -> ErrorReason {
        self.reason
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The details by name.
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }

    /// The gRPC status code that belongs to the reason, as the catalogue in `errors/v1/reasons.proto` says.
    pub fn code(&self) -> Code {
        code_of(self.reason)
    }

    /// The same refusal as a message inside a session.
    pub fn into_refused(self) -> Refused {
        let fault = self.bounded();
        Refused {
            code: fault.code() as i32,
            reason: fault.reason as i32,
            message: fault.message,
            metadata: fault.metadata.into_iter().collect(),
            fields: fault
                .fields
                .into_iter()
                .map(|(field, description)| FieldFault { field, description })
                .collect(),
            retry_after: fault.retry_after.and_then(|d| prost_types::Duration::try_from(d).ok()),
            localized: fault.localized.map(|said| LocalizedText { locale: said.locale, text: said.text }),
        }
    }
}

impl From<Fault> for Status {
    fn from(fault: Fault) -> Self {
        let fault = fault.bounded();
        let code = fault.code();
        let mut details = ErrorDetails::new();
        details.set_error_info(
            reason_name(fault.reason),
            ERROR_DOMAIN,
            fault.metadata.into_iter().collect::<std::collections::HashMap<_, _>>(),
        );
        if !fault.fields.is_empty() {
            let violations = fault.fields.into_iter().map(|(field, text)| FieldViolation::new(field, text));
            details.set_bad_request(violations.collect::<Vec<_>>());
        }
        if let Some(delay) = fault.retry_after {
            details.set_retry_info(Some(delay));
        }
        if let Some(said) = fault.localized {
            details.set_localized_message(said.locale, said.text);
        }
        Status::with_error_details(code, fault.message, details)
    }
}

/// Reads the fault back from a status that a Jodi service sent; `None` if it bears no reason of the catalogue.
pub fn fault_of(status: &Status) -> Option<Fault> {
    let info = status.get_details_error_info()?;
    if info.domain != ERROR_DOMAIN {
        return None;
    }
    let reason = ErrorReason::from_str_name(&format!("ERROR_REASON_{}", info.reason))?;
    let fields = status.get_details_bad_request().map(|b| b.field_violations).unwrap_or_default();
    Some(Fault {
        reason,
        message: status.message().to_owned(),
        metadata: info.metadata.into_iter().collect(),
        fields: fields.into_iter().map(|f| (f.field, f.description)).collect(),
        retry_after: status.get_details_retry_info().and_then(|r| r.retry_delay),
        localized: status
            .get_details_localized_message()
            .map(|said| Box::new(Localized { locale: said.locale, text: said.message })),
    })
}

/// A reason as it is sent: its name in the catalogue without the prefix.
pub fn reason_name(reason: ErrorReason) -> &'static str {
    let name = reason.as_str_name();
    name.strip_prefix("ERROR_REASON_").unwrap_or(name)
}

fn code_of(reason: ErrorReason) -> Code {
    use ErrorReason as R;
    match reason {
        R::CredentialMissing | R::CredentialInvalid | R::TokenExpired | R::RefreshTokenReused => {
            Code::Unauthenticated
        }
        R::PermissionDenied | R::NotYourMatch | R::LadderNotAllowed => Code::PermissionDenied,
        R::InvalidField | R::InvalidOptions | R::MalformedMessage => Code::InvalidArgument,
        R::RequestIdReused | R::SeatTaken => Code::AlreadyExists,
        R::StoreUnavailable | R::OutcomeUnknown | R::Draining => Code::Unavailable,
        R::Overloaded | R::TooManyTables | R::TooManyEndpoints | R::SlowReader | R::MessageTooLarge => {
            Code::ResourceExhausted
        }
        R::DeadlineExceeded => Code::DeadlineExceeded,
        R::AccountNotFound
        | R::TableNotFound
        | R::MatchNotFound
        | R::LadderNotFound
        | R::StandingNotFound
        | R::ResultNotFound
        | R::ReviewNotFound
        | R::ImportNotFound
        | R::EndpointNotFound
        | R::DeliveryNotFound => Code::NotFound,
        R::TableFull
        | R::SeatsEmpty
        | R::NotReady
        | R::TableClosed
        | R::NotSeated
        | R::NotYourTurn
        | R::IllegalMove
        | R::MatchOver
        | R::MatchRunning
        | R::CutClosed
        | R::NotStarted
        | R::NotRatedYet
        | R::ReviewResolved
        | R::SeasonSealed => Code::FailedPrecondition,
        R::MethodUnknown => Code::Unimplemented,
        R::StaleSeq => Code::Aborted,
        R::SeqOutOfRange => Code::OutOfRange,
        R::MatchQuarantined => Code::DataLoss,
        R::Internal | R::Unspecified => Code::Internal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_survives_the_way_through_a_status() {
        let fault = Fault::new(ErrorReason::StaleSeq, "The match has moved on.")
            .with("seq", 7)
            .field("expected_seq", "is 5")
            .retry_after(Duration::from_millis(250))
            .localized("cy", "Mae'r gêm wedi symud ymlaen.");
        let status = Status::from(fault.clone());
        assert_eq!(status.code(), Code::Aborted);
        assert_eq!(fault_of(&status), Some(fault));
    }

    #[test]
    fn foreign_status_has_no_fault() {
        assert_eq!(fault_of(&Status::internal("boom")), None);
    }

    #[test]
    fn every_comment_in_the_catalogue_names_the_code_that_is_sent() {
        let text = include_str!("../../../proto/jodi/errors/v1/reasons.proto");
        let mut code = String::new();
        let mut checked = 0;
        for line in text.lines().map(str::trim) {
            if let Some(comment) = line.strip_prefix("// ") {
                if let Some((head, _)) = comment.split_once(": ")
                    && head.chars().all(|c| c.is_ascii_uppercase() || c == '_')
                {
                    code = head.to_owned();
                }
            } else if let Some((name, _)) = line.split_once(" = ")
                && let Some(reason) = ErrorReason::from_str_name(name)
                && reason != ErrorReason::Unspecified
            {
                let sent = format!("{:?}", code_of(reason)).to_uppercase();
                assert_eq!(code.replace('_', ""), sent, "{name}");
                checked += 1;
            }
        }
        assert!(checked >= 40);
    }
}
