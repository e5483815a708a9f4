"""Replaces the clocks and waits of Python with ones that follow the bot's time."""

import _thread
import datetime
import math
import os
import selectors
import sys
import threading
import time

from bot_emulator_clock import FLOAT_ERROR_MS, REAL, TIME, Wait, Waiter, is_real_time, sleep


def replace_clocks():
    real = {name: getattr(time, name) for name in dir(time)}
    real_date, real_datetime = datetime.date, datetime.datetime
    replace_time()
    replace_datetime()
    replaced = [(real[name], getattr(time, name)) for name in real]
    replaced += [(real_date, datetime.date), (real_datetime, datetime.datetime)]
    replace_imported({id(old): new for old, new in replaced if old is not new})


def replace_imported(replacements):
    """Replaces the functions and classes that loaded modules have imported, such as `_time` in `threading`."""
    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if id(value) in replacements and not name.startswith("real_"):
                setattr(module, name, replacements[id(value)])


class BuiltIn:
    """A replacement of a built-in function. As an attribute of a class, it doesn't become a method either."""

    def __init__(self, real, function):
        self.__name__, self.__doc__, self.__module__ = real.__name__, real.__doc__, real.__module__
        self.__qualname__ = real.__qualname__
        self.function = function

    def __reduce__(self):
        return self.__name__  # Pickled and copied by its name, for example for a process of `multiprocessing`.

    def __call__(self, *args, **options):
        return self.function(*args, **options)


def replace(module, **functions):
    for name, function in functions.items():
        setattr(module, name, BuiltIn(getattr(module, name), function))


def replace_time():
    def nanoseconds(clock):
        return lambda: int(clock() * 1_000_000_000)

    def of_seconds(real):
        return lambda seconds=None: real(TIME.now() if seconds is None else seconds)

    real_clock_info, real_strftime, real_asctime = time.get_clock_info, time.strftime, time.asctime

    def get_clock_info(name):
        """Reports a coarser resolution to asyncio, so that a rounding error of a float does not delay a timer that is due."""
        info = real_clock_info(name)
        info.resolution = max(info.resolution, 2 * FLOAT_ERROR_MS / 1000)
        return info

    replace(
        time,
        time=TIME.now,
        monotonic=TIME.monotonic,
        perf_counter=TIME.monotonic,
        time_ns=nanoseconds(TIME.now),
        monotonic_ns=nanoseconds(TIME.monotonic),
        perf_counter_ns=nanoseconds(TIME.monotonic),
        sleep=sleep,
        get_clock_info=get_clock_info,
        localtime=of_seconds(time.localtime),
        gmtime=of_seconds(time.gmtime),
        ctime=of_seconds(time.ctime),
        asctime=lambda moment=None: real_asctime(time.localtime() if moment is None else moment),
        strftime=lambda form, moment=None: real_strftime(form, time.localtime() if moment is None else moment),
    )


def replace_datetime():
    real_datetime, real_date = datetime.datetime, datetime.date

    class SameInstances(type):
        """Makes isinstance and issubclass accept the real class too, because C code still creates instances of it."""

        def __instancecheck__(cls, instance):
            return isinstance(instance, cls.real)

        def __subclasscheck__(cls, subclass):
            return issubclass(subclass, cls.real)

    class BotDatetime(real_datetime, metaclass=SameInstances):
        real = real_datetime

        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(TIME.now(), tz)

        @classmethod
        def today(cls):
            return cls.now()

        @classmethod
        def utcnow(cls):
            return cls.fromtimestamp(TIME.now(), datetime.timezone.utc).replace(tzinfo=None)

    class BotDate(real_date, metaclass=SameInstances):
        real = real_date

        @classmethod
        def today(cls):
            return cls.fromtimestamp(TIME.now())

    for name, replacement in (("datetime", BotDatetime), ("date", BotDate)):
        replacement.__name__ = replacement.__qualname__ = name
        replacement.__module__ = "datetime"
        setattr(datetime, name, replacement)


