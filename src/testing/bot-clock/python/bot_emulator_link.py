"""The connection to an emulator: follows its clock, and reports when this process is idle."""

import _thread
import itertools
import json
import math
import os
import socket
import sys
import time
from urllib.parse import unquote, urlencode, urlsplit

import bot_emulator_work as work
from bot_emulator_clock import FLOAT_ERROR_MS, REAL, TIME, WAITS, BusyWait, wake_waits

CONNECT_SECONDS = 5
#: The maximum number of timers in an idle report, which lists the timers that are due next.
LISTED_TIMERS = 5
#: The folder that lists the threads of this process, on Linux.
TASKS = "/proc/self/task"
SHOWS_THREADS = os.path.exists("/proc/thread-self/stat")
SHOWS_CALLS = os.access("/proc/thread-self/syscall", os.R_OK)
if SHOWS_THREADS:
    from resource import RUSAGE_SELF, RUSAGE_THREAD, getrusage

    LINKS_WITHOUT_THREADS = os.stat(TASKS).st_nlink - len(os.listdir(TASKS))
#: The pause before each check whether the process is idle.
CHECK_SECONDS = 0.0001
#: The time without work after which the process is idle, on systems that do not show the states of threads.
CALM_SECONDS = 0.006
#: After this many checks, a busy process is checked less often, so that it can work.
BUSY_CHECKS = 50
BUSY_SECONDS = 0.005


class Link:
    """The connection to the emulator. One thread reads its messages, and another reports when the process is idle."""

    def __init__(self, address):
        parts = urlsplit(address)
        self.host, self.port, self.path, self.query = parts.hostname, parts.port or 80, parts.path, parts.query
        self.token = unquote(parts.username or "")
        self.stream = self.reporting = None
        self.asked = self.state = self.reader = None
        # Counts how often a thread has begun to wait. Reported as `messages`, because a thread may
        # send a message before it waits.
        self.pauses = 0
        self.is_asked = _thread.allocate_lock()
        self.is_asked.acquire()

    def connect(self):
        runtime = "Python %d.%d.%d" % sys.version_info[:3]
        query = urlencode({"pid": os.getpid(), "parent": os.getppid(), "runtime": runtime})
        stream = self.stream = socket.create_connection((self.host, self.port), timeout=CONNECT_SECONDS)
        query = "&".join(filter(None, (self.query, query)))
        stream.sendall(self.request("GET %s/follow?%s" % (self.path, query)))
        lines = stream.makefile("r", encoding="utf-8", newline="\n")
        for line in lines:
            if self.receive(line):
                break
        else:
            raise ConnectionError("The clock has refused the connection.")
        stream.settimeout(None)
        _thread.start_new_thread(self.read, (lines,))

    def close(self):
        for each in (self.stream, self.reporting):
            if each is not None and each.fileno() >= 0:
                os.close(each.detach())

    def request(self, operation, body=""):
        token = "Authorization: Bearer %s\r\n" % self.token if self.token else ""
        head = "%s HTTP/1.1\r\nHost: %s:%d\r\n%s" % (operation, self.host, self.port, token)
        if body:
            head += "Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
        return ("%s\r\n%s" % (head, body)).encode()

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
            # If this process started a shell, the process that follows the clock is a child of that
            # shell. So its parent counts too.
            for pid in filter(None, map(message.get(change, {}).get, ("pid", "parent_pid"))):
                note(pid)
        if message["ask"]:
            self.asked = message
            if self.is_asked.locked():
                self.is_asked.release()
        return True

    def read(self, lines):
        self.reader = _thread.get_native_id()
        _thread.start_new_thread(self.answer, ())
        try:
            for line in lines:
                self.receive(line)
        except (OSError, ValueError):
            pass
        # The emulator has ended, so this process's clock runs on from its current time.
        TIME.follow(TIME.now_ms() - REAL["time"]() * 1000, None)
        wake_waits()

    def answer(self):
        while True:
            self.is_asked.acquire()
            message = self.asked
            (_, pauses), open_calls = wait_until_idle()
            if SHOWS_THREADS:
                self.pauses = max(0, pauses - pauses_of(self.reader))
            self.report(message, open_calls)

    def report(self, message, open_calls):
        TIME.busy = BusyWait()
        due = sorted(wait.due_ms for wait in list(WAITS))[:LISTED_TIMERS]
        # Rounds up: the emulator's clock moves by whole milliseconds, and at the lower one the wait would not be over.
        next_ms = [math.ceil(TIME.now_ms() + at - TIME.elapsed_ms() - FLOAT_ERROR_MS) for at in due]
        body = {
            "lease": message["lease"],
            "ask": message["ask"],
            "due_ms": next_ms[0] if next_ms else None,
            "next_ms": next_ms,
            "timers": len(WAITS),
            "messages": self.pauses,
            "polls": open_calls,
            "held": 0,
        }
        request = self.request("POST %s/report" % self.path, json.dumps(body))
        # The emulator may have closed the unused connection just before the report, so the report is sent again.
        self.send_report(request) or self.send_report(request)

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


