-- Bulk imports: how far each has come, and the lines that were refused. What was accepted is in the log like everything else.

create table ratings.import (
    source     text        not null,
    import_id  uuid        not null,
    -- What the source calls it.
    name       text        not null,
    opened_at  timestamptz not null,
    updated_at timestamptz not null,
    -- How many of its lines, from the first on, are dealt with: where it goes on after an interruption.
    lines      bigint      not null default 0,
    accepted   bigint      not null default 0 check (accepted >= 0),
    -- Stored before with the same content, by whatever way.
    repeated   bigint      not null default 0 check (repeated >= 0),
    rejected   bigint      not null default 0 check (rejected >= 0),
    primary key (source, import_id),
    check (lines = accepted + repeated + rejected)
);

create table ratings.import_rejection (
    source    text   not null,
    import_id uuid   not null,
    line      bigint not null check (line >= 1),
    -- The source's id of the result; empty if it could not be one.
    result_id text   not null,
    -- The reason as a refused call would bear it, and in words.
    reason    text   not null,
    message   text   not null,
    primary key (source, import_id, line),
    foreign key (source, import_id) references ratings.import
);
