//! Bulk imports: a stream of lines in, a stream of how far the import has come out.

use env::Clock;
use service::{
    Caller, Drain, Life, LifeEvent, Outgoing, OutgoingStream, Scope, outgoing, page_size, timestamp,
    typed_error,
};
use tonic::{Code, Request, Response, Status, Streaming};
use uuid::Uuid;
use wire::Fault;
use wire::ratings::v1 as pb;
use wire::ratings::v1::import_results_request::Step;
use wire::ratings::v1::import_service_server::ImportService;

use super::{answer, decode, tokens};
use crate::error::Error;
use crate::ids::SourceName;
use crate::import::{self, Import, ImportKey, Importer, Line, Refusal, Rejection};
use crate::rate::Bells;

/// Largest message of an import, in bytes.
pub(crate) const IMPORT_MESSAGE_BYTES: usize = 1024 * 1024;
/// Most lines of one message.
const CHUNK_LINES_MAX: usize = 500;
/// The longest name of an import, in characters.
const NAME_MAX: usize = 100;
/// Answers that wait for a slow reader.
const BUFFER: usize = 4;

/// The handlers.
#[derive(Clone)]
pub(crate) struct ImportGrpc {
    pub(crate) importer: Importer,
    pub(crate) bells: Bells,
    pub(crate) clock: Clock,
    pub(crate) drain: Drain,
}

impl ImportGrpc {
    async fn find(&self, source: SourceName, import_id: &str) -> Result<(ImportKey, Import), Error> {
        let id = Uuid::try_parse(import_id).map_err(|_| Error::ImportNotFound)?;
        let key = ImportKey { source, id };
        let import = import::find(&self.importer.acceptor.pool, &key).await?;
        Ok((key, import))
    }

    async fn get(&self, request: Request<pb::GetImportRequest>) -> Result<pb::GetImportResponse, Error> {
        let source = source(&Caller::of(&request))?;
        let (key, import) = self.find(source, &request.into_inner().import_id).await?;
        Ok(pb::GetImportResponse { progress: Some(encode_import(&key, import)) })
    }

    async fn rejections(
        &self,
        request: Request<pb::ListImportRejectionsRequest>,
    ) -> Result<pb::ListImportRejectionsResponse, Error> {
        let source = source(&Caller::of(&request))?;
        let pb::ListImportRejectionsRequest { import_id, page_size: size, page_token } = request.into_inner();
        let size = page_size(size, super::PAGE_DEFAULT, super::PAGE_MAX)?;
        let (key, _) = self.find(source, &import_id).await?;
        let after = tokens::place(&page_token, &key.id)?.unwrap_or(0);
        let pool = &self.importer.acceptor.pool;
        let mut found = import::rejections(pool, &key, after, i64::from(size) + 1).await?;
        let more = found.len() > size as usize;
        found.truncate(size as usize);
        let next = found.last().filter(|_| more).map(|last| tokens::token(&key.id, &last.line));
        Ok(pb::ListImportRejectionsResponse {
            next_page_token: next.unwrap_or_default(),
            rejections: found.into_iter().map(encode_rejection).collect(),
        })
    }

    /// Deals with the messages of one stream, in turn.
    async fn serve(
        self,
        source: SourceName,
        mut messages: Streaming<pb::ImportResultsRequest>,
        out: Outgoing<pb::ImportResultsResponse>,
    ) {
        let mut life = Life::new(self.clock.clone(), self.drain.clone(), None);
        let mut key = None;
        loop {
            let message = tokio::select! {
                biased;
                () = out.ended() => return,
                event = life.next() => match event {
                    LifeEvent::End(fault) => return out.finish(Err(fault)),
                    // Each chunk is answered, and nothing is lost by an end that comes without notice.
                    LifeEvent::Heartbeat | LifeEvent::Draining(_) | LifeEvent::TokenExpiring(_) => continue,
                },
                message = messages.message() => message,
            };
            let step = match message {
                Ok(Some(message)) => message.step,
                Ok(None) => return out.finish(Ok(())),
                Err(status) if status.code() == Code::OutOfRange => {
                    return out.finish(Err(Fault::invalid("chunk", "is longer than one MiB")));
                }
                Err(status) => match typed_error(&status) {
                    Some(fault) => return out.finish(Err(fault)),
                    // The caller is gone.
                    None => return,
                },
            };
            match self.step(&source, &mut key, step).await {
                Ok(response) => {
                    if out.send(response).await.is_err() {
                        return;
                    }
                }
                Err(error) => return out.finish(Err(Fault::from(error))),
            }
        }
    }