def wait_until_idle():
    """Waits until all threads pause and wait. Returns the result of work_done, and the number of open calls."""
    for check in itertools.count():
        # The pause frees the interpreter lock, so that a thread that waits for it runs now.
        REAL["sleep"](CHECK_SECONDS if check < BUSY_CHECKS else BUSY_SECONDS)
        before, open_calls = work_done(), len(work.open_calls)
        has_work = work.is_under_way() or any(wait.is_over() for wait in list(WAITS))
        # Checks the threads last, because a request or child process that ends wakes a thread.
        if not has_work and not do_threads_run(before[0]) and work_done() == before:
            return before, open_calls


def work_done():
    """Returns the number of threads, and a number that changes whenever a thread other than this one has worked."""
    if not SHOWS_THREADS:
        return 0, round((time.process_time() - time.thread_time()) * 20_000)
    count = os.stat(TASKS).st_nlink - LINKS_WITHOUT_THREADS
    return count, getrusage(RUSAGE_SELF).ru_nvcsw - getrusage(RUSAGE_THREAD).ru_nvcsw


def do_threads_run(count):
    """Returns true if one of `count` threads runs, or waits for a processor or a disk, or if the count is not exact."""
    if not SHOWS_THREADS:
        REAL["sleep"](CALM_SECONDS)
        return False
    own = str(_thread.get_native_id())
    threads = os.listdir(TASKS)
    # If a thread ends while Linux lists the threads, the list is incomplete, so the process counts as busy for now.
    if len(threads) != count:
        return True
    try:
        return any(does_run(thread) for thread in threads if thread != own)
    except OSError:
        return True


def does_run(thread):
    if read_file("%s/%s/stat" % (TASKS, thread)).rpartition(b")")[2].split(None, 1)[0] in (b"R", b"D"):
        return True
    # A thread that was interrupted while it began or ended a wait has the state of a waiting one, but its file
    # `syscall` says that it is running.
    return SHOWS_CALLS and read_file("%s/%s/syscall" % (TASKS, thread)).startswith(b"running")


def pauses_of(thread):
    """Returns the number of pauses of a thread."""
    return int(read_file("%s/%d/status" % (TASKS, thread)).rpartition(b"\nvoluntary_ctxt_switches:")[2].split()[0])


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
    follow_in_children(address, link)


def follow_in_children(address, link):
    def follow_in_child():
        nonlocal link
        # Closes this child process's copies of the parent's connections. Otherwise, the parent's lease would not end
        # with the parent process.
        link.close()
        WAITS.clear()
        work.forget()
        link = Link(address)
        try:
            link.connect()
        except OSError:
            pass

    os.register_at_fork(after_in_child=follow_in_child)
