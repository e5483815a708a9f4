// How a program becomes the bot: where it calls, and with which token.

import type { Bot } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { type Line, lineOf, textLines } from '../text/line.ts'
import { wrap } from '../text/text.ts'

const NAME_CELLS = 10

export function connectionLines({ url }: State, { first_name, token }: Bot, room: number): Line[] {
  // A token cut short is no token.
  const named = (name: string, value: string) =>
    wrap(value, room - NAME_CELLS).map((part, i) =>
      lineOf([(i === 0 ? name : '').padEnd(NAME_CELLS), 'dim'], [part, 'strong']),
    )
  return [
    ...textLines(`No program is ${first_name} yet. Start yours with`, room, 'dim'),
    ...named('API root', url),
    ...named('token', token),
    ...textLines('y in the traffic copies both.', room, 'dim'),
  ]
}
