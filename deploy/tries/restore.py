"""Restores the suite's database to a point in time; see deploy/postgres/try-restore."""

import json
import shutil
import subprocess

from apart import service_key
from ground import Ground, Postgres, Roles, say, stop, until
from players import client, play_some
from suite import Suite

# Matches that are over before the point.
MATCHES_BEFORE = 2
# Moves of the match that runs at the point: before it, and after it.
MOVES_BEFORE, MOVES_AFTER = 9, 6


def archiving(ground):
    """A cluster that keeps every finished piece of its log."""
    archive = ground.folder / "archive"
    archive.mkdir()
    archive.chmod(0o777)
    # Never over a piece that is there already: two clusters that write to one place must be noticed.
    command = f"test ! -f {archive}/%f && cp %p {archive}/%f"
    return Postgres(ground, settings=["archive_mode=on", f"archive_command={command}"]), archive


def restored(ground, backup, archive, point):
    """A new cluster from the backup and the log up to the point."""
    fetch = f"restore_command=cp {archive}/%f %p"
    settings = [fetch, f"recovery_target_time={point}", "recovery_target_action=promote"]
    postgres = Postgres(ground, name="restored", settings=settings)
    shutil.copytree(backup, postgres.data, copy_function=shutil.copy2)
    (postgres.data / "recovery.signal").touch()
    own(postgres)
    return postgres


def own(postgres):
    """Gives the copied files to the user of the cluster."""
    postgres.data.chmod(0o700)
    if postgres.user:
        subprocess.run(["chown", "-R", f"{postgres.user}:", postgres.data], check=True)


def demo(suite, folder, matches):
    """Whole rated matches through the public API; their records as they were fetched at their end."""
    suite.jodi("demo", "--against", suite.address, "--matches", matches, "--capture", folder, "--quiet")
    return {path.name.removesuffix(".record.json"): path for path in folder.glob("*.record.json")}


def fetch(suite, match_id, key, folder):
    """The record as the suite gives it now."""
    record = suite.jodi("record", match_id, "--against", suite.address, key=key)
    path = folder / f"{match_id}.after.json"
    path.write_text(record)
    return path


def check_what_was_before(suite, ground, records, key, url):
    """Every match that was over before the point is there to the byte, holds, and is on the ladder."""
    fetched = [fetch(suite, match_id, key, ground.folder) for match_id in records]
    for path, match_id in zip(fetched, records):
        assert json.loads(path.read_text()) == json.loads(records[match_id].read_text()), match_id
    say(f"after: {suite.jodi('verify', *fetched).splitlines()[-1]}")
    say(f"after: {suite.jodi('ladder', 'check', '--ladder', 'seep', '--database-url', url).splitlines()[-1]}")


def check_what_came_later(suite, play, live, gone):
    """What those are told who saw more than there is now."""
    guests, match_id, seq_then, seq_seen = live
    look = guests[0].call(guests[0].engine.GetMatch, play.ENGINE.GetMatchRequest(match_id=match_id)).match
    assert look.seq == seq_then, (look.seq, seq_then)
    watch = play.ENGINE.WatchRequest(match_id=match_id, after_seq=seq_seen)
    ahead = play.refused(lambda: next(guests[0].engine.Watch(watch, metadata=guests[0].by, timeout=play.DEADLINE)))
    match_of_later, guest_of_later = gone
    lost_match = play.refused(lambda: guests[0].call(guests[0].engine.GetMatch, play.ENGINE.GetMatchRequest(match_id=match_of_later)))
    lost_account = play.refused(lambda: guest_of_later.call(guest_of_later.accounts.GetAccount, play.LOBBY.GetAccountRequest()))
    say(f"after: the match that ran stands at step {look.seq} again; who resumes from {seq_seen} gets {ahead}")
    say(f"after: a match of later: {lost_match}; an account of later: {lost_account}")
    assert (ahead, lost_match) == ("SEQ_OUT_OF_RANGE", "MATCH_NOT_FOUND")
    players = [play.Player(guest, match_id) for guest in guests]
    play.run_all([player.play_by_calls for player in players])
    result = play.await_rated(guests[0], match_id)
    say(f"after: it was played to its end, {play.RATINGS.ResultState.Name(result.state)}")


def main():
    with Ground() as ground:
        postgres, archive = archiving(ground)
        roles = Roles(postgres.create().start()).create()
        key, line = service_key("operator", "admin")
        suite = Suite(ground, roles.url("jodi_owner"), line).start()
        play = client(f"127.0.0.1:{suite.port}")

        backup = postgres.folder / "backup"
        postgres.run("pg_basebackup", "-D", backup, "--checkpoint=fast")
        say("a base backup was taken while the suite served")

        records = demo(suite, ground.folder / "before", MATCHES_BEFORE)
        guests = [play.Guest(name) for name in ("Asha", "Bala", "Chitra", "Dev")]
        match_id, _ = play.start_match(guests[0], guests[1:])
        seq_then = play_some(play, guests, match_id, MOVES_BEFORE)
        point = postgres.sql("select clock_timestamp()")
        say(f"the point is {point}: {len(records)} matches are over, one runs and has come to step {seq_then}")

        seq_seen = play_some(play, guests, match_id, MOVES_AFTER)
        later = demo(suite, ground.folder / "later", 1)
        guest_of_later = play.Guest("Esha")
        postgres.sql("drop table engine.match_record, ratings.history cascade")
        say("then: six more moves, one more match, a new account, and two tables dropped by mistake")
        stop(suite.process)
        postgres.sql("select pg_switch_wal()")
        postgres.stop()

        roles.postgres = restored(ground, backup, archive, point)
        roles.postgres.password = postgres.password
        roles.postgres.start()
        until("the end of the recovery", lambda: roles.postgres.sql("select not pg_is_in_recovery()") == "t")
        say("the new cluster has come to the point and is open")
        suite.environment["DATABASE_URL"] = roles.url("jodi_owner")
        suite.start()
        check_what_was_before(suite, ground, records, key, roles.url("jodi_owner"))
        check_what_came_later(suite, play, (guests, match_id, seq_then, seq_seen), (*later, guest_of_later))
    say("The restore works.")


if __name__ == "__main__":
    main()
