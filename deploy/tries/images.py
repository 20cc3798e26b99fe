"""Runs what the images hold; see deploy/images/try."""

import os
import subprocess

from apart import Apart
from ground import ROOT, Ground, Postgres, Roles, binary, say
from players import client

ROOTFS = ROOT / "deploy/images/rootfs"
USER = "65532:65532"


def laid_out(ground, name):
    """The folder that an image of this binary would be."""
    folder = ground.folder / "images" / name
    subprocess.run([ROOTFS, binary(name), folder], check=True)
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    say(f"{name}: {size / 1e6:.1f} MB in {len(files)} files: {' '.join(sorted(path.name for path in files))}")
    return folder


def entering(folder, name, *arguments):
    return ["chroot", f"--userspec={USER}", "--groups=", folder, f"/bin/{name}", *arguments]


def main():
    assert os.geteuid() == 0, "chroot needs root"
    with Ground() as ground:
        folders = {name: laid_out(ground, name) for name in ("jodi", "lobby", "game-engine", "ratings")}
        roles = Roles(Postgres(ground).create().start()).create()
        migrate = entering(folders["jodi"], "jodi", "migrate")
        subprocess.run(migrate, check=True, env=os.environ | {"DATABASE_URL": roles.url("jodi_owner")})
        apart = Apart(ground, roles, command=lambda service: entering(folders[service], service)).start_all()
        for service, process in apart.processes.items():
            # chroot became the service: same process, other root and user.
            status = open(f"/proc/{process.pid}/status").read()
            assert "Uid:\t65532" in status and "CapEff:\t0000000000000000" in status, status
            assert os.readlink(f"/proc/{process.pid}/root") == str(folders[service]), service
        play_a_match(apart)
    say("The images work.")


def play_a_match(apart):
    """Four players; each knows the address of each service, as there is no edge here."""
    play = client(f"127.0.0.1:{apart.ports['lobby']}")
    stubs = {"engine": play.ENGINE_GRPC.EngineServiceStub, "ratings": play.RATINGS_GRPC.RatingsServiceStub}
    guests = [play.Guest(name) for name in ("Asha", "Bala", "Chitra", "Dev")]
    for guest in guests:
        for area, service in (("engine", "game-engine"), ("ratings", "ratings")):
            channel = play.grpc.insecure_channel(f"127.0.0.1:{apart.ports[service]}")
            setattr(guest, area, stubs[area](channel))
    match_id, _ = play.start_match(guests[0], guests[1:])
    play.run_all([play.Player(guest, match_id).play_by_calls for guest in guests])
    result = play.await_rated(guests[0], match_id)
    say(f"a match among the three, each in its root and as user 65532 without capabilities: {play.RATINGS.ResultState.Name(result.state)}")


if __name__ == "__main__":
    main()
