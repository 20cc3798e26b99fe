"""Plays through the edge proxy; see deploy/proxy/try."""

import http.client
import json
import os
import shutil
import ssl
import subprocess
import sys
import threading
import time

import grpc

from apart import WEB_ORIGIN, Apart
from players import PLAY, Onlookers, client, resuming
from ground import ROOT, Ground, Postgres, Roles, answers, free_port, say, until

PROXY = ROOT / "deploy/proxy"
# Moves after which something happens: in the middle of a deal of 49.
MOVES_BEFORE = 15
# Streams that are open besides, 8 for each account, which is the most.
ONLOOKERS, STREAMS_EACH = 24, 8
# A drain ends within its own deadline, 10 s by default, and a moment for the process to end.
DRAIN_LIMIT_S = 12


def openssl(*arguments):
    """A certificate for a day."""
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", *arguments]
    subprocess.run([str(word) for word in command], check=True, stderr=subprocess.DEVNULL)


class Edge:
    """nginx in the foreground, on a free port, with a certificate of its own."""

    def __init__(self, ground, apart):
        self.ground = ground
        self.port = free_port()
        self.folder = ground.folder / "edge"
        self.folder.mkdir()
        self.authority()
        self.certificate()
        self.configure(apart)
        # Its own way to run in the foreground; pid and temporary files in the folder of this try.
        settings = f"daemon off; pid {self.folder}/nginx.pid; error_log stderr;"
        self.command = ["nginx", "-p", self.folder, "-c", self.folder / "nginx.conf", "-g", settings]

    def authority(self):
        """Who signs, and whom clients trust."""
        self.ca = self.folder / "ca.crt"
        openssl("-subj", "/CN=Authority of a try", "-keyout", self.folder / "ca.key", "-out", self.ca)

    def certificate(self):
        """One for localhost, in place of the one before."""
        names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"]
        signed = ["-CA", self.ca, "-CAkey", self.folder / "ca.key"]
        openssl(*names, *signed, "-keyout", self.folder / "tls.key", "-out", self.folder / "tls.crt")

    def configure(self, apart):
        """The files as they are; only ports, names and paths are those of this try."""
        places = {
            "listen.conf": {"8443": f"127.0.0.1:{self.port}", "/etc/nginx/tls": str(self.folder)},
            "upstreams.conf": {
                f"{name}:7420": f"127.0.0.1:{apart.ports[service]}"
                for name, service in (("lobby", "lobby"), ("engine", "game-engine"), ("ratings", "ratings"))
            },
            # Where nginx keeps bodies that it has to put aside.
            "nginx.conf": {"http {": f"http {{ client_body_temp_path {self.folder}/body;"},
        }
        for name, changes in places.items():
            text = (PROXY / name).read_text()
            for old, new in changes.items():
                assert old in text, f"{name} names {old}"
                text = text.replace(old, new)
            (self.folder / name).write_text(text)

    def shows(self):
        """The certificate that a new connection sees."""
        return ssl.get_server_certificate(("127.0.0.1", self.port))

    def start(self):
        self.process = self.ground.start("edge", self.command)
        until("the edge listening", lambda: answers(self.port))
        return self


def whole_match(edge):
    """`play.py four`, as the tests run it against the suite without a proxy."""
    command = [sys.executable, PLAY, f"localhost:{edge.port}", ROOT / "proto", "four"]
    done = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, env=os.environ)
    return json.loads(done.stdout.splitlines()[-1])


def match_with(play, interrupt, onlookers=0):
    """Four players and so many onlookers; in the middle of the match something happens. What became of all of them."""
    guests = [play.Guest(name) for name in ("Asha", "Bala", "Chitra", "Dev")]
    match_id, _ = play.start_match(guests[0], guests[1:])
    enough = threading.Semaphore(0)
    watching = Onlookers(play, match_id, onlookers, STREAMS_EACH).start()
    players = [resuming(play)(guest, match_id, enough.release) for guest in guests]

    def interrupt_it():
        for _ in range(MOVES_BEFORE):
            assert enough.acquire(timeout=play.DEADLINE), "nobody moves"
        interrupt()

    play.run_all([interrupt_it] + [player.play for player in players])
    result = play.await_rated(guests[0], match_id)
    assert all(player.ended == players[0].ended for player in players), "all saw the same end"
    assert sum(player.moves for player in players) == 49, "each move counts once"
    assert result.state == play.RATINGS.RESULT_STATE_RATED, result
    return players, watching.join()


