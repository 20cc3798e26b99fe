#!/usr/bin/env python3
"""Plays Jodi as an app in another language would: from `proto/` and the public API alone.

    play.py ADDRESS PROTO_DIR four         signs four guests in, seats them, plays a rated match of Seep to its end
    play.py ADDRESS PROTO_DIR seat CODE    signs one guest in, sits down at a table and plays when its host starts it

The stubs are generated at the start. On the way, calls that must fail are made and the reasons of their errors read.
The last line of the output is a JSON object that says what happened; any surprise ends with a traceback and status 1.
"""

import atexit
import importlib
import json
import os
import queue
import secrets
import shutil
import sys
import tempfile
import threading
import time
import uuid

import grpc
from google.rpc import error_details_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status
from grpc_tools import protoc

# How long anything may take, in seconds.
DEADLINE = 60
# Between two looks at a result that is not rated yet, in seconds.
LOOK_AGAIN = 0.05

ADDRESS, PROTO_DIR, MODE = sys.argv[1:4]


def generate(proto_dir):
    """Generates stubs for everything in proto/ and makes them importable."""
    out = tempfile.mkdtemp(prefix="jodi-stubs-")
    atexit.register(shutil.rmtree, out, ignore_errors=True)
    files = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(os.path.join(proto_dir, "jodi"))
        for name in names
        if name.endswith(".proto")
    ]
    well_known = os.path.join(os.path.dirname(protoc.__file__), "_proto")
    arguments = ["protoc", f"-I{proto_dir}", f"-I{well_known}", f"--python_out={out}", f"--grpc_python_out={out}"]
    if protoc.main(arguments + sorted(files)) != 0:
        raise RuntimeError("the protos do not compile")
    sys.path.insert(0, out)


generate(PROTO_DIR)


def module(area, name=None, kind="pb2"):
    return importlib.import_module(f"jodi.{area}.v1.{name or area}_{kind}")


ENGINE, ENGINE_GRPC = module("engine"), module("engine", kind="pb2_grpc")
LOBBY, LOBBY_GRPC = module("lobby"), module("lobby", kind="pb2_grpc")
RATINGS, RATINGS_GRPC = module("ratings"), module("ratings", kind="pb2_grpc")
GAME, SEEP, REASONS = module("game"), module("game", "seep"), module("errors", "reasons")
CATALOGUE = module("game", "catalogue")


def reason_of(error):
    """The stable reason of a refused call: the ErrorInfo among the details in its trailers."""
    for detail in rpc_status.from_call(error).details:
        if detail.Is(error_details_pb2.ErrorInfo.DESCRIPTOR):
            info = error_details_pb2.ErrorInfo()
            detail.Unpack(info)
            assert info.domain == "jodi", info
            REASONS.ErrorReason.Value(f"ERROR_REASON_{info.reason}")
            return info.reason
    raise AssertionError(f"an error without a reason: {error}")


def refused(call):
    """Makes a call that must be refused; its reason."""
    try:
        call()
    except grpc.RpcError as error:
        return reason_of(error)
    raise AssertionError("the call should have been refused")


def channel():
    """A connection of its own: plaintext, or TLS if JODI_CA_FILE names the certificates to trust."""
    # Otherwise channels to one address share a connection.
    options = [("grpc.use_local_subchannel_pool", 1)]
    trusted = os.environ.get("JODI_CA_FILE")
    if trusted is None:
        return grpc.insecure_channel(ADDRESS, options)
    with open(trusted, "rb") as file:
        return grpc.secure_channel(ADDRESS, grpc.ssl_channel_credentials(file.read()), options)


class Guest:
    """A signed-in guest on a connection of its own."""

    def __init__(self, name):
        self.channel = channel()
        self.accounts = LOBBY_GRPC.AccountServiceStub(self.channel)
        self.tables = LOBBY_GRPC.TableServiceStub(self.channel)
        self.engine = ENGINE_GRPC.EngineServiceStub(self.channel)
        self.ratings = RATINGS_GRPC.RatingsServiceStub(self.channel)
        request = LOBBY.SignInGuestRequest(device_key=secrets.token_bytes(32), display_name=name)
        signed_in = self.accounts.SignInGuest(request, timeout=DEADLINE)
        self.account_id = signed_in.account.account_id
        self.by = [("authorization", f"Bearer {signed_in.tokens.access_token}")]

    def call(self, method, request):
        return method(request, metadata=self.by, timeout=DEADLINE)

    def move(self, match_id, text, seq=None):
        return ENGINE.ActRequest(match_id=match_id, request_id=str(uuid.uuid4()), expected_seq=seq, text=text)


