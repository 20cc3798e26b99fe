-- The log of a ladder holds events beside results: voids, season closes and the daily upkeep. The ledger, the histories
-- and the outcomes become one journal each, written once and only appended to; the standings of a season are the one thing
-- that a recomputation replaces, in one transaction, and `season.epoch` counts how often that happened.

-- ---------------------------------------------------------------------------------------------------------- Cursor

-- How far a ladder is rated, and in which season that lies. Whoever rates locks this row first, so nothing is ever rated
-- twice. It lags behind `ladder.season` while the close of a season is still to be worked off.
create table ratings.cursor (
    ladder        text    primary key references ratings.ladder,
    season        integer not null check (season >= 1),
    rated_through bigint  not null check (rated_through >= 0)
) with (fillfactor = 50);

insert into ratings.cursor (ladder, season, rated_through)
    select e.ladder, e.season, e.rated_through
    from ratings.ladder l
    join ratings.season s using (ladder, season)
    join ratings.epoch e on e.ladder = s.ladder and e.season = s.season and e.epoch = s.epoch;

alter table ratings.cursor add foreign key (ladder, season) references ratings.season deferrable initially deferred;

-- ---------------------------------------------------------------------------------------------------------- Seasons

alter table ratings.season
    drop constraint season_ladder_season_epoch_fkey,
    -- When and by which entry of the log it was closed.
    add column closed_at       timestamptz,
    add column closed_sequence bigint,
    -- What the soft resets before it have booked to the ladder's reset accounts, in centi-points: the ratings of the season
    -- and `reset_ratings` sum to 1500.00 for every player, the synergies and `reset_synergies` to zero.
    add column reset_ratings   bigint not null default 0,
    add column reset_synergies bigint not null default 0,
    -- The divisions in force: [{"enter": points, "keep": points}, ...] from the top one down; empty before the first drawing.
    add column divisions       jsonb  not null default '[]',
    add check ((closed_at is null) = (closed_sequence is null));
-- From now on: how often the standings of the season were computed.
alter table ratings.season alter column epoch set default 1;

-- ---------------------------------------------------------------------------------------------------------- The log

-- What happened to a ladder besides results. It shares the numbers of `ratings.result`: each number of the log is one or
-- the other.
create table ratings.event (
    ladder       text        not null references ratings.ladder,
    sequence     bigint      not null check (sequence >= 1),
    season       integer     not null,
    -- void: results are taken back (ratings.void says which); close: the season ends; upkeep: those who are long absent are
    -- hidden and the divisions are drawn anew.
    kind         text        not null check (kind in ('void', 'close', 'upkeep')),
    -- When it happened; what follows from it (who is absent) is reckoned from here, never from the time of rating.
    happened_at  timestamptz not null,
    -- Who asked for it: the name of a service credential, or `ladder` for what the ladder does by itself.
    requested_by text        not null,
    -- The caller's id of the request, for retries.
    request_id   uuid,
    -- Why, in words.
    reason       text        not null,
    primary key (ladder, sequence),
    foreign key (ladder, season) references ratings.season
);

create unique index event_request on ratings.event (ladder, request_id) where request_id is not null;
create index event_upkeep on ratings.event (ladder, happened_at) where kind = 'upkeep';

-- The results that were taken back, each at most once.
create table ratings.void (
    ladder        text   not null,
    sequence      bigint not null,
    void_sequence bigint not null,
    primary key (ladder, sequence),
    foreign key (ladder, sequence) references ratings.result,
    foreign key (ladder, void_sequence) references ratings.event,
    check (sequence < void_sequence)
);

create index void_by_event on ratings.void (ladder, void_sequence);

-- ---------------------------------------------------------------------------------------------------------- Journals

-- No build has ever computed a second epoch, so what is there is the whole journal.
drop index ratings.outcome_dead_letter;
alter table ratings.posting drop constraint posting_ladder_season_epoch_sequence_fkey;
alter table ratings.history drop constraint history_ladder_season_epoch_sequence_fkey;
alter table ratings.outcome
    drop constraint outcome_pkey,
    drop constraint outcome_ladder_season_epoch_fkey,
    drop column season,
    drop column epoch,
    add primary key (ladder, sequence);
