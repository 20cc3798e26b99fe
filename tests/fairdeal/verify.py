#!/usr/bin/env python3
"""Checks the deals of a finished match, independently of the server.

Reads the record of a finished match (JSON) and computes from its revealed secret what the commitment, the first
dealer and every deck must be, as crates/fairdeal/ALGORITHM.md writes it down. Needs Python 3.8 and nothing else, and
shares no code with the server. Prints one line for each thing checked; ends with 0 if all is well and with 1 if not.

The record is an object with these keys (others are ignored):

  match_id            the UUID of the match, as text
  game                "seep", "smear" or "pepper"
  players             number of seats
  secret, commitment  32 bytes each, in hexadecimal
  entropies           what each seat added to the shuffle, in hexadecimal; "" for a seat that added nothing
  first_dealer        the seat that dealt first
  first_dealer_given  true if the creator of the match named that seat; it is then not checked
  decks               every deck in the order of dealing, thrown-in deals too, each as a list of cards such as "TH"

A record can only be consistent with itself. To know that the shuffle was fixed before you cut, pass what you
yourself saw and sent: --commitment HEX (published when the match was created) and --entropy SEAT=HEX.
"""

import argparse
import binascii
import hashlib
import hmac
import json
import sys
import uuid

BLOCK_BYTES = 32
STREAM_BYTES_MAX = 255 * BLOCK_BYTES
SEATS_MAX = 8


class BadRecord(Exception):
    """The record is not in the format above."""


# The algorithm.