class Player:
    """Moves whenever it is its seat's turn, and checks that no event is missing.

    It passes where it may, and otherwise takes the last move that is listed, of whatever game.
    """

    def __init__(self, guest, match_id):
        self.guest, self.match_id = guest, match_id
        self.seat = self.seq = self.ended = None
        self.moves = 0

    def on_snapshot(self, snapshot):
        self.seat, self.seq = snapshot.your_seat, snapshot.seq
        return self.due(snapshot)

    def on_event(self, event):
        assert event.seq == self.seq + 1, f"{event.seq} came after {self.seq}"
        self.seq = event.seq
        if event.HasField("ended"):
            self.ended = event.ended
            return None
        return self.due(event)

    def due(self, told):
        """The move to make, if one is due."""
        if told.HasField("turn") and told.turn.seat == self.seat:
            listed = [move.text for move in told.turn.legal_moves]
            return self.guest.move(self.match_id, "PASS" if "PASS" in listed else listed[-1], self.seq)
        return None

    def play_by_session(self):
        """Through the fast door: one stream up and down."""
        up = queue.SimpleQueue()
        down = self.guest.engine.Session(iter(up.get, None), metadata=self.guest.by, timeout=DEADLINE)
        up.put(ENGINE.SessionRequest(call=1, watch=ENGINE.WatchRequest(match_id=self.match_id)))
        waiting = {1: "watching"}
        for message in down:
            kind = message.WhichOneof("response")
            if message.call:
                assert kind == waiting.pop(message.call), message
                self.moves += kind == "acted"
            move = None
            if kind == "snapshot":
                move = self.on_snapshot(message.snapshot)
            elif kind == "event":
                move = self.on_event(message.event)
            if move is not None:
                call = self.seq + 2
                waiting[call] = "acted"
                up.put(ENGINE.SessionRequest(call=call, act=move))
            if self.ended is not None and not waiting:
                up.put(None)
                break
        down.cancel()

    def play_by_calls(self):
        """Through the unary door: Watch and Act."""
        request = ENGINE.WatchRequest(match_id=self.match_id)
        for message in self.guest.engine.Watch(request, metadata=self.guest.by, timeout=DEADLINE):
            kind = message.WhichOneof("update")
            move = None
            if kind == "snapshot":
                move = self.on_snapshot(message.snapshot)
            elif kind == "event":
                move = self.on_event(message.event)
            if move is not None:
                acted = self.guest.call(self.guest.engine.Act, move)
                assert acted.seq == move.expected_seq + 1 and not acted.replayed, acted
                again = self.guest.call(self.guest.engine.Act, move)
                assert again.seq == acted.seq and again.replayed, again
                self.moves += 1


def run_all(works):
    """Runs each in a thread; the first exception is raised."""
    failures = []

    def guarded(work):
        try:
            work()
        except BaseException as error:  # noqa: BLE001: raised again below, in the main thread
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * DEADLINE)
        assert failures or not thread.is_alive(), "a player does not come to an end"
    if failures:
        raise failures[0]


def reflected_services(channel):
    """What a tool learns from the server itself, checked against the generated stubs."""
    database = ProtoReflectionDescriptorDatabase(channel)
    services = sorted(name for name in database.get_services() if name.startswith("jodi."))
    for area in (ENGINE, LOBBY, RATINGS, CATALOGUE):
        for service in area.DESCRIPTOR.services_by_name.values():
            assert service.full_name in services, service.full_name
            described = database.FindFileContainingSymbol(service.full_name)
            assert described.name == area.DESCRIPTOR.name, described.name
    return services


def one_deal_table():
    options = GAME.GameOptions(seep=SEEP.SeepOptions(match_mode=SEEP.SEEP_MATCH_MODE_DEALS, n_deals=1))
    settings = LOBBY.TableSettings(options=options, rated=True, spectators=True)
    settings.clocks.turn_limit.FromSeconds(0)
    settings.cut_window.FromSeconds(0)
    return settings


def start_match(host, others):
    """Seats everybody and starts; the match. What a table refuses on the way is told by its reason."""
    reasons = {}
    create = LOBBY.CreateTableRequest(request_id=str(uuid.uuid4()), settings=one_deal_table())
    table = host.call(host.tables.CreateTable, create).table
    start = LOBBY.StartTableRequest(table_id=table.table_id)
    reasons["start_with_empty_seats"] = refused(lambda: host.call(host.tables.StartTable, start))
    for guest in others:
        guest.call(guest.tables.JoinTable, LOBBY.JoinTableRequest(code=table.code))
    reasons["start_not_ready"] = refused(lambda: host.call(host.tables.StartTable, start))
    for guest in others:
        guest.call(guest.tables.SetReady, LOBBY.SetReadyRequest(table_id=table.table_id, ready=True))
    return host.call(host.tables.StartTable, start).table.match_id, reasons


