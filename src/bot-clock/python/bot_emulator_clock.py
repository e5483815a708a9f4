"""Follows an emulator's clock in this process: shifts the time, and reports when the process is idle."""

import _thread
import json
import math
import os
import platform
import re
import socket
import sys
import time
from urllib.parse import urlencode, urlsplit

REAL = {name: getattr(time, name) for name in ("time", "monotonic", "sleep", "localtime", "gmtime")}
REAL_LOCK = _thread.allocate_lock

CONNECT_SECONDS = 5
#: The largest error of sums of floats. Shorter waits are over at once.
FLOAT_ERROR_MS = 0.001
#: True if the system tells which threads run. Without that, the process is watched for longer.
SHOWS_THREADS = os.path.isdir("/proc/self/task")
#: The process is idle if, in consecutive checks with so many seconds between them, no thread of the bot works. A thread
#: that waits for the interpreter lock during one check works before the next one.
CALM_CHECKS = 2
CALM_SECONDS = 0.0005 if SHOWS_THREADS else 0.002
#: The checks after which a busy process is checked less often, so that it can work.
BUSY_CHECKS = 20
BUSY_SECONDS = 0.005
#: The number of next timers in a report.
LISTED_TIMERS = 5


class BotTime:
    """The time of this process: real time, shifted and frozen like the emulator's clock.

    Frozen times are whole milliseconds, as in the emulator. With fractions, rounding would make a timer wait for a
    moment that the frozen clock has already reached.
    """

    def __init__(self):
        self.offset_ms = 0
        self.frozen_at_ms = None
        self.elapsed_shift_ms = 0
        self.frozen_elapsed_ms = None

    def now_ms(self):
        return REAL["time"]() * 1000 + self.offset_ms if self.frozen_at_ms is None else self.frozen_at_ms

    def elapsed_ms(self):
        if self.frozen_elapsed_ms is not None:
            return self.frozen_elapsed_ms
        return REAL["monotonic"]() * 1000 + self.elapsed_shift_ms

    def is_frozen(self):
        return self.frozen_at_ms is not None

    def now(self):
        return self.now_ms() / 1000

    def elapsed(self):
        return self.elapsed_ms() / 1000

    def follow(self, offset_ms, frozen_at_ms):
        before, elapsed_before, was_frozen = self.now_ms(), self.elapsed_ms(), self.is_frozen()
        self.offset_ms, self.frozen_at_ms = offset_ms, frozen_at_ms
        elapsed = elapsed_before + max(0, self.now_ms() - before)
        if frozen_at_ms is not None:
            self.frozen_elapsed_ms = whole_ms(elapsed)
        elif was_frozen or abs(self.now_ms() - before) > 1:
            self.elapsed_shift_ms = elapsed - REAL["monotonic"]() * 1000
            self.frozen_elapsed_ms = None


def whole_ms(milliseconds):
    """Rounds up, apart from the errors of sums of floats."""
    return math.ceil(milliseconds - FLOAT_ERROR_MS)


TIME = BotTime()
#: The waits of all threads and event loops with a timeout on the bot's time. A change of the clock wakes all of them.
WAITS = set()


class Wait:
    """A wait of a thread or event loop, with a timeout on the bot's time."""

    def __init__(self, seconds, wake):
        self.due_ms = whole_ms(TIME.elapsed_ms() + seconds * 1000)
        self.wake = wake

    def __enter__(self):
        WAITS.add(self)
        return self

    def __exit__(self, *_):
        WAITS.discard(self)

    def is_over(self):
        return TIME.elapsed_ms() >= self.due_ms

    def real_timeout(self):
        """Returns the real seconds until the timeout, or None on a frozen clock, on which it is never reached."""
        left_ms = max(0, self.due_ms - TIME.elapsed_ms())
        return None if left_ms and TIME.is_frozen() else left_ms / 1000


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
                real_timeout = wait.real_timeout()
                self.lock.acquire(True, -1 if real_timeout is None else min(real_timeout, _thread.TIMEOUT_MAX))
        return self.is_released

    def release(self):
        self.is_released = True
        self.wake()

    def wake(self):
        try:
            self.lock.release()
        except RuntimeError:
            pass


def sleep(seconds):
    if seconds <= 0 or is_real_time():
        return REAL["sleep"](seconds)
    waiter = Waiter()
    waiter.lock.acquire()
    waiter.acquire(True, seconds)


#: Matches files whose timeouts stay on real time: HTTP clients, and the loops in which bot libraries receive updates.
REAL_TIME_CODE = re.compile(
    r"[\\/](urllib3|requests|httpx|httpcore|aiohttp)[\\/]"
    r"|[\\/]telegram[\\/](ext[\\/]_?(dispatcher|updater)\.py|_?request|utils[\\/]request\.py)"
    r"|[\\/]telebot[\\/](util|apihelper)\.py"
)
#: Matches frozen modules and anyio, which, like the rest of the standard library, wait on behalf of their caller.
BETWEEN = re.compile(r"^<frozen|[\\/]anyio[\\/]")
LIBRARY = os.path.dirname(os.__file__) + os.sep
kinds_of_code = {}


