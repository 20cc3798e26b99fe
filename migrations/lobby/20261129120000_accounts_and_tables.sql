-- Accounts, sign-ins, signing keys and tables. Only the lobby reads this schema.
--
-- No secret of a player lies here in the clear: device keys and refresh tokens are kept as SHA-256 hashes (both are
-- random and long, so a plain hash is enough). Signing keys that the lobby made itself do lie here: guard the schema.

create table lobby.account (
    account_id uuid primary key,
    display_name text not null check (char_length(display_name) between 1 and 40),
    created_at timestamptz not null,
    -- Set once the player has deleted the account; the name is a neutral one from then on. The row stays, because
    -- results of others refer to it.
    deleted_at timestamptz
);

create table lobby.device_key (
    key_hash bytea primary key check (octet_length(key_hash) = 32),
    account_id uuid not null references lobby.account,
    created_at timestamptz not null
);

create index device_key_account on lobby.device_key (account_id);

-- One row for each sign-in of a device, however often its tokens are exchanged. A refresh token has two halves: one
-- is the same for the whole sign-in and finds the row, the other changes with every exchange. Whoever presents the
-- right first half with neither an unused nor the last used second half, presents an old token.
create table lobby.sign_in (
    family_hash bytea primary key check (octet_length(family_hash) = 32),
    account_id uuid not null references lobby.account,
    -- Hashes of the second halves that may be exchanged; several after answers were lost and asked for again.
    unused_hashes bytea[] not null,
    -- Hash of the second half that was exchanged last.
    last_used_hash bytea,
    created_at timestamptz not null,
    refreshed_at timestamptz not null,
    expires_at timestamptz not null,
    -- Why it ended before it expired.
    ended_because text check (ended_because in ('signed_out', 'token_reused'))
);

create index sign_in_account on lobby.sign_in (account_id, refreshed_at);
create index sign_in_expiry on lobby.sign_in (expires_at);

create table lobby.signing_key (
    kid text primary key,
    public_key bytea not null check (octet_length(public_key) = 32),
    -- The Ed25519 seed of a key that the lobby made; null for a key that is held in configuration.
    seed bytea check (octet_length(seed) = 32),
    created_at timestamptz not null,
    -- A new key is listed for a while before it signs, so that everybody has it by then.
    signs_from timestamptz not null,
    -- Pushed forward as long as some process signs with it; past it no token signed with it is in force.
    listed_until timestamptz not null
);

create table lobby.card_table (
    table_id uuid primary key,
    code text not null,
    state text not null check (state in ('open', 'starting', 'started', 'closed')),
    -- What it plays. The options are a jodi.game.v1.GameOptions message that the engine has checked and completed; the
    -- lobby does not look inside.
    game text not null,
    options bytea not null,
    ladder text not null,
    turn_limit_ms bigint check (turn_limit_ms >= 0),
    bank_ms bigint check (bank_ms >= 0),
    cut_window_ms bigint check (cut_window_ms >= 0),
    visibility text not null check (visibility in ('private', 'public')),
    rated boolean not null,
    spectators boolean not null,
    -- Null once nobody sits there.
    host uuid references lobby.account,
    -- Kept beside the seats for the list of tables that can be joined.
    free_seats smallint not null check (free_seats >= 0),
    version bigint not null check (version >= 1),
    created_at timestamptz not null,
    changed_at timestamptz not null,
    -- Idempotency of CreateTable.
    creator uuid not null references lobby.account,
    request_id uuid not null,
    request_hash bytea not null check (octet_length(request_hash) = 32),
    -- The match, drawn and stored before the engine is asked to create it.
    match_id uuid unique,
    -- The exact jodi.engine.v1.CreateMatchRequest, so that every attempt asks for the same. Erased once it was answered.
    match_request bytea,
    start_attempts integer not null default 0,
    next_attempt_at timestamptz,
    unique (creator, request_id),
    check ((state in ('starting', 'started')) = (match_id is not null)),
    check ((state = 'starting') = (match_request is not null)),
    check ((state = 'starting') = (next_attempt_at is not null))
);

create unique index card_table_live_code on lobby.card_table (code) where state in ('open', 'starting');
create index card_table_code on lobby.card_table (code, created_at);
create index card_table_joinable on lobby.card_table (table_id)
    where state = 'open' and visibility = 'public' and free_seats > 0;
create index card_table_starting on lobby.card_table (next_attempt_at) where state = 'starting';
create index card_table_idle on lobby.card_table (state, changed_at);

create table lobby.seat (
    table_id uuid not null references lobby.card_table on delete cascade,
    seat smallint not null check (seat >= 0),
    side smallint not null check (side >= 0),
    account_id uuid references lobby.account,
    bot_level text,
    ready boolean not null,
    -- The table's version when the occupant came to the table: the order in which hosts follow each other.
    since_version bigint not null,
    primary key (table_id, seat),
    unique (table_id, account_id),
    check (account_id is null or bot_level is null)
);

create index seat_account on lobby.seat (account_id, table_id) where account_id is not null;
