"""Finds work of this process outside its threads: answers that it waits for, and new child processes."""

import os
import socket
import weakref

from bot_emulator_clock import REAL

#: The real time after which a request without an answer, or a child process, no longer makes the process busy.
WORK_SECONDS = 1
SENDS = ("send", "sendall", "sendmsg")
RECEIVES = ("recv", "recv_into", "recvmsg", "recvmsg_into", "close", "detach")

#: The sockets that this process has connected to servers other than the emulator.
clients = weakref.WeakSet()
#: The real time at which each socket without an answer last sent something, by the id of the socket.
sent_at = {}
#: The real time at which each child process was started, by its process id.
started_at = {}


def is_under_way():
    since = REAL["monotonic"]() - WORK_SECONDS
    for pid, at in list(started_at.items()):
        if at <= since or is_reaped(pid):
            started_at.pop(pid, None)
    return bool(started_at) or any(at > since for at in list(sent_at.values()))


def is_reaped(pid):
    """Returns true once the program has the result of a child process. `subprocess` may sleep before it gets the result."""
    try:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def forget():
    """Forgets the work of the parent process, in a new child process."""
    sent_at.clear()
    started_at.clear()


def watch(emulator_port):
    watch_sockets(emulator_port)
    if hasattr(os, "waitid"):
        watch_children()


def watch_sockets(emulator_port):
    def connects(real_method):
        def connect(client, address):
            is_emulator = isinstance(address, tuple) and address[1] == emulator_port
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
            return real_method(client, *args)

        return send

    def receives(real_method):
        def receive(client, *args, **options):
            result = real_method(client, *args, **options)
            sent_at.pop(id(client), None)
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
                started_at[pid] = REAL["monotonic"]()
            return pid

        return start

    os.fork = starts(os.fork)
    _posixsubprocess.fork_exec = starts(_posixsubprocess.fork_exec)
