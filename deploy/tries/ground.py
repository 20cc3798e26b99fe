"""What the tries in deploy/ stand on: a folder that goes away, processes that end with it, a Postgres of their own, free ports.

Everything listens on loopback only and is ended by its own process id.
"""

import os
import pathlib
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# How long anything may take to come up or to end, in seconds.
PATIENCE = 60
# Between two looks at something that is not there yet, in seconds.
LOOK_AGAIN = 0.05
DATABASE = "jodi"


def say(text):
    print(text, flush=True)


def target():
    """Where cargo puts what it builds."""
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def binary(name):
    """A binary of the suite: of the profile that JODI_PROFILE names, else of debug."""
    path = target() / os.environ.get("JODI_PROFILE", "debug") / name
    if not path.exists():
        raise SystemExit(f"{path} is missing: cargo build -p jodi -p lobby -p game-engine -p ratings")
    return path


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(what, check):
    """Waits until `check` gives something true; that."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        time.sleep(LOOK_AGAIN)
    raise AssertionError(f"{what} did not happen within {PATIENCE} s")


def answers(port):
    """Whether somebody listens there."""
    with socket.socket() as connection:
        connection.settimeout(1)
        return connection.connect_ex(("127.0.0.1", port)) == 0


class Ground:
    """A folder and the processes in it. Leaving it ends them, the last one first, and removes the folder."""

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="jodi-try-"))
        # Postgres runs as somebody else when we are root, and must get to its own folder in this one.
        self.folder.chmod(0o755)
        self.running = []
        return self

    def __exit__(self, kind, *_):
        for process in reversed(self.running):
            stop(process)
        if kind is not None:
            for log in sorted(self.folder.glob("*.log")):
                say(f"--- the end of {log.name}\n" + "\n".join(log.read_text(errors="replace").splitlines()[-15:]))
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, name, command, environment=None, **how):
        """Starts a process; its output goes to NAME.log."""
        with open(self.folder / f"{name}.log", "ab") as log:
            process = subprocess.Popen(
                [str(word) for word in command],
                env=os.environ | {key: str(value) for key, value in (environment or {}).items()},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                **how,
            )
        self.running.append(process)
        return process


def stop(process):
    """Ends a process by SIGTERM; how long it took, in seconds, and its exit code."""
    begun = time.monotonic()
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    return time.monotonic() - begun, process.returncode


class Postgres:
    """A cluster of its own, durable as the suite demands it, with passwords asked for."""

    def __init__(self, ground, name="postgres", settings=()):
        self.ground, self.name, self.settings = ground, name, settings
        self.bin = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self.folder = ground.folder / name
        self.folder.mkdir()
        # Postgres refuses to run as root.
        self.user = "postgres" if os.geteuid() == 0 else None
        if self.user:
            account = pwd.getpwnam(self.user)
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        self.data = self.folder / "data"
        self.port = free_port()
        self.password = secrets.token_hex(16)
        self.process = None

    def who(self):
        return {"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}

    def run(self, program, *arguments, **how):
        """Runs one of Postgres's own programs as the cluster's user."""
        command = [str(self.bin / program), *map(str, arguments)]
        return subprocess.run(command, check=True, cwd=self.folder, env=self.as_superuser(), **how, **self.who())

    def as_superuser(self):
        return os.environ | {
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self.port),
            "PGUSER": "postgres",
            "PGPASSWORD": self.password,
            "PGDATABASE": "postgres",
        }

    def create(self):
        """Makes the cluster."""
        secret = self.folder / "password"
        secret.write_text(self.password)
        secret.chmod(0o644)
        self.run("initdb", "--auth=scram-sha-256", "--username=postgres", f"--pwfile={secret}", "-D", self.data, stdout=subprocess.DEVNULL)
        secret.unlink()
        return self

    def start(self):
        """Starts it and waits until it answers."""
        settings = ["listen_addresses=127.0.0.1", f"port={self.port}", "unix_socket_directories=", *self.settings]
        flags = [word for setting in settings for word in ("-c", setting)]
        command = [self.bin / "postgres", "-D", self.data, *flags]
        self.process = self.ground.start(self.name, command, **self.who())
        until("Postgres", self.answers)
        return self

    def answers(self):
        assert self.process.poll() is None, "Postgres ended at once"
        asked = subprocess.run([self.bin / "pg_isready", "-q"], env=self.as_superuser(), check=False)
        return asked.returncode == 0

    def stop(self):
        # SIGINT: open connections are ended, and everything is written.
        self.process.send_signal(2)
        self.process.wait(PATIENCE)

    def sql(self, text, database=DATABASE):
        """Runs statements as the superuser; what they print."""
        command = [self.bin / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", database]
        done = subprocess.run(command, input=text, text=True, env=self.as_superuser(), stdout=subprocess.PIPE, check=True)
        return done.stdout.strip()

    def script(self, path):
        """Runs a file of statements as the superuser."""
        self.sql(path.read_text())

    def url(self, role="postgres", password=None):
        return f"postgres://{role}:{password or self.password}@127.0.0.1:{self.port}/{DATABASE}"


class Roles:
    """The database of the suite with a role for each service and an owner, all schemas up to date."""

    SQL = ROOT / "deploy/postgres/roles.sql"

    def __init__(self, postgres):
        self.postgres = postgres
        self.passwords = {role: secrets.token_hex(16) for role in ("jodi_owner", "jodi_lobby", "jodi_engine", "jodi_ratings")}

    def create(self):
        self.postgres.sql(f"create database {DATABASE}", database="postgres")
        self.postgres.script(self.SQL)
        for role, password in self.passwords.items():
            self.postgres.sql(f"alter role {role} password '{password}'")
        self.migrate()
        self.postgres.script(self.SQL)
        return self

    def migrate(self):
        migrate = [str(binary("jodi")), "migrate"]
        environment = os.environ | {"DATABASE_URL": self.url("jodi_owner")}
        subprocess.run(migrate, check=True, env=environment, stdout=subprocess.DEVNULL)

    def url(self, role):
        return self.postgres.url(role, self.passwords[role])
