// The traffic: unfolded, filtered, paused, copied, and from a call to its message and back.

import { subjectAtHand } from '../inspector/subject.ts'
import { toPane } from '../state/focus.ts'
import type { Entry } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { copied, tell, withChosen, withFilter, withTalk } from '../state/with.ts'
import { type Chip, chipsOf, withChip } from '../traffic/chips.ts'
import { entryAtHand, exchangeOf, shownTraffic } from '../traffic/entries.ts'
import { entryOfMessage, messageOfEntry } from '../traffic/links.ts'

/** An update with what it holds, the calls that it caused, and their results; or again a line of each. */
export function unfold(state: State): State {
  const entry = entryAtHand(state)
  if (!entry) return state
  const exchange = exchangeOf(entry)
  const { unfolded } = state
  const isOpen = unfolded.includes(exchange)
  const after = isOpen ? unfolded.filter((one) => one !== exchange) : [...unfolded, exchange]
  return withChosen({ ...state, unfolded: after }, { traffic: entry.id })
}

function turnChip(state: State, kind: Exclude<Chip['kind'], 'text'>): State {
  const entry = entryAtHand(state)
  if (!entry) return state
  const traffic = withChip(state.filters.traffic, { kind, value: chipsOf(entry)[kind] })
  return withChosen(withFilter(state, { traffic }), { traffic: entry.id })
}

export const onlyBot = (state: State): State => turnChip(state, 'bot')
export const onlyOperation = (state: State): State => turnChip(state, 'op')
export const onlyStatus = (state: State): State => turnChip(state, 'status')

export function copyCurl(state: State): State {
  const subject = subjectAtHand(state)
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
export function pause(state: State): State {
  return { ...state, pausedAt: state.pausedAt === null ? (state.traffic.at(-1)?.id ?? 0) : null }
}

/** The newest refusal, then the one before it, and from the first one to the newest again. */
export function nextRefusal(state: State): State {
  const refused = shownTraffic(state).filter((entry) => entry.kind === 'call' && !entry.call.ok)
  if (!refused.length) return tell(state, 'No call has been refused.')
  const at = refused.findIndex(({ id }) => id === state.chosen.traffic)
  const traffic = (refused[at - 1] ?? refused.at(-1))?.id ?? null
  return toPane(withChosen(state, { traffic }), 'traffic')
}

/** From a message to the call that made it. */
export function showCall(state: State): State {
  const entry = entryOfMessage(state, state.talk.selected)
  if (!entry) return tell(state, 'No call that is still here has made this message.')
  return toPane(withChosen(state, { traffic: entry.id }), 'traffic')
}

/** And from the call to the message. */
export function showMessage(state: State): State {
  const message = messageOfEntry(state, entryAtHand(state))
  if (!message) return tell(state, 'The chat that is open has no message of this call.')
  return withTalk({ ...state, focus: 'talk' }, { selected: message.message_id, button: 0 })
}
