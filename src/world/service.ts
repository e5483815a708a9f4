// The settings of the emulated service, which its specification leaves to whoever runs it.

import type { World } from './world.ts'

export interface ServiceSettings {
  name: string
  domain: string
  command_entities: boolean
  content_filter: { match: string; reason: string }[]
  blocked_urls: string[]
  dns: Record<string, string[]>
  webhook_routes: Record<string, string>
  /** The service's own addresses; null: those it listens at. */
  own_addresses: string[] | null
  /** Webhooks may be plain http, on any port, on this machine and its network. */
  allow_local_webhooks: boolean
  trusted_roots: string[]
}

export const DEFAULT_SERVICE: ServiceSettings = {
  name: 'Service',
  domain: 'service.example',
  command_entities: true,
  content_filter: [],
  blocked_urls: [],
  dns: {},
  webhook_routes: {},
  own_addresses: null,
  allow_local_webhooks: false,
  trusted_roots: [],
}

/** The settings as the tables have them, with what whoever started the emulator has fixed. */
export function renewService(world: World) {
  world.service = { ...DEFAULT_SERVICE, ...world.store.settings.get<Partial<ServiceSettings>>('service') }
  if (Object.keys(world.fixedService).length) changeService(world, world.fixedService)
}

/** `null` for a key of a map takes the key away; lists and plain values are replaced. */
export type ServiceChanges = {
  [Key in keyof ServiceSettings]?: Key extends 'dns' | 'webhook_routes'
    ? { [host: string]: ServiceSettings[Key][string] | null }
    : ServiceSettings[Key]
}

export function changeService(world: World, changes: ServiceChanges) {
  const { dns, webhook_routes, ...rest } = changes
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  world.service = {
    ...world.service,
    ...plain,
    dns: mergedMap(world.service.dns, dns),
    webhook_routes: mergedMap(world.service.webhook_routes, webhook_routes),
  }
  world.store.settings.set('service', world.service)
  world.happened({ type: 'service' })
}

function mergedMap<Value>(old: Record<string, Value>, changes: Record<string, Value | null> = {}) {
  const merged = { ...old, ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as Record<string, Value>
}
