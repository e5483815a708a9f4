// A bot whose profile is set, and what the setters of its two texts have in common.

import { expect, it } from 'vitest'
import { privateChat } from '../helpers/places.ts'
import { granted, refused } from '../helpers/service.ts'
import { checkedInOrder, FIRST } from './order-of-checks.ts'

export const done = granted(true)
export const bad = (field: string, reason: string) => refused(400, `Bad Request: ${field}: ${reason}`)

type Json = Record<string, unknown>

export const HELP = { command: 'help', description: 'What I can do' }
export const STOP = { command: 'stop', description: 'Be quiet' }
export const BLANK = { commands: [], description: '', short_description: '' }

export async function profiled() {
  const { s, bot, alice } = await privateChat()
  const profile = async (as = 'bob') => s.view(`/bots/greeter/profile?as=${as}`)
  return {
    s,
    bot,
    alice,
    profile,
    setCommands: (commands: unknown, more: Json = {}) => bot.call('setMyCommands', { commands, ...more }),
    setName: (name: unknown, more: Json = {}) => bot.call('setMyName', { name, ...more }),
    setDescription: (params: Json) => bot.call('setMyDescription', params),
    setShort: (params: Json) => bot.call('setMyShortDescription', params),
    name: async (): Promise<string> => (await bot.ok('getMe')).first_name,
    commands: async () => (await profile()).commands,
  }
}

interface Text {
  method: 'setMyDescription' | 'setMyShortDescription'
  field: 'description' | 'short_description'
  /** How many characters it may have. */
  max: number
  rules: { text: string; max: string; absent: string; empty: string }
}

/** What holds for the description as for the short description. */
export function textOfProfile({ method, field, max, rules }: Text) {
  it(`${rules.text} ${rules.max} GAP-09 GAP-12 ${method} takes a ${field} of ${max} characters and no more`, async () => {
    const { bot, profile } = await profiled()
    for (const letter of ['x', '🙂']) {
      expect(await bot.call(method, { [field]: letter.repeat(max) })).toEqual(done)
      expect((await profile())[field]).toBe(letter.repeat(max))
      expect(await bot.call(method, { [field]: letter.repeat(max + 1) })).toEqual(
        bad(field, `Too big: expected string to have <=${max} characters`),
      )
      expect((await profile())[field]).toBe(letter.repeat(max))
    }
  })

  it.each([
    [rules.absent, 'absent', {}],
    [rules.empty, 'empty', { [field]: '' }],
  ])(`%s an %s text given to ${method} clears the ${field} and nothing else`, async (_rule, _how, params) => {
    const { bot, profile } = await profiled()
    await bot.ok('setMyDescription', { description: 'I greet people.' })
    await bot.ok('setMyShortDescription', { short_description: 'I greet.' })
    expect(await bot.call(method, params)).toEqual(done)
    expect(await profile()).toMatchObject({
      ...BLANK,
      description: 'I greet people.',
      short_description: 'I greet.',
      [field]: '',
    })
  })

  it(`PROF-40 ${method} ignores language_code: of two texts the last stands`, async () => {
    const { bot, profile } = await profiled()
    expect(await bot.call(method, { [field]: 'Hello', language_code: 'en' })).toEqual(done)
    expect(await bot.call(method, { [field]: 'Hallo', language_code: 'no such language' })).toEqual(done)
    expect((await profile())[field]).toBe('Hallo')
  })

  shapeInOrder(method, { [field]: 'I greet.' }, { [field]: 5 }, 'expected string, received number')
}

/** That a parameter of the wrong type comes after what any operation looks at first. */
export function shapeInOrder(method: string, params: Json, wrong: Json, expected: string) {
  const [field] = Object.keys(wrong)
  checkedInOrder('with a wrong type', privateChat, { method, params }, [
    ...FIRST,
    { name: 'shape', answer: bad(field!, `Invalid input: ${expected}`), params: wrong },
  ])
}
