// Receivers that speak TLS: whose certificate holds, and whose does not.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { seenOf } from '../../helpers/hooked.ts'
import { receiver, status } from '../../helpers/receiver.ts'
import { type Service, service } from '../../helpers/service.ts'
import { HOOK } from '../../helpers/webhook-bot.ts'

const pem = (file: string) => readFileSync(new URL(`./tls/${file}`, import.meta.url), 'utf8')
const pair = (name: string) => ({ key: pem(`${name}.key`), cert: pem(`${name}.crt`) })
const trust = (s: Service, ...names: string[]) =>
  s.act('updateService', { trusted_roots: names.map((name) => pem(`${name}.crt`)) })

async function hookedTo(name: string, { trusted = ['root'] }: { trusted?: string[] } = {}) {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  const to = await receiver(status(200), pair(name))
  await s.act('updateService', { webhook_routes: { 'bot.example.org': to.origin } })
  await trust(s, ...trusted)
  // The certificate is looked at when something is delivered, not here.
  await bot.ok('setWebhook', { url: HOOK, secret_token: 'abc' })
  return { s, to, ...seenOf(s, bot) }
}

it('HOOK-40 GAP-95 delivers to a receiver whose certificate a trusted root has signed', async () => {
  const { to, say, after } = await hookedTo('receiver')
  for (const n of [1, 2]) {
    await say(`${n}`)
    await after(n)
  }
  expect(to.ids()).toEqual([1, 2])
  expect(to.connections()).toBe(1)
  expect(to.got[0]).toMatchObject({
    path: '/hook',
    headers: { host: 'bot.example.org', 'X-Service-Bot-Api-Secret-Token': 'abc' },
  })
})

it.each([
  ['HOOK-40', 'of an unknown root', 'receiver', [], 'unable to verify the first certificate'],
  ['HOOK-40', 'of another host', 'other-name', ['root'], /^Hostname\/IP does not match certificate's altnames/],
  ['HOOK-40', 'that has run out', 'expired', ['root'], 'certificate has expired'],
  ['HOOK-41', 'that is signed by itself', 'self-signed', ['root'], 'self-signed certificate'],
])('%s GAP-94 does not deliver to a receiver with a certificate %s', async (_, __, name, trusted, words) => {
  const { s, to, say, info, after } = await hookedTo(name, { trusted })
  await say('1')
  const [attempt] = await after(1)
  expect(attempt).toMatchObject({ update_id: 1, status: null, error: expect.stringMatching(/^SSL error: /) })
  expect(attempt!.error!.slice('SSL error: '.length)).toMatch(words)
  expect(await info()).toMatchObject({ pending_update_count: 1, last_error_message: attempt!.error })
  expect(to.got).toEqual([])
  await s.act('advanceClock', { seconds: 1 })
  expect((await after(2))[1]).toMatchObject({ attempt: 2, error: attempt!.error })
})

it('HOOK-40 delivers as soon as the root is trusted, and no longer when it is not', async () => {
  const { s, to, say, after } = await hookedTo('receiver', { trusted: [] })
  await say('1')
  await after(1)
  await trust(s, 'root')
  await s.act('advanceClock', { seconds: 1 })
  expect((await after(2))[1]).toMatchObject({ status: 200, error: null })
  await trust(s)
  await say('2')
  expect((await after(3))[2]).toMatchObject({ status: null, error: expect.stringMatching(/^SSL error: /) })
  expect(to.ids()).toEqual([1])
})

it('HOOK-40 does not deliver to a receiver that speaks no TLS where it should', async () => {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  const plain = await receiver()
  await s.act('updateService', { webhook_routes: { 'bot.example.org': plain.origin.replace('http:', 'https:') } })
  await bot.ok('setWebhook', { url: HOOK })
  const { say, after } = seenOf(s, bot)
  await say('1')
  expect(await after(1)).toMatchObject([
    { status: null, error: 'SSL error: wrong version number: the receiver speaks plain http' },
  ])
  expect(plain.got).toEqual([])
})
