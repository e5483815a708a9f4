// Makes a Node process follow an emulator's clock. NODE_OPTIONS loads it before the program.

import { FOLLOW_VARIABLE } from '../protocol.ts'
import { createBotTime } from './bot-time.ts'
import { followClock } from './follow.ts'
import { replaceClocksAndTimers } from './replace.ts'
import { watchRequests } from './requests.ts'
import { createTimers } from './timers.ts'

const address = process.env[FOLLOW_VARIABLE]
if (address && URL.canParse(address)) {
  const url = new URL(address)
  const time = createBotTime()
  const requests = watchRequests(url)
  const timers = createTimers(time, requests.isOpen)
  requests.watchEnds(timers.noteRequests, timers.arm)
  await followClock(url, time, timers, requests)
  replaceClocksAndTimers(time, timers)
}
