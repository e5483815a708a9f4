// Node's timers, which stay on real time if a program replaces them.

import timers from 'node:timers'

// The default import keeps the original timers, even if a program in this process replaces those of node:timers.
export const { clearInterval, clearTimeout, setInterval, setTimeout } = timers
