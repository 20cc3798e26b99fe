-- One role for each service, with the rights of its own schema only, and an owner for migrations.
--
--     psql -X -v ON_ERROR_STOP=1 -f roles.sql DATABASE        as a superuser or whoever may create roles and owns the database
--
-- Before the first `jodi migrate`, which then runs as jodi_owner, and once more after it, for what default privileges cannot say. It may
-- be run at any time again. Roles get no passwords here: set them with \password, or use certificates.

begin;
set local client_min_messages = warning;

do $$
declare
    name text;
begin
    foreach name in array array['jodi_owner', 'jodi_lobby', 'jodi_engine', 'jodi_ratings'] loop
        if not exists (select from pg_roles where rolname = name) then
            execute format('create role %I login', name);
        end if;
        execute format('alter role %I nosuperuser nocreatedb nocreaterole noreplication nobypassrls', name);
    end loop;
end $$;

-- Nobody else comes in, and nobody makes anything outside the three schemas.
do $$
begin
    execute format('revoke all on database %I from public', current_database());
    execute format('grant connect on database %I to jodi_owner, jodi_lobby, jodi_engine, jodi_ratings', current_database());
    -- `create schema if not exists` asks for this right even if the schema is there.
    execute format('grant create on database %I to jodi_owner', current_database());
end $$;
revoke all on schema public from public;

do $$
declare
    service text;
    role text;
begin
    foreach service in array array['lobby', 'engine', 'ratings'] loop
        role := 'jodi_' || service;
        execute format('create schema if not exists %I', service);
        execute format('alter schema %I owner to jodi_owner', service);
        execute format('revoke all on schema %I from public', service);
        execute format('grant usage on schema %I to %I', service, role);
        -- Rows, but no shapes: not truncate, which passes by the triggers that keep the ledger append-only, and nothing of a table's owner.
        execute format('grant select, insert, update, delete on all tables in schema %I to %I', service, role);
        execute format('grant usage on all sequences in schema %I to %I', service, role);
        execute format('alter default privileges for role jodi_owner in schema %I
                        grant select, insert, update, delete on tables to %I', service, role);
        execute format('alter default privileges for role jodi_owner in schema %I
                        grant usage on sequences to %I', service, role);
        -- A service reads which migrations there are, and no more.
        if to_regclass(service || '._sqlx_migrations') is not null then
            execute format('revoke insert, update, delete on %I._sqlx_migrations from %I', service, role);
        end if;
    end loop;
end $$;

commit;
