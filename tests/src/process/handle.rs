//! A process by its kernel handle.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// A process, ours or not. A signal through it never reaches a later process that got the same number.
#[derive(Debug)]
pub struct Handle {
    pid: u32,
    descriptor: OwnedFd,
}

impl Handle {
    /// The process of that number.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(pid: u32) -> io::Result<Self> {
        let number = i32::try_from(pid).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::InvalidInput)?;
        Ok(Self { pid, descriptor: pidfd_open(number, PidfdFlags::empty())? })
    }

    /// Its number.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Sends a signal; false if the process is gone.
    ///
    /// # Panics
    /// If it is not ours to signal.
    pub fn send(&self, signal: Signal) -> bool {
        match pidfd_send_signal(&self.descriptor, signal) {
            Ok(()) => true,
            Err(rustix::io::Errno::SRCH) => false,
            Err(error) => panic!("signalling process {}: {error}", self.pid),
        }
    }

    /// Waits until the process has ended; false if it has not within `limit`. Blocks the thread.
    pub fn wait(&self, limit: Duration) -> bool {
        let limit = Timespec::try_from(limit).expect("a limit fits");
        let mut descriptors = [PollFd::new(&self.descriptor, PollFlags::IN)];
        matches!(poll(&mut descriptors, Some(&limit)), Ok(ready) if ready > 0)
    }
}
