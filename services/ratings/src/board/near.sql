-- One entity between its neighbours: ladder, season (null: the one shown), the entity's key, how many on either side.
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
), delta as materialized (
    select displayed, sum(change) as change from board join ratings.histogram_delta using (ladder, season)
    where id > board.folded_through group by displayed
), block as materialized (
    select bucket, entities from board join ratings.histogram using (ladder, season) where scale = 100
), place as materialized (
    select points, ((select coalesce(sum(entities), 0) from block where bucket > own.block)
                    + (select coalesce(sum(entities), 0)
                       from board join ratings.histogram using (ladder, season)
                       where scale = 1 and bucket > own.points and bucket < (own.block + 1) * 100)
                    + (select coalesce(sum(change), 0) from delta where displayed > own.points))::bigint as ahead
    from (select distinct displayed as points, floor(displayed::numeric / 100)::integer as block
          from near where listing = 0) as own
)
select near.a as "a!", near.b as "b!", near.displayed as "displayed!", near.listing as "listing!",
    near.k_games as "k_games!", near.wins as "wins!", near.draws as "draws!", near.losses as "losses!",
    near.last_played_at as "last_played_at!", near.division, near.balance as "balance!",
    near.season as "season!", place.ahead, one.display_name as "a_name?", other.display_name as "b_name?",
    ((select coalesce(sum(entities), 0) from block)
     + (select coalesce(sum(change), 0) from delta))::bigint as "ranked!",
    (select divisions from board join ratings.season using (ladder, season)) as "divisions!: Json<Divisions>"
from near
left join place on place.points = near.displayed
left join ratings.standing one on one.ladder = $1 and one.season = near.season and one.a = near.a
    and one.b = '00000000-0000-0000-0000-000000000000'
left join ratings.standing other on other.ladder = $1 and other.season = near.season and other.a = near.b
    and other.b = '00000000-0000-0000-0000-000000000000'
order by near.board_order, near.a, near.b
