//! `jodi ladder evidence`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use rating::Config;
use refit::{Contestant, Score, SideKind, World, contest};
use serde_json::json;

use super::entries::LadderLog;
use super::log_file;
use super::progress::bar;
use super::table::Table;
use crate::print;

/// Flags of `jodi ladder evidence`.
#[derive(Args)]
pub struct Evidence {
    /// Seasons that are simulated of each world, with the seeds 1 to N
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000), value_name = "N")]
    seeds: u64,
    /// Regular partners of every player in the worlds of mixed partners
    #[arg(long, default_value_t = World::MIXED.partners, value_parser = partners, value_name = "N")]
    partners: usize,
    /// Games of a season
    #[arg(long, default_value_t = World::MIXED.games, value_parser = games, value_name = "N")]
    games: usize,
    /// Print JSON instead of Markdown
    #[arg(long)]
    json: bool,
    /// Keep the log of the first season of mixed partners in this file, for `jodi ladder refit --from-file`
    #[arg(long, value_name = "FILE")]
    save_log: Option<PathBuf>,
}

fn partners(text: &str) -> Result<usize, String> {
    within(text, 1..=World::MIXED.players - 1)
}

/// At most so many that hardly any four players meet often enough for the repeat rule to drop a game.
fn games(text: &str) -> Result<usize, String> {
    within(text, 100..=World::MIXED.games)
}

