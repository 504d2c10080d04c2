# SPDX-License-Identifier: MIT
"""Plays in a terminal: play_terminal_test.py HONE

Editing, completion, lines typed ahead, colours, narrow windows, and what Ctrl-C, Ctrl-D and a closed terminal do.
"""
import fcntl
import os
import select
import signal
import struct
import sys
import tempfile
import termios
import time

SECONDS = 60
HONE = sys.argv[1]
failures = 0


class Game:
    """A session of hone play in a terminal of its own."""

    def __init__(self, words, columns=80, **environment):
        self.folder = tempfile.TemporaryDirectory()
        self.pid, self.terminal = os.forkpty()
        if self.pid == 0:
            os.chdir(self.folder.name)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup leaves it ignored
            variables = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
            variables.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": self.folder.name}, **environment)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.execve(HONE, [HONE, "play"] + words, variables)
        self.seen = ""

    def read(self, seconds):
        if not select.select([self.terminal], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            return False
        self.seen += data.decode(errors="replace")
        return len(data) > 0

    def wait_for(self, sign):
        """Reads until the sign has been seen, and forgets what came up to it."""
        end = time.time() + SECONDS
        while sign not in self.seen:
            if time.time() > end or not self.read(0.2):
                fail(f"'{sign}' did not come; the terminal:\n{self.seen}")
                return ""
        before, self.seen = self.seen.split(sign, 1)
        return before + sign

    def type(self, text):
        os.write(self.terminal, text.encode())

    def exit_code(self):
        end = time.time() + SECONDS
        while time.time() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            self.read(0.05)
        os.kill(self.pid, signal.SIGKILL)
        return "none: it goes on"

    def close(self):
        os.close(self.terminal)

    def file(self, name):
        try:
            with open(os.path.join(self.folder.name, name), encoding="utf-8") as file:
                return file.read()
        except OSError:
            return ""


def fail(message):
    global failures
    failures += 1
    print(message)


def expect(found, wanted, what):
    if found != wanted:
        fail(f"{what}: expected {wanted!r}, found {found!r}")


def expect_in(part, text, what):
    if part not in text:
        fail(f"{what}: expected {part!r} in {text!r}")


def completes_and_edits():
    game = Game("--game chess --side both --board none".split())
    game.wait_for("White> ")
    game.type("e2\t")  # e2e3 or e2e4: as far as both agree
    game.type("\t")  # and then both are listed
    game.wait_for("e2e3 e2e4")
    game.type("4\n")
    game.wait_for("Black> ")
    game.type("Nf\t\n")  # one move: it is completed
    game.wait_for("White> ")
    game.type("gam\t\n")  # so is a command
    game.wait_for("1. e4 Nf6")
    game.wait_for("White> ")
    game.type("d5\x7f4\n")  # backspace
    game.wait_for("Black> ")
    game.type("game\n")
    game.wait_for("2. d4")
    game.wait_for("Black> ")
    game.type("\x1b[A\n")  # the line before, by the arrow
    game.wait_for("2. d4")
    game.wait_for("Black> ")
    game.type("\u265e\u00e9\n")  # letters of several bytes
    game.wait_for("is no legal move")
    game.wait_for("Black> ")
    game.type("\x04")
    expect(game.exit_code(), 0, "Ctrl-D at the prompt")
    game.close()


def heeds_what_was_typed_before_the_prompt():
    for typed in ("\x04", "quit\n"):
        game = Game("--game chess --side second --movetime 500 --board none".split())
        game.wait_for("thinking: depth")
        game.type(typed)
        game.wait_for("Black> ")
        expect(game.exit_code(), 0, f"{typed!r} while the engine thinks")
        game.close()


def draws_as_the_terminal_can():
    for what, environment, signs in [
        ("colours and Unicode", {}, ["\033[48;5;", "\u265f"]),
        ("colours and letters", {"LC_ALL": "C"}, ["\033[48;5;", "P"]),
        ("NO_COLOR", {"NO_COLOR": "1"}, ["2  P P P P P P P P"]),
        ("TERM=dumb", {"TERM": "dumb"}, ["2  P P P P P P P P"]),
    ]:
        game = Game("--game chess".split(), **environment)
        text = game.wait_for("White> ")
        for sign in signs:
            expect_in(sign, text, what)
        if "48;5" not in signs[0] and "\033[48" in text:
            fail(f"{what}: there are colours")
        game.type("quit\n")
        expect(game.exit_code(), 0, what)
        game.close()


def fits_narrow_windows():
    game = Game("--game chess --side both".split(), columns=20, NO_COLOR="1")
    game.wait_for("Type a move")
    game.type("e4\n")
    game.wait_for("[P]")
    game.wait_for("a b c d e f g h")
    game.type("quit\n")
    expect(game.exit_code(), 0, "20 columns")
    game.close()
    game = Game("--game chess --side both".split(), columns=5)
    game.type("e4\nquit\n")
    expect(game.exit_code(), 0, "5 columns")
    game.close()


def moves_at_once_when_interrupted():
    game = Game("--game chess --side second --movetime 600000 --board none --save game.pgn".split())
    game.wait_for("thinking: depth")
    time.sleep(0.3)
    game.type("\x03")
    game.wait_for("White plays ")
    game.wait_for("Black> ")
    time.sleep(0.4)  # or it would be taken for an echo of the first
    game.type("\x03")
    game.wait_for("To go on: hone play --game chess")
    expect(game.exit_code(), 3, "Ctrl-C at the prompt")
    expect_in("[Result \"*\"]", game.file("game.pgn"), "the saved game")
    game.close()


def saves_when_it_is_ended():
    for signal_sent in (signal.SIGTERM, signal.SIGHUP):
        game = Game("--game chess --side both --board none --save game.pgn".split())
        game.wait_for("White> ")
        game.type("e4\n")
        game.wait_for("Black> ")
        os.kill(game.pid, signal_sent)
        expect(game.exit_code(), 3, f"signal {signal_sent} at the prompt")
        expect_in("1. e4", game.file("game.pgn"), "the saved game")
        game.close()
    game = Game("--game chess --movetime 600000 --board none --save game.pgn".split())
    game.wait_for("White> ")
    game.type("e4\n")
    game.wait_for("thinking: depth")
    os.kill(game.pid, signal.SIGTERM)
    expect(game.exit_code(), 3, "SIGTERM while the engine thinks")
    expect_in("1. e4", game.file("game.pgn"), "the saved game")
    game.close()
    game = Game("--game chess --side both --board none --save game.pgn".split())
    game.wait_for("White> ")
    game.type("e4\n")
    game.wait_for("Black> ")
    game.close()  # the terminal is closed
    end = time.time() + SECONDS
    while time.time() < end:
        pid, status = os.waitpid(game.pid, os.WNOHANG)
        if pid:
            break
        time.sleep(0.05)
    else:
        os.kill(game.pid, signal.SIGKILL)
        fail("it goes on after its terminal was closed")
    expect_in("1. e4", game.file("game.pgn"), "the saved game")


for test in (completes_and_edits, heeds_what_was_typed_before_the_prompt, draws_as_the_terminal_can,
             fits_narrow_windows, moves_at_once_when_interrupted, saves_when_it_is_ended):
    before = failures
    test()
    print(f"{test.__name__}: {'passed' if failures == before else 'failed'}")
sys.exit(1 if failures else 0)
