//! The lobby's flags and environment variables.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use ed25519_dalek::SigningKey;

use crate::lobby::TokenLives;
use crate::signing::{KeyLives, configured_key};
use crate::webhooks::WebhookSettings;

/// Settings of the lobby.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct Settings {
    /// Seconds that an access token lives: this long a revoked sign-in may still be used
    #[arg(
        long = "access-token-life-s",
        env = "JODI_LOBBY_ACCESS_TOKEN_LIFE_S",
        default_value_t = 15 * 60,
        value_parser = clap::value_parser!(u64).range(60..=24 * 60 * 60),
        value_name = "SECONDS"
    )]
    pub access_token_life_s: u64,
    /// Days after which a refresh token that is not used expires
    #[arg(
        long = "refresh-token-life-days",
        env = "JODI_LOBBY_REFRESH_TOKEN_LIFE_DAYS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u64).range(1..=365),
        value_name = "DAYS"
    )]
    pub refresh_token_life_days: u64,
    /// Ed25519 private key that access tokens are signed with, PKCS#8 PEM. Without it the lobby makes one and keeps it
    #[arg(
        long = "signing-key",
        env = "JODI_LOBBY_SIGNING_KEY",
        hide_env_values = true,
        conflicts_with = "signing_key_file",
        value_name = "PEM"
    )]
    pub signing_key: Option<Pem>,
    /// File with that key
    #[arg(long = "signing-key-file", env = "JODI_LOBBY_SIGNING_KEY_FILE", value_name = "FILE")]
    pub signing_key_file: Option<PathBuf>,
    /// Days after which a signing key that the lobby made is replaced
    #[arg(
        long = "signing-key-life-days",
        env = "JODI_LOBBY_SIGNING_KEY_LIFE_DAYS",
        default_value_t = 90,
        value_parser = clap::value_parser!(u64).range(1..=3650),
        value_name = "DAYS"
    )]
    pub signing_key_life_days: u64,
    /// Webhooks.
    #[command(flatten)]
    pub webhooks: WebhookSettings,
}

/// A private key in PEM form. Its debug form hides it.
#[derive(Clone)]
pub struct Pem(String);

impl From<&str> for Pem {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Pem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pem(hidden)")
    }
}

impl Default for Settings {
    /// What is in force if no flag and no variable is set.
    fn default() -> Self {
        Self {
            access_token_life_s: 15 * 60,
            refresh_token_life_days: 30,
            signing_key: None,
            signing_key_file: None,
            signing_key_life_days: 90,
            webhooks: WebhookSettings::default(),
        }
    }
}

impl Settings {
    /// The configured signing key, if there is one.
    ///
    /// # Errors
    /// If the file cannot be read, or what is configured is no Ed25519 key in PKCS#8 PEM form.
    pub fn signing_key(&self) -> anyhow::Result<Option<SigningKey>> {
        match (&self.signing_key, &self.signing_key_file) {
            (Some(Pem(pem)), _) => Ok(Some(configured_key(pem).context("JODI_LOBBY_SIGNING_KEY")?)),
            (None, Some(path)) => {
                let pem =
                    std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
                Ok(Some(configured_key(&pem).with_context(|| path.display().to_string())?))
            }
            (None, None) => Ok(None),
        }
    }

    /// How long tokens live.
    pub fn token_lives(&self) -> TokenLives {
        TokenLives {
            access_token: Duration::from_secs(self.access_token_life_s),
            refresh_token: days(self.refresh_token_life_days),
        }
    }

    /// How long keys live.
    pub fn key_lives(&self) -> KeyLives {
        KeyLives {
            access_token: Duration::from_secs(self.access_token_life_s),
            made_key: days(self.signing_key_life_days),
        }
    }
}

fn days(count: u64) -> Duration {
    Duration::from_secs(count * 24 * 60 * 60)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        settings: Settings,
    }

    #[test]
    fn defaults_are_those_of_the_flags() {
        let parsed = Flags::parse_from(["lobby"]).settings;
        assert_eq!(format!("{parsed:?}"), format!("{:?}", Settings::default()));
    }

    #[test]
    fn debug_print_hides_the_key() {
        let parsed = Flags::parse_from(["lobby", "--signing-key", "secret"]).settings;
        assert!(!format!("{parsed:?}").contains("secret"));
    }

    #[test]
    fn signing_key_is_read_from_its_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "no key").unwrap();
        let settings = Settings { signing_key_file: Some(file.path().to_owned()), ..Settings::default() };
        assert!(settings.signing_key().is_err());
    }
}
