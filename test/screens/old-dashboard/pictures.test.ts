// Pictures of the dashboard while the bot is ended, at four sizes, on a dark and on a light terminal.
// They are drawn again by: npx vitest run test/screens/old-dashboard/pictures.test.ts --update

import { describe, expect, it, onTestFinished } from 'vitest'
import type { Look } from '../../../src/screens/old-dashboard/text/style.ts'
import { happen, keys, NOON, PLAIN, scene } from './stage/scene.ts'
import { mounted } from './stage/shown.tsx'
import { svgOf } from './stage/svg.ts'

const ENDED = { id: 92, type: 'program', at: NOON + 10, bot: 'greeter', how: 'ended', code: null } as const

/** A killed bot that the emulator ran; and a bot of another process, killed at an update or during a poll. */
const KILLED = {
  run: { ...ENDED, signal: 'SIGKILL', restarts_in: 2 },
  atAnUpdate: {
    ...{ id: 92, type: 'call', at: NOON + 10, bot: 'greeter' },
    call: {
      ...{ id: 92, at: NOON + 10, bot: 'greeter', method: 'getUpdates', status: 200, ok: true, duration_ms: 900 },
      ...{ params: { timeout: 30 }, body: { ok: true, result: [{ update_id: 8 }] } },
    },
  },
  other: {
    ...{ id: 92, type: 'call', at: NOON + 10, bot: 'greeter' },
    call: {
      ...{ id: 92, at: NOON + 10, bot: 'greeter', method: 'getUpdates', status: 200, ok: true, duration_ms: 900 },
      ...{ params: { timeout: 30 }, body: { ok: true, result: [] } },
    },
  },
} as const

const SIZES = [
  [60, 20],
  [80, 24],
  [120, 40],
  [200, 60],
] as const

describe.each(SIZES)('at %i x %i', (columns, rows) => {
  const look: Look = { ...PLAIN, colours: 'full' }
  const killed = (how: keyof typeof KILLED, theme: Look['theme']) => {
    const state = keys(scene(columns, rows, { ...look, theme }), 'tab').state
    const nowMs = NOON * 1000 + 10_000
    const { state: ended } = happen(
      state,
      { type: 'events', events: [KILLED[how] as never], nowMs },
      { type: 'tick', nowMs: nowMs + 2000 },
    )
    return ended
  }

  it.each(['dark', 'light'] as const)('looks like its picture in a %s terminal', async (theme) => {
    const screen = await mounted(killed('run', theme), columns, rows)
    onTestFinished(() => screen.close())
    const picture = svgOf(screen.cells(), theme, 'The dashboard after its bot was killed')
    await expect(picture).toMatchFileSnapshot(`../../../fixtures/frames/${columns}x${rows}/killed-${theme}.svg`)
  })

  it.each([
    ['run', 'stopped 2 s ago'],
    ['other', 'stopped polling 2 s ago'],
    ['atAnUpdate', 'has not polled for 2 s'],
  ] as const)('says within two seconds that the bot is gone: %s', async (how, text) => {
    const screen = await mounted(killed(how, 'dark'), columns, rows)
    onTestFinished(() => screen.close())
    expect(screen.rows()[0]).toContain(text)
    expect(screen.rows().slice(1).join('\n')).toContain(`Greeter: ${text}`)
  })
})
