// Injected faults: their conditions, effects and counters.
//
// Faults are kept in memory and not in the database, because they belong to a test run and not to the world.

export interface Fault {
  id: number
  /** If `bot`, `operation` or `match` is null, the fault does not depend on it. */
  bot: number | null
  operation: string | null
  match: Readonly<Record<string, unknown>> | null
  /** The fault takes effect on every nth matching call, update or delivery. */
  every: number
  /** The number of times that the fault takes effect. Null means without limit. */
  times: number | null
  effect: Effect
  seen: number
  fired: number
}

export interface CallEffect {
  on: 'call'
  delay_ms?: number
  status?: number
  description?: string
  retry_after?: number
  drop?: 'before' | 'after'
  hang?: true
}

export interface UpdatesEffect {
  on: 'updates'
  duplicate_updates?: true
  reorder_updates?: true
}

export const WEBHOOK_FAULTS = ['refused', 'reset', 'timeout', 'lost'] as const

export interface WebhookEffect {
  on: 'webhook'
  /** The HTTP status used as the answer of the webhook, or the way in which its connection fails. */
  webhook: number | (typeof WEBHOOK_FAULTS)[number]
}

export type Effect = CallEffect | UpdatesEffect | WebhookEffect

export type FaultOn<On extends Effect['on']> = Fault & { effect: Extract<Effect, { on: On }> }

export type NewFault = Omit<Fault, 'id' | 'seen' | 'fired'>

export interface ReadFaults {
  /** Maps every name of an operation, including deprecated names, to its current name. */
  readonly operations: ReadonlyMap<string, string>
  list(): readonly Fault[]
  /** Returns true if any fault can still take effect. The value is stored, because every call asks for it. */
  hasArmed(): boolean
}

export interface Faults extends ReadFaults {
  add(newFault: NewFault): Fault
  /** Counts a match for each fault that `fits` accepts, up to the first that takes effect. Returns that fault. */
  take<On extends Effect['on']>(on: On, bot: number, fits: (fault: Fault) => boolean): FaultOn<On> | undefined
  /** Removes the faults of a bot, and only the one with the id `fault` if it is given. */
  clear(bot?: number, fault?: number): Fault[]
  /** Aborts when delays end. */
  readonly delays: AbortSignal
  /** Ends the delayed calls: the emulator stops, or the world for which they were meant is gone. */
  endDelays(): void
}

export function createFaults(operations: ReadonlyMap<string, string>): Faults {
  let faults: Fault[] = []
  let armed = false
  let lastId = 0
  let delays = new AbortController()

  function setFaults(newFaults: Fault[]) {
    faults = newFaults
    armed = faults.some((fault) => !isUsedUp(fault))
  }

  return {
    operations,
    add(newFault) {
      const fault = { ...newFault, id: ++lastId, seen: 0, fired: 0 }
      setFaults([...faults, fault])
      return fault
    },
    list: () => faults,
    hasArmed: () => armed,
    take<On extends Effect['on']>(on: On, bot: number, fits: (fault: Fault) => boolean): FaultOn<On> | undefined {
      for (const fault of faults) {
        const isMeant = fault.effect.on === on && (fault.bot === null || fault.bot === bot)
        if (!isMeant || isUsedUp(fault) || !fits(fault)) continue
        if (++fault.seen % fault.every) continue
        fault.fired++
        setFaults(faults)
        return fault as FaultOn<On>
      }
      return undefined
    },
    clear(bot, id) {
      const isCleared = (fault: Fault) =>
        (fault.bot === bot || bot === undefined) && (fault.id === id || id === undefined)
      const cleared = faults.filter(isCleared)
      setFaults(faults.filter((fault) => !isCleared(fault)))
      return cleared
    },
    get delays() {
      return delays.signal
    },
    endDelays() {
      delays.abort()
      delays = new AbortController()
    },
  }
}

export const isUsedUp = ({ fired, times }: Fault) => times !== null && fired >= times

export const describeFault = (fault: Fault) => `injected fault ${fault.id}: ${describeEffect(fault.effect)}`

function describeEffect(effect: Effect): string {
  if (effect.on === 'updates') return `updates delivered ${effect.duplicate_updates ? 'twice' : 'in another order'}`
  if (effect.on === 'webhook') return describeWebhookEffect(effect.webhook)
  const { delay_ms, status, description, drop, hang } = effect
  const parts = [
    delay_ms !== undefined && `delayed by ${delay_ms} ms`,
    status !== undefined && `${status} ${description}`,
    drop === 'before' && 'connection closed, call not executed',
    drop === 'after' && 'call executed, answer lost',
    hang && 'no answer, call not executed',
  ]
  return parts.filter(Boolean).join(', ')
}

const WEBHOOK_TEXTS = {
  refused: 'connection refused, nothing delivered',
  reset: 'connection reset, nothing delivered',
  timeout: 'no answer in time, nothing delivered',
  lost: 'delivered, answer lost',
}

const describeWebhookEffect = (webhook: WebhookEffect['webhook']) =>
  typeof webhook === 'number' ? `not delivered, as if the webhook had answered ${webhook}` : WEBHOOK_TEXTS[webhook]