def kind_of(code):
    name = code.co_filename
    is_installed = "site-packages" in name or "dist-packages" in name
    if BETWEEN.search(name) or (name.startswith(LIBRARY) and not is_installed):
        return "between"
    return "real" if REAL_TIME_CODE.search(name) else "bot"


def is_real_time():
    """Returns true if the code that asked for this wait, apart from the standard library, is to use real time."""
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


class Link:
    """The connection to the emulator. A thread reads its messages, and reports when the process is idle."""

    def __init__(self, address):
        parts = urlsplit(address)
        self.host, self.port, self.path, self.query = parts.hostname, parts.port or 80, parts.path, parts.query
        self.token = parts.username
        self.reporting = None

    def connect(self):
        query = urlencode({"pid": os.getpid(), "runtime": "Python " + platform.python_version()})
        target = "%s/follow?%s" % (self.path, "&".join(filter(None, (self.query, query))))
        stream = socket.create_connection((self.host, self.port), timeout=CONNECT_SECONDS)
        stream.sendall(self.head("GET", target).encode())
        lines = stream.makefile("r", encoding="utf-8", newline="\n")
        for line in lines:
            if self.receive(line):
                break
        else:
            raise ConnectionError("The clock has refused the connection.")
        stream.settimeout(None)
        _thread.start_new_thread(self.read, (lines,))

    def head(self, method, target, more=""):
        token = "Authorization: Bearer %s\r\n" % self.token if self.token else ""
        return "%s %s HTTP/1.1\r\nHost: %s:%d\r\n%s%s\r\n" % (method, target, self.host, self.port, token, more)

    def receive(self, line):
        """Sets the time from a line of the event stream. Returns the message, or None if the line holds none."""
        if not line.startswith("data: "):
            return None
        message = json.loads(line[len("data: ") :])
        was_frozen = TIME.is_frozen()
        TIME.follow(message["offset_ms"], message["frozen_at_ms"])
        wake_waits(only_over=was_frozen and TIME.is_frozen())
        return message

    def read(self, lines):
        try:
            for line in lines:
                message = self.receive(line)
                if message and message["ask"]:
                    self.wait_until_idle()
                    self.report(message)
        except (OSError, ValueError):
            pass
        # The emulator has ended, so this process's clock runs on from its current time.
        TIME.follow(TIME.now_ms() - REAL["time"]() * 1000, None)
        wake_waits()

    def wait_until_idle(self):
        calm = busy = 0
        while calm < CALM_CHECKS:
            used = time.process_time() - time.thread_time()
            REAL["sleep"](CALM_SECONDS if busy < BUSY_CHECKS else BUSY_SECONDS)
            is_due = any(wait.is_over() for wait in list(WAITS))
            has_worked = time.process_time() - time.thread_time() - used > 0.00005
            if is_due or has_worked or runnable_threads():
                calm = 0
                busy += 1
            else:
                calm += 1

    def report(self, message):
        due = sorted(wait.due_ms for wait in list(WAITS))[:LISTED_TIMERS]
        next_ms = [whole_ms(TIME.now_ms() + at - TIME.elapsed_ms()) for at in due]
        body = {
            "lease": message["lease"],
            "ask": message["ask"],
            "due_ms": next_ms[0] if next_ms else None,
            "next_ms": next_ms,
            "timers": len(WAITS),
            "polls": 0,
            "held": 0,
        }
        data = json.dumps(body).encode()
        head = self.head("POST", self.path + "/report", more_headers(len(data))).encode()
        if self.reporting is None:
            self.reporting = socket.create_connection((self.host, self.port))
        self.reporting.sendall(head + data)
        answer = b""
        while b"\r\n\r\n" not in answer or not answer.endswith(b"}"):
            received = self.reporting.recv(4096)
            if not received:
                self.reporting = None
                return
            answer += received


def more_headers(length):
    return "Content-Type: application/json\r\nContent-Length: %d\r\n" % length


def runnable_threads():
    """Returns true if another thread of this process runs or waits for the processor or a disk. False outside Linux."""
    if not SHOWS_THREADS:
        return False
    own = str(_thread.get_native_id())
    try:
        for thread in os.listdir("/proc/self/task"):
            if thread != own:
                with open("/proc/self/task/%s/stat" % thread) as stat:
                    if stat.read().rpartition(")")[2].split()[0] in "RD":
                        return True
    except OSError:
        pass
    return False


def follow(address):
    link = Link(address)
    try:
        link.connect()
    except OSError:
        text = "bot-emulator: no clock answers at %s:%d, so this process runs on real time.\n"
        sys.stderr.write(text % (link.host, link.port))
        return
    import bot_emulator_patches

    bot_emulator_patches.replace_clocks()
    bot_emulator_patches.replace_waits()
    os.register_at_fork(after_in_child=lambda: reconnect(address))


def reconnect(address):
    WAITS.clear()
    try:
        Link(address).connect()
    except OSError:
        pass
