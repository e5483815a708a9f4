// The settings of the service: what a change leaves alone.

import { expect, it } from 'vitest'
import { service } from '../../helpers/service.ts'

const settings = (s: Awaited<ReturnType<typeof service>>) => s.act('updateService', {})

it('keeps a setting that a change leaves undefined', async () => {
  const { emulator, act } = await service()
  await act('updateService', { name: 'Nimbus', domain: 'nimbus.example', dns: { 'a.example': ['8.8.8.8'] } })
  const before = await act('updateService', {})
  const nothing = { name: undefined, domain: undefined, dns: undefined, webhook_routes: undefined }
  expect(emulator.perform('updateService', nothing)).toEqual(before)
})

it('merges maps, takes a key away with null, and replaces lists', async () => {
  const s = await service()
  await s.act('updateService', { dns: { 'a.example': ['8.8.8.8'], 'b.example': [] }, blocked_urls: ['one'] })
  await s.act('updateService', { dns: { 'a.example': null, 'c.example': ['1.1.1.1'] }, blocked_urls: ['two'] })
  const { dns, blocked_urls } = await settings(s)
  expect({ dns, blocked_urls }).toEqual({ dns: { 'b.example': [], 'c.example': ['1.1.1.1'] }, blocked_urls: ['two'] })
})
