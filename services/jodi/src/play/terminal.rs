//! The person's terminal: lines that they type, and lines that they read.

use std::fmt::Display;
use std::io::{self, BufRead as _, Write as _};
use std::thread;

use tokio::sync::mpsc;

/// Lines that wait to be taken.
const BUFFER: usize = 1;

/// Lines of standard input.
pub struct Input {
    lines: mpsc::Receiver<String>,
}

impl Input {
    /// Reads standard input from here on. The thread that does ends with the process: a read cannot be called off.
    pub fn of_stdin() -> Self {
        let (sender, lines) = mpsc::channel(BUFFER);
        thread::spawn(move || {
            for line in io::stdin().lock().lines() {
                let Ok(line) = line else { return };
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        Self { lines }
    }

    /// The next line; `None` at the end of the input.
    pub async fn line(&mut self) -> Option<String> {
        self.lines.recv().await
    }

    /// Asks a question; every answer but one that begins with `n` means yes.
    pub async fn confirm(&mut self, question: &str) -> bool {
        prompt(question);
        let answer = self.line().await.unwrap_or_default();
        !answer.trim_start().to_lowercase().starts_with('n')
    }
}

/// Shows a line.
pub fn say(line: impl Display) {
    // A terminal that was closed is no fault: the match is kept, and the end of the input follows.
    let _ = writeln!(io::stdout(), "{line}");
}

/// Asks for input.
pub fn prompt(text: &str) {
    let mut out = io::stdout();
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}
