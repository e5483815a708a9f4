// Commands of the traffic pane: unfold, filter, pause, copy, and jump to a message.

import { exchangeId, searchedParts } from '../../model/traffic-entries.ts'
import { type Chip, chipsIn } from '../../model/traffic-filter.ts'
import { focusedSubject } from '../inspector/subject.ts'
import {
  copyText,
  requestAction,
  showToast,
  toggle,
  withConversation,
  withFilters,
  withSelection,
} from '../state/change.ts'
import type { Entry } from '../state/model.ts'
import { focusPane } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { selectedEntry, visibleTraffic, withChip } from '../traffic/entries.ts'
import { entryOfMessage, messageOfEntry } from '../traffic/links.ts'
import { botWithProgram } from '../traffic/program.ts'
import { command } from './command.ts'
import { inspect, redeliver, redeliverHint } from './inspect.ts'

export function unfold(state: State): State {
  const entry = selectedEntry(state)
  if (!entry) return state
  return withSelection({ ...state, unfolded: toggle(state.unfolded, exchangeId(entry)) }, { traffic: entry.id })
}

function toggleChip(state: State, kind: Exclude<Chip['kind'], 'text'>): State {
  const entry = selectedEntry(state)
  if (!entry) return state
  const traffic = withChip(state.filters.traffic, { kind, value: searchedParts(entry)[kind] })
  return withSelection(withFilters(state, { traffic }), { traffic: entry.id })
}

function copyCurl(state: State): State {
  const subject = focusedSubject(state)
  const entry = subject?.kind === 'entry' ? subject.entry : undefined
  return entry?.kind === 'call' ? copyText(state, curlFor(state, entry), 'the curl command') : state
}

function curlFor({ bots, url }: State, { call, bot }: Entry & { kind: 'call' }): string {
  const { method, params } = call
  const token = bots.find((one) => one.handle === bot)?.token ?? '<token>'
  const target = shellQuoted(`${url}/bot${token}/${method}`)
  if (!Object.keys(params).length) return `curl ${target}`
  return `curl ${target} -H 'content-type: application/json' -d ${shellQuoted(JSON.stringify(params))}`
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function pause(state: State): State {
  return { ...state, pausedAt: state.pausedAt === null ? (state.traffic.at(-1)?.id ?? 0) : null }
}

/** Selects the next older refused call. After the oldest one, or if none is selected, selects the newest one. */
function nextRefusal(state: State): State {
  const refused = visibleTraffic(state).filter((entry) => entry.kind === 'call' && !entry.call.ok)
  if (!refused.length) return showToast(state, 'No call has been refused.')
  const at = refused.findIndex(({ id }) => id === state.selection.traffic)
  const traffic = (refused[at - 1] ?? refused.at(-1))?.id ?? null
  return focusPane(withSelection(state, { traffic }), 'traffic')
}

function showCall(state: State): State {
  const entry = entryOfMessage(state, state.conversation.selected)
  if (!entry) return showToast(state, 'The call that sent this message is not in the traffic.')
  return focusPane(withSelection(state, { traffic: entry.id }), 'traffic')
}

function showMessage(state: State): State {
  const message = messageOfEntry(state, selectedEntry(state))
  if (!message) return showToast(state, 'The message of this call is not in the open chat.')
  return withConversation({ ...state, focus: 'conversation' }, { selected: message.message_id, button: 0 })
}

const CHIPS = { bot: 'bot', op: 'operation', status: 'status' } as const

function filterCommand(key: string, kind: keyof typeof CHIPS, rank: number) {
  const only = `this ${CHIPS[kind]} only`
  const hint = (state: State) => {
    if (!selectedEntry(state) || (kind === 'bot' && state.bots.length < 2)) return null
    return chipsIn(state.filters.traffic).some((chip) => chip.kind === kind) ? `every ${CHIPS[kind]}` : only
  }
  return command({ traffic: key }, `${only}, or all`, (state) => toggleChip(state, kind), rank, hint)
}

const refusalHint = ({ counts }: State) => (counts.refused > 0 ? 'last refusal' : null)

const foldHint = (state: State) => {
  const entry = selectedEntry(state)
  return entry ? (state.unfolded.includes(exchangeId(entry)) ? 'fold' : 'unfold') : null
}

const copyCurlHint = (state: State) => {
  const subject = focusedSubject(state)
  return subject?.kind === 'entry' && subject.entry.kind === 'call' ? 'copy as curl' : null
}

function restartProgram(state: State): State {
  const bot = botWithProgram(state)
  if (!bot) return showToast(state, 'The emulator does not run the bot. Pass its command: start --bot "node bot.js"')
  return requestAction(state, 'restartProgram', { bot: bot.handle }, `Restarting ${bot.first_name}.`)
}

export const trafficCommands = {
  unfold: command({ traffic: 'enter' }, 'unfold the exchange, or fold it', unfold, 1, foldHint),
  inspect: command({ traffic: 'o' }, 'inspect the entry', inspect, 2),
  onlyBot: filterCommand('b', 'bot', 10),
  onlyOperation: filterCommand('p', 'op', 11),
  onlyStatus: filterCommand('s', 'status', 12),
  showMessage: command({ traffic: 'v' }, 'go to the message of the call', showMessage),
  pause: command({ traffic: 'space' }, 'pause, or resume', pause, 6, ({ pausedAt }) =>
    pausedAt === null ? 'pause' : 'resume',
  ),
  showCall: command({ conversation: 'v' }, 'go to the call that sent the message', showCall),
  nextRefusal: command(
    { browse: '!' },
    'select the newest refused call, or an earlier one',
    nextRefusal,
    14,
    refusalHint,
  ),
  restartProgram: command(
    { chats: 'r', keyboard: 'r', traffic: 'r', inspector: 'r', anywhere: 'ctrl-r' },
    'restart the bot that the emulator runs',
    restartProgram,
    9,
    (state) => (botWithProgram(state) ? 'restart the bot' : null),
  ),
  copyCurl: command({ traffic: 'c', inspector: 'c' }, 'copy as curl', copyCurl, 4, copyCurlHint),
  redeliver: command({ traffic: 'x', inspector: 'x' }, 'deliver to the webhook again', redeliver, 5, redeliverHint),
}
