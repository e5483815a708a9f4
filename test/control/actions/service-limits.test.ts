// The lists and maps of the service's settings are limited.

import { rootCertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { service } from '../../helpers/service.ts'

const HOSTS = (first: number, count: number) => Array.from({ length: count }, (_, i) => `host${first + i}.example.org`)
const mapOf = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
const OPERATIONS = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => `unheardOf${'xyz'.repeat(3)}${first + i}`)

const tooMany = (name: string) => ({
  code: 'invalid-params',
  message: `updateService: ${name}: Invalid input: expected at most 100 entries`,
  hint: expect.any(String),
})

describe('a list or a map has 100 entries at most', () => {
  it.each<[string, (count: number) => unknown]>([
    ['content_filter', (count) => HOSTS(0, count).map((match) => ({ match }))],
    ['blocked_urls', (count) => HOSTS(0, count)],
    ['dns', (count) => mapOf(HOSTS(0, count), ['203.0.113.7'])],
    ['webhook_routes', (count) => mapOf(HOSTS(0, count), 'http://127.0.0.1:3000')],
    ['own_addresses', (count) => Array.from({ length: count }, (_, i) => `203.0.113.${i}`)],
    ['trusted_roots', (count) => rootCertificates.slice(0, count)],
    ['lenient', (count) => OPERATIONS(0, count)],
    ['stubs', (count) => mapOf(OPERATIONS(0, count), true)],
  ])('%s', async (name, entries) => {
    const s = await service()
    const before = await s.view('/service')
    const { status, body } = await s.tryAct('updateService', { [name]: entries(101) })
    expect({ status, body }).toEqual({ status: 400, body: { ok: false, error: tooMany(name) } })
    expect(await s.view('/service')).toEqual(before)
    expect((await s.tryAct('updateService', { [name]: entries(100) })).status).toBe(200)
  })

  it('and a pattern 4096 characters', async () => {
    const s = await service()
    expect((await s.tryAct('updateService', { blocked_urls: ['x'.repeat(4097)] })).status).toBe(400)
    expect((await s.tryAct('updateService', { blocked_urls: ['x'.repeat(4096)] })).status).toBe(200)
  })
})
