// How long a call waits for a bot that a reset has removed, in real seconds.

import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { refused } from '../../helpers/service.ts'
import { stage } from '../../helpers/stage.ts'

describe('a bot made again with the same token', () => {
  it('or until nobody expects it any longer', async () => {
    const { s, bot } = await stage()
    await s.act('reset')
    const before = performance.now()
    expect(await bot.call('getMe')).toEqual(refused(401, 'Unauthorized'))
    expect(performance.now() - before).toBeGreaterThan(4000)
    const after = performance.now()
    expect(await bot.call('getMe')).toEqual(refused(401, 'Unauthorized'))
    expect(performance.now() - after).toBeLessThan(3000)
    expect(await s.call('1:never', 'getMe')).toEqual(refused(401, 'Unauthorized'))
  })

  it('as long after every reset, whenever the one before it was', async () => {
    const { s, bot } = await stage()
    await s.act('reset')
    await s.bot({ token: bot.token })
    await pause(4000)
    await s.act('reset')
    const answer = bot.call('getMe')
    await pause(2500)
    await s.bot({ token: bot.token })
    expect((await answer).status).toBe(200)
  })
})
