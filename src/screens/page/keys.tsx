// The keys of the page, and the dialog that lists them.

import { computed } from '@preact/signals'
import { MAX_PHONES, PANELS, type Panel } from '../../control/contract/addresses.ts'
import { Facts } from './controls.tsx'
import { showDialog } from './dialog.tsx'
import { model } from './emulator.ts'
import { focusFirst } from './keep-focus.ts'
import { goTo, phones, selected, selectionOf, panel as shownPanel } from './route.ts'
import { closeDetails } from './traffic/details.tsx'
import { shownPast } from './traffic/history.ts'
import { stepInPast } from './traffic/scrubber.tsx'

interface Binding {
  keys: string
  text: string
  run(key: string): void
}

const BINDINGS: readonly Binding[] = [
  { keys: '?', text: 'show these keys', run: showKeys },
  { keys: '1 2 3 4', text: 'write a message on the first, second, third or fourth phone', run: focusPhone },
  { keys: 'n', text: 'add a phone', run: addPhone },
  ...PANELS.map((panel) => ({ keys: panel.slice(0, 1), text: `show the ${panel} panel`, run: () => showPanel(panel) })),
  { keys: '/', text: 'filter the traffic', run: () => showPanel('traffic', '.toolbar input') },
  { keys: '!', text: 'show the newest refused call; press the key again for the previous one', run: showRefused },
  { keys: '[ ]', text: 'show the world one event earlier or later', run: (key) => stepInPast(key === '[' ? -1 : 1) },
  { keys: 'Escape', text: 'leave a text field, close the details, or stop viewing the past', run: leave },
]

/** Keys that the dialog lists, although the browser or a component handles them. */
const OTHER_KEYS = [
  ['← ↑ → ↓', 'move among the buttons of a keyboard, the messages, or the calls'],
  ['Tab', 'reach the menu of the message that has the focus'],
  ['Enter', 'press a button, or send the message; Shift+Enter starts a new line'],
]

export function showKeys() {
  const facts = Object.fromEntries([...BINDINGS.map(({ keys, text }) => [keys, text]), ...OTHER_KEYS])
  showDialog({ title: 'Shortcuts', class: 'keys', body: <Facts facts={facts} /> })
}

function focusPhone(key: string) {
  focusFirst(['textarea', '.start', '.chats a'], document.querySelectorAll('.phone')[Number(key) - 1] ?? null)
}

/** Shows a panel and moves the focus there. The next Tab reaches its first field or button. */
function showPanel(panel: Panel, target = 'aside') {
  const focus = () => (panel === 'phones' ? focusPhone('1') : focusFirst([target]))
  if (panel === shownPanel.value) return focus()
  goTo({ panel })
  setTimeout(focus)
}

/** The person whose phone would be added next, or undefined if no phone can be added. */
export const nextPerson = computed(() =>
  phones.value.length < MAX_PHONES
    ? model.people.value.find(({ handle }) => phones.value.every(({ person }) => person !== handle))?.handle
    : undefined,
)

export function addPhone() {
  if (nextPerson.value) goTo({ phones: [...phones.value, { person: nextPerson.value }] })
}

/** Selects the newest refused call before the selected entry; after the oldest one, the newest of all. */
function showRefused() {
  const refused = model.traffic.value.filter((entry) => entry.kind === 'call' && !entry.call.ok)
  const before = selected.value?.id ?? Infinity
  const entry = refused.findLast(({ id }) => id < before) ?? refused.at(-1)
  if (entry) goTo({ panel: 'traffic', ...selectionOf(entry) })
}

function leave() {
  if (selected.value) closeDetails()
  else shownPast.value = undefined
}

/** Runs the command of a pressed key, unless the key belongs to a text field or to the browser. */
export function onPageKey(event: KeyboardEvent) {
  const { key, target } = event
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return
  if (target instanceof HTMLElement && target.closest('input, textarea')) {
    if (key === 'Escape') target.blur()
    return
  }
  const binding = BINDINGS.find(({ keys }) => keys.split(' ').includes(key))
  if (!binding) return
  event.preventDefault()
  binding.run(key)
}
