//! The one durable append: many matches' next rows in one statement, each conditional on its own fence.

use sqlx::PgConnection;
use uuid::Uuid;

/// The next row of one match's log.
#[derive(Clone, Debug)]
pub struct LogRow {
    /// The match.
    pub match_id: Uuid,
    /// The next seq.
    pub seq: i32,
    /// When the step was decided, in Unix milliseconds.
    pub at_ms: i64,
    /// The encoded entry.
    pub entry: Vec<u8>,
    /// Who asked for it, and how a retry is recognised; `None` for the engine's own steps.
    pub request: Option<RowRequest>,
    /// The driver: instance name and epoch.
    pub instance: String,
    /// The driver's epoch.
    pub epoch: i64,
}

/// The idempotency key of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRequest {
    /// The account.
    pub caller: Uuid,
    /// Its request id.
    pub request_id: Uuid,
    /// SHA-256 of the request's content.
    pub payload_hash: [u8; 32],
}

/// The statement, for a look at how Postgres carries it out.
pub const APPEND_STATEMENT: &str = include_str!("append.sql");

/// How the group commit stores rows of `engine.match_action`.
///
/// A row is stored only while the match is live, driven by (instance, epoch), and its seq is the next one. The fence
/// needs no lock: a predecessor's row that was in flight during a takeover either lands before the successor's first
/// append, which then meets it on the primary key and rereads the log, or is refused by it. For that, rows outlive the end of
/// their match by more than any statement lasts (see [`super::prune`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct LogAppend;

impl postgres::group_commit::Append for LogAppend {
    type Row = LogRow;

    async fn append<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        rows: &'a [LogRow],
    ) -> Result<Vec<usize>, sqlx::Error> {
        let mut columns = Columns::with_capacity(rows.len());
        for row in rows {
            columns.push(row);
        }
        let stored = sqlx::query_file_scalar!(
            "src/store/append.sql",
            &columns.n,
            &columns.match_id,
            &columns.seq,
            &columns.at_ms,
            &columns.entry,
            &columns.caller as &[Option<Uuid>],
            &columns.request_id as &[Option<Uuid>],
            &columns.payload_hash as &[Option<Vec<u8>>],
            &columns.instance,
            &columns.epoch,
        )
        .fetch_all(connection)
        .await?;
        Ok(stored.into_iter().filter_map(|n| usize::try_from(n).ok()).collect())
    }
}

#[derive(Default)]
struct Columns {
    n: Vec<i32>,
    match_id: Vec<Uuid>,
    seq: Vec<i32>,
    at_ms: Vec<i64>,
    entry: Vec<Vec<u8>>,
    caller: Vec<Option<Uuid>>,
    request_id: Vec<Option<Uuid>>,
    payload_hash: Vec<Option<Vec<u8>>>,
    instance: Vec<String>,
    epoch: Vec<i64>,
}

impl Columns {
    fn with_capacity(rows: usize) -> Self {
        Self {
            n: Vec::with_capacity(rows),
            match_id: Vec::with_capacity(rows),
            seq: Vec::with_capacity(rows),
            at_ms: Vec::with_capacity(rows),
            entry: Vec::with_capacity(rows),
            caller: Vec::with_capacity(rows),
            request_id: Vec::with_capacity(rows),
            payload_hash: Vec::with_capacity(rows),
            instance: Vec::with_capacity(rows),
            epoch: Vec::with_capacity(rows),
        }
    }

    fn push(&mut self, row: &LogRow) {
        let n = i32::try_from(self.n.len()).expect("a batch is bounded far below 2^31");
        self.n.push(n);
        self.match_id.push(row.match_id);
        self.seq.push(row.seq);
        self.at_ms.push(row.at_ms);
        self.entry.push(row.entry.clone());
        let request = row.request.as_ref();
        self.caller.push(request.map(|r| r.caller));
        self.request_id.push(request.map(|r| r.request_id));
        self.payload_hash.push(request.map(|r| r.payload_hash.to_vec()));
        self.instance.push(row.instance.clone());
        self.epoch.push(row.epoch);
    }
}
