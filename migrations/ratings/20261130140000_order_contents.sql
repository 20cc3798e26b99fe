-- What administrators and reviewers have ordered, by the ids of their requests: the same request again changes nothing, and an id that
-- comes with another content is refused, on whatever ladder and about whatever review. Orders from before this table are not in it: their
-- content was not kept, so none is taken for a repeat of them.
create table ratings.order_content (
    request_id   uuid  primary key,
    -- SHA-256 of everything that the order says.
    content_hash bytea not null check (octet_length(content_hash) = 32)
);

create trigger append_only before update or delete on ratings.order_content
    for each row execute function ratings.refuse_change();
