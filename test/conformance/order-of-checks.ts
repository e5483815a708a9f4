// Faults of one call in the order in which the service looks for them: of any two, the earlier one answers.

import { expect, it } from 'vitest'
import type { Place } from '../helpers/places.ts'
import { type Answer, refused } from '../helpers/service.ts'

export interface Fault {
  name: string
  answer: Answer
  params?: Record<string, unknown>
  method?: string
  token?: string
  /** Brings the fault about in the world. */
  world?: (place: Place) => Promise<unknown>
}

/** What any operation looks at before anything else. */
export const FIRST: readonly Fault[] = [
  { name: 'token', answer: refused(401, 'Unauthorized'), token: '1:wrong' },
  {
    name: 'suspension',
    answer: refused(403, 'Forbidden: bot is suspended'),
    world: ({ s }) => s.act('updateBot', { bot: 'greeter', suspended: true }),
  },
  { name: 'operation name', answer: refused(404, 'Not Found'), method: 'noSuchOperation' },
]

const chat = (world: Fault['world'] & {}): Fault => ({
  name: 'chat',
  answer: refused(400, 'Bad Request: chat not found'),
  world,
})

/** The bot loses the private chat, the group or the channel that it is called about. */
export const BLOCKED = chat(({ s }) => s.act('block', { as: 'alice', bot: 'greeter' }))
export const BANNED = chat(({ s }) => s.act('ban', { as: 'alice', chat: 'team', who: 'greeter' }))
export const DEMOTED = chat(({ s }) => s.act('demote', { as: 'alice', chat: 'news', who: 'greeter' }))

export const KEYBOARD_SHAPE: Fault = {
  name: 'shape of the keyboard',
  answer: refused(
    400,
    'Bad Request: reply_markup.keyboard.0.0.text: Too small: expected string to have >=1 characters',
  ),
  params: { reply_markup: { keyboard: [['']] } },
}

export const INLINE_MESSAGE: Fault = {
  name: 'inline_message_id',
  answer: refused(400, 'Bad Request: inline messages are not supported'),
  params: { inline_message_id: '1' },
}

interface Call {
  method: string
  /** A call without any fault. */
  params: Record<string, unknown>
}

/** Each fault alone, so that each is known to be one, then each with each later one. */
export function checkedInOrder(where: string, make: () => Promise<Place>, { method, params }: Call, faults: Fault[]) {
  const alone = faults.map((fault): [string, Fault[]] => [`${fault.name} alone`, [fault]])
  const pairs = faults.flatMap((earlier, i) =>
    faults.slice(i + 1).map((later): [string, Fault[]] => [`${earlier.name} before ${later.name}`, [earlier, later]]),
  )
  it.each([...alone, ...pairs])(`GAP-10 ${method} ${where}: %s`, async (_, present) => {
    const place = await make()
    // What is checked last is brought about first, since it takes a bot that can still act.
    for (const fault of present.toReversed()) await fault.world?.(place)
    const call = Object.assign({ token: place.bot.token, method }, ...present.toReversed())
    const given = Object.assign({ chat_id: place.chat.id, ...params }, ...present.toReversed().map((one) => one.params))
    expect(await place.s.call(call.token, call.method, given)).toEqual(present[0]!.answer)
  })
}
