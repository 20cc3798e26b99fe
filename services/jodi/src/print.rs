//! What commands print.
//!
//! A reader that has seen enough closes its end, as in `jodi ladder check ... | head -1`. That is no fault of the command:
//! it does its work to the end, and its exit code says what came of it. `println!` would panic. Nor is `SIGPIPE` given its
//! old meaning back: it would end the process also where the pipe leads to a child of ours.

use std::fmt::Display;
use std::io::{self, Write as _};

use anyhow::Context as _;

/// Prints a text on standard output, as it is.
///
/// # Errors
/// If it cannot be written, though it is read: a full disk, for one.
pub fn text(text: impl Display) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("writing to standard output"),
    }
}

/// Prints a line on standard output.
///
/// # Errors
/// As [`text`].
pub fn line(line: impl Display) -> anyhow::Result<()> {
    text(format_args!("{line}\n"))
}

/// Tells the person a line on standard error, beside what is printed.
pub fn note(line: impl Display) {
    // If it cannot be written there is no other place to say so.
    let _ = writeln!(io::stderr(), "{line}");
}
