"""The connection to an emulator: follows its clock, and reports when this process is idle."""

import _thread
import json
import math
import os
import socket
import sys
import time
from urllib.parse import urlencode, urlsplit

import bot_emulator_work as work
from bot_emulator_clock import FLOAT_ERROR_MS, REAL, TIME, WAITS, wake_waits

CONNECT_SECONDS = 5
#: The number of next timers in a report.
LISTED_TIMERS = 5
#: The threads of this process, in Linux.
TASKS = "/proc/self/task"
SHOWS_THREADS = os.path.exists("/proc/thread-self/schedstat")
#: The ids of the threads of this module.
own_threads = set()
#: The process is idle if no thread of the bot works in this many consecutive checks, with this pause before each.
CALM_CHECKS = 2
CALM_SECONDS = 0.0005 if SHOWS_THREADS else 0.003
#: After this many checks, a busy process is checked less often, so that it can work.
BUSY_CHECKS = 20
BUSY_SECONDS = 0.005


class Link:
    """The connection to the emulator. One thread reads its messages, and another reports when the process is idle."""

    def __init__(self, address):
        parts = urlsplit(address)
        self.host, self.port, self.path, self.query = parts.hostname, parts.port or 80, parts.path, parts.query
        self.token = parts.username
        self.reporting = None
        self.asked = self.state = None
        #: A number that changes if threads of the program have run between two reports.
        self.activity = 0
        self.reported_runs = None
        self.is_asked = _thread.allocate_lock()
        self.is_asked.acquire()

    def connect(self):
        runtime = "Python %d.%d.%d" % sys.version_info[:3]
        query = urlencode({"pid": os.getpid(), "parent": os.getppid(), "runtime": runtime})
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
        _thread.start_new_thread(self.answer, ())

    def head(self, method, target, more=""):
        token = "Authorization: Bearer %s\r\n" % self.token if self.token else ""
        return "%s %s HTTP/1.1\r\nHost: %s:%d\r\n%s%s\r\n" % (method, target, self.host, self.port, token, more)

    def receive(self, line):
        """Sets the time from a line of the event stream. Returns false if the line contains no message."""
        if not line.startswith("data: "):
            return False
        message = json.loads(line[len("data: ") :])
        state = message["offset_ms"], message["frozen_at_ms"]
        if state != self.state:
            self.state = state
            was_frozen = TIME.is_frozen()
            TIME.follow(*state)
            wake_waits(only_over=was_frozen and TIME.is_frozen())
        for change, note in (("joined", work.note_following), ("left", work.note_changing)):
            # The process that follows the clock can be a child of the started process, for example of a shell.
            for pid in filter(None, map(message.get(change, {}).get, ("pid", "parent_pid"))):
                note(pid)
        if message["ask"]:
            self.asked = message
            if self.is_asked.locked():
                self.is_asked.release()
        return True

    def read(self, lines):
        own_threads.add(str(_thread.get_native_id()))
        try:
            for line in lines:
                self.receive(line)
        except (OSError, ValueError):
            pass
        # The emulator has ended, so this process's clock runs on from its current time.
        TIME.follow(TIME.now_ms() - REAL["time"]() * 1000, None)
        wake_waits()

    def answer(self):
        own_threads.add(str(_thread.get_native_id()))
        while True:
            self.is_asked.acquire()
            message = self.asked
            runs = self.wait_until_idle()
            if SHOWS_THREADS and runs != self.reported_runs:
                self.reported_runs = runs
                self.activity += 1
            self.report(message)

    def wait_until_idle(self):
        calm = busy = 0
        before = None
        while calm < CALM_CHECKS:
            # The pause frees the interpreter lock: a thread that waits for it runs now, and thread_runs() notices that.
            REAL["sleep"](CALM_SECONDS if busy < BUSY_CHECKS else BUSY_SECONDS)
            runs = thread_runs() if SHOWS_THREADS else round((time.process_time() - time.thread_time()) * 20_000)
            is_over = any(wait.is_over() for wait in list(WAITS))
            if runs is None or runs != before or is_over or work.is_under_way():
                calm = 0
                busy += 1
            else:
                calm += 1
            before = runs
        return before

    def report(self, message):
        due = sorted(wait.due_ms for wait in list(WAITS))[:LISTED_TIMERS]
        # The emulator's clock moves by whole milliseconds.
        next_ms = [math.ceil(TIME.now_ms() + at - TIME.elapsed_ms() - FLOAT_ERROR_MS) for at in due]
        body = {
            "lease": message["lease"],
            "ask": message["ask"],
            "due_ms": next_ms[0] if next_ms else None,
            "next_ms": next_ms,
            "timers": len(WAITS),
            "activity": self.activity,
            "polls": len(work.open_calls),
            "held": 0,
        }
        data = json.dumps(body).encode()
        head = self.head("POST", self.path + "/report", more_headers(len(data))).encode()
        # The emulator may have closed the unused connection just before the report, so the report is sent again.
        if not self.send_report(head + data):
            self.send_report(head + data)

    def send_report(self, request):
        """Returns true if the emulator has answered."""
        try:
            if self.reporting is None:
                self.reporting = socket.create_connection((self.host, self.port))
            self.reporting.sendall(request)
            answer = b""
            while b"\r\n\r\n" not in answer or not answer.endswith(b"}"):
                received = self.reporting.recv(4096)
                if not received:
                    raise ConnectionError
                answer += received
            return True
        except OSError:
            self.reporting = None
            return False


def more_headers(length):
    return "Content-Type: application/json\r\nContent-Length: %d\r\n" % length


def thread_runs():
    """Returns how often each of the program's threads has run, or None if one runs, or waits for a processor or a disk."""
    runs = {}
    for thread in os.listdir(TASKS):
        if thread in own_threads:
            continue
        try:
            if read_file("%s/%s/stat" % (TASKS, thread)).rpartition(b")")[2].split(None, 1)[0] in (b"R", b"D"):
                return None
            runs[thread] = read_file("%s/%s/schedstat" % (TASKS, thread)).split()[2]
        except OSError:
            return None
    return runs


def read_file(path):
    """Reads a short file, faster than `open` does, because each check reads two files for each thread."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 4096)
    finally:
        os.close(file)


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
    work.watch(link.port)
    os.register_at_fork(after_in_child=lambda: reconnect(address))


def reconnect(address):
    WAITS.clear()
    own_threads.clear()
    work.forget()
    try:
        Link(address).connect()
    except OSError:
        pass
