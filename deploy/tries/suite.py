"""The whole suite in one process."""

import os
import subprocess

from ground import answers, binary, free_port, stop, until


class Suite:
    """`jodi up` on a free port."""

    def __init__(self, ground, url, accepted):
        self.ground, self.port = ground, free_port()
        self.environment = {
            "DATABASE_URL": url,
            "JODI_LISTEN": f"127.0.0.1:{self.port}",
            "JODI_DATA_DIR": ground.folder / "suite",
            "JODI_SERVICE_KEYS": accepted,
        }

    def start(self):
        self.process = self.ground.start("suite", [binary("jodi"), "up"], self.environment)
        until("the suite serving", self.serves)
        return self

    def restart(self):
        stop(self.process)
        return self.start()

    def serves(self):
        assert self.process.poll() is None, "the suite ended at once"
        return answers(self.port)

    def jodi(self, *arguments, key=None, check=True):
        """One of the operator's commands against it; what it prints."""
        environment = os.environ | ({"JODI_KEY": key} if key else {}) | {"NO_COLOR": "1"}
        command = [str(binary("jodi")), *map(str, arguments)]
        done = subprocess.run(command, check=check, text=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.stdout.strip()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"
