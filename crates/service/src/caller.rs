//! Who calls.

use env::UnixMillis;
use locale::Locale;
use uuid::Uuid;
use wire::Fault;
use wire::errors::v1::ErrorReason;

/// What a service key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Everything, and the calls that only operators may make.
    Admin,
    /// Create matches.
    MatchesCreate,
    /// Read any match as a spectator, and any record.
    MatchesRead,
    /// Report results to the ladders that the key's name is allowed on.
    ResultsWrite,
    /// Have events posted to endpoints of its own.
    Webhooks,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 5] =
        [Self::Admin, Self::MatchesCreate, Self::MatchesRead, Self::ResultsWrite, Self::Webhooks];

    /// Its name in configuration and error metadata.
    pub fn name(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::MatchesCreate => "matches.create",
            Self::MatchesRead => "matches.read",
            Self::ResultsWrite => "results.write",
            Self::Webhooks => "webhooks",
        }
    }

    /// The scope of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// A player's device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountCaller {
    /// The account.
    pub account_id: Uuid,
    /// The name it had when the token was issued.
    pub display_name: String,
    /// The language that it had chosen when the token was issued.
    pub locale: Option<Locale>,
    /// When the token expires.
    pub expires_at: UnixMillis,
}

/// Another backend, or a service of this suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceCaller {
    /// The name of its key.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
}

impl ServiceCaller {
    /// May it do that? The scope `admin` includes all others.
    pub fn may(&self, scope: Scope) -> bool {
        self.scopes.iter().any(|held| *held == scope || *held == Scope::Admin)
    }
}

/// Who makes a call. The auth layer puts it into the extensions of every request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// No credential came along.
    Anonymous,
    /// An account.
    Account(AccountCaller),
    /// A service.
    Service(ServiceCaller),
    /// A credential came along that is not accepted. Calls that need none go on; all others answer with this.
    Rejected(Fault),
}

impl Caller {
    /// The caller of a request; anonymous if no layer has said otherwise.
    pub fn of<T>(request: &tonic::Request<T>) -> Self {
        request.extensions().get().cloned().unwrap_or(Self::Anonymous)
    }

    /// The account that calls.
    ///
    /// # Errors
    /// `CREDENTIAL_MISSING` for an anonymous caller, the credential's own fault for a rejected one, `PERMISSION_DENIED`
    /// for a service.
    pub fn account(&self) -> Result<&AccountCaller, Fault> {
        match self {
            Self::Account(account) => Ok(account),
            Self::Anonymous => Err(missing()),
            Self::Rejected(fault) => Err(fault.clone()),
            Self::Service(_) => {
                Err(Fault::new(ErrorReason::PermissionDenied, "This call is for accounts, not for services."))
            }
        }
    }

    /// The service that calls, if it has the scope.
    ///
    /// # Errors
    /// `CREDENTIAL_MISSING` for an anonymous caller, `PERMISSION_DENIED` with the scope for all others without it.
    pub fn service(&self, scope: Scope) -> Result<&ServiceCaller, Fault> {
        match self {
            Self::Service(service) if service.may(scope) => Ok(service),
            Self::Anonymous => Err(missing()),
            Self::Rejected(fault) => Err(fault.clone()),
            Self::Service(_) | Self::Account(_) => Err(Fault::new(
                ErrorReason::PermissionDenied,
                format!("This call needs a service key with the scope {}.", scope.name()),
            )
            .with("scope", scope.name())),
        }
    }

    /// Anybody with a credential.
    ///
    /// # Errors
    /// `CREDENTIAL_MISSING` for an anonymous caller.
    pub fn any(&self) -> Result<(), Fault> {
        match self {
            Self::Anonymous => Err(missing()),
            Self::Rejected(fault) => Err(fault.clone()),
            Self::Account(_) | Self::Service(_) => Ok(()),
        }
    }
}

fn missing() -> Fault {
    Fault::new(
        ErrorReason::CredentialMissing,
        "This call needs metadata `authorization: Bearer TOKEN` with an access token or a service key.",
    )
}
