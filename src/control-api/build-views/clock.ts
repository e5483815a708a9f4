// Where the emulator's clock stands.

import type { ClockView } from '../../contract/service.ts'
import type { ReadClock } from '../../lib/clock.ts'

export const viewClock = (clock: ReadClock): ClockView => ({ now: clock.ms() / 1000, frozen: clock.frozen() })
