// The bare 429, which any operation may be answered with, and where it stands among the checks.

import { describe, expect, it } from 'vitest'
import { granted, refused, type Transport } from '../helpers/service.ts'
import { beginUpload, untilTransfers } from '../helpers/slow-upload.ts'
import { ALICE, stage, TEAM } from '../helpers/stage.ts'
import { wholeState } from '../helpers/whole-state.ts'
import { ALIAS, EVERY_OPERATION } from './every-operation.ts'

const BARE = refused(429, 'Too Many Requests', { retry_after: 1 })
const TRANSPORTS: Transport[] = ['json', 'query', 'form', 'multipart', 'post-query']

describe('LIM-31 GAP-132 Too Many Requests', () => {
  it.each(EVERY_OPERATION)(
    'answers $name, which does nothing, and the next call passes',
    async ({ name, params, result }) => {
      const place = await stage()
      const { s, bot } = place
      const before = await wholeState(place)
      for (const via of TRANSPORTS) {
        await s.act('injectFault', { bot: 'greeter', operation: name, status: 429 })
        expect(await bot.call(name, params, via)).toEqual(BARE)
      }
      expect(await wholeState(place)).toEqual(before)
      expect(await bot.call(name, params)).toEqual(granted(result))
    },
  )

  it(`answers ${ALIAS}`, async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { bot: 'greeter', operation: ALIAS, status: 429 })
    expect(await bot.call(ALIAS, { chat_id: TEAM.id })).toEqual(BARE)
    expect(await bot.call(ALIAS, { chat_id: TEAM.id })).toEqual(granted(4))
  })

  it('is told apart in the journal', async () => {
    const { s, bot } = await stage()
    const { id } = await s.act('injectFault', { status: 429 })
    await bot.call('getMe')
    expect((await s.view('/calls')).at(-1)).toMatchObject({
      method: 'getMe',
      status: 429,
      why: `injected fault ${id}: 429 Too Many Requests`,
      rule: 'LIM-31',
    })
  })
})

describe('GAP-10 the bare 429 comes', () => {
  const pending = async (s: { view(path: string): Promise<unknown> }) => s.view('/faults?fired=false')

  it('after the token', async () => {
    const { s } = await stage()
    await s.act('injectFault', { status: 429 })
    expect(await s.call('1:wrong', 'getMe')).toEqual(refused(401, 'Unauthorized'))
    expect(await pending(s)).toHaveLength(1)
  })

  it('after the suspension', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 429 })
    await s.act('updateBot', { bot: 'greeter', suspended: true })
    expect(await bot.call('getMe')).toEqual(refused(403, 'Forbidden: bot is suspended'))
    expect(await pending(s)).toHaveLength(1)
  })

  it('after the name of the operation', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 429 })
    expect(await bot.call('noSuchOperation')).toEqual(refused(404, 'Not Found'))
    expect(await pending(s)).toHaveLength(1)
  })

  it('before a body that cannot be read', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 429 })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${s.url}/bot${bot.token}/getMe`, { method: 'POST', headers, body: '{' })
    expect({ status: response.status, body: await response.json() }).toEqual(BARE)
  })

  it('before inline_message_id and the shape of parameters', async () => {
    const { s, bot } = await stage()
    await s.act('injectFault', { status: 429, times: 2 })
    expect(await bot.call('editMessageText', { inline_message_id: '1' })).toEqual(BARE)
    expect(await bot.call('sendMessage', { chat_id: {} })).toEqual(BARE)
  })

  it('before the place among the transfers', async () => {
    const { s, bot } = await stage()
    const uploads = await Promise.all([1, 2, 3].map(() => beginUpload(s, bot)))
    await untilTransfers(s, bot, 3)
    const full = refused(429, 'Too Many Requests: retry after 1', { retry_after: 1 })
    const document = new Blob(['some bytes'])
    const upload = () => bot.call('sendDocument', { chat_id: ALICE.id, document }, 'multipart')
    expect(await upload()).toEqual(full)
    await s.act('injectFault', { status: 429 })
    expect(await upload()).toEqual(BARE)
    expect(await upload()).toEqual(full)
    for (const { hangUp } of uploads) hangUp()
  })
})
