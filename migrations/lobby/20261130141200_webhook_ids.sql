-- Ids that a service chooses are its own: no other service sees that they are taken, or takes them from it.

-- Chosen by the owner; `endpoint_id` is drawn, and never shown.
alter table lobby.webhook_endpoint add column chosen_id uuid;
update lobby.webhook_endpoint set chosen_id = endpoint_id;
alter table lobby.webhook_endpoint alter column chosen_id set not null;
alter table lobby.webhook_endpoint add constraint webhook_endpoint_chosen unique (owner, chosen_id);

alter table lobby.webhook_secret add column owner text;
update lobby.webhook_secret s set owner = e.owner
from lobby.webhook_endpoint e where e.endpoint_id = s.endpoint_id;
alter table lobby.webhook_secret alter column owner set not null;
alter table lobby.webhook_secret drop constraint webhook_secret_pkey;
alter table lobby.webhook_secret add primary key (owner, secret_id);
