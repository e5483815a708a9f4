// Node's original timers, which keep to real time even after fake timers are installed.

import timers from 'node:timers'

// These constants are copied at load, so that fake timers that a test installs later do not replace them.
export const { clearInterval, clearTimeout, setInterval, setTimeout } = timers
