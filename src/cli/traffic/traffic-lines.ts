// Calls and deliveries as lines for people.

import { callerOf } from '../../control-api/build-views/traffic.ts'
import type { Emulator } from '../../emulator.ts'
import type { Palette } from '../../lib/colours.ts'
import { cause, outcome, time, took } from '../print/pieces.ts'
import { lineText, type Piece, spaced } from '../print/print.ts'
import { isEmptyPoll, type Notation } from './log-traffic.ts'
import { againOfFrozenClock, webhooksWaitingForClock } from './waiting-for-clock.ts'

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
    delivery({ at, bot, url, attempt, status, error, update, retry_at, ignored_operation, duration_ms }) {
      const answer = outcome(status, String(status ?? error))
      const again = attempt === 1 ? '' : `, attempt ${attempt}`
      const handle = world.store.users.byId(bot)?.handle
      const { clock } = world
      const notes = [
        ...(ignored_operation === undefined ? [] : [`${ignored_operation} in the answer was ignored`]),
        ...(retry_at === undefined || !clock.frozen() ? [] : [againOfFrozenClock(retry_at - clock.ms() / 1000)]),
      ]
      const which = `update ${update.update_id}${again}`
      return line(at, handle, webhookAt(url), answer, took(duration_ms), which, {
        as: 'notice',
        text: notes.join(', '),
      })
    },
    clock() {
      const lines = webhooksWaitingForClock(world).map(({ handle, url, seconds }) =>
        line(world.clock.ms() / 1000, handle, webhookAt(url), { as: 'notice', text: againOfFrozenClock(seconds) }),
      )
      return lines.length ? lines.join('\n') : undefined
    },
  }
}

const webhookAt = (url: string) => `webhook ${new URL(url).host}`
