-- What happens to matches, for backends.

-- Events that have no number yet, in the order in which they were written. They are written in the transaction that makes them true; a
-- number drawn there would not be in the order of the commits.
create table engine.feed_waiting (
    waiting_id bigint generated always as identity primary key,
    match_id   uuid not null,
    -- 1 started, 2 finished, 3 your turn
    kind       smallint not null check (kind between 1 and 3),
    -- The service that created the match.
    created_by text not null,
    -- The people whom it concerns.
    accounts   uuid[] not null,
    -- jodi.engine.v1.MatchFeedEvent, without its number and creator
    payload    bytea not null
);

-- The feed: every event under its number, without gaps.
create table engine.feed (
    number         bigint primary key check (number > 0),
    match_id       uuid not null,
    kind           smallint not null,
    created_by     text not null,
    accounts       uuid[] not null,
    payload        bytea not null,
    -- When it got its number, for pruning.
    numbered_at_ms bigint not null
);

-- One row. Whoever holds its lock gives numbers.
create table engine.feed_state (
    only_row      boolean primary key default true check (only_row),
    last_number   bigint not null default 0,
    -- Events up to this number are not kept any more.
    pruned_number bigint not null default 0 check (pruned_number <= last_number)
);

insert into engine.feed_state default values;

-- Rows wait for milliseconds.
alter table engine.feed_waiting set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table engine.feed_state set (fillfactor = 20);
