"""Checks a document on standard input against the schema of its kind; used by deploy/check."""

import sys


def bill(text):
    """A bill of materials in CycloneDX 1.5."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    return JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)


if __name__ == "__main__":
    [kind] = sys.argv[1:]
    fault = {"bill": bill}[kind](sys.stdin.read())
    if fault is not None:
        sys.exit(f"{kind}: {str(fault).splitlines()[0]}")
