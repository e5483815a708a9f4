// What the service is set to: read from the tables, changed, and renewed where another world is put in place.

import type { World } from '../world.ts'
import { DEFAULT_SERVICE, type ServiceChanges, type ServiceSettings } from './settings.ts'

/** The settings as the tables have them, with what whoever started the emulator has fixed. */
export function renewService(world: World) {
  world.service = { ...DEFAULT_SERVICE, ...world.store.settings.get<Partial<ServiceSettings>>('service') }
  if (Object.keys(world.fixedService).length) changeService(world, world.fixedService)
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
