//! The lock of a data directory: one live process serves it, all others are told who does.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use super::error::{Doing, EmbeddedError};
use super::placement::Placement;

/// A process that was just killed may take a moment to let go.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Takes the lock, or says who has it. It is held until the file is dropped or this process ends in whatever way;
/// children do not inherit it. Blocks the thread for at most a second.
pub(super) fn take_lock(placement: &Placement) -> Result<File, EmbeddedError> {
    let path = placement.lock();
    let opened = File::options().read(true).write(true).create(true).truncate(false).open(&path);
    let mut lock = opened.doing("opening", &path)?;
    let mut attempts_left = ATTEMPTS;
    loop {
        attempts_left -= 1;
        match lock.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if attempts_left > 0 => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                lock.read_to_string(&mut holder).doing("reading", &path)?;
                let holder = holder.trim().to_owned();
                return Err(EmbeddedError::InUse { data_dir: placement.root.clone(), holder });
            }
            Err(TryLockError::Error(error)) => return Err(error).doing("locking", &path),
        }
    }
    lock.set_len(0).doing("writing", &path)?;
    writeln!(lock, "{}", std::process::id()).doing("writing", &path)?;
    Ok(lock)
}