def replace_waits():
    # Condition.wait creates its lock with _allocate_lock, so this also covers events, queues, timers and semaphores,
    # which all wait in conditions.
    threading._allocate_lock = Waiter
    threading.Thread.join = bot_join(threading.Thread.join)
    selectors.DefaultSelector = bot_selector(selectors.DefaultSelector)


def bot_join(real_join):
    def join(thread, timeout=None):
        is_waiting = timeout is not None and timeout > 0 and thread.is_alive() and thread.ident != _thread.get_ident()
        if not is_waiting or is_real_time():
            return real_join(thread, timeout)
        ended = Waiter()
        ended.lock.acquire()
        _thread.start_new_thread(lambda: (real_join(thread), ended.release()), ())
        ended.acquire(True, timeout)

    return join


class Waker:
    """A pipe that becomes readable when the clock changes."""

    def __init__(self):
        self.woken, self.waker = os.pipe()
        os.set_blocking(self.woken, False)
        os.set_blocking(self.waker, False)

    def wake(self):
        try:
            os.write(self.waker, b"\0")
        except OSError:
            pass

    def drain(self):
        try:
            os.read(self.woken, 4096)
        except OSError:
            pass

    def close(self):
        os.close(self.woken)
        os.close(self.waker)


def bot_selector(real_selector):
    class BotSelector(real_selector):
        """A selector that waits on the bot's time, also for asyncio."""

        def __init__(self):
            super().__init__()
            self._waker = Waker()
            super().register(self._waker.woken, selectors.EVENT_READ)
            replace_call_at()

        def get_map(self):
            entries = super().get_map()
            return entries and {fd: key for fd, key in entries.items() if key.fd != self._waker.woken}

        def select(self, timeout=None):
            with Wait(timeout, self._waker.wake) as wait:
                while True:
                    seconds = min(wait.real_seconds(), real_timers_in_seconds())
                    events = self._without_waker(super().select(None if seconds == math.inf else seconds))
                    if run_real_timers() or events or wait.is_over():
                        return events

        def _without_waker(self, events):
            others = [event for event in events if event[0].fd != self._waker.woken]
            if len(others) < len(events):
                self._waker.drain()
            return others

        def close(self):
            self._waker.close()
            super().close()

    return BotSelector


#: By thread: the timers of its event loop that run on real time, each with the real time at which it is due.
real_timers = {}


def replace_call_at():
    """Makes asyncio's timers follow the bot's time, except those of HTTP clients. Does nothing without asyncio."""
    events = sys.modules.get("asyncio.base_events")
    if events is None or hasattr(events.BaseEventLoop, "bot_emulator_clock"):
        return
    import asyncio

    real_call_at = events.BaseEventLoop.call_at

    def call_at(self, when, callback, *args, context=None):
        if not is_real_time():
            return real_call_at(self, when, callback, *args, context=context)
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        due = REAL["monotonic"]() + when - self.time()
        real_timers.setdefault(_thread.get_ident(), []).append((due, handle, self))
        return handle

    events.BaseEventLoop.call_at = call_at
    events.BaseEventLoop.time = lambda self: TIME.elapsed()
    events.BaseEventLoop.bot_emulator_clock = True


def own_real_timers():
    timers = real_timers.get(_thread.get_ident(), [])
    timers[:] = [timer for timer in timers if not timer[1].cancelled() and not timer[2].is_closed()]
    return timers


def real_timers_in_seconds():
    return min((max(0, due - REAL["monotonic"]()) for due, _, _ in own_real_timers()), default=math.inf)


def run_real_timers():
    """Lets this thread's event loop run its real timers that are due. Returns true if there are any."""
    timers = own_real_timers()
    due = [timer for timer in timers if timer[0] <= REAL["monotonic"]()]
    for timer in due:
        timers.remove(timer)
        _, handle, loop = timer
        loop.call_soon(lambda handle=handle: handle.cancelled() or handle._run())
    return bool(due)
