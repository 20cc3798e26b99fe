//! `jodi play`: one person in a terminal, with and against bots, through the public API only.

mod bench;
mod board;
mod moves;
mod pass;
mod pepper;
mod seep;
mod sitting;
mod smear;
mod terminal;
mod told;
mod tricks;

use std::io::IsTerminal as _;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use bots::Level;
use clap::Args;
use env::{Clock, Entropy};
use games::{GameKind, Options};
use jodi::client::{Connection, Player, web_address};
use messages::Locale;
use serde_json::{Map, Value};
use service::Authorities;

use crate::database::{DEFAULT_DATA_DIR, DatabaseSettings};
use crate::host::{Host, OwnSuite};
use bench::NewTable;
use pass::{Pass, Passes};
use sitting::{Left, Sitting};
use terminal::{Input, say};

/// What own suites are called in the file of passes.
const OWN_SUITE: &str = "own";
/// How long bots wait before they think about a move if a person watches.
const BOT_DELAY_MS: u64 = 600;

/// Flags of `jodi play`.
#[derive(Args)]
pub struct Play {
    /// Game that is played
    #[arg(long, default_value = "seep", value_name = "GAME")]
    game: GameKind,
    /// Number of players, you included; the most that the game takes if not given
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// How well the bots play: casual, club, expert or greedy
    #[arg(long, default_value = "club", value_name = "LEVEL")]
    bots: Level,
    /// Server to play on, for example http://127.0.0.1:7420; without it a suite is started for this, with its data in `play`
    /// below the data directory
    #[arg(long, value_name = "URL")]
    against: Option<String>,
    /// Table option that differs from the default, for example `widow=2`; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<ChosenOption>,
    /// Language of moves and rules: en, hi, cy, sk or vi; that of LANG if not given
    #[arg(long, value_name = "TAG")]
    locale: Option<Locale>,
    /// Your name at the table
    #[arg(long, env = "USER", default_value = "Guest", hide_env = true, value_name = "NAME")]
    name: String,
    /// Begin a new match, and resign one that is not finished
    #[arg(long)]
    new: bool,
    /// Seconds that you have for a move; if you stay away longer a bot plays for you until you are back; 0: no limit
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(0..=86_400), value_name = "SECONDS")]
    turn_limit_s: u64,
    #[command(flatten)]
    authorities: Authorities,
    #[command(flatten)]
    database: DatabaseSettings,
}

/// A table option as it is chosen on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ChosenOption {
    name: String,
    value: Value,
}

impl FromStr for ChosenOption {
    type Err = String;

    /// A number, `true` and `false` are what they look like; everything else is a name.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("must be NAME=VALUE, such as widow=2")?;
        let value = match serde_json::from_str(value) {
            Ok(value @ (Value::Bool(_) | Value::Number(_))) => value,
            _ => Value::from(value),
        };
        Ok(Self { name: name.to_owned(), value })
    }
}

impl Play {
    /// Plays until the match is over or the person leaves.
    pub async fn run(self) -> anyhow::Result<()> {
        let options = self.table_options()?;
        crate::quiet_logs_of_own_suite()?;
        let entropy = Entropy::os();
        let mut host = self.host(&entropy).await?;
        say(host.introduction());
        let address = host.address().to_owned();
        let played = tokio::select! {
            played = self.play(&address, options, entropy) => played,
            failure = host.failed() => Err(failure),
            interrupted = tokio::signal::ctrl_c() => {
                say(format_args!("\n{}", self.way_back()));
                interrupted.map_err(Into::into)
            }
        };
        let closed = host.close().await;
        played?;
        closed
    }

    async fn host(&self, entropy: &Entropy) -> anyhow::Result<Host> {
        if let Some(address) = &self.against {
            return Ok(Host::at(address));
        }
        // On its own data nobody else serves; on a shared Postgres another one may.
        let shared = self.database.database_url.as_ref().is_some_and(|url| !url.is_empty());
        let instance = if shared { format!("play-{:016x}", entropy.u64()) } else { "play".to_owned() };
        let bot_delay_ms = if std::io::stdin().is_terminal() { BOT_DELAY_MS } else { 0 };
        Host::start(&self.database, OwnSuite { purpose: "play", instance, bot_delay_ms }).await
    }

