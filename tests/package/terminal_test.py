# SPDX-License-Identifier: MIT
"""Completes command lines of hone in a real terminal session: terminal_test.py HONE bash|zsh|fish

The session types a line, a tab and return. In it hone is a function that prints its words, so that what was completed
is seen without reading the screen.
"""
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

# What is typed before the tab, and the words of the line after it.
LINES = [
    ("sel", "selfplay"),
    ("perft --dep", "perft --depth"),
    ("perft --game brea", "perft --game breakthrough"),
    ("search --game chess --tree d", "search --game chess --tree dot"),
    ("export --format pes", "export --format pesto"),
    ("data ded", "data dedupe"),
    ("data convert so", "data convert some.games"),
    ("tune --data other.csv so", "tune --data other.csv some.games"),
    ("uci -w so", "uci -w some.games"),
    ("run --resume ni", "run --resume night"),
    ("help --comp", "help --completion"),
    ("help se", None),  # two commands: nothing is chosen
]

START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source ./script", 'hone() { echo "RAN<$*>"; }'),
    "zsh": (["zsh", "-f", "-i"], "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D",
            'hone() { print -r -- "RAN<$*>" }'),
    "fish": (["fish", "--no-config", "-i"], "source ./script", 'function hone; echo "RAN<$argv>"; end'),
}
SECONDS = 60


class Terminal:
    def __init__(self, words, folder):
        self.pid, self.terminal = os.forkpty()
        if self.pid == 0:
            os.chdir(folder)
            environment = dict(os.environ, HOME=folder, TERM="xterm", PS1="> ", LC_ALL="C.UTF-8")
            os.execvpe(words[0], words, environment)
        self.seen = ""

    def read(self, seconds):
        """Takes what comes within the time; returns whether anything came."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            self.seen += os.read(self.terminal, 65536).decode(errors="replace")
        except OSError:
            sys.exit("the shell has ended; it said:\n" + self.seen)
        return True

    def rest(self):
        """Waits until the shell has nothing more to say."""
        while self.read(0.4):
            pass

    def type(self, text):
        os.write(self.terminal, text.encode())

    def close(self):
        """Ends the shell, as when its window is closed, and waits until it has written its history."""
        os.close(self.terminal)
        os.waitpid(self.pid, 0)

    def wait_for(self, sign):
        end = time.time() + SECONDS
        while sign not in self.seen:
            if time.time() > end:
                return False
            self.read(0.2)
        return True


def last_words(seen):
    """The words between the last RAN< and >, or nothing."""
    return seen.rsplit("RAN<", 1)[1].split(">", 1)[0] if "RAN<" in seen else None


def main():
    hone, shell = sys.argv[1:]
    if shutil.which(shell) is None:
        print(f"skipped: there is no {shell} (apt-get install {shell})")
        return 0
    words, load, function = START[shell]
    with tempfile.TemporaryDirectory() as folder:
        script = subprocess.run([hone, "help", "--completion", shell], check=True, capture_output=True).stdout
        for name in ("script", "_hone"):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(script)
        for name in ("some.games", "other.csv", "nimble.txt"):
            open(os.path.join(folder, name), "w").close()
        os.mkdir(os.path.join(folder, "night"))

        terminal = Terminal(words, folder)
        terminal.rest()
        terminal.type(load + "\n" + function + "\necho rea''dy\n")
        if not terminal.wait_for("ready"):
            sys.exit(f"{shell} does not start; it said:\n{terminal.seen}")
        failures = 0
        for typed, expected in LINES:
            terminal.rest()
            terminal.seen = ""
            terminal.type(f"hone {typed}\t")
            terminal.rest()
            terminal.type("\n")
            terminal.wait_for("RAN<")
            terminal.rest()
            found = last_words(terminal.seen)
            # zsh takes the slash after a folder away again when the line ends there.
            if found is None or found.strip().rstrip("/") != (expected or typed):
                failures += 1
                print(f"hone {typed}: expected '{expected or typed}', found '{found}'; the terminal:\n{terminal.seen}")
        terminal.close()
        print(f"{len(LINES) - failures} of {len(LINES)} lines were completed in {shell}")
        return 1 if failures else 0


sys.exit(main())
