// What goes on in real time while the emulator's clock stands still.

import { expect, it } from 'vitest'
import { openPoll, service } from '../../helpers/service.ts'

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

it.each([
  ['frozen', []],
  ['set back', [['setClock', { at: 1_700_000_000 }]]],
  ['frozen and set back', [['freezeClock'], ['setClock', { at: 1_700_000_000 }]]],
] as [string, [string, object?][]][])(
  'GAP-160 UPD-17 ends a poll after its seconds in real time when the clock is %s',
  async (_, moves) => {
    const s = await service({ frozen: false })
    const bot = await s.bot()
    if (!moves.length) await s.act('freezeClock')
    const took = await secondsOf(async () => {
      const poll = await openPoll(s, bot, { timeout: 1 })
      for (const [action, params] of moves) await s.act(action, params)
      expect(await poll.answer).toEqual({ status: 200, body: { ok: true, result: [] } })
    })
    expect(took).toBeGreaterThanOrEqual(0.99)
    expect(took).toBeLessThan(10)
  },
)

it('GAP-160 UPD-17 goes on with polling on a frozen clock, call after call', async () => {
  const s = await service()
  const bot = await s.bot()
  for (let i = 0; i < 2; i++) {
    expect(await bot.call('getUpdates', { timeout: 1 })).toEqual({ status: 200, body: { ok: true, result: [] } })
  }
  const calls: { at: number; duration_ms: number }[] = await s.view('/calls')
  expect(calls.map(({ at }) => at)).toEqual([1_800_014_400, 1_800_014_400])
  for (const { duration_ms } of calls) expect(duration_ms).toBeGreaterThan(990)
})
