// A delivery that is under way when another world is put in place belongs to nobody.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { service } from '../conformance/service.ts'

it.each([
  ['answered well', 200],
  ['answered badly', 500],
])('%s afterwards, it changes nothing of the new world', async (_, status) => {
  const s = await service()
  const open: ServerResponse[] = []
  const received: string[] = []
  const receiver = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      received.push(JSON.parse(body).message.text)
      open.push(res)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  await s.act('updateService', { allow_local_webhooks: true })
  await s.user('Alice', { handle: 'alice' })
  const bot = await s.bot({ handle: 'greeter' })
  await s.act('start', { as: 'alice', bot: 'greeter' })
  await bot.drain()
  await bot.ok('setWebhook', { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'waits' })
  await vi.waitUntil(() => open.length === 1, { interval: 1 })
  await s.act('snapshot', { name: 'base' })
  await s.act('restore', { name: 'base' })
  // What waited in the snapshot is delivered under its new number.
  await vi.waitUntil(() => open.length === 2, { interval: 1 })
  expect(received).toEqual(['waits', 'waits'])
  open[0]!.writeHead(status).end()
  await s.act('read', { as: 'alice', chat: 'greeter' })
  expect(await s.view('/bots/greeter/deliveries')).toEqual([])
  const info = await bot.ok('getWebhookInfo')
  expect(info.pending_update_count).toBe(1)
  expect(info).not.toHaveProperty('last_error_message')
  open[1]!.writeHead(200).end()
  await vi.waitUntil(async () => (await bot.ok('getWebhookInfo')).pending_update_count === 0, { interval: 5 })
})
