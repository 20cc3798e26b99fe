"""Players who outlive a drain, on top of the Python client of the tests."""

import importlib
import sys
import threading
import time

import grpc

from ground import ROOT

PLAY = ROOT / "tests/python/play.py"


def client(address):
    """The module of that client, with its stubs made from proto/, for the server of this address."""
    sys.path.insert(0, str(PLAY.parent))
    sys.argv = [str(PLAY), address, str(ROOT / "proto"), "library"]
    return importlib.import_module("play")


def resuming(play):
    class Resuming(play.Player):
        """A player that watches again wherever its stream ended, from the last event that it saw."""

        def __init__(self, guest, match_id, moved):
            super().__init__(guest, match_id)
            self.moved = moved
            self.told_of_drain = self.streams = 0
            self.ends = []

        def play(self):
            while self.ended is None:
                try:
                    self.watch()
                except grpc.RpcError as error:
                    assert error.code() == grpc.StatusCode.UNAVAILABLE, error
                    self.ends.append(play.reason_of(error))
                    time.sleep(0.1)

        def watch(self):
            request = play.ENGINE.WatchRequest(match_id=self.match_id)
            if self.seq is not None:
                request.after_seq = self.seq
            self.streams += 1
            for message in self.guest.engine.Watch(request, metadata=self.guest.by, timeout=play.DEADLINE):
                kind = message.WhichOneof("update")
                self.told_of_drain += kind == "draining"
                move = None
                if kind == "snapshot":
                    assert self.seq in (None, message.snapshot.seq), "a snapshot stands where the events have led"
                    move = self.on_snapshot(message.snapshot)
                elif kind == "event":
                    move = self.on_event(message.event)
                if move is not None:
                    self.act(move)

        def act(self, move):
            """Moves; a retry says the same under the same id, so that it counts once."""
            while True:
                try:
                    self.guest.call(self.guest.engine.Act, move)
                except grpc.RpcError as error:
                    if error.code() != grpc.StatusCode.UNAVAILABLE:
                        raise
                    self.ends.append(play.reason_of(error))
                    time.sleep(0.1)
                    continue
                self.moves += 1
                self.moved()
                return

    return Resuming


class Onlookers:
    """Accounts that only watch a match, each with so many streams, until each stream has ended."""

    def __init__(self, play, match_id, accounts, streams_each):
        self.play, self.match_id = play, match_id
        self.guests = [play.Guest(f"Onlooker {number}") for number in range(accounts)]
        self.streams = [guest for guest in self.guests for _ in range(streams_each)]
        self.watching = threading.Semaphore(0)
        # How each stream ended, and whether it had been told before.
        self.ends = []

    def start(self):
        self.threads = [threading.Thread(target=self.watch, args=(guest,), daemon=True) for guest in self.streams]
        for thread in self.threads:
            thread.start()
        for _ in self.streams:
            assert self.watching.acquire(timeout=self.play.DEADLINE), "a stream does not begin"
        return self

    def watch(self, guest):
        told = False
        request = self.play.ENGINE.WatchRequest(match_id=self.match_id)
        try:
            for message in guest.engine.Watch(request, metadata=guest.by):
                kind = message.WhichOneof("update")
                if kind == "snapshot":
                    self.watching.release()
                told = told or kind == "draining"
            self.ends.append((told, "OK"))
        except grpc.RpcError as error:
            self.ends.append((told, self.play.reason_of(error)))

    def join(self):
        for thread in self.threads:
            thread.join(self.play.DEADLINE)
        assert len(self.ends) == len(self.streams), "a stream has not ended"
        return self.ends


def play_some(play, guests, match_id, count):
    """Makes so many moves, whoever is to move; the seq of the last."""
    for _ in range(count):
        guest = guests[play.await_turn(guests[0], match_id).seat]
        look = guest.call(guest.engine.GetMatch, play.ENGINE.GetMatchRequest(match_id=match_id)).match
        listed = [move.text for move in look.turn.legal_moves]
        move = guest.move(match_id, "PASS" if "PASS" in listed else listed[-1], look.seq)
        seq = guest.call(guest.engine.Act, move).seq
    return seq
