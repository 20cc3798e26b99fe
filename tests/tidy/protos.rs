//! What the comments of the protos promise to say.

use crate::source::{Source, none_of, sources};

/// An RPC, or the service that it belongs to, with the comment before it.
struct Commented {
    path: String,
    name: String,
    comment: String,
    service_comment: String,
}

fn protos() -> Vec<Source> {
    sources(&["proto"], &[".proto"])
}

/// Every RPC with its comment and the one of its service.
fn rpcs() -> Vec<Commented> {
    let mut found = Vec::new();
    for source in protos() {
        let (mut comment, mut service_comment) = (String::new(), String::new());
        for line in source.text.lines().map(str::trim) {
            if let Some(text) = line.strip_prefix("//") {
                comment.push_str(text.trim());
                comment.push(' ');
                continue;
            }
            if line.starts_with("service ") {
                service_comment.clone_from(&comment);
            } else if let Some(rest) = line.strip_prefix("rpc ") {
                found.push(Commented {
                    path: source.path.clone(),
                    name: rest.split('(').next().unwrap().to_owned(),
                    comment: comment.clone(),
                    service_comment: service_comment.clone(),
                });
            }
            comment.clear();
        }
    }
    assert!(found.len() >= 30, "the protos have RPCs");
    found
}

fn missing(rpcs: Vec<Commented>, says: impl Fn(&Commented) -> bool) -> Vec<String> {
    rpcs.into_iter().filter(|rpc| !says(rpc)).map(|rpc| format!("{}: {}", rpc.path, rpc.name)).collect()
}

#[test]
fn every_rpc_says_who_may_call_it() {
    none_of("RPCs that do not say who", &missing(rpcs(), |rpc| rpc.comment.contains("Who: ")));
}

#[test]
fn every_change_says_whether_it_is_idempotent() {
    const READS: [&str; 5] = ["Get", "List", "Watch", "Explain", "Validate"];
    let says = |rpc: &Commented| {
        let reads = READS.iter().any(|verb| rpc.name.starts_with(verb)) || rpc.name == "Session";
        let both = format!("{} {}", rpc.comment, rpc.service_comment).to_lowercase();
        // A token that is good once is the opposite of an idempotent call, and said so.
        reads || both.contains("idempotent") || both.contains("good once")
    };
    none_of("changes that do not say whether they are idempotent", &missing(rpcs(), says));
}

#[test]
fn every_rpc_has_its_errors_said() {
    let says = |rpc: &Commented| {
        rpc.comment.contains("Reasons: ")
            || rpc.service_comment.contains("Errors that every call may return")
            || rpc.service_comment.contains("Errors as in ")
    };
    none_of("RPCs whose errors are not said", &missing(rpcs(), says));
}

#[test]
fn every_stream_says_how_it_is_ordered_or_ends() {
    let streams = |rpc: &Commented| rpc.name == "Session" || rpc.name.starts_with("Watch");
    let says = |rpc: &Commented| {
        !streams(rpc)
            || (rpc.comment.contains("DRAINING")
                && rpc.comment.contains("TOKEN_EXPIRED")
                && rpc.comment.contains("SLOW_READER"))
    };
    none_of("streams that do not say how they end", &missing(rpcs(), says));
}

#[test]
fn every_reason_that_a_comment_names_is_in_the_catalogue() {
    let catalogue = protos().into_iter().find(|source| source.path.ends_with("reasons.proto")).unwrap();
    let known: Vec<_> = catalogue
        .text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("ERROR_REASON_")?.split(' ').next())
        .collect();
    let mut unknown = Vec::new();
    for rpc in rpcs() {
        let named = rpc.comment.split("Reasons: ").nth(1).unwrap_or_default();
        let named = named.split('.').next().unwrap_or_default();
        for word in named.split([',', ' ']).filter(|word| is_reason(word)) {
            if !known.contains(&word) {
                unknown.push(format!("{}: {} names {word}", rpc.path, rpc.name));
            }
        }
    }
    none_of("reasons that are not in the catalogue", &unknown);
}

fn is_reason(word: &str) -> bool {
    word.len() > 3 && word.contains('_') && word.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

#[test]
fn every_field_and_value_has_a_comment() {
    let mut bare = Vec::new();
    for source in protos() {
        let mut before = "";
        for line in source.text.lines().map(str::trim) {
            let declares = line.ends_with(';') && line.contains(" = ") && !line.starts_with("syntax");
            if declares && !before.starts_with("//") {
                bare.push(format!("{}: {line}", source.path));
            }
            before = line;
        }
    }
    none_of("declarations without a comment", &bare);
}
