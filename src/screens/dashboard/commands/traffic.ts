// Commands of the traffic and the inspector: inspect, filter, copy, go to the message.

import { curlOf } from '../../model/curl.ts'
import { subjectOf, valueOfSubject } from '../inspector/chosen-items.ts'
import { inspectorItems, VIEWS } from '../inspector/views.ts'
import { chooseMessage, focusPlace } from '../screen/panes.ts'
import { copyText, type InspectorView, notify, type Screen, setInspector, type TrafficEntry } from '../screen/screen.ts'
import { chooseEntry, chosenEntry, entryOfMessage, messageOfEntry } from '../screen/traffic.ts'
import type { Command } from './command.ts'

export function showView(screen: Screen, view: InspectorView) {
  focusPlace(screen, 'inspector')
  setInspector(screen, { view, at: 0, unfolded: [] })
}

const chosenItem = (screen: Screen) => inspectorItems(screen).chosen

function step(screen: Screen, by: number) {
  const views = Object.keys(VIEWS) as InspectorView[]
  const at = views.indexOf(screen.inspector.peek().view) + by
  showView(screen, views[(at + views.length) % views.length]!)
}

const viewCommands = Object.entries(VIEWS).flatMap(([view, { key, label, words, applies }]): Command[] => {
  const run = (screen: Screen) => showView(screen, view as InspectorView)
  return key === undefined
    ? []
    : [{ label, keys: { list: key }, words: `${words} show inspect`, ...(applies && { applies }), run }]
})

const inspectorCommands: readonly Command[] = [
  {
    label: 'Unfold or fold the row; do what it says',
    keys: { inspector: 'enter space' },
    hint: (screen) =>
      chosenItem(screen)?.run ? (screen.inspector.value.view === 'chosen' ? 'unfold' : 'choose') : null,
    run: (screen) => chosenItem(screen)?.run?.(),
  },
  { label: 'Next, previous view', keys: { inspector: 'right left l h' }, hint: 'next view', run: step },
  ...viewCommands,
]

/** What a bot writes about a call that was just refused is not an error of its own. */
const ECHO_SECONDS = 2

/** The refused calls, and the errors that the bot wrote about anything else. */
function failuresIn(screen: Screen) {
  const traffic = screen.visibleTraffic.peek()
  const refused = traffic.filter((entry) => entry.kind === 'call' && !entry.call.ok)
  const isEcho = ({ id, bot, at }: TrafficEntry) =>
    refused.some((call) => call.bot === bot && call.id < id && at - call.at < ECHO_SECONDS)
  const errors = traffic.filter((entry) => entry.kind === 'note' && entry.error !== undefined && !isEcho(entry))
  return [...refused, ...errors].sort((one, other) => one.id - other.id)
}

/** Chooses the next older failure. After the oldest one, or if none is chosen, chooses the newest one. */
export function nextRefusal(screen: Screen) {
  screen.notices.value = []
  const failures = failuresIn(screen)
  if (!failures.length) return notify(screen, 'No call was refused.')
  const at = failures.findIndex(({ id }) => id === screen.entryId.peek())
  const entry = (failures[at - 1] ?? failures.at(-1))!
  focusPlace(screen, 'traffic')
  chooseEntry(screen, entry)
}

function showMessage(screen: Screen) {
  const message = messageOfEntry(screen, chosenEntry(screen))
  if (!message) return notify(screen, 'The message of this call is not in the open chat.', 'warn')
  chooseMessage(screen, message.message_id)
}

function showCall(screen: Screen) {
  const entry = entryOfMessage(screen, screen.messageId.peek())
  if (!entry) return notify(screen, 'The call that sent this message is not in the traffic.', 'warn')
  focusPlace(screen, 'traffic')
  screen.entryId.value = entry.id
}

const callHint = (screen: Screen) => (entryOfMessage(screen, screen.messageId.value) ? 'call' : null)

const chosenCall = (screen: Screen) => {
  const subject = subjectOf(screen)
  const entry = subject?.kind === 'entry' ? subject.entry : undefined
  return entry?.kind === 'call' ? entry : undefined
}

function copyCurl(screen: Screen) {
  const entry = chosenCall(screen)
  if (entry) void copyText(screen, curlOf(screen.model, entry.call), 'the curl command')
}

function copyJson(screen: Screen) {
  const { focus, inspector } = screen
  const isView = focus.peek() === 'inspector' && inspector.peek().view !== 'chosen'
  const value = isView ? chosenItem(screen)?.value : valueOfSubject(subjectOf(screen))
  if (value !== undefined)
    void copyText(screen, typeof value === 'string' ? value : JSON.stringify(value, null, 2), 'the JSON')
}

const isCall = (screen: Screen) => chosenCall(screen) !== undefined
const inspect = (screen: Screen) => showView(screen, 'chosen')

export const trafficCommands: readonly Command[] = [
  ...inspectorCommands,
  { label: 'Inspect the exchange', keys: { traffic: 'enter o' }, hint: 'inspect', run: inspect },
  { label: 'Go to the message of the call', keys: { traffic: 'v' }, hint: 'message', run: showMessage },
  { label: 'Go to the call that sent the message', keys: { messages: 'v' }, hint: callHint, run: showCall },
  { label: 'Copy as JSON', keys: { messages: 'y', traffic: 'y', inspector: 'y' }, hint: 'copy', run: copyJson },
  { label: 'Copy as curl', keys: { traffic: 'c', inspector: 'c' }, hint: 'curl', applies: isCall, run: copyCurl },
]
