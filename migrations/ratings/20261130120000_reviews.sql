-- Integrity: what results suggest about those who played them, for a person to look at. Nothing here changes a rating.

-- How far the results of a ladder are looked through.
create table ratings.integrity_cursor (
    ladder          text   primary key references ratings.ladder,
    scanned_through bigint not null check (scanned_through >= 0)
);

-- The queue: one review for what one signal says about one pair (or single player) in one window.
create table ratings.review (
    review           uuid        primary key,
    ladder           text        not null references ratings.ladder,
    signal           text        not null check (signal in ('partner_lift', 'opponent_concentration', 'losing_run',
                                                            'quick_games', 'new_accounts')),
    -- Whom it is about: a player is (a, nil), a pair is (a, b) with a < b.
    a                uuid        not null,
    b                uuid        not null,
    -- The four weeks in which it came up, by the time of play; windows begin at multiples of four weeks since 1970.
    window_start     timestamptz not null,
    state            text        not null check (state in ('open', 'dismissed', 'confirmed')),
    -- A sentence, figures, and who else is in it.
    evidence         jsonb       not null,
    -- The numbers of the results that show it, and the last one that was looked at for it: after a resolution only later ones
    -- are new evidence.
    results          bigint[]    not null,
    evidence_through bigint      not null,
    opened_at        timestamptz not null,
    updated_at       timestamptz not null,
    times_reopened   integer     not null default 0 check (times_reopened >= 0),
    unique (ladder, signal, a, b, window_start),
    check (b = '00000000-0000-0000-0000-000000000000' or a < b)
);

create index review_latest on ratings.review (opened_at, review);
create index review_state on ratings.review (state, opened_at, review);
create index review_subject on ratings.review (ladder, a, b);

-- What reviewers did, and the request ids that keep it from being done twice.
create table ratings.review_action (
    review        uuid        not null references ratings.review,
    request_id    uuid        not null,
    verdict       text        not null check (verdict in ('dismissed', 'confirmed')),
    -- The entry of the ladder's log by which the results were taken back, if they were.
    void_sequence bigint,
    acted_by      text        not null,
    note          text        not null,
    acted_at      timestamptz not null,
    primary key (review, request_id)
);

create trigger append_only before update or delete on ratings.review_action
    for each row execute function ratings.refuse_change();
