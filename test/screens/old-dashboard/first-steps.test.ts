// The first screen: three steps to the first answer of a bot, and the command that starts it.

import { describe, expect, it } from 'vitest'
import { NO_CONVERSATION } from '../../../src/screens/old-dashboard/state/initial-state.ts'
import type { State } from '../../../src/screens/old-dashboard/state/state.ts'
import { happen, keys, NOON, said, scene, WITH_GREETER } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'
import { VIEWS } from './stage/views.ts'

const TOKEN = '100004:RJIzq4Uj4Y2YsBQB9F07QYfcJI4KVSl_U1R'
const COMMAND = `BOT_API_URL=http://127.0.0.1:8081 BOT_TOKEN=${TOKEN} node bot.js`

const fresh = (columns = 120, rows = 40) => VIEWS.new!(scene(columns, rows))
const stepsOf = async (state: State) => {
  const text = await textOf(state)
  return text.split('\n').flatMap((row) => /[✓○] .*?(?= {2,}|┃|│)/.exec(row)?.[0].trim() ?? [])
}
const started = (state: State): State => ({
  ...state,
  chats: [WITH_GREETER],
  conversation: { ...NO_CONVERSATION, chat: WITH_GREETER, messages: [said(1, { by: 'alice', text: '/start' })] },
})
const polling = {
  type: 'events' as const,
  nowMs: NOON * 1000,
  events: [{ id: 90, type: 'poll', at: NOON, bot: 'greeter' } as never],
}

it('ticks the steps off one after another, and shows none after the first answer', async () => {
  expect(await stepsOf(fresh())).toEqual([
    '○ Start your bot: y copies the line below',
    '○ Press Enter to start Greeter',
    "○ Wait for the bot's first answer",
  ])
  const { state: connected } = happen(fresh(), polling)
  expect(await stepsOf(connected)).toEqual([
    '✓ Greeter is connected',
    '○ Press Enter to start Greeter',
    "○ Wait for the bot's first answer",
  ])
  const waiting = started(connected)
  expect(await stepsOf(waiting)).toEqual([
    '✓ Greeter is connected',
    '✓ The chat has been started',
    "○ Wait for the bot's first answer",
  ])
  const messages = [...waiting.conversation.messages, said(2, { text: 'Hello' })]
  expect(await stepsOf({ ...waiting, conversation: { ...waiting.conversation, messages } })).toEqual([])
})

describe('the command', () => {
  it.each([
    [60, 20],
    [80, 24],
    [120, 40],
    [200, 60],
  ])('is on the screen once, with a whole token, at %i x %i', async (columns, rows) => {
    const text = await textOf(fresh(columns, rows))
    expect(text.split(TOKEN)).toHaveLength(2)
    expect(text.split('BOT_API_URL=http://127.0.0.1:8081')).toHaveLength(2)
    expect(text).not.toContain('API root')
  })

  it('is not called a line below on a terminal that has no room for it', async () => {
    const text = await textOf(fresh(60, 15))
    expect(text).not.toContain('BOT_TOKEN=')
    expect(text).toContain('Start your bot: y copies its command')
  })

  it('is copied by y in the composer and in each pane', () => {
    for (const pane of [[], ['esc'], ['alt-1'], ['alt-3']])
      expect(keys(fresh(), ...pane, 'y').effects).toEqual([
        { do: 'copy', text: COMMAND, what: 'the command that starts Greeter' },
      ])
  })

  it('disappears once a program is connected, and y is a letter again', async () => {
    const { state } = happen(fresh(), polling)
    expect(await textOf(state)).not.toContain('BOT_TOKEN=')
    expect(keys(state, 'y').state.composer.text).toBe('y')
  })

  it('leaves a text alone in which y is a letter', () => {
    const { state, effects } = keys(fresh(), '"hey')
    expect([state.composer.text, effects]).toEqual(['hey', []])
  })
})
