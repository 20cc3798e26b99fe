//! As much of the Postgres wire protocol (version 3, "Message Formats" in its documentation) as the proxy needs.

use std::collections::HashMap;

/// Codes in the place of the protocol version in a client's first message.
const SSL_REQUEST: u32 = 80_877_103;
const GSS_ENCRYPTION_REQUEST: u32 = 80_877_104;

/// One whole message, with its header.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ClientMessage {
    /// Asks whether encryption is offered.
    EncryptionRequest,
    /// Opens the connection.
    Startup(Vec<u8>),
    /// Starts the execution of a statement with this text.
    Execution(Vec<u8>, String),
    /// Ends a round of messages: the server answers with ReadyForQuery once all is done.
    RoundEnd(Vec<u8>),
    /// Executes a text of statements, a round of its own.
    SimpleQuery(Vec<u8>, String),
    Other(Vec<u8>),
}

/// Splits what a client sends into messages, and remembers its prepared statements.
#[derive(Default)]
pub(super) struct ClientParser {
    pub(super) buffer: Vec<u8>,
    started: bool,
    statements: HashMap<Vec<u8>, String>,
}

impl ClientParser {
    /// The next message that is there as a whole.
    pub(super) fn next(&mut self) -> Option<ClientMessage> {
        if self.started {
            let message = take_message(&mut self.buffer)?;
            return Some(self.classify(message));
        }
        let length = length_at(&self.buffer, 0)?;
        let message = take(&mut self.buffer, length)?;
        match length_at(&message, 4).map(|code| code as u32) {
            Some(SSL_REQUEST | GSS_ENCRYPTION_REQUEST) => Some(ClientMessage::EncryptionRequest),
            _ => {
                self.started = true;
                Some(ClientMessage::Startup(message))
            }
        }
    }

    fn classify(&mut self, message: Vec<u8>) -> ClientMessage {
        let body = &message[5..];
        match message[0] {
            b'P' => {
                let (name, rest) = split_string(body);
                let text = String::from_utf8_lossy(split_string(rest).0).into_owned();
                self.statements.insert(name.to_owned(), text);
                ClientMessage::Other(message)
            }
            b'B' => {
                let statement = split_string(split_string(body).1).0;
                let text = self.statements.get(statement).cloned().unwrap_or_default();
                ClientMessage::Execution(message, text)
            }
            b'Q' => {
                let text = String::from_utf8_lossy(split_string(body).0).into_owned();
                ClientMessage::SimpleQuery(message, text)
            }
            b'S' => ClientMessage::RoundEnd(message),
            _ => ClientMessage::Other(message),
        }
    }
}

/// Counts the rounds that the server has finished.
#[derive(Default)]
pub(super) struct ServerParser {
    buffer: Vec<u8>,
}

impl ServerParser {
    /// How many ReadyForQuery messages end in `bytes`, which follow those of the last call.
    pub(super) fn rounds_finished(&mut self, bytes: &[u8]) -> u64 {
        self.buffer.extend_from_slice(bytes);
        let mut finished = 0;
        while let Some(message) = take_message(&mut self.buffer) {
            finished += u64::from(message[0] == b'Z');
        }
        finished
    }
}

/// A message with a type byte.
fn take_message(buffer: &mut Vec<u8>) -> Option<Vec<u8>> {
    let length = length_at(buffer, 1)?;
    take(buffer, length + 1)
}

fn take(buffer: &mut Vec<u8>, length: usize) -> Option<Vec<u8>> {
    (buffer.len() >= length).then(|| buffer.drain(..length).collect())
}

fn length_at(buffer: &[u8], at: usize) -> Option<usize> {
    let bytes = buffer.get(at..at + 4)?.try_into().expect("four bytes were taken");
    Some(u32::from_be_bytes(bytes) as usize)
}

/// Splits after the first string, without its end mark.
fn split_string(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(kind: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).unwrap();
        [&[kind], length.to_be_bytes().as_slice(), body].concat()
    }

    fn started() -> ClientParser {
        ClientParser { started: true, ..ClientParser::default() }
    }

    #[test]
    fn execution_carries_the_text_of_the_statement_that_was_prepared_before() {
        let mut parser = started();
        let bind = message(b'B', b"\0s1\0\0\0\0\0\0\0");
        parser.buffer = [message(b'P', b"s1\0select 1\0\0\0"), bind.clone()].concat();
        assert!(matches!(parser.next(), Some(ClientMessage::Other(_))));
        assert_eq!(parser.next(), Some(ClientMessage::Execution(bind, "select 1".to_owned())));
    }

    #[test]
    fn half_a_message_is_not_taken() {
        let mut parser = started();
        parser.buffer = message(b'Q', b"select 1\0");
        let rest = parser.buffer.split_off(7);
        assert_eq!(parser.next(), None);
        parser.buffer.extend(rest);
        assert!(matches!(parser.next(), Some(ClientMessage::SimpleQuery(_, text)) if text == "select 1"));
    }

    #[test]
    fn startup_may_follow_a_request_for_encryption() {
        let mut parser = ClientParser::default();
        let startup = [8_u32.to_be_bytes(), 196_608_u32.to_be_bytes()].concat();
        parser.buffer = [[8_u32.to_be_bytes(), SSL_REQUEST.to_be_bytes()].concat(), startup.clone()].concat();
        assert_eq!(parser.next(), Some(ClientMessage::EncryptionRequest));
        assert_eq!(parser.next(), Some(ClientMessage::Startup(startup)));
    }

    #[test]
    fn finished_rounds_are_counted_across_pieces() {
        let mut parser = ServerParser::default();
        let bytes = [message(b'C', b"INSERT 0 1\0"), message(b'Z', b"I"), message(b'Z', b"I")].concat();
        let (first, second) = bytes.split_at(bytes.len() - 3);
        assert_eq!((parser.rounds_finished(first), parser.rounds_finished(second)), (1, 1));
    }
}
