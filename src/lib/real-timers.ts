// Node's timers, which stay on real time if a program replaces them.

import timers from 'node:timers'

// A named import of node:timers changes if a program in the same process replaces the timers.
export const { clearInterval, clearTimeout, setInterval, setTimeout } = timers
