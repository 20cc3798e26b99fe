-- One entity between its neighbours: ladder, season (null: the one shown), the entity's key, how many on either side.
-- What stands before the best of them is counted here; those between it and the others come along as they are counted.
with board as materialized (
    select c.ladder, coalesce($2, c.season) as season, c.folded_through from ratings.cursor c
    where c.ladder = $1
), own as materialized (
    select s.* from board join ratings.standing s using (ladder, season) where s.a = $3 and s.b = $4
), near as materialized (
    select s.* from own cross join lateral (
        select * from (
            select * from ratings.standing s
            where s.ladder = $1 and s.season = own.season and s.listing = 0 and own.listing < 2
                and (s.board_order, s.a, s.b) < (own.board_order, own.a, own.b)
            order by s.board_order desc, s.a desc, s.b desc limit 50
        ) as s limit $5
    ) as s
    union all
    select * from own
    union all
    select s.* from own cross join lateral (
        select * from (
            select * from ratings.standing s
            where s.ladder = $1 and s.season = own.season and s.listing = 0 and own.listing < 2
                and (s.board_order, s.a, s.b) > (own.board_order, own.a, own.b)
            order by s.board_order, s.a, s.b limit 50
        ) as s limit $5
    ) as s
), span as materialized (
    select board.season, board.folded_through, top.high, top.low, floor(top.high::numeric / 100)::integer as block
    from board cross join (
        select max(displayed) filter (where listing = 0) as high, min(displayed) filter (where listing = 0) as low from near
    ) as top
), counted as materialized (
    select (coalesce(blocks.entities, 0) + coalesce(delta.entities, 0))::bigint as ranked,
        (coalesce(blocks.above, 0) + coalesce(points.above, 0) + coalesce(delta.above, 0))::bigint as ahead,
        points.shown, points.numbers, delta.shown as changed, delta.numbers as changes
    from span cross join lateral (
        select sum(entities) as entities, sum(entities) filter (where bucket > span.block) as above
        from ratings.histogram where ladder = $1 and season = span.season and scale = 100
    ) as blocks cross join lateral (
        select sum(entities) filter (where bucket > span.high) as above,
            array_agg(bucket) filter (where bucket <= span.high) as shown,
            array_agg(entities) filter (where bucket <= span.high) as numbers
        from ratings.histogram where ladder = $1 and season = span.season and scale = 1
            and bucket > span.low and bucket < (span.block + 1) * 100
    ) as points cross join lateral (
        select sum(change) as entities, sum(change) filter (where displayed > span.high) as above,
            array_agg(displayed) filter (where displayed > span.low and displayed <= span.high) as shown,
            array_agg(change) filter (where displayed > span.low and displayed <= span.high) as numbers
        from ratings.histogram_delta where ladder = $1 and season = span.season and id > span.folded_through
    ) as delta
)
select near.a as "a!", near.b as "b!", near.displayed as "displayed!", near.listing as "listing!",
    near.k_games as "k_games!", near.wins as "wins!", near.draws as "draws!", near.losses as "losses!",
    near.last_played_at as "last_played_at!", near.division, near.balance as "balance!", near.season as "season!",
    counted.ranked as "ranked!", counted.ahead as "ahead!", counted.shown, counted.numbers, counted.changed, counted.changes,
    one.display_name as "a_name?", other.display_name as "b_name?",
    (select divisions from board join ratings.season using (ladder, season)) as "divisions!: Json<Divisions>"
from near cross join counted
left join ratings.standing one on one.ladder = $1 and one.season = near.season and one.a = near.a
    and one.b = '00000000-0000-0000-0000-000000000000'
left join ratings.standing other on other.ladder = $1 and other.season = near.season and other.a = near.b
    and other.b = '00000000-0000-0000-0000-000000000000'
order by near.board_order, near.a, near.b