fn within(text: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, String> {
    let number = text.parse().map_err(|_| "must be a number".to_owned())?;
    if range.contains(&number) {
        Ok(number)
    } else {
        Err(format!("must be {} to {}", range.start(), range.end()))
    }
}

/// A world, and the late log-loss that the specification of the ladder (section 7) gives for it.
struct Exhibit {
    world: World,
    specified: fn(Contestant) -> Option<f64>,
    remark: &'static str,
}

impl Evidence {
    /// Simulates, and prints what came of it.
    pub fn run(self) -> anyhow::Result<()> {
        let exhibits = self.exhibits();
        if let Some(path) = &self.save_log {
            log_file::write(path, &first_log(&exhibits[0].world))?;
        }
        let progress = bar("seasons", self.seeds * exhibits.len() as u64);
        let scores: Vec<Vec<Score>> = exhibits
            .iter()
            .map(|exhibit| contest(&exhibit.world, 1..=self.seeds, || progress.inc(1)))
            .collect();
        progress.finish_and_clear();
        let shown: Vec<_> = exhibits.iter().zip(&scores).collect();
        if self.json {
            let worlds: Vec<_> = shown.iter().map(|(exhibit, scores)| exhibit.json(scores)).collect();
            print::line(format_args!("{:#}", json!({ "seeds": self.seeds, "worlds": worlds })))
        } else {
            print::text(self.markdown(&shown))
        }
    }

    fn exhibits(&self) -> [Exhibit; 3] {
        let mixed = |world| World { partners: self.partners, games: self.games, ..world };
        [
            Exhibit { world: mixed(World::MIXED), specified: specified_mixed, remark: "" },
            Exhibit {
                world: World { games: self.games, ..World::FIXED_PAIRS },
                specified: |_| None,
                remark: " The specification has all level here, between 0.5798 and 0.5816.",
            },
            Exhibit {
                world: mixed(World::LUCK_HEAVY),
                specified: |_| None,
                remark: " The specification says that the synergy term gains nothing here, and that K matters more than \
                         the model.",
            },
        ]
    }

    fn markdown(&self, shown: &[(&Exhibit, &Vec<Score>)]) -> String {
        let mut text = format!(
            "# How well the ladder predicts\n\nSimulated seasons with known strengths, seeds 1 to {}, rated by the code of the \
             service. Late: the second half of a season. Lower is better. `±` is the standard error over the seeds; `behind` is \
             by how much the late log-loss is worse than the ladder's on the same games. `specified` is the figure in section \
             7 of the specification, which does not say how partners are chosen, where late begins or how many seasons it \
             averages. Here every player has regular partners, all pairs play equally often, and who meets is chance.\n",
            self.seeds
        );
        for (exhibit, scores) in shown {
            exhibit.describe(scores, &mut text).expect("a string takes everything");
        }
        text
    }
}

impl Exhibit {
    fn describe(&self, scores: &[Score], text: &mut String) -> std::fmt::Result {
        let World { name, players, games, partners, skill_sd, synergy_sd } = &self.world;
        writeln!(text, "\n## World: {name}\n")?;
        writeln!(
            text,
            "{players} players, {games} games, {partners} regular partner(s) each; skills of deviation {skill_sd}, synergies \
             of {synergy_sd}.{}\n",
            self.remark
        )?;
        let mut table = Table::new(&[
            "forecaster",
            "late log-loss",
            "±",
            "behind",
            "±",
            "specified",
            "off by",
            "log-loss",
            "late Brier",
            "late calibration error",
        ]);
        for score in scores {
            let (late, behind) = (score.late_log_loss(), score.behind(ladder(scores)));
            let specified = (self.specified)(score.contestant);
            table.row([
                name_of(score.contestant).to_owned(),
                format!("{:.4}", late.mean),
                format!("{:.4}", late.standard_error),
                format!("{:+.4}", behind.mean),
                format!("{:.4}", behind.standard_error),
                specified.map(|figure| format!("{figure:.4}")).unwrap_or_default(),
                specified.map(|figure| format!("{:+.4}", late.mean - figure)).unwrap_or_default(),
                format!("{:.4}", score.whole_mean(|whole| whole.log_loss)),
                format!("{:.4}", score.late_mean(|late| late.brier)),
                format!("{:.4}", score.late_mean(refit::Measures::calibration_error)),
            ]);
        }
        write!(text, "{table}")
    }

    fn json(&self, scores: &[Score]) -> serde_json::Value {
        let World { name, players, games, partners, skill_sd, synergy_sd } = &self.world;
        let row = |score: &Score| {
            let (late, behind) = (score.late_log_loss(), score.behind(ladder(scores)));
            json!({
                "forecaster": name_of(score.contestant),
                "late_log_loss": late.mean,
                "late_log_loss_standard_error": late.standard_error,
                "behind_ladder": behind.mean,
                "behind_ladder_standard_error": behind.standard_error,
                "specified_late_log_loss": (self.specified)(score.contestant),
                "log_loss": score.whole_mean(|whole| whole.log_loss),
                "late_brier": score.late_mean(|late| late.brier),
                "late_calibration_error": score.late_mean(refit::Measures::calibration_error),
            })
        };
        json!({
            "world": name,
            "players": players,
            "games": games,
            "partners": partners,
            "skill_sd": skill_sd,
            "synergy_sd": synergy_sd,
            "forecasters": scores.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

fn first_log(world: &World) -> LadderLog {
    let entries = world.season(1).events().collect();
    LadderLog { ladder: "simulated".into(), kind: SideKind::Pair, in_force: Config::standard(), entries }
}

fn ladder(scores: &[Score]) -> &Score {
    scores.iter().find(|score| score.contestant == Contestant::Ladder).expect("the ladder takes part")
}

const fn specified_mixed(contestant: Contestant) -> Option<f64> {
    match contestant {
        Contestant::PairElo => Some(0.6110),
        Contestant::SeededPairElo => Some(0.6055),
        Contestant::MeanOfIndividuals => Some(0.6011),
        Contestant::Ladder => Some(0.5973),
        Contestant::Oracle => Some(0.5600),
        Contestant::EvenChances | Contestant::LadderWithoutSynergy | Contestant::LadderOfHalfK => None,
    }
}

const fn name_of(contestant: Contestant) -> &'static str {
    match contestant {
        Contestant::EvenChances => "even chances",
        Contestant::PairElo => "plain pair Elo",
        Contestant::SeededPairElo => "pair Elo seeded from members",
        Contestant::MeanOfIndividuals => "mean of individuals",
        Contestant::Ladder => "this ladder",
        Contestant::LadderWithoutSynergy => "this ladder, synergy rate 0",
        Contestant::LadderOfHalfK => "this ladder, every K halved",
        Contestant::Oracle => "oracle",
    }
}
