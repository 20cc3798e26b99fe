//! Flags and environment variables of this service.

use std::collections::BTreeSet;

use clap::Args;
use service::{Scope, ServiceKeys};

use crate::ids::{LadderId, SourceName};
use crate::ladder::LadderSpec;
use crate::result::SideKind;

/// Longest name of a ladder or game, in characters.
const NAME_MAX: usize = 60;

/// The ladders that the suite's own games are rated on, one for each game's default rules and each kind of table. The engine names them
/// when it reports; nothing else here knows a game.
const SUITE_LADDERS: &str = "seep:seep:pair:Seep,smear:smear:pair:Smear,pepper:pepper:pair:Pepper,\
    pepper-solo3:pepper:solo:Pepper for three,pepper-solo2:pepper:solo:Pepper for two";

/// Which ladders there are and who may report to them.
// Several services' settings meet in one command line; the group that clap makes of each would bear the same name.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct Settings {
    /// Ladders of games that this suite hosts, ID:GAME:pair|solo:NAME separated by commas; the engine reports to them
    #[arg(
        long,
        env = "JODI_RATINGS_SUITE_LADDERS",
        value_name = "LADDERS",
        value_delimiter = ',',
        default_value = SUITE_LADDERS,
        value_parser = parse_ladder
    )]
    pub suite_ladders: Vec<LadderSpec>,
    /// Ladders of games of other backends, in the same form
    #[arg(
        long,
        env = "JODI_RATINGS_GUEST_LADDERS",
        value_name = "LADDERS",
        value_delimiter = ',',
        value_parser = parse_ladder
    )]
    pub guest_ladders: Vec<LadderSpec>,
    /// Who else may report to which ladder: SERVICE=LADDER separated by commas, by the names of service keys
    #[arg(
        long,
        env = "JODI_RATINGS_SOURCE_LADDERS",
        value_name = "SOURCES",
        value_delimiter = ',',
        value_parser = parse_source
    )]
    pub source_ladders: Vec<SourceLadder>,
    /// How long the rater of a ladder rests once nothing waits, in milliseconds: a result that comes to a quiet ladder is rated at once,
    /// those that come thick and fast are rated together, which takes far less of the machine
    #[arg(
        long,
        env = "JODI_RATINGS_REST_MS",
        default_value_t = 50,
        value_name = "MS",
        value_parser = clap::value_parser!(u64).range(0..=10_000)
    )]
    pub rating_rest_ms: u64,
}

/// A source that may report to a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLadder {
    /// The source.
    pub source: SourceName,
    /// The ladder.
    pub ladder: LadderId,
}

impl Settings {
    /// Warns of sources that are assigned to ladders and can report nothing, because no key bears their name and the scope for it: most
    /// often one of the two names is misspelt.
    pub fn warn_of_missing_keys(&self, keys: &ServiceKeys) {
        for source in self.sources_without_key(keys) {
            tracing::warn!(
                %source,
                "may report to ladders by --source-ladders, but has no service key with scope results.write"
            );
        }
    }

    fn sources_without_key(&self, keys: &ServiceKeys) -> BTreeSet<&SourceName> {
        let may_report = |source: &SourceName| {
            let mut own = keys.callers().filter(|caller| caller.name == source.as_str());
            own.any(|caller| caller.scopes.contains(&Scope::ResultsWrite))
        };
        let sources = self.source_ladders.iter().map(|assigned| &assigned.source);
        sources.filter(|source| !may_report(source)).collect()
    }
}

