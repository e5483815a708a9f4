// Makes a Node process follow an emulator's clock. NODE_OPTIONS loads it before the program.

import { FOLLOW_VARIABLE } from '../protocol.ts'
import { installClock, isClockInstalled, waitForClock } from './install.ts'

const address = process.env[FOLLOW_VARIABLE]
if (address && URL.canParse(address)) await (isClockInstalled() ? waitForClock() : installClock(new URL(address)))
