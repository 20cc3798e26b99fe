//! `jodi verify`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use fairdeal::Commitment;
use jodi::record::{Finding, OwnKnowledge, Record, check};

use crate::print;

/// Flags of `jodi verify`.
#[derive(Args)]
pub struct Verify {
    /// Records of finished matches, as `jodi record` and `jodi demo --capture` write them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The commitment that you saw when the match was created; with one record only
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,
    /// What you sent as your cut; with one record only
    #[arg(long = "entropy", value_name = "SEAT=HEX", value_parser = parse_entropy)]
    entropies: Vec<(u8, Sent)>,
}

/// Bytes of a seat's cut. A type of its own, so that the argument parser does not take it for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sent(Vec<u8>);

fn parse_entropy(text: &str) -> Result<(u8, Sent), String> {
    let (seat, bytes) = text.split_once('=').ok_or("must be SEAT=HEX")?;
    let seat = seat.parse().map_err(|_| format!("{seat:?} is no seat"))?;
    let bytes = hex::decode(bytes).map_err(|error| format!("is not hexadecimal: {error}"))?;
    Ok((seat, Sent(bytes)))
}

impl Verify {
    /// Checks every file and says what was found. The exit code is 1 if anything does not hold.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let own = OwnKnowledge {
            commitment: self.commitment,
            entropies: self.entropies.into_iter().map(|(seat, Sent(bytes))| (seat, bytes)).collect(),
        };
        if self.files.len() > 1 && (own.commitment.is_some() || !own.entropies.is_empty()) {
            bail!("--commitment and --entropy are about one match; give one record with them");
        }
        let mut failed = 0;
        for file in &self.files {
            print::line(file.display())?;
            failed += usize::from(!verify(file, &own)?);
        }
        if self.files.len() > 1 {
            let held = self.files.len() - failed;
            print::line(format_args!("{held} of {} records hold", self.files.len()))?;
        }
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Prints what was found about one record; false if anything does not hold.
fn verify(file: &Path, own: &OwnKnowledge) -> anyhow::Result<bool> {
    let findings = Record::load(file).and_then(|record| Ok(check(&record, own)?));
    let findings =
        findings.unwrap_or_else(|error| vec![Finding { holds: false, what: format!("record: {error:#}") }]);
    for finding in &findings {
        let mark = if finding.holds { "ok  " } else { "FAIL" };
        print::line(format_args!("  {mark} {}", finding.what))?;
    }
    let failed = findings.iter().filter(|finding| !finding.holds).count();
    match failed {
        0 => print::line("  result: ok")?,
        _ => print::line(format_args!("  result: {failed} failed"))?,
    }
    Ok(failed == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_is_a_seat_and_hexadecimal() {
        assert_eq!(parse_entropy("2=00ff"), Ok((2, Sent(vec![0, 255]))));
        for text in ["00ff", "x=00", "2=0", "2=zz", "300=00"] {
            assert!(parse_entropy(text).is_err(), "{text}");
        }
    }
}
