// `status`: shows the running emulators, with their worlds and bots.

import { httpClient } from '../../control/client/http-client.ts'
import type { ClockDetails, FollowerView } from '../../control/contract/service.ts'
import type { DeliveryState } from '../../control/contract/traffic.ts'
import { deliveryText, isConnected, unconfirmedNotes } from '../../control/describe/call.ts'
import { plural } from '../../lib/safe-text.ts'
import { formatSpan, isoMoment } from '../../lib/time-text.ts'
import { defineForTarget, printResult, type TargetOptions } from '../emulator-target.ts'
import { columns, type Line, type Piece } from '../print/print.ts'
import { findEmulator, notesOfThisFolder } from '../running/find-emulator.ts'
import { runningNotes } from '../running/running-notes.ts'
import { type OptionsOf, option } from '../settings/option.ts'

const OPTIONS = [option('--all', 'includes emulators that were started in other folders')] as const
type StatusOptions = TargetOptions & OptionsOf<typeof OPTIONS>

export const command = defineForTarget({
  options: OPTIONS,
  examples: ['status', 'status --all --json'],
  async run(options) {
    const statuses = await Promise.all((await urlsOf(options)).map((url) => loadStatus(url, options)))
    printResult(options, statuses, ...statuses.flatMap((each, i) => [...(i ? [''] : []), ...lines(each)]))
  },
})

async function urlsOf({ url, all, controlToken: token }: StatusOptions): Promise<string[]> {
  if (url !== undefined) return [url]
  const notes = all ? runningNotes() : process.env.BOT_EMULATOR_URL ? [] : notesOfThisFolder()
  return notes.length ? notes.map((note) => note.url) : [(await findEmulator(token)).url]
}

type EmulatorStatus = Awaited<ReturnType<typeof loadStatus>>

async function loadStatus(url: string, { controlToken: token }: TargetOptions) {
  const client = httpClient(url, { token })
  const { version } = await client.health()
  const clock = await client.view('/clock')
  const note = runningNotes().find((each) => each.url === url)
  const [people, bots, chats] = await Promise.all([client.view('/users'), client.view('/bots'), client.view('/chats')])
  const states = bots.map(async ({ handle, username }) => {
    const state: DeliveryState = await client.view('/bots/:bot/delivery', { bot: handle })
    return { handle, username, ...state }
  })
  return {
    url,
    version,
    clock,
    pid: note?.pid,
    folder: note?.folder,
    database: note?.database,
    people: people.length,
    chats: chats.length,
    bots: await Promise.all(states),
  }
}

function lines({ url, version, clock, pid, folder, database, people, chats, bots }: EmulatorStatus): Line[] {
  const world = pid === undefined ? 'unknown (the emulator of another account)' : (database ?? 'in memory, not saved')
  const rows: Piece[][] = [
    ['world', world],
    ...(pid === undefined ? [] : [['process', `${pid}, started in ${folder}`]]),
    ['clock', `${isoMoment(clock.now)}${clock.frozen ? ', frozen' : ''}`],
    ...clock.followers.map((process) => ['', followerText(process, clock)]),
    ['contents', `${people} people, ${chats} groups and channels`],
    ...bots.flatMap(({ handle, ...state }): Piece[][] => [
      [`bot ${handle}`, delivery(state), pending(state)],
      ...unconfirmedNotes(state.unconfirmed).map((text): Piece[] => ['', { as: 'bad', text }]),
    ]),
  ]
  return [[{ as: 'title', text: url }, `  bot-emulator ${version}`], ...columns(rows, 1)]
}

function followerText(follower: FollowerView, clock: ClockDetails): string {
  return `follows the clock: process ${follower.pid} (${follower.runtime}), ${followerState(follower, clock)}`
}

function followerState(follower: FollowerView, { played_to }: ClockDetails): string {
  const { busy, silent, timers, next_due, unanswered_for } = follower
  const span = formatSpan(unanswered_for ?? 0)
  if (silent) return `which has not answered for ${span}; the clock no longer waits for this process`
  if (busy && played_to !== null) return `for which the clock has waited ${span} so far`
  const next = next_due === null ? '' : `, the next is due at ${isoMoment(next_due)}`
  return `${plural(timers ?? 0, 'timer')}${next}`
}

const delivery = (state: DeliveryState): Piece => ({
  as: isConnected(state) ? 'good' : 'aside',
  text: deliveryText(state),
})

const pending = ({ waiting: count }: DeliveryState): Piece =>
  count ? { as: 'notice', text: plural(count, 'pending update') } : ''
