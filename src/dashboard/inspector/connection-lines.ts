// How a program becomes the bot: where it calls, and with which token.

import type { Bot } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { wrap } from '../text/cells.ts'
import { type Line, lineOf, textLines } from '../text/line.ts'
import { isAbsent } from '../traffic/program.ts'

const NAME_CELLS = 10

/** Where no program has been the bot so far. */
export function connectionLines(state: State, bot: Bot, room: number): Line[] {
  if (!isAbsent(state, bot)) return []
  // A token cut short is no token.
  const named = (name: string, value: string) =>
    wrap(value, room - NAME_CELLS).map((part, i) =>
      lineOf([(i === 0 ? name : '').padEnd(NAME_CELLS), 'dim'], [part, 'strong']),
    )
  return [
    lineOf(),
    ...textLines(`No program is ${bot.first_name} yet. Start yours with`, room, 'dim'),
    ...named('API root', state.url),
    ...named('token', bot.token),
    ...textLines('y in the traffic copies both.', room, 'dim'),
  ]
}
