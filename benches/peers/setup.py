"""Makes the environment of the peers, `benches/peers/.venv`, from `requirements.txt`.

    python benches/peers/setup.py            does nothing where it is up to date
    python benches/peers/setup.py --again    makes it anew

A package that can't be installed does not stop the others: it is named with its reason, here and in
`.venv/absent.json`, from where the table reports its peer as absent.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
ENVIRONMENT = HERE / ".venv"
REQUIREMENTS = HERE / "requirements.txt"
ABSENT = ENVIRONMENT / "absent.json"
STAMP = ENVIRONMENT / "made-from"


def peers_python() -> Path:
    """The interpreter that runs the peers."""
    return ENVIRONMENT / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def install(*what: str) -> str | None:
    """Installs with pip; gives the reason if it can't."""
    command = [str(peers_python()), "-m", "pip", "install", "--quiet", "--no-deps"]
    command += ["--no-input", "--disable-pip-version-check", "--only-binary", ":all:"]
    done = subprocess.run([*command, *what], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    said = [line for line in done.stderr.splitlines() if line.strip()]
    errors = [line for line in said if line.startswith("ERROR")] or said
    return errors[-1].removeprefix("ERROR: ") if errors else f"pip exited with {done.returncode}"


def main() -> int:
    """Makes the environment. What is absent is no failure: the table reports it."""
    text = REQUIREMENTS.read_text(encoding="utf-8")
    made_from = hashlib.sha256(f"{sys.version}\n{text}".encode()).hexdigest()
    up_to_date = STAMP.exists() and STAMP.read_text(encoding="utf-8") == made_from
    if up_to_date and "--again" not in sys.argv[1:]:
        absent: dict[str, str] = json.loads(ABSENT.read_text(encoding="utf-8"))
    else:
        print("making the environment of the peers, benches/peers/.venv", file=sys.stderr)
        venv.EnvBuilder(with_pip=True, clear=True).create(ENVIRONMENT)
        absent = {}
        if install("--requirement", str(REQUIREMENTS)) is not None:
            lines = [line for line in text.splitlines() if line and not line.startswith("#")]
            absent = {line: reason for line in lines if (reason := install(line)) is not None}
        ABSENT.write_text(json.dumps(absent, indent=2) + "\n", encoding="utf-8")
        STAMP.write_text(made_from, encoding="utf-8")
    for package, reason in absent.items():
        print(f"absent: {package}: {reason}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