def match_over_a_drain(play, apart):
    """The engine is drained and started again."""
    drained = {}

    def drain():
        drained["seconds"], drained["code"] = apart.restart("game-engine")

    players, ends = match_with(play, drain, ONLOOKERS)
    assert drained["code"] == 0 and drained["seconds"] < DRAIN_LIMIT_S, drained
    assert all(player.told_of_drain and player.streams > 1 for player in players), "each stream went over the drain"
    assert ends == [(True, "DRAINING")] * (ONLOOKERS * STREAMS_EACH), "each onlooker was told, then ended"
    return {
        "moves": [player.moves for player in players],
        "streams": [player.streams for player in players],
        "ends": sorted({end for player in players for end in player.ends}),
        "onlookers told and ended": len(ends),
        "drain_seconds": round(drained["seconds"], 2),
    }


def match_over_a_reload(play, edge):
    """The edge gets another certificate: streams go on, new connections see it."""
    before = edge.shows()

    def reload():
        edge.certificate()
        subprocess.run([*map(str, edge.command), "-s", "reload"], check=True, stderr=subprocess.DEVNULL)
        until("the new certificate", lambda: edge.shows() != before)

    players, _ = match_with(play, reload)
    assert all(player.streams == 1 for player in players), "no stream ended"
    return f"{sum(player.moves for player in players)} moves, no stream ended, and new connections see another certificate"


def refusals(play, apart, guest):
    """What the proxy says by itself has reasons as well."""
    channel = guest.channel
    health = channel.unary_unary("/grpc.health.v1.Health/Check")
    reasons = {"unknown_path": play.refused(lambda: health(b"", timeout=play.DEADLINE))}
    apart.processes["ratings"].kill()
    apart.processes["ratings"].wait()
    look = play.RATINGS.GetResultRequest(result_id="none")
    reasons["service_away"] = play.refused(lambda: guest.call(guest.ratings.GetResult, look))
    apart.start("ratings")
    reasons["service_back"] = play.refused(lambda: guest.call(guest.ratings.GetResult, look))
    assert reasons == {
        "unknown_path": "METHOD_UNKNOWN",
        "service_away": "OUTCOME_UNKNOWN",
        "service_back": "RESULT_NOT_FOUND",
    }, reasons
    return reasons


def web_call(edge, play):
    """What a browser sends: a preflight, then gRPC-Web over HTTP/1.1."""
    trusted = ssl.create_default_context(cafile=str(edge.ca))
    connection = http.client.HTTPSConnection("localhost", edge.port, context=trusted, timeout=play.DEADLINE)
    path = "/jodi.game.v1.CatalogueService/ListGames"
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "content-type,x-grpc-web"}
    connection.request("OPTIONS", path, headers={"origin": WEB_ORIGIN} | asked)
    preflight = connection.getresponse()
    preflight.read()
    assert preflight.headers["access-control-allow-origin"] == WEB_ORIGIN, preflight.headers
    empty = bytes(5)
    connection.request("POST", path, empty, {"origin": WEB_ORIGIN, "content-type": "application/grpc-web+proto", "x-grpc-web": "1"})
    answer = connection.getresponse()
    body = answer.read()
    # A frame is a byte of flags and four of length; the last one holds the trailers.
    length = int.from_bytes(body[1:5], "big")
    games = play.CATALOGUE.ListGamesResponse.FromString(body[5 : 5 + length]).games
    assert body[5 + length] == 0x80 and b"grpc-status:0" in body[5 + length :].replace(b" ", b""), body[-80:]
    return f"{preflight.status}, then {len(games)} games"


def main():
    assert shutil.which("nginx"), "nginx is needed: apt-get install nginx-light"
    with Ground() as ground:
        roles = Roles(Postgres(ground).create().start()).create()
        apart = Apart(ground, roles).start_all()
        edge = Edge(ground, apart).start()
        say(f"the three services behind one TLS port, {edge.port}")
        os.environ["JODI_CA_FILE"] = str(edge.ca)
        play = client(f"localhost:{edge.port}")
        played = whole_match(edge)
        say(f"a match through the edge: {sum(played['moves'])} moves, {played['result_state']}; refused as they should be: {len(played['reasons'])} calls")
        say(f"a match over a drain of the engine: {json.dumps(match_over_a_drain(play, apart))}")
        say(f"a browser's preflight and gRPC-Web over HTTP/1.1: {web_call(edge, play)}")
        say(f"a match over a reload of the edge: {match_over_a_reload(play, edge)}")
        say(f"the edge's own refusals: {json.dumps(refusals(play, apart, play.Guest('Esha')))}")
    say("The edge works.")


if __name__ == "__main__":
    main()
