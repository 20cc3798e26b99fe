//! How far a long computation is.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Draws on standard error, and nothing where that is no terminal.
pub fn bar(what: &'static str, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length).with_message(what);
    let style = ProgressStyle::with_template("{msg:8} [{bar:40}] {pos}/{len}  {elapsed} of about {duration}");
    bar.set_style(style.expect("the template is well-formed").progress_chars("=> "));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
