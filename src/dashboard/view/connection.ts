// How a program becomes the bot: where it calls, and with which token.

import type { Bot } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { type Line, span } from '../terminal/line.ts'
import { wrap } from '../terminal/text.ts'

export function connectionLines({ url }: State, { first_name, token }: Bot, room: number): Line[] {
  const say = (text: string): Line[] => wrap(text, room).map((one): Line => [span(one, 'dim')])
  // A token cut short is no token.
  const named = (name: string, value: string): Line[] =>
    wrap(value, room - 10).map((part, i) => [span((i === 0 ? name : '').padEnd(10), 'dim'), span(part, 'strong')])
  return [
    ...say(`No program is ${first_name} yet. Start yours with`),
    ...named('API root', url),
    ...named('token', token),
    ...say('y in the traffic copies both.'),
  ]
}
