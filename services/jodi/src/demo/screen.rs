//! What the person in front of the demo sees: lines on standard output, and on a terminal a progress bar.

use std::io::{self, Write as _};

use indicatif::{ProgressBar, ProgressStyle};

use crate::narrator::Progress;

/// How much is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Everything.
    Plays,
    /// Results only.
    Results,
}

/// The person's screen.
pub struct Screen {
    detail: Detail,
    /// Draws on standard error, and nothing where that is no terminal.
    bar: ProgressBar,
}

impl Screen {
    /// An empty screen.
    pub fn new(detail: Detail) -> Self {
        let bar = ProgressBar::new(1);
        let style = ProgressStyle::with_template("{msg} [{bar:32}] play {pos}/{len}");
        bar.set_style(style.expect("the template is well-formed").progress_chars("=> "));
        Self { detail, bar }
    }

    /// A line of the play-by-play.
    pub fn play(&self, line: &str) {
        if self.detail == Detail::Plays {
            self.result(line);
        }
    }

    /// A line that is always shown.
    pub fn result(&self, line: &str) {
        self.bar.suspend(|| {
            // Whoever reads the output may have seen enough; the demo goes on to its checks.
            let _ = writeln!(io::stdout(), "{line}");
        });
    }

    /// How far the match has come.
    pub fn progress(&self, which_match: &str, progress: Progress) {
        self.bar.set_message(format!("{which_match}, deal {}", progress.deal));
        self.bar.set_length(progress.of.into());
        self.bar.set_position(progress.played.into());
    }

    /// Takes the progress bar away.
    pub fn close(&self) {
        self.bar.finish_and_clear();
    }
}
