-- The next rows of many matches: of each row its number in the batch, and what it says; then the driver that sends it.
-- Each match, and the row before, is looked up by its key, one after the other (`offset 0` keeps it so), whatever is known
-- of the tables: a plan is made once, while they may still be empty. `is true` keeps the last lookup a hashed one.
with candidate as materialized (
    select c.n, c.match_id, c.seq, c.at_ms, c.entry, c.caller, c.request_id, c.payload_hash
    from unnest($1::int[], $2::uuid[], $3::int[], $4::bigint[], $5::bytea[], $6::uuid[], $7::uuid[],
                $8::bytea[], $9::text[], $10::bigint[])
         as c (n, match_id, seq, at_ms, entry, caller, request_id, payload_hash, instance, epoch)
    cross join lateral (
        select m.state, m.instance, m.epoch from engine.match m where m.match_id = c.match_id offset 0
    ) as m
    left join lateral (
        select true as stands from engine.match_action p where p.match_id = c.match_id and p.seq = c.seq - 1 offset 0
    ) as before on true
    where m.state = 1 and m.instance = c.instance and m.epoch = c.epoch and (c.seq = 1 or before.stands)
), stored as (
    insert into engine.match_action (match_id, seq, at_ms, entry, caller, request_id, payload_hash)
    select match_id, seq, at_ms, entry, caller, request_id, payload_hash from candidate
    on conflict do nothing
    returning match_id, seq
)
select c.n as "n!" from candidate c
where ((c.match_id, c.seq) in (select s.match_id, s.seq from stored s)) is true
