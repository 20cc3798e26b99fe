"""Does what deploy/RUNBOOK.md says; see deploy/try-runbook."""

import re
import subprocess

from apart import service_key
from ground import DATABASE, ROOT, Ground, Postgres, Roles, say
from players import client, play_some
from suite import Suite

RUNBOOK = ROOT / "deploy/RUNBOOK.md"
# The step whose row is spoilt.
SPOILT = 5


def blocks():
    """The statements of the runbook's SQL blocks, by the name in their first line (`-- NAME: ...`)."""
    found = re.findall(r"```sql\n-- ([a-z-]+):(.*?)```", RUNBOOK.read_text(), re.S)
    assert len(found) == RUNBOOK.read_text().count("```sql"), "each block has a name"
    return {name: "--" + text for name, text in found}


def run(postgres, text, match_id):
    command = [postgres.bin / "psql", "-X", "-v", "ON_ERROR_STOP=1", "-v", f"match={match_id}", DATABASE]
    done = subprocess.run(command, input=text, text=True, env=postgres.as_superuser(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def new_match(play):
    guests = [play.Guest(name) for name in ("Asha", "Bala", "Chitra", "Dev")]
    return guests, play.start_match(guests[0], guests[1:])[0]


def look(play, guest, match_id):
    return guest.call(guest.engine.GetMatch, play.ENGINE.GetMatchRequest(match_id=match_id)).match


def poison(postgres, suite, play, statements):
    """A row of a running match's log is spoilt; it is set aside, mended, let go, and played to its end."""
    guests, match_id = new_match(play)
    seq = play_some(play, guests, match_id, 2 * SPOILT)
    where = f"where match_id = '{match_id}' and seq = {SPOILT}"
    good = postgres.sql(f"select entry from engine.match_action {where}")
    postgres.sql(f"update engine.match_action set entry = '\\xff' {where}")
    suite.restart()
    refused = play.refused(lambda: look(play, guests[0], match_id))
    assert refused == "MATCH_QUARANTINED", refused
    listed = run(postgres, statements["quarantined"], match_id)
    assert match_id in listed, listed
    say(f"a match whose log is spoilt: {refused}\n{listed}")

    postgres.sql(f"update engine.match_action set entry = '{good}' {where}")
    run(postgres, statements["release"], match_id)
    assert look(play, guests[0], match_id).seq == seq
    play.run_all([play.Player(guest, match_id).play_by_calls for guest in guests])
    say(f"mended and let go: {play.RATINGS.ResultState.Name(play.await_rated(guests[0], match_id).state)}")
    return match_id


def abort(play, key):
    """An operator ends a match without a result."""
    guests, match_id = new_match(play)
    request = play.ENGINE.AbortMatchRequest(match_id=match_id, why="the table was spoilt")
    guests[0].engine.AbortMatch(request, metadata=[("authorization", f"Bearer {key}")], timeout=play.DEADLINE)
    ended = look(play, guests[0], match_id)
    say(f"aborted: {play.ENGINE.MatchState.Name(ended.state)}")


def signing_key(postgres, suite, play, statements):
    """A stolen signing key is dropped: tokens signed with it are worth nothing, sign-ins go on."""
    guest = play.Guest("Esha")
    request = play.LOBBY.SignInGuestRequest(device_key=b"d" * 32, display_name="Esha")
    tokens = guest.accounts.SignInGuest(request, timeout=play.DEADLINE).tokens
    # Its key's id is in the token's header; the public key is gone from the list with the row.
    run(postgres, statements["drop-signing-keys"], "")
    suite.restart()
    old = play.refused(lambda: guest.call(guest.tables.ListTables, play.LOBBY.ListTablesRequest()))
    refresh = play.LOBBY.RefreshTokensRequest(refresh_token=tokens.refresh_token)
    fresh = guest.accounts.RefreshTokens(refresh, timeout=play.DEADLINE).tokens
    guest.by = [("authorization", f"Bearer {fresh.access_token}")]
    guest.call(guest.tables.ListTables, play.LOBBY.ListTablesRequest())
    say(f"signing keys dropped: an old token is {old}, a refreshed one is good")
    assert old == "CREDENTIAL_INVALID", old


def service_keys(suite, play, old_line, old_key):
    """A key is changed without a gap: for a while both are accepted."""

    def accepted(key):
        guest = play.Guest("Fatma")
        account = play.LOBBY.GetAccountRequest(account_id=guest.account_id)
        guest.accounts.GetAccount(account, metadata=[("authorization", f"Bearer {key}")], timeout=play.DEADLINE)

    new_key, new_line = service_key("operator", "admin")
    suite.environment["JODI_SERVICE_KEYS"] = f"{old_line};{new_line}"
    suite.restart()
    accepted(old_key)
    accepted(new_key)
    suite.environment["JODI_SERVICE_KEYS"] = new_line
    suite.restart()
    accepted(new_key)
    say(f"a service key was changed: both good for a while, then the old one is {play.refused(lambda: accepted(old_key))}")


def main():
    statements = blocks()
    with Ground() as ground:
        postgres = Postgres(ground).create().start()
        roles = Roles(postgres).create()
        key, line = service_key("operator", "admin")
        suite = Suite(ground, roles.url("jodi_owner"), line).start()
        play = client(f"127.0.0.1:{suite.port}")
        match_id = poison(postgres, suite, play, statements)
        abort(play, key)
        signing_key(postgres, suite, play, statements)
        service_keys(suite, play, line, key)
        for name, text in statements.items():
            run(postgres, text, match_id)
        say(f"all {len(statements)} blocks of SQL run: {', '.join(statements)}")
    say("The runbook holds.")


if __name__ == "__main__":
    main()
