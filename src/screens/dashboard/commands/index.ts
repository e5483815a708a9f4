// All commands, which of them a key runs, and the text that a key changes.

import { batch } from '@preact/signals-core'
import type { Item } from '../components/list.tsx'
import {
  endNotices,
  type Overlay,
  type Place,
  replaceOverlay,
  type Screen,
  setComposer,
  setFilter,
  topOverlay,
} from '../screen/screen.ts'
import type { Stroke } from '../terminal/strokes.ts'
import { EDITS, type Input, insert } from '../text/input.ts'
import { anywhereCommands } from './anywhere.ts'
import { type Command, type KeyPlace, keysIn } from './command.ts'
import { editField, formCommands } from './forms.ts'
import { helpItems } from './help.ts'
import { inputCommands } from './input.ts'
import { inspectorCommands } from './inspector.ts'
import { listCommands } from './lists.ts'
import { messageCommands } from './messages.ts'
import { overlayCommands, plainItems } from './overlays.ts'
import { paletteItems } from './palette.ts'
import { trafficCommands } from './traffic.ts'

export const COMMANDS: readonly Command[] = [
  ...inputCommands,
  ...messageCommands,
  ...trafficCommands,
  ...formCommands,
  ...overlayCommands(itemsOf),
  ...listCommands,
  ...anywhereCommands,
  ...inspectorCommands,
]

export function itemsOf(screen: Screen, overlay: Overlay): readonly Item[] {
  if (overlay.kind === 'palette') return paletteItems(screen, overlay.input.text, COMMANDS)
  if (overlay.kind === 'help') return helpItems(screen, COMMANDS, overlay.input?.text ?? '')
  return plainItems(screen, overlay)
}

/** The places whose keys work now, the nearest first. */
export function placesOfKeys({ overlays, focus }: Screen): KeyPlace[] {
  const top = overlays.value.at(-1)
  if (top) return [top.kind, 'always']
  const place: Place = focus.value
  return place === 'input' || place === 'keyboard'
    ? [place, 'anywhere', 'always']
    : [place, 'list', 'anywhere', 'always']
}

export function commandOf(screen: Screen, key: string): Command | undefined {
  const name = key === ' ' ? 'space' : key
  for (const place of placesOfKeys(screen)) {
    const found = COMMANDS.find((one) => keysIn(one, place).includes(name) && (one.applies?.(screen) ?? true))
    if (found) return found
  }
  return undefined
}

/** Runs the command of a key, or else changes the text that is being written. */
export function pressKey(screen: Screen, { key, text }: Stroke) {
  batch(() => {
    const top = topOverlay(screen)
    // While the help is filtered, its letters are text.
    const isTyping = top?.kind === 'help' && top.input !== null && text !== undefined
    const command = isTyping ? undefined : commandOf(screen, key)
    endNotices(screen)
    if (command) return command.run(screen)
    const edit = EDITS[key]
    if (edit) editText(screen, edit)
    else if (text !== undefined) editText(screen, (input) => insert(input, top ? text.replace(/\s*\n\s*/g, ' ') : text))
  })
}

function editText(screen: Screen, change: (input: Input) => Input) {
  const top = topOverlay(screen)
  if (!top) {
    const { input } = screen.composer.peek()
    if (screen.focus.peek() === 'input') setComposer(screen, { input: change(input), suggestion: 0, stepsBack: 0 })
    return
  }
  if (top.kind === 'form') return editField(screen, change)
  if (!('input' in top) || top.input === null) return
  const input = change(top.input)
  if (top.kind === 'filter') {
    replaceOverlay(screen, { ...top, input })
    applyFilter(screen, top.place, input.text)
  } else if (top.kind === 'palette' || top.kind === 'help') replaceOverlay(screen, { ...top, input, at: 0 })
  else replaceOverlay(screen, { ...top, input, error: null })
}

/** Filters the list, and chooses the newest match in the messages and in the traffic. */
function applyFilter(screen: Screen, place: (Overlay & { kind: 'filter' })['place'], text: string) {
  setFilter(screen, place, text)
  if (place === 'chats') screen.chatAt.value = 0
  if (place === 'traffic') screen.entryId.value = null
  if (place !== 'messages' || text === '') return
  const words = text.toLowerCase()
  const match = screen.conversation
    .peek()
    ?.messages.findLast((message) => `${message.text ?? ''} ${message.caption ?? ''}`.toLowerCase().includes(words))
  if (match) screen.messageId.value = match.message_id
}
