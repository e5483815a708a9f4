// What the clock offers: freeze, resume, jumps to what happens next.

import { signal } from '@preact/signals-core'
import type { Client } from '../../../control/client/client.ts'
import { dayOf, formatSpan, parseMoment, parseSpan, secondOf } from '../../../lib/time-text.ts'
import { dim, type Item, strong } from './items.ts'
import { type Params, perform } from './perform.ts'
import type { Screen } from './screen.ts'

interface Deadline {
  label: string
  at: number
}

const JUMPS = [
  ['1 second', 1],
  ['10 seconds', 10],
  ['1 minute', 60],
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['3 days', 3 * 86_400],
] as const

const MAX_WAIT_FOR_TIMERS = 0.5

/** The timers of the processes that follow the clock. They are loaded when the clock is opened. */
export const timers = signal<readonly Deadline[]>([])

export async function loadTimers(client: Client) {
  timers.value = []
  const { followers } = await client.view('/clock')
  if (!followers.length) return
  await client.waitForIdle({ within: MAX_WAIT_FOR_TIMERS })
  timers.value = (await client.view('/clock')).followers.flatMap(({ pid, runtime, next_timers }) =>
    next_timers.map((at) => ({ label: `a timer of the bot fires (${runtime}, process ${pid})`, at })),
  )
}

/** Returns the typed time, or what happens next and some jumps. Reads signals. */
export function clockItems(screen: Screen, typed: string): Item[] {
  const { model } = screen
  const now = model.timeNow()
  const item = (label: string, action: string, params: Params, right = ''): Item => ({
    id: `${label} ${right}`,
    parts: [label],
    ...(right && { right: [dim(right)] }),
    run: () => void perform(screen, action, params),
  })
  const setTo = (label: string, at: number) => item(label, 'setClock', { at }, `${dayOf(at)} ${secondOf(at)}`)
  const text = typed.trim()
  if (text) {
    const seconds = parseSpan(text)
    const at = parseMoment(text, now)
    if (seconds !== undefined) return [item(`Forward ${formatSpan(seconds)}`, 'advanceClock', { seconds })]
    if (at !== undefined) return [setTo('Set the clock', at)]
    return [{ id: 'how', parts: [strong('Write +48h, tomorrow 9:00, 18:30 or 2027-03-01 12:00.', 'bad')] }]
  }
  return [
    model.clock.value.frozen
      ? item('Let the clock run', 'resumeClock', {})
      : item('Freeze the clock', 'freezeClock', {}),
    ...deadlinesOf(screen)
      .filter(({ at }) => at > now)
      .sort((a, b) => a.at - b.at)
      .map(({ label, at }) => setTo(`Until ${label}`, at)),
    ...JUMPS.map(([words, seconds]) => item(`Forward ${words}`, 'advanceClock', { seconds })),
  ]
}

/** What happens next: mutes that end, limits that are free again, timers. */
function deadlinesOf({ model, chat, currentBot }: Screen): Deadline[] {
  const place = chat.value
  const bot = currentBot.value
  const members =
    place && place.kind !== 'private' ? model.view('/chats/:chat/members', { chat: place.handle }).value : []
  const limits = bot ? model.view('/bots/:bot/limits', { bot: bot.handle }).value : []
  const mutes = (members ?? []).flatMap(({ user, until_date }) =>
    until_date ? [{ label: `${user.first_name} may write again`, at: until_date }] : [],
  )
  const full = (limits ?? []).flatMap(({ limit, free_in }) =>
    free_in
      ? [{ label: `the limit ${limit.replaceAll('_', ' ')} allows one more`, at: model.timeNow() + free_in }]
      : [],
  )
  return [...timers.value, ...mutes, ...full]
}
