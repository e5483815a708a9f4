// Makes a worker thread follow the clock at once. Node loads it with `--require`.

import { isMainThread } from 'node:worker_threads'
import { FOLLOW_VARIABLE } from '../follow-variable.ts'
import { stateOfParent } from './bot-time.ts'
import { installClock } from './install.ts'

// Node ignores `--import` in a thread whose program is a string, so `--require` loads this module. Such a module cannot
// wait for the emulator's time, so the clock is installed at once.
const address = process.env[FOLLOW_VARIABLE]
const state = stateOfParent()
if (!isMainThread && state && address) void installClock(new URL(address), { state })
