"""The three services as three processes, each with its own role of the database and its own keys."""

import subprocess

from ground import answers, binary, free_port, stop, until

# Where a page comes from that may call the services.
WEB_ORIGIN = "https://play.example"


def service_key(name, scopes):
    """A key and the line that accepts it, as `jodi keys print` makes them."""
    command = [str(binary("jodi")), "keys", "print", "--name", name, "--scope", scopes]
    printed = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    key, line = printed.split("\n")[:2]
    assert key.startswith("jodi_sk_") and line.startswith(name), "a key, then its line"
    return key, line


class Apart:
    """Lobby, engine and ratings on free ports; `command` says how to run one, if not simply by its binary."""

    def __init__(self, ground, roles, command=None):
        self.ground = ground
        self.command = command or (lambda service: [binary(service)])
        self.ports = {service: free_port() for service in ("lobby", "game-engine", "ratings")}
        self.lobby_key, lobby_line = service_key("lobby", "matches.create,matches.read")
        self.engine_key, engine_line = service_key("engine", "results.write")
        self.admin_key, admin_line = service_key("operator", "admin")
        self.environment = {
            "JODI_SERVICE_KEYS": ";".join([lobby_line, engine_line, admin_line]),
            "JODI_LOG_FORMAT": "json",
            "JODI_WEB_ORIGINS": WEB_ORIGIN,
            "JODI_ENGINE_BOT_DELAY_MS": 0,
            "JODI_LOBBY_ADDRESS": self.address("lobby"),
            "JODI_ENGINE_ADDRESS": self.address("game-engine"),
            "JODI_RATINGS_ADDRESS": self.address("ratings"),
        }
        self.own = {
            "lobby": {"DATABASE_URL": roles.url("jodi_lobby"), "JODI_LOBBY_ENGINE_KEY": self.lobby_key},
            "game-engine": {"DATABASE_URL": roles.url("jodi_engine"), "JODI_ENGINE_RATINGS_KEY": self.engine_key},
            "ratings": {"DATABASE_URL": roles.url("jodi_ratings")},
        }
        self.processes = {}

    def address(self, service):
        return f"http://127.0.0.1:{self.ports[service]}"

    def start(self, service):
        """Starts one and waits until it listens."""
        environment = self.environment | self.own[service] | {"JODI_LISTEN": f"127.0.0.1:{self.ports[service]}"}
        process = self.ground.start(service, self.command(service), environment)
        self.processes[service] = process
        until(f"{service} serving", lambda: self.listens(service))
        return process

    def listens(self, service):
        assert self.processes[service].poll() is None, f"{service} ended at once"
        return answers(self.ports[service])

    def start_all(self):
        for service in self.ports:
            self.start(service)
        return self

    def restart(self, service):
        """Drains one and starts it again; how long the drain took, in seconds, and the exit code."""
        ended = stop(self.processes[service])
        self.start(service)
        return ended
