// clearWorld: what a bot that is kept takes along into the next world, and what ends with the last one.

import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { hooked, route } from '../../helpers/hooked.ts'
import { status } from '../../helpers/receiver.ts'
import { openPoll, refused, service } from '../../helpers/service.ts'
import { freshWebhook, HOOK } from '../../helpers/webhook-bot.ts'

const OLD_PERSON = 301

describe('a webhook', () => {
  /** The next world: the bot, the way to its receiver and somebody who writes. */
  async function next({ s, bot, to }: Awaited<ReturnType<typeof hooked>>) {
    await s.act('clearWorld', { keep: [bot.handle] })
    await route(s, new URL(HOOK).hostname, to.origin)
    await s.user('Alice', { handle: 'alice' })
  }

  it('waits for no attempt that the last world owed', async () => {
    const hook = await hooked(status(500))
    await hook.say('old')
    await hook.after(1)
    hook.to.replyWith(status(200))
    await next(hook)
    await hook.say('new')
    await hook.to.received(2)
    expect(hook.to.texts()).toEqual(['old', 'new'])
  })

  it('is not blamed for a delivery of the last world', async () => {
    const replies: ServerResponse[] = []
    const hook = await hooked((response) => void replies.push(response))
    await hook.say('old')
    await hook.to.received(1)
    await next(hook)
    replies[0]?.writeHead(500).end()
    hook.to.replyWith(status(200))
    await hook.say('new')
    expect(await hook.after(1)).toMatchObject([{ update_id: 2, attempt: 1, status: 200 }])
    expect(await hook.info()).toEqual(freshWebhook(HOOK))
  })

  it('tells of nobody whom only the last world had', async () => {
    const replies: ServerResponse[] = []
    const hook = await hooked((response) => void replies.push(response))
    const { s, bot, to } = hook
    await s.user('Old', { handle: 'old', id: OLD_PERSON })
    await s.act('send', { as: 'old', to: bot.handle, text: 'old' })
    await to.received(1)
    await next(hook)
    await s.user('Owner', { handle: 'owner', id: OLD_PERSON })
    const { id } = await s.act('createGroup', { title: 'Team', owner: 'owner', members: [bot.handle] })
    replies[0]?.writeHead(200).end()
    to.replyWith(status(200))
    await hook.say('new')
    await hook.after(1)
    const asked = await bot.call('getChatMember', { chat_id: id, user_id: OLD_PERSON })
    expect(asked).toEqual(refused(400, 'Bad Request: user not found'))
  })
})

describe('a getUpdates that waits', () => {
  it('goes on where its bot is kept', async () => {
    const s = await service({ frozen: false })
    const bot = await s.bot()
    const { answer } = await openPoll(s, bot)
    await s.act('clearWorld', { keep: [bot.handle] })
    await s.user('Alice', { handle: 'alice' })
    await s.act('send', { as: 'alice', to: bot.handle, text: 'new' })
    expect((await answer).body.result).toMatchObject([{ message: { text: 'new' } }])
  })

  it('is refused where its bot is not', async () => {
    const s = await service({ frozen: false })
    const { answer } = await openPoll(s, await s.bot())
    await s.act('clearWorld')
    expect(await answer).toEqual(refused(401, 'Unauthorized'))
  })
})

it('a file_id of the last world names nothing in the next', async () => {
  const s = await service()
  const bot = await s.bot()
  async function fileFrom(handle: string) {
    const { id } = await s.user('Alice', { handle })
    const file = { name: 'a', base64: Buffer.from(handle).toString('base64') }
    await s.act('sendFile', { as: handle, to: bot.handle, kind: 'document', file })
    const { file_id } = (await bot.drain()).at(-1).message.document
    return { id, file_id }
  }
  const old = await fileFrom('alice')
  await s.act('clearWorld', { keep: [bot.handle] })
  const { id, file_id } = await fileFrom('bob')
  const send = (document: string) => bot.call('sendDocument', { chat_id: id, document })
  expect(await send(old.file_id)).toEqual(refused(400, 'Bad Request: wrong file identifier/HTTP URL specified'))
  expect((await send(file_id)).status).toBe(200)
})

it('is told to everybody, also where the bytes of a file cannot be removed', async () => {
  const s = await service({ frozen: false })
  const bot = await s.bot()
  await s.user('Alice', { handle: 'alice' })
  const file = { name: 'a', base64: 'YQ==' }
  const { document } = await s.act('sendFile', { as: 'alice', to: bot.handle, kind: 'document', file })
  await bot.drain()
  const remove = vi.spyOn(fs, 'rmSync').mockImplementation(() => {
    throw Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' })
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    remove.mockRestore()
    syncBuiltinESMExports()
  })
  const { answer } = await openPoll(s, bot)
  expect(await s.act('deleteFile', { file_unique_id: document.file_unique_id })).toBe(true)
  expect(await s.act('clearWorld')).toBe(true)
  expect(await answer).toEqual(refused(401, 'Unauthorized'))
})