    async fn play(&self, address: &str, options: Options, entropy: Entropy) -> anyhow::Result<()> {
        let server = self.against.as_ref().map_or_else(|| OWN_SUITE.to_owned(), |_| web_address(address));
        let mut passes = Passes::open(&self.database.data_dir)?;
        let connection = Connection::new(address, &self.authorities, Clock::system(), entropy)?;
        let pass = match passes.get(&server) {
            Some(pass) => pass.clone(),
            None => Pass { device_key: Player::new_device_key(&connection), match_id: None },
        };
        passes.set(&server, pass.clone())?;
        let locale = self.locale.unwrap_or_else(locale_of_environment);
        let player = Player::sign_in_with(connection, pass.device_key.clone(), &self.name).await?;
        bench::speak(&player, locale).await?;

        let mut input = Input::of_stdin();
        let match_id = match self.waiting(&player, &pass, locale, &mut input).await? {
            Some(match_id) => match_id,
            None => bench::sit_down(&player, &self.new_table(options)).await?,
        };
        passes.set(&server, Pass { match_id: Some(match_id.clone()), ..pass.clone() })?;
        match Sitting::new(&player, &match_id, locale, input).run().await? {
            Left::Over => passes.set(&server, pass)?,
            Left::Away => say(self.way_back()),
        }
        Ok(())
    }

    /// The match to go on with, if there is one that is not finished and it is wanted.
    async fn waiting(
        &self,
        player: &Player,
        pass: &Pass,
        locale: Locale,
        input: &mut Input,
    ) -> anyhow::Result<Option<String>> {
        let Some(match_id) = &pass.match_id else { return Ok(None) };
        let Some(waiting) = bench::look(player, match_id, locale).await? else { return Ok(None) };
        if !waiting.running {
            say(format_args!("Your last match has ended: {}.", waiting.summary));
            return Ok(None);
        }
        let goes_on = !self.new && {
            say(format_args!("A match is not finished: {}.", waiting.summary));
            !std::io::stdin().is_terminal() || input.confirm("Go on with it? [Y/n] ").await
        };
        if goes_on {
            return Ok(Some(match_id.clone()));
        }
        bench::resign(player, match_id).await?;
        say("The match that was not finished is resigned.");
        Ok(None)
    }

    fn new_table(&self, options: Options) -> NewTable {
        NewTable { options, bots: self.bots, turn_limit: Duration::from_secs(self.turn_limit_s) }
    }

    fn way_back(&self) -> String {
        let mut command = "jodi play".to_owned();
        if let Some(address) = &self.against {
            command += &format!(" --against {address}");
        }
        if self.database.data_dir != Path::new(DEFAULT_DATA_DIR) {
            command += &format!(" --data-dir {}", self.database.data_dir.display());
        }
        let meanwhile = match (&self.against, self.turn_limit_s) {
            (None, _) => "The match waits as it stands",
            (Some(_), 0) => "The match waits for you",
            (Some(_), _) => "A bot plays for you when your time runs out",
        };
        format!("{meanwhile}; `{command}` brings you back to it.")
    }

    fn table_options(&self) -> anyhow::Result<Options> {
        let (least, most) = self.game.players().into_inner();
        let players = self.players.unwrap_or(most);
        let Some(options) = Options::for_players(self.game, players) else {
            bail!("{} is played by {least} to {most} players, not by {players}", self.game);
        };
        let chosen: Map<String, Value> =
            self.options.iter().map(|option| (option.name.clone(), option.value.clone())).collect();
        options.with_json(&chosen).context("--option").map_err(|fault| anyhow!("{fault:#}"))
    }
}

/// The language of the environment, as far as the suite speaks it.
fn locale_of_environment() -> Locale {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let set = names.into_iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty());
    locale_of(&set.unwrap_or_default())
}

/// The language of a POSIX locale such as `sk_SK.UTF-8`.
fn locale_of(posix: &str) -> Locale {
    posix.split(['.', '@']).next().unwrap_or_default().parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_is_a_number_a_switch_or_a_name() {
        let read = |text: &str| text.parse::<ChosenOption>().map(|option| option.value);
        assert_eq!(read("widow=2"), Ok(Value::from(2)));
        assert_eq!(read("pass_final=true"), Ok(Value::from(true)));
        assert_eq!(read("all_pass=same_dealer"), Ok(Value::from("same_dealer")));
        assert!(read("widow").is_err());
    }

    #[test]
    fn language_is_that_of_the_environment_or_english() {
        assert_eq!(locale_of("sk_SK.UTF-8"), Locale::Slovak);
        assert_eq!(locale_of("vi.UTF-8"), Locale::Vietnamese);
        assert_eq!(locale_of("cy_GB@euro"), Locale::Welsh);
        assert_eq!(locale_of("C.UTF-8"), Locale::English);
        assert_eq!(locale_of(""), Locale::English);
    }
}
