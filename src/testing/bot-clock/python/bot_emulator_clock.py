"""The bot's time in this process, and the sleeps and timeouts that run on it."""

import _thread
import math
import os
import re
import sys
import time

REAL = {name: getattr(time, name) for name in ("time", "monotonic", "sleep")}
REAL_LOCK = _thread.allocate_lock

#: The tolerance for rounding errors in sums of floats. A wait is over if less time than this is left.
FLOAT_ERROR_MS = 0.001
#: If this process's time goes back by more than this, the emulator's clock was set back. A smaller step only corrects
#: the time that passed before this process learned of a freeze.
SET_BACK_MS = 1000
#: A program that reads a frozen clock so often in each second waits in a loop for the time to pass.
BUSY_READS = 100_000


class BusyWait:
    """Finds a loop that reads a frozen clock until it shows a later time. Without help, the loop would never end."""

    def __init__(self):
        self.reads = self.busy_seconds = 0
        self.counted_at = REAL["monotonic"]()

    def seconds(self):
        """Returns the time by which the frozen clock goes on in such a loop, a second after the loop's begin."""
        self.reads += 1
        if self.reads == BUSY_READS:
            now = REAL["monotonic"]()
            passed, before = now - self.counted_at, self.busy_seconds
            self.reads, self.counted_at = 0, now
            self.busy_seconds = before + passed if passed < 1 else 0
            if before < 1 <= self.busy_seconds:
                sys.stderr.write("bot-emulator: the program waits in a loop for a later time, but the clock is frozen.\n")
        return max(0, self.busy_seconds - 1)


class BotTime:
    """The time of this process: real time, shifted and frozen like the emulator's clock.

    The elapsed time keeps its distance to the time of day. Otherwise a daily job would run a little before its hour, and
    once more at its hour.
    """

    def __init__(self):
        self.offset_ms = 0
        self.frozen_at_ms = None
        self.ahead_ms = (REAL["monotonic"]() - REAL["time"]()) * 1000
        self.least_monotonic = 0
        self.busy = BusyWait()

    def now_ms(self):
        return REAL["time"]() * 1000 + self.offset_ms if self.frozen_at_ms is None else self.frozen_at_ms

    def elapsed_ms(self):
        return self.now_ms() + self.ahead_ms

    def is_frozen(self):
        return self.frozen_at_ms is not None

    def now(self):
        return self.now_ms() / 1000 + (self.busy.seconds() if self.is_frozen() else 0)

    def elapsed(self):
        return self.elapsed_ms() / 1000

    def monotonic(self):
        """Returns the elapsed seconds, but does not step back when the emulator freezes its clock.

        Each call on a frozen clock returns a little more, because loops such as that of `multiprocessing.connection.wait`
        end only after their deadline.
        """
        seconds = max(self.least_monotonic, self.elapsed())
        if self.is_frozen():
            self.least_monotonic = math.nextafter(seconds, math.inf)
            seconds += self.busy.seconds()
        return seconds

    def follow(self, offset_ms, frozen_at_ms):
        self.busy = BusyWait()
        before, self.least_monotonic = self.now_ms(), self.monotonic()
        self.offset_ms, self.frozen_at_ms = offset_ms, frozen_at_ms
        set_back_ms = before - self.now_ms()
        if set_back_ms > SET_BACK_MS:
            self.ahead_ms += set_back_ms


TIME = BotTime()
#: The waits, in all threads and event loops, that have a timeout on the bot's time. A change of the clock wakes them,
#: so that they compute their real timeouts again.
WAITS = set()


class Wait:
    """A wait of a thread or event loop, with a timeout on the bot's time, or without one."""

    def __init__(self, seconds, wake):
        self.due_ms = math.inf if seconds is None else TIME.elapsed_ms() + seconds * 1000
        self.wake = wake

    def __enter__(self):
        if self.due_ms < math.inf:
            WAITS.add(self)
        return self

    def __exit__(self, *_):
        WAITS.discard(self)

    def is_over(self):
        return TIME.elapsed_ms() >= self.due_ms - FLOAT_ERROR_MS

    def real_seconds(self):
        """Returns the real seconds until the timeout, infinite on a frozen clock, on which it is never reached."""
        if self.is_over():
            return 0
        return math.inf if TIME.is_frozen() else max(0, self.due_ms - TIME.elapsed_ms()) / 1000


class Waiter:
    """A lock in which one thread waits, until `release` or until a timeout on the bot's time."""

    def __init__(self):
        self.lock = REAL_LOCK()
        self.is_released = False

    def acquire(self, blocking=True, timeout=-1):
        if not blocking or timeout is None or timeout <= 0 or is_real_time():
            return self.lock.acquire(blocking, -1 if timeout is None else timeout)
        with Wait(timeout, self.wake) as wait:
            while not self.is_released and not wait.is_over():
                self.lock.acquire(True, min(wait.real_seconds(), _thread.TIMEOUT_MAX))
        return self.is_released

    def release(self):
        self.is_released = True
        self.wake()

    def wake(self):
        try:
            self.lock.release()
        except RuntimeError:
            pass

    __enter__ = acquire

    def __exit__(self, *_):
        self.release()


def sleep(seconds):
    if seconds <= 0 or is_real_time():
        return REAL["sleep"](seconds)
    waiter = Waiter()
    waiter.lock.acquire()
    waiter.acquire(True, seconds)


#: Matches files whose timeouts stay on real time: HTTP clients, subprocess, and the loops in which bot libraries receive
#: updates.
REAL_TIME_CODE = re.compile(
    r"[\\/](urllib3|requests|httpx|httpcore|aiohttp)[\\/]"
    r"|[\\/]telegram[\\/](ext[\\/]_?(dispatcher|updater)\.py|_?request|utils[\\/]request\.py)"
    r"|[\\/]telebot[\\/](util|apihelper)\.py"
    r"|[\\/]subprocess\.py"
)
#: Matches anyio, these modules, and modules frozen into Python. Like the standard library, they wait on behalf of their caller, so the
#: caller decides whether a wait uses real time.
BETWEEN = re.compile(r"^<frozen|[\\/](anyio[\\/]|bot_emulator_\w+\.py)")
LIBRARY = os.path.dirname(os.__file__) + os.sep
kinds_of_code = {}


def kind_of(code):
    name = code.co_filename
    is_installed = "site-packages" in name or "dist-packages" in name
    if REAL_TIME_CODE.search(name):
        return "real"
    return "between" if BETWEEN.search(name) or (name.startswith(LIBRARY) and not is_installed) else "bot"


def is_real_time():
    """Returns true if the caller of this wait, outside the standard library, is code that must use real time."""
    frame = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        kind = kinds_of_code.get(code)
        if kind is None:
            kind = kinds_of_code[code] = kind_of(code)
        if kind != "between":
            return kind == "real"
        frame = frame.f_back
    return False


def wake_waits(only_over=False):
    for wait in list(WAITS):
        if not only_over or wait.is_over():
            wait.wake()