def canonical_pack(game):
    """The pack of a game in canonical order."""
    if game == "seep":
        return [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    ranks = {"smear": "789TJQKA", "pepper": "9TJQKA"}[game]
    return [rank + suit for suit in "CDHS" for rank in ranks]


def combine(entropies):
    """The combined entropy of all seats: the cut."""
    frame = b"jodi cut v1" + bytes([len(entropies)])
    for seat, entropy in enumerate(entropies):
        frame += bytes([seat, len(entropy)]) + entropy
    return hashlib.sha256(frame).digest()


def extract(salt, key_material):
    """HKDF-Extract with SHA-256 (RFC 5869)."""
    return hmac.new(salt, key_material, hashlib.sha256).digest()


def words(prk, info):
    """HKDF-Expand with SHA-256 (RFC 5869), as far as it goes, read as 32-bit words."""
    block = b""
    for counter in range(1, STREAM_BYTES_MAX // BLOCK_BYTES + 1):
        block = hmac.new(prk, block + info + bytes([counter]), hashlib.sha256).digest()
        for at in range(0, BLOCK_BYTES, 4):
            yield int.from_bytes(block[at : at + 4], "big")


def draw(bound, stream):
    """One uniform number below bound."""
    limit = 2**32 // bound * bound
    for word in stream:
        if word < limit:
            return word % bound
    raise BadRecord("the stream of words is used up")


def shuffle(pack, stream):
    """Fisher-Yates from the top."""
    deck = list(pack)
    for i in range(len(deck) - 1, 0, -1):
        j = draw(i + 1, stream)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def shuffled_deck(prk, match_id, number, pack):
    """Deck number 1, 2, ... of a match."""
    return shuffle(pack, words(prk, b"jodi deck v1" + match_id + number.to_bytes(4, "big")))


def drawn_dealer(prk, match_id, seats):
    """The seat that deals first, unless the creator of the match named it."""
    return draw(seats, words(prk, b"jodi dealer v1" + match_id))


# The record.


def field(record, name, kind):
    """A value of the record, with its type checked (a bool is no int here)."""
    value = record.get(name)
    if type(value) is not kind:
        raise BadRecord(f"{name} is missing or of the wrong type")
    return value


def unhex(text, name):
    """Bytes from hexadecimal text."""
    try:
        return binascii.unhexlify(text)
    except (ValueError, TypeError):
        raise BadRecord(f"{name} is not hexadecimal") from None


def unhex_32(record, name):
    """Exactly 32 bytes from a field in hexadecimal."""
    value = unhex(field(record, name, str), name)
    if len(value) != 32:
        raise BadRecord(f"{name} has {len(value)} bytes, not 32")
    return value


def read_entropies(record):
    """What each seat added."""
    texts = field(record, "entropies", list)
    if len(texts) != field(record, "players", int) or not 1 <= len(texts) <= SEATS_MAX:
        raise BadRecord("entropies must have one entry for each of 1 to 8 players")
    entropies = [unhex(text, f"entropy of seat {seat}") for seat, text in enumerate(texts)]
    for seat, entropy in enumerate(entropies):
        if entropy and not 16 <= len(entropy) <= 64:
            raise BadRecord(f"entropy of seat {seat} has {len(entropy)} bytes, not 0 or 16 to 64")
    return entropies


def read_match_id(record):
    """The 16 bytes of the match's UUID."""
    try:
        return uuid.UUID(field(record, "match_id", str)).bytes
    except ValueError:
        raise BadRecord("match_id is not a UUID") from None


def read_game(record):
    """The name of the game."""
    game = field(record, "game", str)
    if game not in ("seep", "smear", "pepper"):
        raise BadRecord(f"no game is called {game!r}")
    return game


# The check. Each of these yields pairs: whether it is well, and what was looked at.


def check_commitment(record, secret, seen_commitment):
    """The secret against the commitment in the record, and that against what was seen at the beginning."""
    recorded = unhex_32(record, "commitment")
    yield hashlib.sha256(secret).digest() == recorded, "commitment: is the SHA-256 of the secret"
    if seen_commitment is not None:
        yield seen_commitment == recorded, "commitment: is the one you saw"


def check_entropies(entropies, sent):
    """What the record says that seats added, against what they know they sent."""
    for seat, entropy in sent:
        agrees = seat < len(entropies) and entropies[seat] == entropy
        yield agrees, f"entropy of seat {seat}: is what you sent"


def check_dealer(record, prk, match_id):
    """The draw of the first dealer."""
    seats = field(record, "players", int)
    dealer = field(record, "first_dealer", int)
    if field(record, "first_dealer_given", bool):
        yield 0 <= dealer < seats, f"first dealer: seat {dealer}, named by the creator of the match, not drawn"
        return
    drawn = drawn_dealer(prk, match_id, seats)
    yield dealer == drawn, f"first dealer: seat {dealer} in the record, seat {drawn} by the draw"


def check_decks(record, prk, match_id, pack):
    """Every deck."""
    for number, deck in enumerate(field(record, "decks", list), 1):
        shuffled = shuffled_deck(prk, match_id, number, pack)
        if deck == shuffled:
            yield True, f"deal {number}"
            continue
        cards = deck if type(deck) is list else []
        same = 0
        while same < min(len(cards), len(pack)) and cards[same] == shuffled[same]:
            same += 1
        yield False, f"deal {number}: the deck differs from the shuffle at card {same + 1}"


def check(record, seen_commitment=None, sent=()):
    """Everything that can be checked of a record."""
    if type(record) is not dict:
        raise BadRecord("the record is not an object")
    pack = canonical_pack(read_game(record))
    match_id = read_match_id(record)
    secret = unhex_32(record, "secret")
    entropies = read_entropies(record)
    prk = extract(combine(entropies), secret)
    yield from check_commitment(record, secret, seen_commitment)
    yield from check_entropies(entropies, sent)
    yield from check_dealer(record, prk, match_id)
    yield from check_decks(record, prk, match_id, pack)


# The command.


def hex_argument(text):
    """Hexadecimal text of the command line."""
    try:
        return binascii.unhexlify(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not hexadecimal") from None


def seat_argument(text):
    """SEAT=HEX of the command line."""
    seat, equals, entropy = text.partition("=")
    if not equals or not seat.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not SEAT=HEX")
    return int(seat), hex_argument(entropy)


def parse_arguments():
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("record", metavar="FILE", help="record of a finished match; - for standard input")
    parser.add_argument("--commitment", metavar="HEX", type=hex_argument, help="the commitment you saw")
    parser.add_argument(
        "--entropy", metavar="SEAT=HEX", type=seat_argument, action="append", default=[], help="what you sent"
    )
    return parser.parse_args()


def main():
    """Runs the check and says what came of it."""
    arguments = parse_arguments()
    failures = 0
    try:
        if arguments.record == "-":
            record = json.load(sys.stdin)
        else:
            with open(arguments.record, encoding="utf-8") as file:
                record = json.load(file)
        for well, what in check(record, arguments.commitment, arguments.entropy):
            print(f"{'ok  ' if well else 'FAIL'} {what}")
            failures += not well
    except (OSError, ValueError, BadRecord) as error:
        print(f"FAIL record: {error}")
        failures += 1
    print("result: ok" if failures == 0 else f"result: {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
