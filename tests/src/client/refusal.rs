//! What a refusal says.

use tonic::Status;
use wire::Fault;
use wire::errors::v1::ErrorReason;

/// The typed content of a refusal.
///
/// # Panics
/// If the call succeeded, or the refusal bears no reason of the catalogue.
#[track_caller]
pub fn fault<T>(result: Result<T, Status>) -> Fault {
    match result {
        Ok(_) => panic!("the call should have been refused"),
        Err(status) => {
            let typed = wire::fault_of(&status);
            let fault = typed.unwrap_or_else(|| panic!("a refusal without a reason: {status:?}"));
            assert_eq!(fault.code(), status.code(), "the status code is the one of the reason");
            fault
        }
    }
}

/// The reason of a refusal.
///
/// # Panics
/// As [`fault`].
#[track_caller]
pub fn reason<T>(result: Result<T, Status>) -> ErrorReason {
    fault(result).reason()
}

/// The fields that a refusal names.
///
/// # Panics
/// As [`fault`].
#[track_caller]
pub fn fields<T>(result: Result<T, Status>) -> Vec<String> {
    fault(result).into_refused().fields.into_iter().map(|fault| fault.field).collect()
}