create index outcome_dead_letter on ratings.outcome (ladder, sequence) where state = 'dead_letter';

-- What every entry changed in the books, result or event. A season's books are apart: what a void changes in a season that
-- is closed is posted to that season, under the number of the void.
alter table ratings.posting
    drop constraint posting_pkey,
    drop column epoch,
    alter column line type integer,
    add primary key (ladder, sequence, season, line);

-- Lines: 0 the return of somebody hidden, 1 the rebase, 2 the result; 3 the correction by a void, 4 the soft reset at the
-- opening of a season, 5 being hidden for a long absence.
alter table ratings.history
    drop constraint history_pkey,
    drop constraint history_line_check,
    drop constraint history_check,
    drop column epoch,
    add primary key (ladder, a, b, sequence, season, line),
    add check (line between 0 and 5),
    add check ((line = 2) = (place is not null));
-- What one event did to everybody; results are read by their outcome.
create index history_of_event on ratings.history (ladder, sequence, season, a, b) where line >= 3;

create trigger append_only before update or delete on ratings.event
    for each row execute function ratings.refuse_change();
create trigger append_only before update or delete on ratings.void
    for each row execute function ratings.refuse_change();

create or replace function ratings.check_balance() returns trigger language plpgsql as $$
declare
    unbalanced bigint;
begin
    select sequence into unbalanced from inserted
        group by ladder, season, sequence having sum(amount) <> 0 limit 1;
    if found then
        raise exception 'the postings of entry % do not sum to zero', unbalanced using errcode = 'check_violation';
    end if;
    return null;
end $$;

-- ---------------------------------------------------------------------------------------------------------- Standings

drop index ratings.standing_board;
alter table ratings.standing
    drop constraint standing_pkey,
    drop constraint standing_ladder_season_epoch_fkey,
    drop column epoch,
    add primary key (ladder, season, a, b),
    add foreign key (ladder, season) references ratings.season,
    drop constraint standing_listing_check,
    -- 0: ranked; 1: provisional; 2: not on the board (single players on a ladder of pairs); 3: hidden for a long absence.
    add check (listing between 0 and 3),
    -- When it was hidden.
    add column hidden_at timestamptz,
    -- The division as of its last game, from 1 at the top.
    add column division  smallint check (division >= 1),
    add check ((listing = 3) = (hidden_at is not null)),
    -- Room on the page for the next version of a row, and dead ones cleared away early: every game touches several.
    set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

drop table ratings.epoch;

create index standing_board on ratings.standing (ladder, season, listing, board_order, a, b) where listing < 2;
-- Who has been away for long.
create index standing_absent on ratings.standing (ladder, season, last_played_at) where listing < 2;
-- The pairs of a player who is the second member; those of the first are a range of the primary key.
create index standing_second on ratings.standing (ladder, season, b, a)
    where b <> '00000000-0000-0000-0000-000000000000';

-- ---------------------------------------------------------------------------------------------------------- Ranks

-- How many ranked entities show how many points: by single points (scale 1) and by blocks of 100 (scale 100, floored).
-- What batches change is appended to `histogram_delta` and folded in by the rater from time to time; a reader adds both up.
create table ratings.histogram (
    ladder   text     not null,
    season   integer  not null,
    scale    smallint not null check (scale in (1, 100)),
    bucket   integer  not null,
    entities bigint   not null,
    primary key (ladder, season, scale, bucket) include (entities),
    foreign key (ladder, season) references ratings.season
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

create table ratings.histogram_delta (
    ladder    text    not null,
    season    integer not null,
    id        bigint  generated always as identity,
    displayed integer not null,
    change    bigint  not null,
    primary key (ladder, season, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

insert into ratings.histogram (ladder, season, scale, bucket, entities)
    select ladder, season, scale, floor(displayed::numeric / scale)::integer, count(*)
    from ratings.standing cross join (values (1::smallint), (100::smallint)) as scales (scale)
    where listing = 0
    group by ladder, season, scale, floor(displayed::numeric / scale)::integer;
