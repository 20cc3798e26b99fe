"""Checks a document on standard input for what its kind demands; used by deploy/check."""

import pathlib
import re
import sys

import yaml

HERE = pathlib.Path(__file__).resolve().parent


def bill(text):
    """A bill of materials: its schema, CycloneDX 1.5."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    return JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)


def compose(text):
    """A file of compose: whatever it names beside it is there, or is made by make-secrets."""
    makes = (HERE / "compose/make-secrets").read_text()
    for name, service in yaml.safe_load(text)["services"].items():
        mounts = [mount.split(":")[0] for mount in service.get("volumes", [])]
        for path in [mount for mount in mounts if mount.startswith(".")] + service.get("env_file", []):
            secret = re.fullmatch(r"(?:\./)?compose/secrets/(.*)", path)
            there = f"$made/{secret[1]}" in makes if secret else (HERE / path).exists()
            if not there:
                return f"{name} names {path}, which is not there"
    return None


def manifests(text):
    """Manifests: a pod of the suite has a user without rights, bounds, and more time than its drain takes."""
    for manifest in yaml.safe_load_all(text):
        pod = manifest.get("spec", {}).get("template", {}).get("spec")
        if pod is None:
            continue
        name = manifest["metadata"]["name"]
        if not pod["securityContext"]["runAsNonRoot"] or pod["automountServiceAccountToken"]:
            return f"{name} has more rights than it needs"
        for container in pod["containers"]:
            own = container["securityContext"]
            if not own["readOnlyRootFilesystem"] or own["allowPrivilegeEscalation"] or own["capabilities"] != {"drop": ["ALL"]}:
                return f"{name}/{container['name']} has more rights than it needs"
            if "memory" not in container["resources"]["limits"]:
                return f"{name}/{container['name']} has no bound of memory"
            pause = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
            # The deadline of a drain is 10 s unless it is set otherwise.
            if pod.get("terminationGracePeriodSeconds", 30) <= pause + 10:
                return f"{name} is killed before its drain is over"
    return None


def alerts(text):
    """Alerts: what they point to in the runbook is there."""
    headings = re.findall(r"^#+ (.*)$", (HERE / "RUNBOOK.md").read_text(), re.M)
    there = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    missing = set(re.findall(r"RUNBOOK\.md#([\w-]+)", text)) - there
    return f"the runbook has no {', '.join(sorted(missing))}" if missing else None


if __name__ == "__main__":
    [kind] = sys.argv[1:]
    fault = {"alerts": alerts, "bill": bill, "compose": compose, "manifests": manifests}[kind](sys.stdin.read())
    if fault is not None:
        sys.exit(f"{kind}: {str(fault).splitlines()[0]}")
