"""Finds work of this process outside its threads: answers that it waits for, and new child processes."""

import os
import socket
import weakref

from bot_emulator_clock import REAL

#: The longest real time for which a request without an answer, or a child process that starts or ends, counts as
#: work.
WORK_SECONDS = 1
#: The longest real time for which an ended child process counts as work, until the program gets its result.
#: `subprocess` looks for the result at least every 0.05 seconds.
REAP_SECONDS = 0.1
SENDS = ("send", "sendall", "sendmsg")
RECEIVES = ("recv", "recv_into", "recvmsg", "recvmsg_into", "close", "detach")

#: The sockets that this process has connected to servers other than the emulator.
clients = weakref.WeakSet()
#: The sockets that this process has connected to the emulator, and those of them that wait for an answer.
callers = weakref.WeakSet()
open_calls = weakref.WeakSet()
#: The real time at which each socket without an answer last sent something, by the id of the socket.
sent_at = {}
#: By process id: how long, in real time, each child process counts as work of this process.
busy_until = {}


def is_under_way():
    now = REAL["monotonic"]()
    for pid, until in list(busy_until.items()):
        if until <= now or is_reaped(pid, now):
            note_following(pid)
    return bool(busy_until) or any(at > now - WORK_SECONDS for at in list(sent_at.values()))


def is_reaped(pid, now):
    """Returns true once the program has the result of a child process. `subprocess` may sleep before it gets the result."""
    try:
        has_ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    if has_ended:
        busy_until[pid] = min(busy_until[pid], now + REAP_SECONDS)
    return False


def note_changing(pid):
    """Called when a child process has been started, or no longer follows the clock because it ends."""
    if hasattr(os, "waitid"):
        busy_until[pid] = REAL["monotonic"]() + WORK_SECONDS


def note_following(pid):
    """Called when a process follows the clock, so that the clock no longer needs to wait for its parent process."""
    busy_until.pop(pid, None)


def forget():
    """Forgets the work of the parent process, in a new child process."""
    for noted in (sent_at, open_calls, busy_until):
        noted.clear()


def watch(emulator_port):
    watch_sockets(emulator_port)
    watch_children()


def watch_sockets(emulator_port):
    def connects(real_method):
        def connect(client, address):
            is_emulator = isinstance(address, tuple) and address[1] == emulator_port
            if is_emulator:
                callers.add(client)
            if client.type != socket.SOCK_STREAM or is_emulator:
                return real_method(client, address)
            clients.add(client)
            sent_at[id(client)] = REAL["monotonic"]()
            result = real_method(client, address)
            sent_at.pop(id(client), None)
            return result

        return connect

    def sends(real_method):
        def send(client, *args):
            if client in clients:
                sent_at[id(client)] = REAL["monotonic"]()
            elif client in callers:
                open_calls.add(client)
            return real_method(client, *args)

        return send

    def receives(real_method):
        def receive(client, *args, **options):
            result = real_method(client, *args, **options)
            sent_at.pop(id(client), None)
            open_calls.discard(client)
            return result

        return receive

    for wrap, names in ((connects, ("connect", "connect_ex")), (sends, SENDS), (receives, RECEIVES)):
        for name in names:
            setattr(socket.socket, name, wrap(getattr(socket.socket, name)))


def watch_children():
    import _posixsubprocess

    def starts(real_function):
        def start(*args):
            pid = real_function(*args)
            if pid:
                note_changing(pid)
            return pid

        return start

    os.fork = starts(os.fork)
    _posixsubprocess.fork_exec = starts(_posixsubprocess.fork_exec)
