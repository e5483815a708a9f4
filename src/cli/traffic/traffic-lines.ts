// Calls and deliveries as lines for people.

import { callerOf } from '../../control-api/build-views/call.ts'
import type { Emulator } from '../../emulator.ts'
import type { Palette } from '../../lib/colours.ts'
import { lineText, type Piece, spaced } from '../lines.ts'
import { cause, outcome, time, took } from '../pieces.ts'
import { isEmptyPoll } from './empty-poll.ts'
import type { Notation } from './log-traffic.ts'

export function linesFor({ world }: Emulator, palette: Palette): Notation {
  const line = (at: number, bot: string | null | undefined, ...pieces: Piece[]) =>
    lineText(spaced([time(at), bot ?? '?', ...pieces]), palette)

  return {
    call(call) {
      if (isEmptyPoll(call)) return undefined
      const { at, method, status, duration_ms } = call
      return line(at, callerOf(world, call), method, outcome(status), took(duration_ms), ...cause(call))
    },
    /** Of the address only the host: many a path holds a secret. */
    delivery({ at, bot, url, attempt, status, error, update, duration_ms }) {
      const answer = outcome(status, String(status ?? error))
      const again = attempt === 1 ? '' : `, attempt ${attempt}`
      const { host } = new URL(url)
      const handle = world.store.users.byId(bot)?.handle
      return line(at, handle, `webhook ${host}`, answer, took(duration_ms), `update ${update.update_id}${again}`)
    },
  }
}
