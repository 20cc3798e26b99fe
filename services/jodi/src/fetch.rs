//! `jodi record`: fetches the record of a finished match.

use clap::Args;
use env::{Clock, Entropy};
use jodi::client::Connection;
use jodi::record::Record;
use service::{Authorities, Credential, Peer};
use wire::engine::v1::GetRecordRequest;
use wire::engine::v1::engine_service_client::EngineServiceClient;

use crate::print;

/// Flags of `jodi record`.
#[derive(Args)]
pub struct Fetch {
    /// Match whose record is wanted, a UUID
    match_id: String,
    /// Server to ask
    #[arg(long, default_value = "http://127.0.0.1:7420", value_name = "URL")]
    against: String,
    /// Service key with the scope matches.read, or an access token of a player of the match
    #[arg(long, env = "JODI_KEY", hide_env_values = true, value_name = "KEY")]
    key: String,
    #[command(flatten)]
    authorities: Authorities,
}

impl Fetch {
    /// Prints the record as JSON.
    pub async fn run(self) -> anyhow::Result<()> {
        let connection = Connection::new(&self.against, &self.authorities, Clock::system(), Entropy::os())?;
        let peer = Peer::new(connection.channel(), Credential::bearer(&self.key)?);
        let request = GetRecordRequest { match_id: self.match_id };
        let mut engine = EngineServiceClient::new(peer);
        let answer = connection.call("GetRecord", async || engine.get_record(request.clone()).await).await?;
        let wire = answer.record.ok_or_else(|| anyhow::anyhow!("the server answered without a record"))?;
        print::text(Record::from_wire(&wire)?.to_json())
    }
}
