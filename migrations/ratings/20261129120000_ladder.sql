-- The ladder: what was reported (the log), what became of it (outcomes, ledger, history) and the board.
--
-- The log is the truth. Everything below "Derived" follows from it and from nothing else, per (ladder, season,
-- epoch): an epoch is one computation of a season. Epoch 1 computes it for the first time; a later one recomputes it
-- from `from_sequence` on, and readers are moved to it by changing `season.epoch`.

-- ---------------------------------------------------------------------------------------------------------- Ladders

create table ratings.ladder (
    ladder         text    primary key check (ladder ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    name           text    not null,
    -- What is played: one of the suite's games or, for ladders of other backends, free text.
    game           text    not null,
    side_kind      text    not null check (side_kind in ('pair', 'solo')),
    -- The running season, and the configuration that is pinned on what is accepted from now on.
    season         integer not null check (season >= 1),
    config_version integer not null check (config_version >= 1),
    -- The head of the log. Taking the next number locks this row until the result is committed, so that numbers are
    -- in commit order and have no gaps.
    last_sequence  bigint  not null default 0 check (last_sequence >= 0)
);

-- K by games and the synergy rate. Rows never change: the version is pinned on every result.
create table ratings.ladder_config (
    ladder               text        not null references ratings.ladder,
    version              integer     not null check (version >= 1),
    -- [{"below_games": 10, "k": 48}, ...] in rising order of games.
    tiers                jsonb       not null,
    settled_k            integer     not null,
    synergy_rate_percent integer     not null,
    created_at           timestamptz not null,
    primary key (ladder, version)
);

create table ratings.season (
    ladder         text        not null references ratings.ladder,
    season         integer     not null check (season >= 1),
    -- The epoch that readers see.
    epoch          integer     not null check (epoch >= 1),
    -- The first number of the ladder's log that belongs to the season.
    first_sequence bigint      not null check (first_sequence >= 1),
    started_at     timestamptz not null,
    primary key (ladder, season)
);

create table ratings.epoch (
    ladder        text    not null,
    season        integer not null,
    epoch         integer not null check (epoch >= 1),
    -- The first number of the log that this epoch computes.
    from_sequence bigint  not null check (from_sequence >= 1),
    -- Everything up to here is computed. Whoever rates locks this row first, so nothing is ever rated twice.
    rated_through bigint  not null check (rated_through >= from_sequence - 1),
    primary key (ladder, season, epoch),
    foreign key (ladder, season) references ratings.season
);

-- A ladder and its first season, configuration and epoch appear in one transaction.
alter table ratings.ladder
    add foreign key (ladder, season) references ratings.season deferrable initially deferred,
    add foreign key (ladder, config_version) references ratings.ladder_config deferrable initially deferred;
alter table ratings.season
    add foreign key (ladder, season, epoch) references ratings.epoch deferrable initially deferred;

-- ---------------------------------------------------------------------------------------------------------- The log

create table ratings.result (
    ladder         text        not null references ratings.ladder,
    sequence       bigint      not null check (sequence >= 1),
    source         text        not null,
    result_id      text        not null,
    -- SHA-256 of the canonical encoding of what was reported.
    payload_hash   bytea       not null check (octet_length(payload_hash) = 32),
    season         integer     not null,
    config_version integer     not null,
    played_at      timestamptz not null,
    accepted_at    timestamptz not null,
    abandoned      boolean     not null,
    -- The account ids of all players in ascending order, 16 bytes each: who met, in whatever pairing.
    roster         bytea       not null,
    -- The sides as reported.
    sides          jsonb       not null,
    primary key (ladder, sequence),
    unique (source, result_id),
    foreign key (ladder, season) references ratings.season,
    foreign key (ladder, config_version) references ratings.ladder_config
);

-- The games of the same players within some days.
create index result_roster on ratings.result (ladder, roster, played_at);

-- ---------------------------------------------------------------------------------------------------------- Derived

-- What became of a result in an epoch. None yet: it waits for the rater.
create table ratings.outcome (
    ladder      text    not null,
    season      integer not null,
    epoch       integer not null,
    sequence    bigint  not null,
    state       text    not null check (state in ('rated', 'unrated', 'dead_letter')),
    -- Why it is unrated (a code) or could not be rated (a sentence).
    reason      text,
    -- Every intermediate value of the calculation.
    explanation jsonb,
    primary key (ladder, season, epoch, sequence),
    foreign key (ladder, season, epoch) references ratings.epoch,
    foreign key (ladder, sequence) references ratings.result,
    check ((state = 'rated') = (explanation is not null)),
    check ((state = 'rated') = (reason is null))
);

create index outcome_dead_letter on ratings.outcome (ladder, sequence) where state = 'dead_letter';

-- The ledger: double entry, in centi-points. The postings of one result sum to zero.
create table ratings.posting (
    ladder        text     not null,
    season        integer  not null,
    epoch         integer  not null,
    sequence      bigint   not null,
    line          smallint not null check (line >= 1),
    -- `player:UUID` (its balance is the rating; it opens at 150000) or `synergy:UUID+UUID` (it opens at 0).
    account       text     not null,
    amount        bigint   not null,
    balance_after bigint   not null,
    primary key (ladder, season, epoch, sequence, line),
    foreign key (ladder, season, epoch, sequence) references ratings.outcome
);

-- What a player or a pair is shown of its past. A player is (a, nil), a pair is (a, b) with a < b.
create table ratings.history (
    ladder           text     not null,
    a                uuid     not null,
    b                uuid     not null,
    sequence         bigint   not null,
    season           integer  not null,
    epoch            integer  not null,
    -- 1: the rebase, 2: the result.
    line             smallint not null check (line in (1, 2)),
    -- The displayed rating in whole points.
    displayed_before integer  not null,
    displayed_after  integer  not null,
    -- A player: of the rating in centi-points; a pair: of ra + rb + 2s in half centi-points.
    exact_delta      bigint   not null,
    -- The place of the side; null on a rebase.
    place            integer  check (place >= 1),
    primary key (ladder, a, b, sequence, season, epoch, line),
    foreign key (ladder, season, epoch, sequence) references ratings.outcome,
    check ((line = 1) = (place is null))
);

-- Where everybody stands. A player is (a, nil), a pair is (a, b) with a < b.
create table ratings.standing (
    ladder         text        not null,
    season         integer     not null,
    epoch          integer     not null,
    a              uuid        not null,
    b              uuid        not null,
    -- The latest name of a player; a pair is called by the names of its members.
    display_name   text,
    -- The balance of the ledger account in centi-points: a player's rating, a pair's synergy.
    balance        bigint      not null,
    -- What is displayed, exact, in half centi-points: 2r of a player; ra + rb + 2s of a pair as of its last game.
    strength       bigint      not null,
    -- The displayed rating in whole points; rank, board and paging go by it alone.
    displayed      integer     not null,
    -- Ascends where ratings descend, so that one row comparison pages the board.
    board_order    integer     not null generated always as (-displayed) stored,
    -- 0: ranked; 1: provisional; 2: not on the board (single players on a ladder of pairs).
    listing        smallint    not null check (listing between 0 and 2),
    -- The games that decide K and whether somebody is provisional; unlike the counts below they may be capped.
    k_games        integer     not null check (k_games >= 0),
    wins           integer     not null check (wins >= 0),
    draws          integer     not null check (draws >= 0),
    losses         integer     not null check (losses >= 0),
    last_played_at timestamptz not null,
    primary key (ladder, season, epoch, a, b),
    foreign key (ladder, season, epoch) references ratings.epoch,
    check (b = '00000000-0000-0000-0000-000000000000' or a < b),
    check ((b = '00000000-0000-0000-0000-000000000000') = (display_name is not null))
);

create index standing_board on ratings.standing (ladder, season, epoch, listing, board_order, a, b);

-- ---------------------------------------------------------------------------------------------------------- Guards

create function ratings.refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% on ratings.% is refused: it is append-only', tg_op, tg_table_name
        using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete on ratings.ladder_config
    for each row execute function ratings.refuse_change();
create trigger append_only before update or delete on ratings.outcome
    for each row execute function ratings.refuse_change();
create trigger append_only before update or delete on ratings.posting
    for each row execute function ratings.refuse_change();
create trigger append_only before update or delete on ratings.history
    for each row execute function ratings.refuse_change();
create trigger no_delete before delete on ratings.result
    for each row execute function ratings.refuse_change();
-- All columns but `sides`: the names in there must go when an account is deleted.
create trigger append_only before update of
    ladder, sequence, source, result_id, payload_hash, season, config_version, played_at, accepted_at, abandoned, roster
    on ratings.result
    for each row execute function ratings.refuse_change();

-- The postings of a result are inserted by one statement and must balance by its end.
create function ratings.check_balance() returns trigger language plpgsql as $$
declare
    unbalanced bigint;
begin
    select sequence into unbalanced from inserted
        group by ladder, season, epoch, sequence having sum(amount) <> 0 limit 1;
    if found then
        raise exception 'the postings of result % do not sum to zero', unbalanced using errcode = 'check_violation';
    end if;
    return null;
end $$;

create trigger balanced after insert on ratings.posting
    referencing new table as inserted
    for each statement execute function ratings.check_balance();