def await_turn(guest, match_id):
    """The match once somebody is to act."""
    watch = guest.engine.Watch(ENGINE.WatchRequest(match_id=match_id), metadata=guest.by, timeout=DEADLINE)
    for message in watch:
        told = getattr(message, message.WhichOneof("update"))
        if message.WhichOneof("update") in ("snapshot", "event") and told.HasField("turn"):
            watch.cancel()
            return told.turn
    raise AssertionError("the match ended before anybody was to act")


def bad_calls(guests, match_id):
    """Calls that a match must refuse, and why it did."""
    turn = await_turn(guests[0], match_id)
    mover, other = guests[turn.seat], guests[(turn.seat + 1) % 4]
    legal = [
        move.text
        for move in mover.call(mover.engine.GetMatch, ENGINE.GetMatchRequest(match_id=match_id)).match.turn.legal_moves
    ]
    unbiddable = next(f"BID {value}" for value in range(9, 14) if f"BID {value}" not in legal)

    def act(guest, request):
        return lambda: guest.call(guest.engine.Act, request)

    forged = [("authorization", "Bearer eyJhbGciOiJFZERTQSIsImtpZCI6IngifQ.e30.AAAA")]
    look = ENGINE.GetMatchRequest(match_id=match_id)
    return {
        "not_your_turn": refused(act(other, other.move(match_id, legal[0]))),
        "illegal_move": refused(act(mover, mover.move(match_id, unbiddable))),
        "stale_seq": refused(act(mover, mover.move(match_id, legal[0], seq=0))),
        "nonsense": refused(act(mover, mover.move(match_id, "FOLD"))),
        "unknown_match": refused(act(mover, mover.move(str(uuid.uuid4()), legal[0]))),
        "no_credential": refused(lambda: mover.engine.GetMatch(look, timeout=DEADLINE)),
        "forged_token": refused(lambda: mover.engine.GetMatch(look, metadata=forged, timeout=DEADLINE)),
        "record_too_early": refused(
            lambda: mover.call(mover.engine.GetRecord, ENGINE.GetRecordRequest(match_id=match_id))
        ),
    }


def await_rated(guest, match_id):
    """The result once the ladder has rated it."""
    until = time.monotonic() + DEADLINE
    while time.monotonic() < until:
        try:
            result = guest.call(guest.ratings.GetResult, RATINGS.GetResultRequest(result_id=match_id)).result
            if result.state != RATINGS.RESULT_STATE_ACCEPTED:
                return result
        except grpc.RpcError as error:
            assert reason_of(error) == "RESULT_NOT_FOUND", error
        time.sleep(LOOK_AGAIN)
    raise AssertionError("the match was not rated in time")


def play_four():
    guests = [Guest(name) for name in ("Asha", "Bala", "Chitra", "Dev")]
    match_id, reasons = start_match(guests[0], guests[1:])
    reasons.update(bad_calls(guests, match_id))
    players = [Player(guest, match_id) for guest in guests]
    run_all([player.play_by_session for player in players[::2]] + [player.play_by_calls for player in players[1::2]])
    late = guests[0].move(match_id, "BID 9")
    reasons["after_the_end"] = refused(lambda: guests[0].call(guests[0].engine.Act, late))
    assert all(player.ended == players[0].ended for player in players)
    result = await_rated(guests[0], match_id)
    return {
        "match_id": match_id,
        "seq": players[0].seq,
        "moves": [player.moves for player in players],
        "winning_sides": list(players[0].ended.standing.winning_sides),
        "result_state": RATINGS.ResultState.Name(result.state),
        "changes": len(result.changes),
        "services": reflected_services(guests[0].channel),
        "reasons": reasons,
    }


def play_seat(code):
    guest = Guest("Esha")
    table = guest.call(guest.tables.JoinTable, LOBBY.JoinTableRequest(code=code)).table
    watch = guest.tables.WatchTable(
        LOBBY.WatchTableRequest(table_id=table.table_id), metadata=guest.by, timeout=DEADLINE
    )
    guest.call(guest.tables.SetReady, LOBBY.SetReadyRequest(table_id=table.table_id, ready=True))
    print("ready", flush=True)
    match_id = [message.table.match_id for message in watch if message.HasField("table")][-1]
    player = Player(guest, match_id)
    player.play_by_session()
    return {"match_id": match_id, "seat": player.seat, "seq": player.seq, "moves": player.moves}


if __name__ == "__main__":
    outcome = play_four() if MODE == "four" else play_seat(sys.argv[4])
    print(json.dumps(outcome), flush=True)
