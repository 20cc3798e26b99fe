//! The files of a capture.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use prost::Message as _;
use prost::encoding::{decode_varint, encode_varint};
use wire::engine::v1::SessionResponse;

/// Longest message that is read back, in bytes. Clients take 4 MiB at most.
const MAX_MESSAGE_BYTES: u64 = 4 * 1024 * 1024;

/// A directory with captured streams and records.
#[derive(Clone, Debug)]
pub struct CaptureDir(PathBuf);

impl CaptureDir {
    /// The directory, created if need be.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        Ok(Self(path.to_owned()))
    }

    /// A directory that exists.
    pub fn open(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// The file of what one seat received of one match.
    pub fn session_file(&self, match_id: &str, seat: u8) -> PathBuf {
        self.0.join(format!("{match_id}.seat{seat}.session.bin"))
    }

    /// The file of a finished match's record.
    pub fn record_file(&self, match_id: &str) -> PathBuf {
        self.0.join(format!("{match_id}.record.json"))
    }
}

/// Keeps the messages of one seat in the order in which they arrive.
#[derive(Debug)]
pub struct CaptureWriter(BufWriter<File>);

impl CaptureWriter {
    /// A new file; one that exists is replaced.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self(BufWriter::new(File::create(path)?)))
    }

    /// Adds one message's bytes, with their length before them.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, message: &[u8]) -> io::Result<()> {
        let mut length = Vec::with_capacity(5);
        encode_varint(message.len() as u64, &mut length);
        self.0.write_all(&length)?;
        self.0.write_all(message)
    }

    /// Sees to it that everything is in the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Why captured bytes cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadFault {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// No messages with their lengths before them.
    #[error("at byte {offset}: {what}")]
    Bytes {
        /// Where.
        offset: usize,
        /// What is wrong there.
        what: String,
    },
}

/// The messages of a captured stream.
///
/// # Errors
/// [`ReadFault`] says where the file stops making sense.
pub fn read(path: &Path) -> Result<Vec<SessionResponse>, ReadFault> {
    messages(&fs::read(path)?)
}

fn messages(bytes: &[u8]) -> Result<Vec<SessionResponse>, ReadFault> {
    let mut rest = bytes;
    let mut messages = Vec::new();
    while !rest.is_empty() {
        let fault = |what: String| ReadFault::Bytes { offset: bytes.len() - rest.len(), what };
        let mut after_length = rest;
        let length = decode_varint(&mut after_length).map_err(|_| fault("no length of a message".into()))?;
        if length > MAX_MESSAGE_BYTES {
            return Err(fault(format!("a message of {length} bytes, {MAX_MESSAGE_BYTES} is the most")));
        }
        let message = usize::try_from(length)
            .ok()
            .and_then(|length| after_length.split_at_checked(length))
            .ok_or_else(|| fault("the file ends inside a message".into()))?;
        let (message, after) = message;
        messages.push(SessionResponse::decode(message).map_err(|error| fault(error.to_string()))?);
        rest = after;
    }
    Ok(messages)
}

#[cfg(test)]
mod tests {
    use wire::engine::v1::Pong;
    use wire::engine::v1::session_response::Response;

    use super::*;

    fn message(call: u32) -> SessionResponse {
        SessionResponse { call, response: Some(Response::Pong(Pong {})) }
    }

    fn file_of(calls: &[u32]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = CaptureDir::create(dir.path()).unwrap().session_file("m", 2);
        let mut writer = CaptureWriter::create(&path).unwrap();
        for call in calls {
            writer.write(&message(*call).encode_to_vec()).unwrap();
        }
        writer.finish().unwrap();
        (dir, path)
    }

    #[test]
    fn messages_read_back_in_order() {
        let (_dir, path) = file_of(&[1, 2, 70_000]);
        assert_eq!(read(&path).unwrap(), [message(1), message(2), message(70_000)]);
        assert!(path.ends_with("m.seat2.session.bin"));
    }

    #[test]
    fn file_that_ends_inside_a_message_is_a_fault_at_that_message() {
        let whole = message(1).encode_length_delimited_to_vec();
        let cut = [whole.as_slice(), &whole[..whole.len() - 1]].concat();
        let fault = messages(&cut).unwrap_err();
        assert_eq!(fault.to_string(), format!("at byte {}: the file ends inside a message", whole.len()));
    }

    #[test]
    fn length_beyond_every_message_is_a_fault() {
        assert!(matches!(messages(&[0xff; 9]), Err(ReadFault::Bytes { offset: 0, .. })));
        assert!(matches!(messages(&[0xff, 0xff, 0xff, 0x7f]), Err(ReadFault::Bytes { offset: 0, .. })));
    }
}
