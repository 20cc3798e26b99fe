-- Instances of the engine. An instance's lease runs on this database's clock; its epoch grows whenever a process takes the name.
create table engine.instance (
    name        text primary key,
    epoch       bigint not null,
    lease_until timestamptz not null,
    address     text not null
);

create table engine.match (
    match_id      uuid primary key,
    -- 1 live, 2 finished, 3 aborted, 4 quarantined
    state         smallint not null check (state between 1 and 4),
    game          text not null,
    rules_version integer not null,
    -- jodi.log.v1.MatchConfig
    config        bytea not null,
    created_by    text not null,
    -- SHA-256 of the creating request, for idempotency.
    request_hash  bytea not null,
    secret        bytea not null check (octet_length(secret) = 32),
    -- Who drives the match: the fence of every append.
    instance      text not null,
    epoch         bigint not null,
    created_at_ms bigint not null,
    ended_at_ms   bigint,
    -- jodi.game.v1.Standing, once it has ended.
    standing      bytea,
    quarantined_because text
);

-- What an instance drives, and what must be taken over from a dead one.
create index match_driven on engine.match (instance, epoch) where state = 1;

create table engine.match_seat (
    account_id    uuid not null,
    match_id      uuid not null references engine.match,
    seat          smallint not null,
    created_at_ms bigint not null,
    primary key (account_id, match_id)
);

create index match_seat_newest on engine.match_seat (account_id, created_at_ms desc, match_id desc);

-- The log: one row per accepted step. Rows go when the match's record takes their place.
create table engine.match_action (
    match_id     uuid not null,
    seq          integer not null check (seq > 0),
    at_ms        bigint not null,
    -- jodi.log.v1.Entry
    entry        bytea not null,
    -- The account and its request, for idempotency; null for the engine's own steps.
    caller       uuid,
    request_id   uuid,
    payload_hash bytea,
    primary key (match_id, seq)
);

-- Rows live for minutes to days and are deleted in whole matches: vacuum early.
alter table engine.match_action set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

create table engine.match_record (
    match_id uuid primary key references engine.match,
    -- jodi.log.v1.StoredRecord
    record   bytea not null
);

-- Results on their way to the ratings service.
create table engine.outbox (
    outbox_id    bigint generated always as identity primary key,
    match_id     uuid not null unique references engine.match,
    -- jodi.ratings.v1.SubmitResultRequest
    payload      bytea not null,
    created_at_ms bigint not null,
    -- Set when the ratings service refuses it for good.
    refused_because text
);

create index outbox_waiting on engine.outbox (outbox_id) where refused_because is null;
