//! Playing deals and matches on several threads, with a progress bar. What is played depends on numbers and seed
//! only, never on the threads.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use bots::arena::{Contest, DealSheet, MatchSheet, ThinkingTimes};
use env::Clock;
use indicatif::{ProgressBar, ProgressStyle};

/// Threads that play, at most.
pub const MAX_THREADS: usize = 64;

/// Everything that was played.
#[derive(Default)]
pub struct Played {
    /// A's points minus those of B by deal, in the order of the deals.
    pub points: Vec<f64>,
    /// The matches together.
    pub matches: MatchSheet,
    /// Thinking times of A and of B.
    pub thinking: [ThinkingTimes; 2],
}

/// How many threads can really run at a time.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Plays so many deals and matches.
pub fn play(contest: &Contest, deals: u64, matches: u64, threads: usize) -> Played {
    let clock = Clock::system();
    let start = clock.monotonic();
    let ticker = move || clock.monotonic().since(start);
    let bar = bar(deals + matches);
    let mut played = Played::default();
    bar.set_message("deals");
    for sheet in each(deals, threads, &bar, |number| contest.deal(number, &ticker)) {
        played.add_deal(&sheet);
    }
    bar.set_message("matches");
    for sheet in each(matches, threads, &bar, |number| contest.whole_match(number, &ticker)) {
        played.add_match(&sheet);
    }
    bar.finish_and_clear();
    played
}

impl Played {
    fn add_deal(&mut self, sheet: &DealSheet) {
        self.points.push(sheet.a_minus_b);
        self.add_thinking(&sheet.thinking);
    }

    fn add_match(&mut self, sheet: &MatchSheet) {
        self.matches.won_by_a += sheet.won_by_a;
        self.matches.won_by_b += sheet.won_by_b;
        self.matches.drawn += sheet.drawn;
        self.add_thinking(&sheet.thinking);
    }

    fn add_thinking(&mut self, thinking: &[ThinkingTimes; 2]) {
        for (all, times) in self.thinking.iter_mut().zip(thinking) {
            all.extend(times);
        }
    }
}

/// The results of all numbers below `count`, in order.
fn each<T: Send>(count: u64, threads: usize, bar: &ProgressBar, play: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = play(number);
                    results.lock().expect("no thread panics with the results in hand").push((number, result));
                    bar.inc(1);
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics with the results in hand");
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Draws on standard error, and nothing where that is no terminal.
fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{msg:7} [{bar:40}] {pos}/{len}  {elapsed} of about {duration}");
    bar.set_style(style.expect("the template is well-formed").progress_chars("=> "));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
