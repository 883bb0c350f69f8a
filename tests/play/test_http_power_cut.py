"""A game over real HTTP goes on after a stop, a kill and a power cut."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from play_fakes import DotsGame
from play_served import WAIT_S, ServedGame, hand_words, seated

from companion.play.shelf import Shelf


def test_the_game_goes_on_after_a_stop(served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    ann.play()
    before = (hand_words(ann, "A"), ann.section("moves")["steps"], ann.table()["prompt"])
    served.stop()
    served.start()
    assert (hand_words(ann, "A"), ann.section("moves")["steps"], ann.table()["prompt"]) == before
    ben.play()
    assert ann.table()["prompt"]["en"] == "Ann: lay a number."


def test_the_game_goes_on_after_a_kill(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from companion.cli import main; main()", "serve"]
    options = ["--game", "solani", "--seats", "Ann,Ben", "--host", "127.0.0.1", "--port", "0"]
    options += ["--journal", str(tmp_path / "game.db"), "--data", str(tmp_path)]

    class Started:
        """The command in a process of its own."""

        def __init__(self) -> None:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(command + options, stdout=pipe, text=True)
            watchdog = threading.Timer(60.0, self.process.kill)
            watchdog.start()
            assert self.process.stdout is not None
            for line in self.process.stdout:
                if "open http" in line:
                    self.port = int(line.strip().rsplit(":", 1)[1])
                if line.startswith("Join code: "):
                    self.code = line.split()[-1]
                    break
            watchdog.cancel()

        def kill(self, number: int) -> None:
            os.kill(self.process.pid, number)
            self.process.wait(WAIT_S)
            assert self.process.stdout is not None
            self.process.stdout.close()

    first = Started()
    phone = seated(first, "A", "B")  # type: ignore[arg-type]
    for _ in range(3):
        phone.play()
    before = phone.table()
    first.kill(signal.SIGKILL)
    second = Started()
    try:
        phone.served = second  # type: ignore[assignment]
        assert second.code == first.code
        assert phone.table()["prompt"] == before["prompt"]
        assert phone.table()["moment"] == before["moment"]
        phone.play()
    finally:
        second.kill(signal.SIGINT)


def test_a_draw_that_a_power_cut_prevented_is_made_up_for(tmp_path: Path, dots: DotsGame) -> None:
    served = ServedGame(tmp_path / "data", "dots", ("Ann", "Ben"))
    try:
        ann = seated(served, "A")
        held = hand_words(ann, "A")
        served.stop()
        shelf = Shelf(tmp_path / "data" / "games")
        shelf.journal.append("play", f"lay A {held[0]} 0,0", "A", 0.0)
        shelf.close()
        served.start()
        assert ann.table()["prompt"]["en"] == "Ben: lay a number."
    finally:
        served.stop()
