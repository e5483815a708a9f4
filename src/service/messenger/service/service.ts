// Changes and stores the settings of the service and the clock.

import { type Clock, LATEST_MS } from '../../../lib/clock.ts'
import { Problem } from '../../../lib/problem.ts'
import { DEFAULT_SERVICE, type ServiceChanges, type ServiceSettings } from '../../rules/settings.ts'
import type { Tx } from '../world.ts'

/** Loads the settings from the database. The settings with which the emulator was started override them. */
export function loadService(tx: Tx) {
  const stored = tx.store.settings.get('service')
  tx.service = stored === undefined ? DEFAULT_SERVICE : withChanges(DEFAULT_SERVICE, tx.parseService(stored))
  if (Object.keys(tx.fixedService).length) changeService(tx, tx.fixedService)
}

export function changeService(tx: Tx, changes: ServiceChanges) {
  tx.service = withChanges(tx.service, changes)
  tx.store.settings.set('service', tx.service)
  tx.emit({ type: 'service' })
}

function withChanges(service: ServiceSettings, changes: ServiceChanges): ServiceSettings {
  const { dns, webhook_routes, stubs, ...rest } = changes
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...service,
    ...plain,
    dns: mergeMaps(service.dns, dns),
    webhook_routes: mergeMaps(service.webhook_routes, webhook_routes),
    stubs: mergeMaps(service.stubs, stubs),
  }
}

function mergeMaps<Value>(old: Record<string, Value>, changes: Record<string, Value | null> = {}) {
  const merged = { ...old, ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as Record<string, Value>
}

export function moveClock(tx: Tx, move: (clock: Clock) => void) {
  move(tx.clock)
  tx.store.settings.set('clock', tx.clock.state())
  tx.emit({ type: 'clock' })
}

export function jumpTo(tx: Tx, ms: number) {
  if (ms > LATEST_MS) {
    const hint = `Choose a time of at most ${LATEST_MS / 1000} Unix seconds.`
    throw new Problem('clock-too-far', 'The clock cannot be set beyond the year 9999.', hint)
  }
  moveClock(tx, (clock) => clock.set(Math.round(ms)))
}
