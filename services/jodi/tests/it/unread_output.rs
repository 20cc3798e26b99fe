//! Commands whose output nobody reads, or no longer: `jodi ... | head -1`.

use std::fs;
use std::io::pipe;
use std::net::TcpListener;
use std::process::{Child, Stdio};

use crate::support::{Ran, jodi, open_dir, ran, record_file, run};

/// The end of a pipe that nobody reads.
fn unread() -> Stdio {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    writer.into()
}

fn run_unread(arguments: &[&str]) -> Ran {
    ran(jodi().args(arguments).stdout(unread()).stderr(Stdio::piped()).output().unwrap())
}

#[test]
fn commands_that_nobody_reads_do_their_work_and_end_well() {
    let data = tempfile::tempdir().unwrap();
    let (data_dir, record) = (data.path().to_str().unwrap(), record_file());
    let log = data.path().join("log");
    let log = log.to_str().unwrap();
    let commands: [&[&str]; 11] = [
        &["keys", "add", "--name", "acme", "--scope", "admin", "--data-dir", data_dir],
        &["keys", "list", "--data-dir", data_dir],
        &["keys", "print", "--name", "acme", "--scope", "admin"],
        &["trace", "--matches", "3"],
        &["verify", record.to_str().unwrap(), record.to_str().unwrap()],
        &["arena", "--a", "casual", "--b", "casual", "--deals", "2", "--matches", "0"],
        &["positions", "--game", "smear"],
        &["ladder", "evidence", "--seeds", "1", "--games", "400", "--save-log", log],
        &["ladder", "evidence", "--seeds", "1", "--games", "400", "--json"],
        &["ladder", "refit", "--from-file", log],
        &["help"],
    ];
    for command in commands {
        let told = run_unread(command);
        assert!(!told.stderr.contains("panicked"), "{command:?}: {}", told.stderr);
        assert!(told.status.success(), "{command:?}: {}, {}", told.status, told.stderr);
    }
    assert!(fs::read_to_string(data.path().join("keys")).unwrap().contains("acme"));
}

#[test]
fn exit_code_says_what_was_found_also_if_nobody_reads_it() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("no.record.json");
    fs::write(&file, "{}").unwrap();
    assert_eq!(run_unread(&["verify", file.to_str().unwrap()]).status.code(), Some(1));
}

#[test]
fn notes_that_nobody_reads_are_no_fault() {
    let dir = tempfile::tempdir().unwrap();
    let data_dir = dir.path().to_str().unwrap();
    let commands: [&[&str]; 3] = [
        &["keys", "list", "--data-dir", data_dir],
        &["keys", "add", "--name", "acme", "--scope", "admin", "--data-dir", data_dir],
        &["trace"],
    ];
    for command in commands {
        let status = jodi().args(command).stdout(unread()).stderr(unread()).status().unwrap();
        assert!(status.success(), "{command:?}: {status}");
    }
}

/// A suite that is killed when it is dropped.
struct Suite(Child);

impl Drop for Suite {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn suite_serves_on_when_nobody_reads_its_greeting_and_its_logs() {
    let data = open_dir();
    // Where it serves must be known without the greeting.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let up = ["up", "--log", "debug", "--listen", &address, "--data-dir", data.path().to_str().unwrap()];
    let _suite = Suite(jodi().args(up).stdout(unread()).stderr(unread()).spawn().unwrap());
    let against = format!("http://{address}");
    // Both calls are logged, so a log that ends by a panic would leave the second one without an answer at the latest.
    for _ in 0..2 {
        let id = "01a229b0-234e-7839-b40b-75635815b353";
        let refused = run(["record", id, "--against", &against, "--key", "jodi_sk_nonsense"]);
        assert!(refused.stderr.contains("GetRecord was refused"), "{}", refused.stderr);
    }
}
