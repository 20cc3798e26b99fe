-- Where the appended changes of a ladder's histogram that are not folded yet begin. Folding deletes them by the hundred, and until
-- the next vacuum a reader would step over what is left of all of them. Their ids ascend with the commits, for they are
-- appended under the lock of the cursor's row.
alter table ratings.cursor add column folded_through bigint not null default 0;
