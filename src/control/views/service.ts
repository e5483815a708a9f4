// Views of the service: settings, snapshots, faults, calls, newest ids.

import { requireBot } from '../../service/messenger/users/find-by-ref.ts'
import { viewCall, viewClock, viewFault } from '../present/traffic.ts'
import { type FirstWorld, view } from './view.ts'

export const service = [
  view({
    path: '/service',
    summary: 'The settings of the service.',
    result: 'ServiceView',
    find: ({ read }) => read.service,
  }),
  view({
    path: '/clock',
    summary: 'The clock of the emulator, and the bot processes that follow the clock, with their timers.',
    result: 'ClockDetails',
    find: ({ read, clockUse }) => ({ ...viewClock(read.clock), ...clockUse() }),
  }),
  view({
    path: '/snapshots',
    summary: 'The saved snapshots.',
    result: 'SnapshotView[]',
    find: ({ read }) => read.snapshots.list(),
  }),
  view({
    path: '/first-world',
    summary: 'The world that the emulator was first started with; `tokens=true` includes the tokens of its bots.',
    query: { tokens: 'boolean' },
    result: 'FirstWorld',
    find({ firstWorld }, { tokens = false }) {
      const world = firstWorld()
      return { world: tokens ? world : world && withoutTokens(world) }
    },
  }),
  view({
    path: '/faults',
    summary: 'The injected faults.',
    query: { bot: 'ref', fired: 'boolean' },
    result: 'FaultView[]',
    find({ read }, { bot, fired }) {
      const id = bot === undefined ? undefined : requireBot(read, bot).id
      return read.faults
        .list()
        .filter((fault) => id === undefined || fault.bot === id)
        .filter((fault) => fired === undefined || fault.fired > 0 === fired)
        .map((fault) => viewFault(read, fault))
    },
  }),
  view({
    path: '/cursor',
    summary: 'The ids of the newest call and the newest event.',
    result: 'CursorView',
    find: ({ read: { log } }) => ({ call: log.calls.lastId(), event: log.lastId() }),
  }),
  view({
    path: '/calls',
    summary: 'The calls of bots, oldest first, with the reason for each refusal.',
    query: { after: 'number', bot: 'ref', method: 'text', ok: 'boolean' },
    result: 'CallView[]',
    find({ read }, { after = 0, bot, method, ok }) {
      const id = bot === undefined ? undefined : requireBot(read, bot).id
      return read.log.calls
        .since(after)
        .filter((call) => id === undefined || call.bot === id)
        .filter((call) => method === undefined || call.method === method)
        .filter((call) => ok === undefined || (call.status === 200) === ok)
        .map((call) => viewCall(read, call))
    },
  }),
] as const

function withoutTokens(world: NonNullable<FirstWorld>): FirstWorld {
  if (!world.bots) return world
  const bots = Object.entries(world.bots as Record<string, object | null>)
  return { ...world, bots: Object.fromEntries(bots.map(([handle, fields]) => [handle, withoutToken(fields)])) }
}

const withoutToken = (fields: object | null) => fields && { ...fields, token: undefined }
