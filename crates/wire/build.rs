//! Compiles `proto/` with protox (no protoc needed) and keeps the descriptor set for reflection.

use std::path::{Path, PathBuf};

use prost::Message;

/// Large contents of the messages of streams. In boxes the messages are some words long, of which a stream's buffer holds
/// room for many, and which are moved often on their way.
const BOXED: [&str; 5] = [
    ".jodi.engine.v1.SessionResponse.response.snapshot",
    ".jodi.engine.v1.SessionResponse.response.event",
    ".jodi.engine.v1.SessionResponse.response.refused",
    ".jodi.engine.v1.WatchResponse.update.snapshot",
    ".jodi.engine.v1.WatchResponse.update.event",
];

fn main() {
    // Read when it runs: a target folder may be shared by several checkouts.
    let manifest_dir = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let root = Path::new(&manifest_dir).join("../../proto");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root.join("jodi"), &mut files);
    files.sort();
    let set = protox::compile(&files, [&root]).expect("proto/ compiles");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join("jodi.bin"), set.encode_to_vec()).expect("OUT_DIR is writable");
    let configured = BOXED.iter().fold(tonic_prost_build::configure(), |builder, path| builder.boxed(*path));
    configured.include_file("mod.rs").compile_fds(set).expect("the descriptor set generates code");
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("proto/ is readable") {
        let path = entry.expect("proto/ is readable").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "proto") {
            files.push(path);
        }
    }
}
