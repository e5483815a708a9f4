// Calls and deliveries as JSON, one object a line, without what nobody else should hold: a file is soon shared.

import { viewAttempt, viewCall } from '../../control-api/build-views/traffic.ts'
import type { Emulator } from '../../emulator.ts'
import { tameJson } from '../../lib/tame.ts'
import { isEmptyPoll, type Notation } from './log-traffic.ts'

export const recordsFor = ({ world }: Emulator, { emptyPolls }: { emptyPolls: boolean }): Notation => ({
  call(call) {
    if (!emptyPolls && isEmptyPoll(call)) return undefined
    const token = call.bot === null ? undefined : world.store.bots.byId(call.bot)?.token
    return record({ event: 'call', ...viewCall(world, call) }, token)
  },
  delivery(delivery) {
    const bot = world.store.bots.byId(delivery.bot)
    const { at, id } = delivery
    const handle = bot?.handle ?? null
    return record({ event: 'delivery', at, bot: handle, delivery: id, ...viewAttempt(delivery) }, bot?.token)
  },
})

/** A token stands in the path of many a webhook. */
const record = (value: object, token?: string) =>
  tameJson(value, (key, each) => {
    if (key === 'secret_token') return '…'
    return token !== undefined && typeof each === 'string' ? each.replaceAll(token, '…') : each
  })
