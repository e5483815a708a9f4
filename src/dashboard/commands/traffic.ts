// Commands of the traffic: unfold, filter, pause, copy, and go from a call to its message and back.

import { focusedSubject } from '../inspector/subject.ts'
import { copied, tell, withChosen, withFilter, withTalk } from '../state/change.ts'
import type { Entry } from '../state/model.ts'
import { toPane } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { exchangeOf, selectedEntry, shownTraffic } from '../traffic/entries.ts'
import { type Chip, chipsIn, chipsOf, withChip } from '../traffic/filter.ts'
import { entryOfMessage, messageOfEntry } from '../traffic/links.ts'
import { command } from './command.ts'
import { inspect, redeliver, redelivers } from './inspect.ts'

/** An update with what it holds, the calls that it caused, and their results; or again a line of each. */
export function unfold(state: State): State {
  const entry = selectedEntry(state)
  if (!entry) return state
  const exchange = exchangeOf(entry)
  const { unfolded } = state
  const isOpen = unfolded.includes(exchange)
  const after = isOpen ? unfolded.filter((one) => one !== exchange) : [...unfolded, exchange]
  return withChosen({ ...state, unfolded: after }, { traffic: entry.id })
}

function toggleChip(state: State, kind: Exclude<Chip['kind'], 'text'>): State {
  const entry = selectedEntry(state)
  if (!entry) return state
  const traffic = withChip(state.filters.traffic, { kind, value: chipsOf(entry)[kind] })
  return withChosen(withFilter(state, { traffic }), { traffic: entry.id })
}

function copyCurl(state: State): State {
  const subject = focusedSubject(state)
  const entry = subject?.kind === 'entry' ? subject.entry : undefined
  return entry?.kind === 'call' ? copied(state, curlFor(state, entry), 'The curl command') : state
}

/** A bot's call, ready to paste. */
function curlFor({ bots, url }: State, { call, bot }: Entry & { kind: 'call' }): string {
  const { method, params } = call
  const token = bots.find((one) => one.handle === bot)?.token ?? '<token>'
  const target = quoted(`${url}/bot${token}/${method}`)
  if (!Object.keys(params).length) return `curl ${target}`
  return `curl ${target} -H 'content-type: application/json' -d ${quoted(JSON.stringify(params))}`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The traffic stands still, to be read, or goes on. */
function pause(state: State): State {
  return { ...state, pausedAt: state.pausedAt === null ? (state.traffic.at(-1)?.id ?? 0) : null }
}

/** The newest refusal, then the one before it, and from the first one to the newest again. */
function nextRefusal(state: State): State {
  const refused = shownTraffic(state).filter((entry) => entry.kind === 'call' && !entry.call.ok)
  if (!refused.length) return tell(state, 'No call has been refused.')
  const at = refused.findIndex(({ id }) => id === state.chosen.traffic)
  const traffic = (refused[at - 1] ?? refused.at(-1))?.id ?? null
  return toPane(withChosen(state, { traffic }), 'traffic')
}

/** From a message to the call that made it. */
function showCall(state: State): State {
  const entry = entryOfMessage(state, state.talk.selected)
  if (!entry) return tell(state, 'No call that is still here has made this message.')
  return toPane(withChosen(state, { traffic: entry.id }), 'traffic')
}

/** From a call to the message that it made. */
function showMessage(state: State): State {
  const message = messageOfEntry(state, selectedEntry(state))
  if (!message) return tell(state, 'The chat that is open has no message of this call.')
  return withTalk({ ...state, focus: 'talk' }, { selected: message.message_id, button: 0 })
}

const CHIPS = { bot: 'bot', op: 'operation', status: 'status' } as const

/** Toggles a chip of the filter for the selected entry. */
const only = (key: string, kind: keyof typeof CHIPS, hint: number) =>
  command(
    { traffic: key },
    `this ${CHIPS[kind]} only, or all`,
    (state) => toggleChip(state, kind),
    hint,
    (state) => {
      if (!selectedEntry(state) || (kind === 'bot' && state.bots.length < 2)) return null
      const isOn = chipsIn(state.filters.traffic).some((chip) => chip.kind === kind)
      return isOn ? `every ${CHIPS[kind]}` : `this ${CHIPS[kind]} only`
    },
  )

const folds = (state: State) => {
  const entry = selectedEntry(state)
  return entry ? (state.unfolded.includes(exchangeOf(entry)) ? 'fold' : 'unfold') : null
}

const copiesCurl = (state: State) => {
  const subject = focusedSubject(state)
  return subject?.kind === 'entry' && subject.entry.kind === 'call' ? 'copy as curl' : null
}

export const trafficCommands = {
  unfold: command({ traffic: 'enter' }, 'unfold the exchange, or fold it', unfold, 1, folds),
  inspect: command({ traffic: 'o' }, 'open it whole', inspect, 2),
  onlyBot: only('b', 'bot', 10),
  onlyOperation: only('p', 'op', 11),
  onlyStatus: only('s', 'status', 12),
  showMessage: command({ traffic: 'v' }, 'to the message that the call made', showMessage),
  pause: command({ traffic: 'space' }, 'stand still, or go on', pause, 6, ({ pausedAt }) =>
    pausedAt === null ? 'stand still' : 'go on',
  ),
  showCall: command({ talk: 'v' }, 'to the call that made it', showCall),
  nextRefusal: command({ browse: '!' }, 'to the last refusal, then the one before', nextRefusal, 14, ({ counts }) =>
    counts.refused > 0 ? 'the last refusal' : null,
  ),
  copyCurl: command({ traffic: 'c', inspector: 'c' }, 'copy as curl', copyCurl, 4, copiesCurl),
  redeliver: command({ traffic: 'x', inspector: 'x' }, 'redeliver to the webhook', redeliver, 5, redelivers),
}
