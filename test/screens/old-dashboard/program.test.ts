// The program that the emulator runs: its output and its end in the traffic, and its state above the composer.

import { describe, expect, it } from 'vitest'
import type { EventView } from '../../../src/control/contract/events.ts'
import { happen, keys, NOON, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

type Program = Partial<EventView & { type: 'program' }> & { how: 'started' | 'wrote' | 'ended' }

const program = (id: number, more: Program): EventView =>
  ({ id, type: 'program', at: NOON + 10, bot: 'greeter', ...more }) as EventView

const following = (state: ReturnType<typeof scene>, ...events: EventView[]) =>
  happen(state, { type: 'events', events, nowMs: NOON * 1000 + 10_000 }).state

/** The text of a screen in which lines that the conversation wraps are joined. */
const unwrapped = (text: string) => text.replace(/ +┃[^┃]*\n[^┃]*┃ +/g, ' ').replace(/ *┃[^┃\n]*\n[^┃\n]*┃ */g, ' ')

const CRASH = program(92, { how: 'ended', code: 1, signal: null, restarts_in: 2 })
const LINES = ['throw new Error', ...Array.from({ length: 30 }, (_, i) => `    at line ${i}`)]

describe('the state of a program', () => {
  it.each([60, 80, 120, 200])('says the exit code and what is pending, at %i columns', async (columns) => {
    const { state } = happen(following(scene(columns, 30), CRASH), { type: 'tick', nowMs: NOON * 1000 + 22_000 })
    const text = await textOf(state)
    expect(unwrapped(text)).toContain('Greeter: stopped 12 s ago (exit code 1), 2 updates pending')
    expect(text.split('\n')[0]).toContain(columns < 80 ? 'stopped 12 s ago ' : 'stopped 12 s ago (exit code 1)')
  })

  it('names the signal that ended it, and says that it starts', async () => {
    const killed = following(scene(), program(92, { how: 'ended', code: null, signal: 'SIGKILL', restarts_in: null }))
    expect((await textOf(killed)).split('\n')[0]).toContain('stopped 0 s ago (SIGKILL)')
    const started = following(killed, program(93, { how: 'started', command: 'node bot.js' }))
    expect((await textOf(started)).split('\n')[0]).toContain('@greeter_bot starting')
  })

  it('is known to a dashboard that is opened later, with the output before', async () => {
    const of = {
      polling: false,
      webhook: null,
      waiting: 0,
      idle: true,
      asks_for: [],
      retry_at: null,
      waits_for_clock: false,
    }
    const ended = {
      command: 'node bot.js',
      running: false,
      code: 3,
      signal: null,
      ended_ago: 90,
      output: ['No token!'],
    }
    const loaded = { deliveries: { greeter: { ...of, program: ended } } }
    const text = await textOf(happen(scene(), { type: 'loaded', loaded, nowMs: NOON * 1000 + 10_000 }).state)
    expect(text).toContain('Greeter: stopped 90 s ago (exit code 3)')
    expect(text).toContain('--:--:-- No token!')
  })
})

describe('the output of a program', () => {
  const crashed = () => following(scene(), program(91, { how: 'wrote', lines: LINES, error: 'Error: no luck' }), CRASH)

  it('is folded to its error when it is long, and unfolds', async () => {
    const folded = await textOf(crashed())
    expect(folded).toContain('Error: no luck')
    expect(folded).toContain('… 30 more lines')
    expect(folded).not.toContain('at line 0')
    expect(folded).toContain('ended (exit code 1), starts')
    const { state } = keys(crashed(), 'esc', '3', 'k', 'k', 'enter')
    expect(await textOf({ ...state, selection: { ...state.selection, traffic: 91 } })).toContain('at line 0')
  })

  it('is found by its words', async () => {
    const { state } = keys(crashed(), 'esc', '3', '/', '"op:output')
    expect(await textOf(state)).toMatch(/Error: no luck/)
    expect(await textOf(state)).not.toContain('sendMessage')
  })
})

describe('restarting', () => {
  const running = () => following(scene(), program(91, { how: 'started', command: 'node bot.js' }))
  const restart = { do: 'perform', action: 'restartProgram', params: { bot: 'greeter' } }

  it.each([
    [['ctrl-r'], 'while writing'],
    [['esc', '3', 'r'], 'in the traffic'],
    [['esc', '1', 'r'], 'in the list of chats'],
    [['esc', '4', 'r'], 'in the inspector'],
  ])('%j restarts the bot %s', (pressed) => {
    expect(keys(running(), ...pressed).effects).toContainEqual(expect.objectContaining(restart))
  })

  it('r in the conversation replies', () => {
    const { state, effects } = keys(running(), 'esc', 'r')
    expect(effects).not.toContainEqual(expect.objectContaining(restart))
    expect(state.composer.replyTo).toBe(2)
  })

  it('says what to do if the emulator does not run the bot', async () => {
    const { state } = keys(scene(), 'ctrl-r')
    expect(state.toast?.text).toBe('The emulator does not run the bot. Pass its command: start --bot "node bot.js"')
    expect(await textOf(scene(200, 60))).not.toContain('restart the bot')
    expect(await textOf(running())).toContain('Ctrl-R restart the bot')
  })
})
