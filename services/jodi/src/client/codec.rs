//! Messages as they arrive: decoded, and with the very bytes that were received. A capture keeps the bytes, so that
//! nothing a client's code does not know gets lost from it.

use prost::Message as _;
use prost::bytes::{Buf as _, Bytes};
use tonic::Status;
use tonic::codec::{BufferSettings, Codec, DecodeBuf, Decoder};
use tonic_prost::{ProstCodec, ProstEncoder};
use wire::engine::v1::{SessionRequest, SessionResponse};

/// A message of a session and its bytes.
#[derive(Clone, Debug)]
pub struct Received {
    /// The protobuf bytes, without gRPC's frame.
    pub bytes: Bytes,
    /// The same, decoded.
    pub message: SessionResponse,
}

/// Encodes like every client, decodes into [`Received`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SessionCodec;

#[derive(Clone, Copy, Debug)]
pub(super) struct SessionDecoder;

impl Codec for SessionCodec {
    type Encode = SessionRequest;
    type Decode = Received;
    type Encoder = ProstEncoder<SessionRequest>;
    type Decoder = SessionDecoder;

    fn encoder(&mut self) -> Self::Encoder {
        ProstCodec::<SessionRequest, SessionResponse>::raw_encoder(BufferSettings::default())
    }

    fn decoder(&mut self) -> Self::Decoder {
        SessionDecoder
    }
}

impl Decoder for SessionDecoder {
    type Item = Received;
    type Error = Status;

    fn decode(&mut self, source: &mut DecodeBuf<'_>) -> Result<Option<Received>, Status> {
        let bytes = source.copy_to_bytes(source.remaining());
        let message = SessionResponse::decode(bytes.clone()).map_err(|error| {
            Status::data_loss(format!("a message of the session cannot be read: {error}"))
        })?;
        Ok(Some(Received { bytes, message }))
    }
}
