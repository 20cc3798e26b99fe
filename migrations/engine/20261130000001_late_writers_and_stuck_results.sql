-- Logs of ended matches. The record has taken their place, but their rows stay for a while: a late append of a fenced driver must
-- still find its place taken.
create table engine.spent_log (
    match_id    uuid primary key references engine.match,
    ended_at_ms bigint not null
);

create index spent_log_oldest on engine.spent_log (ended_at_ms);

-- A result that the ratings service cannot take for a reason of its own waits by itself and holds no other one up.
alter table engine.outbox add attempts integer not null default 0;
alter table engine.outbox add not_before timestamptz not null default '-infinity';
