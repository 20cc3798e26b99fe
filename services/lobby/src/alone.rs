//! A lobby by itself, for tests of this crate that need neither gRPC nor background tasks.

use std::sync::Arc;
use std::time::Duration;

use env::{Clock, Entropy, SimulatedTime, UnixMillis};
use postgres::testing::TestDb;
use service::{Credential, Peer};

use crate::account::{Account, DeviceKey};
use crate::changes::Changes;
use crate::engine::Engine;
use crate::ids::TableId;
use crate::lobby::{Lobby, TokenLives};
use crate::signing::{KeyLives, SigningRing};
use crate::store::{self, Creation};
use crate::table::{Clocks, GameChoice, Table, TableCode, TableSettings, Visibility};
use crate::{MIGRATOR, SCHEMA};

/// A lobby without background tasks and without an engine that answers.
pub(crate) struct Alone {
    pub(crate) lobby: Lobby,
    pub(crate) time: SimulatedTime,
    // Dropped last: the database goes with it.
    pub(crate) db: TestDb,
}

impl Alone {
    pub(crate) async fn new() -> Self {
        let db = TestDb::new(&MIGRATOR, SCHEMA).await;
        let (clock, time) = Clock::simulated(UnixMillis::new(1_800_000_000_000));
        let entropy = Entropy::os();
        let pool = db.pool().clone();
        let hour = Duration::from_secs(60 * 60);
        let lives = KeyLives { access_token: hour, made_key: hour };
        let ring = SigningRing::open(pool.clone(), clock.clone(), entropy.clone(), None, lives);
        // Nothing listens on port 1 of the loopback.
        let nowhere = service::connect_peer("http://127.0.0.1:1").unwrap();
        let engine = Peer::new(nowhere, Credential::bearer("key").unwrap());
        let lobby = Lobby {
            signing: Arc::new(ring.await.unwrap()),
            lives: TokenLives { access_token: hour, refresh_token: 24 * hour },
            engine: Engine::new(engine, clock.clone()),
            changes: Changes::default(),
            pool,
            clock,
            entropy,
        };
        Self { lobby, time, db }
    }

    /// The account of a new guest.
    pub(crate) async fn guest(&self) -> Account {
        let key = DeviceKey::presented(&self.lobby.entropy.bytes32()).unwrap();
        self.lobby.sign_in_guest(&key, None).await.unwrap().account
    }

    /// A public table of two seats, on one of which `host` sits. It is not stored.
    pub(crate) fn new_table(&self, host: &Account) -> Table {
        let settings = TableSettings {
            choice: GameChoice { game: "any".into(), options: Vec::new(), ladder: String::new() },
            clocks: Clocks::default(),
            visibility: Visibility::Public,
            rated: false,
            spectators: false,
        };
        let Lobby { entropy, clock, .. } = &self.lobby;
        let seated = (host.id, host.display_name.clone());
        let (id, code) = (TableId(entropy.uuid_v7(clock)), TableCode::draw(entropy));
        Table::open(id, code, settings, &[0, 1], seated, clock.now())
    }

    /// Stores a table that its host has created.
    pub(crate) async fn store(&self, table: &Table) {
        let creator = table.host.unwrap();
        let creation = Creation { creator, request_id: table.id.0, request_hash: [0; 32] };
        let mut connection = self.lobby.pool.acquire().await.unwrap();
        assert!(store::insert(&mut connection, table, &creation).await.unwrap());
    }
}
