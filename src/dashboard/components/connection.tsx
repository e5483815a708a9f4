// How a program becomes the bot: where it calls, and with which token.

import type { ReactNode } from 'react'
import type { Bot } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { wrap } from '../text/text.ts'
import { paragraph, Row, Words } from './words.tsx'

const NAME_CELLS = 10

export function connectionRows({ url }: State, { first_name, token }: Bot, room: number): ReactNode[] {
  const say = (text: string) => paragraph(wrap(text, room), 'dim')
  // A token cut short is no token.
  const named = (name: string, value: string) =>
    wrap(value, room - NAME_CELLS).map((part, i) => (
      <Row key={part}>
        <Words as="dim">{(i === 0 ? name : '').padEnd(NAME_CELLS)}</Words>
        <Words as="strong">{part}</Words>
      </Row>
    ))
  return [
    ...say(`No program is ${first_name} yet. Start yours with`),
    ...named('API root', url),
    ...named('token', token),
    ...say('y in the traffic copies both.'),
  ]
}
