//! Starting child processes that run as the server's user and do not outlive this process.
//!
//! The only unsafe code of the workspace is here: what happens between fork and exec.

use std::env;
use std::path::Path;
use std::process::Command;

use nix::sys::signal::Signal;

use super::run_user::RunUser;

/// A command for `program` that runs as `user`, in a process group of its own (the terminal's Ctrl-C is for the
/// suite, which stops the server last), untouched by the `PG*` variables of this process, and that gets
/// `at_parent_death` when the *thread* that starts it ends.
///
/// The thread must therefore live as long as the child is wanted. Outside Linux nothing is sent at the parent's
/// death; a later start then ends what was left over.
pub(super) fn command(program: &Path, user: &RunUser, at_parent_death: Signal) -> Command {
    use std::os::unix::process::CommandExt;

    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"PG") {
            command.env_remove(name);
        }
    }
    // The current directory may be out of the user's reach.
    command.current_dir("/").env("LC_ALL", "C").process_group(0);
    if user.dropped {
        // Also clears the supplementary groups of root.
        command.uid(user.uid).gid(user.gid);
    }
    die_with_parent(&mut command, at_parent_death);
    command
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn die_with_parent(command: &mut Command, signal: Signal) {
    use std::io;
    use std::os::unix::process::CommandExt;

    use nix::sys::prctl::set_pdeathsig;
    use nix::unistd::{Pid, getppid};

    let parent = Pid::this();
    let between_fork_and_exec = move || {
        // A change of user clears the setting; the standard library has made it before it calls this.
        set_pdeathsig(signal)?;
        // The parent may have died before the setting took effect.
        if getppid() == parent { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    };
    // SAFETY: after a fork of a threaded process only async-signal-safe calls are allowed. The closure makes two
    // plain system calls (prctl, getppid), allocates nothing, takes no lock and captures two integers.
    unsafe {
        command.pre_exec(between_fork_and_exec);
    }
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent(_command: &mut Command, _signal: Signal) {}
