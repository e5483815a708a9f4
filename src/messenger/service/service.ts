// What the service is set to: read from the tables, changed, and renewed where another world is put in place.

import type { Tx } from '../world.ts'
import { DEFAULT_SERVICE, type ServiceChanges, type ServiceSettings } from './settings.ts'

/** The settings as the tables have them, with what whoever started the emulator has fixed. */
export function renewService(tx: Tx) {
  tx.service = { ...DEFAULT_SERVICE, ...tx.store.settings.get<Partial<ServiceSettings>>('service') }
  if (Object.keys(tx.fixedService).length) changeService(tx, tx.fixedService)
}

export function changeService(tx: Tx, changes: ServiceChanges) {
  const { dns, webhook_routes, stubs, ...rest } = changes
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  tx.service = {
    ...tx.service,
    ...plain,
    dns: mergedMap(tx.service.dns, dns),
    webhook_routes: mergedMap(tx.service.webhook_routes, webhook_routes),
    stubs: mergedMap(tx.service.stubs, stubs),
  }
  tx.store.settings.set('service', tx.service)
  tx.emit({ type: 'service' })
}

function mergedMap<Value>(old: Record<string, Value>, changes: Record<string, Value | null> = {}) {
  const merged = { ...old, ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as Record<string, Value>
}
