//! Compiles anew when a migration is added: the compiler does not see the folder that the macro reads.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations/ratings");
}