    async fn step(
        &self,
        source: &SourceName,
        key: &mut Option<ImportKey>,
        step: Option<Step>,
    ) -> Result<pb::ImportResultsResponse, Error> {
        let import = match (key.as_ref(), step) {
            (None, Some(Step::Open(open))) => {
                let (id, name) = opened(open)?;
                let opened = key.insert(ImportKey { source: source.clone(), id });
                import::open(&self.importer.acceptor.pool, opened, &name, self.clock.now()).await?
            }
            (Some(key), Some(Step::Chunk(chunk))) => {
                let (first_line, lines) = lines(chunk)?;
                let taken = self.importer.take(key, first_line, &lines).await?;
                taken.ladders.iter().for_each(|ladder| self.bells.ring(ladder));
                taken.import
            }
            (None, _) => return Err(Error::invalid("open", "must be in the first message")),
            (Some(_), _) => return Err(Error::invalid("chunk", "must be in every message after the first")),
        };
        Ok(pb::ImportResultsResponse { progress: key.as_ref().map(|key| encode_import(key, import)) })
    }
}

fn source(caller: &Caller) -> Result<SourceName, Fault> {
    Ok(SourceName::new(&caller.service(Scope::ResultsWrite)?.name))
}

fn opened(open: pb::OpenImport) -> Result<(Uuid, String), Error> {
    let id = Uuid::try_parse(&open.import_id)
        .map_err(|_| Error::invalid("open.import_id", "must be a UUID of the source's choice"))?;
    let length = open.name.chars().take(NAME_MAX + 1).count();
    if !(1..=NAME_MAX).contains(&length) || open.name.chars().any(char::is_control) {
        let text = format!("must have 1 to {NAME_MAX} characters, none of them a control character");
        return Err(Error::invalid("open.name", text));
    }
    Ok((id, open.name))
}

fn lines(chunk: pb::ImportChunk) -> Result<(i64, Vec<Line>), Error> {
    if !(1..=CHUNK_LINES_MAX).contains(&chunk.results.len()) {
        return Err(Error::invalid("chunk.results", format!("must be 1 to {CHUNK_LINES_MAX}")));
    }
    let first_line = i64::try_from(chunk.first_line)
        .ok()
        .filter(|line| *line >= 1)
        .ok_or_else(|| Error::invalid("chunk.first_line", "must be the number of a line, from 1"))?;
    let line = |request: pb::SubmitResultRequest| Line {
        result_id: request.result_id.clone(),
        report: decode::reported_result(request).map_err(Refusal::from),
    };
    Ok((first_line, chunk.results.into_iter().map(line).collect()))
}

fn encode_import(key: &ImportKey, import: Import) -> pb::Import {
    pb::Import {
        import_id: key.id.to_string(),
        name: import.name,
        lines: import.lines.unsigned_abs(),
        accepted: import.accepted.unsigned_abs(),
        repeated: import.repeated.unsigned_abs(),
        rejected: import.rejected.unsigned_abs(),
        opened_at: Some(timestamp(import.opened_at)),
        updated_at: Some(timestamp(import.updated_at)),
    }
}

fn encode_rejection(rejection: Rejection) -> pb::ImportRejection {
    pb::ImportRejection {
        line: rejection.line.unsigned_abs(),
        result_id: rejection.result_id,
        reason: rejection.refusal.reason.into(),
        message: rejection.refusal.message,
    }
}

#[tonic::async_trait]
impl ImportService for ImportGrpc {
    type ImportResultsStream = OutgoingStream<pb::ImportResultsResponse>;

    async fn import_results(
        &self,
        request: Request<Streaming<pb::ImportResultsRequest>>,
    ) -> Result<Response<Self::ImportResultsStream>, Status> {
        let source = source(&Caller::of(&request))?;
        let (out, stream) = outgoing(BUFFER);
        tokio::spawn(self.clone().serve(source, request.into_inner(), out));
        Ok(Response::new(stream))
    }

    async fn get_import(
        &self,
        request: Request<pb::GetImportRequest>,
    ) -> Result<Response<pb::GetImportResponse>, Status> {
        answer(self.get(request).await)
    }

    async fn list_import_rejections(
        &self,
        request: Request<pb::ListImportRejectionsRequest>,
    ) -> Result<Response<pb::ListImportRejectionsResponse>, Status> {
        answer(self.rejections(request).await)
    }
}
