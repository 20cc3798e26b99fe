-- Webhooks: endpoints of backends, and events on their way to them.

create table lobby.webhook_endpoint (
    endpoint_id       uuid primary key,
    -- The name of the service key that created it.
    owner             text not null,
    -- SHA-256 of the creating request, for idempotency.
    request_hash      bytea not null,
    url               text not null,
    enabled           boolean not null default true,
    disabled_because  text,
    -- 1 match started, 2 match finished, 3 your turn, 4 rating changed
    kinds             smallint[] not null,
    created_by_me     boolean not null,
    accounts          uuid[] not null,
    ladders           text[] not null,
    failures_in_a_row integer not null default 0,
    created_at        timestamptz not null
);

create index webhook_endpoint_owner on lobby.webhook_endpoint (owner, created_at);

-- Secrets lie here in the clear, because bodies are signed with them: guard the schema.
create table lobby.webhook_secret (
    secret_id   uuid primary key,
    endpoint_id uuid not null references lobby.webhook_endpoint on delete cascade,
    secret      bytea not null check (octet_length(secret) = 32),
    created_at  timestamptz not null,
    -- Set once a newer one has taken its place.
    expires_at  timestamptz
);

create index webhook_secret_endpoint on lobby.webhook_secret (endpoint_id);

create table lobby.webhook_delivery (
    delivery_id     bigint generated always as identity primary key,
    endpoint_id     uuid not null references lobby.webhook_endpoint on delete cascade,
    event_id        text not null,
    event_type      text not null,
    body            text not null,
    -- 1 pending, 2 delivered, 3 dead letter
    state           smallint not null default 1 check (state between 1 and 3),
    attempts        integer not null default 0,
    -- Of a pending one: when it is due. Whoever attempts it pushes this forward first, so that nobody else does.
    next_attempt_at timestamptz not null,
    last_error      text not null default '',
    created_at      timestamptz not null,
    settled_at      timestamptz,
    -- An event that a feed tells twice is delivered once.
    unique (endpoint_id, event_id)
);

create index webhook_delivery_due on lobby.webhook_delivery (endpoint_id, next_attempt_at) where state = 1;
create index webhook_delivery_listed on lobby.webhook_delivery (endpoint_id, delivery_id);
create index webhook_delivery_settled on lobby.webhook_delivery (state, settled_at) where state <> 1;
create index webhook_delivery_created on lobby.webhook_delivery (created_at) where state = 1;

-- How far the feeds have been read: `match`, and `rating:LADDER` for each ladder.
create table lobby.webhook_cursor (
    feed   text primary key,
    number bigint not null
);

alter table lobby.webhook_delivery set (autovacuum_vacuum_scale_factor = 0.02);
