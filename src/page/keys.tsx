// The keys of the page, and the dialog that lists them.

import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { PANELS } from '../contract/page-link.ts'
import { canAddPhone, goTo, phones, selectedCall } from './state/route.ts'
import { people } from './state/world.ts'
import { refusedCallBefore } from './traffic/exchanges.ts'
import { shownPast } from './traffic/history.ts'
import { stepInPast } from './traffic/scrubber.tsx'

interface Binding {
  keys: string
  text: string
  run(key: string): void
}

const isHelpOpen = signal(false)

const BINDINGS: readonly Binding[] = [
  { keys: '?', text: 'show these keys', run: showKeys },
  { keys: '1 2 3 4', text: 'write on the first, second, third or fourth phone', run: focusPhone },
  { keys: 'n', text: 'add a phone', run: addPhone },
  ...PANELS.map((panel) => ({ keys: panel.slice(0, 1), text: `the panel ${panel}`, run: () => goTo({ panel }) })),
  { keys: '/', text: 'filter the traffic', run: focusFilter },
  { keys: '!', text: 'the newest refused call, then the one before it', run: showRefused },
  { keys: '[ ]', text: 'one moment earlier or later in what happened', run: (key) => stepInPast(key === '[' ? -1 : 1) },
  { keys: 'Escape', text: 'leave a text field, or return to the present', run: () => (shownPast.value = undefined) },
]

/** Keys that the browser or a part of the page handles. */
const OTHER_KEYS = [
  ['← ↑ → ↓', 'move among the buttons of a keyboard, or scroll the messages'],
  ['Enter', 'press a button, or send the message; Shift+Enter starts a new line'],
]

export function showKeys() {
  isHelpOpen.value = true
}

function focusPhone(key: string) {
  const phone = document.querySelectorAll('.phone')[Number(key) - 1]
  const target = phone?.querySelector<HTMLElement>('textarea, .start') ?? phone?.querySelector<HTMLElement>('.chats a')
  target?.focus()
}

export function addPhone() {
  const shown = phones.value.map(({ person }) => person)
  const next = people.value.find(({ handle }) => !shown.includes(handle))
  if (next && canAddPhone.value) goTo({ phones: [...phones.value, { person: next.handle }] })
}

function focusFilter() {
  goTo({ panel: 'traffic' })
  setTimeout(() => document.querySelector<HTMLElement>('.toolbar input')?.focus())
}

function showRefused() {
  const call = refusedCallBefore(selectedCall.value)
  if (call) goTo({ panel: 'traffic', call })
}

/** Runs the command of a pressed key, unless the key belongs to a text field or to the browser. */
export function onPageKey(event: KeyboardEvent) {
  const { key, target } = event
  if (event.ctrlKey || event.altKey || event.metaKey || isHelpOpen.value) return
  if (target instanceof HTMLElement && target.closest('input, textarea, select')) {
    if (key === 'Escape') target.blur()
    return
  }
  const binding = BINDINGS.find(({ keys }) => keys.split(' ').includes(key))
  if (!binding) return
  event.preventDefault()
  binding.run(key)
}

export function KeysDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isHelpOpen.value) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isHelpOpen.value])
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={() => (isHelpOpen.value = false)}>
      <h2 id="keys-title">Keys</h2>
      <dl>
        {[...BINDINGS.map(({ keys, text }) => [keys, text]), ...OTHER_KEYS].map(([keys = '', text]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => (isHelpOpen.value = false)}>
        Close
      </button>
    </dialog>
  )
}
