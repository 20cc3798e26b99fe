-- What waits for an endpoint follows what its owner may have when it is sent.

-- Of an event of a match: the service that created the match.
alter table lobby.webhook_delivery add column match_creator text;

update lobby.webhook_delivery
set match_creator = substring(body from '"created_by":"([^"]+)"')
where event_type like 'match.%';