fn parse_ladder(text: &str) -> Result<LadderSpec, String> {
    let [id, game, kind, name] = text.splitn(4, ':').map(str::trim).collect::<Vec<_>>()[..] else {
        return Err("a ladder is ID:GAME:pair|solo:NAME".into());
    };
    let id = LadderId::parse(id)
        .ok_or("a ladder's id is 1 to 40 lower-case letters, digits and inner dashes".to_owned())?;
    let side_kind = SideKind::parse(kind).ok_or("a ladder rates `pair` or `solo`".to_owned())?;
    for (what, text) in [("game", game), ("name", name)] {
        if text.is_empty() || text.chars().count() > NAME_MAX {
            return Err(format!("the {what} of a ladder has 1 to {NAME_MAX} characters"));
        }
    }
    Ok(LadderSpec { id, game: game.to_owned(), side_kind, name: name.to_owned() })
}

fn parse_source(text: &str) -> Result<SourceLadder, String> {
    let (source, ladder) = text.split_once('=').ok_or("an assignment is SERVICE=LADDER".to_owned())?;
    let ladder = LadderId::parse(ladder.trim()).ok_or(format!("{ladder:?} is no ladder's id"))?;
    match source.trim() {
        "" => Err("an assignment needs the name of a service key".into()),
        name => Ok(SourceLadder { source: SourceName::new(name), ladder }),
    }
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

    fn parse(flags: &[&str]) -> Result<Settings, String> {
        let flags = [&["test"], flags].concat();
        Flags::try_parse_from(flags).map(|flags| flags.settings).map_err(|error| error.to_string())
    }

    fn ladder(id: &str) -> LadderId {
        LadderId::parse(id).unwrap()
    }

    #[test]
    fn suites_games_have_their_ladders_without_any_flag() {
        let settings = parse(&[]).unwrap();
        let spec = |id, game: &str, side_kind, name: &str| LadderSpec {
            id: ladder(id),
            game: game.into(),
            side_kind,
            name: name.into(),
        };
        let expected = [
            spec("seep", "seep", SideKind::Pair, "Seep"),
            spec("smear", "smear", SideKind::Pair, "Smear"),
            spec("pepper", "pepper", SideKind::Pair, "Pepper"),
            spec("pepper-solo3", "pepper", SideKind::Solo, "Pepper for three"),
            spec("pepper-solo2", "pepper", SideKind::Solo, "Pepper for two"),
        ];
        assert_eq!(settings.suite_ladders, expected);
        assert_eq!((settings.guest_ladders.len(), settings.source_ladders.len()), (0, 0));
    }

    #[test]
    fn several_ladders_and_sources_are_separated_by_commas() {
        let settings = parse(&[
            "--guest-ladders=chess:Chess:solo:Acme: chess,spades:Spades:pair:Acme spades",
            "--source-ladders=acme=chess,acme=spades",
        ])
        .unwrap();
        let names: Vec<_> = settings.guest_ladders.iter().map(|spec| spec.name.as_str()).collect();
        assert_eq!(names, ["Acme: chess", "Acme spades"]);
        let acme = |id| SourceLadder { source: SourceName::new("acme"), ladder: ladder(id) };
        assert_eq!(settings.source_ladders, [acme("chess"), acme("spades")]);
    }

    #[test]
    fn source_without_a_key_that_lets_it_report_is_noticed() {
        let settings =
            parse(&["--source-ladders=acme=seep,acme=smear,guild=seep,engine=seep,club=seep"]).unwrap();
        let digest = |n: u8| format!("{n:02x}").repeat(32);
        let lines = [
            format!("acme results.write {}", digest(1)),
            format!("club matches.read {}", digest(2)),
            format!("club results.write,matches.read {}", digest(3)),
            format!("engine matches.read {}", digest(4)),
        ];
        let keys = ServiceKeys::parse(&lines.join("\n")).unwrap();
        let [engine, guild] = ["engine", "guild"].map(SourceName::new);
        assert_eq!(settings.sources_without_key(&keys), [&engine, &guild].into());
    }

    #[test]
    fn malformed_flags_are_refused() {
        for flag in ["--guest-ladders=chess", "--guest-ladders=a:b:trio:c", "--source-ladders=acme"] {
            assert!(parse(&[flag]).is_err(), "{flag}");
        }
    }
}
