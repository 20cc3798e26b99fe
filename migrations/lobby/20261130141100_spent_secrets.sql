-- A secret that is over leaves its id behind, so that a late retry of its rotation draws no other one.

-- Null once it is over.
alter table lobby.webhook_secret alter column secret drop not null;

create index webhook_secret_over on lobby.webhook_secret (expires_at) where secret is not null;
