// All commands, which of them a key runs, and the text that a key changes.

import { batch } from '@preact/signals-core'
import {
  changeOverlay,
  closeOverlay,
  endNotices,
  type ListPlace,
  openChoices,
  overlayOf,
  type Screen,
  setComposer,
  setFilter,
} from '../screen/screen.ts'
import { matchesIn } from '../screen/traffic.ts'
import type { Stroke } from '../terminal/strokes.ts'
import { EDITS, type Input, inputOf, insert } from '../text/input.ts'
import { anywhereCommands } from './anywhere.ts'
import { BACK_KEYS, type Command, type KeyPlace, keysIn } from './command.ts'
import { inputCommands } from './input.ts'
import { listCommands } from './lists.ts'
import { messageCommands } from './messages.ts'
import { overlayCommands } from './overlays.ts'
import { helpItems, paletteItems } from './palette.ts'
import { trafficCommands } from './traffic.ts'

const HELP = 'keys'

/** The commands that list all commands. */
const overviews: readonly Command[] = [
  {
    label: 'Do anything',
    keys: { anywhere: 'ctrl-p', list: ':' },
    hint: 'do anything',
    isLast: true,
    run(screen) {
      const items = (text: string) => paletteItems(screen, text, COMMANDS)
      openChoices(screen, 'do anything', items, 'what to do, or whom or what to open')
    },
  },
  {
    label: 'Help: all keys',
    keys: { always: 'f1', list: '?' },
    hint: 'help',
    isLast: true,
    words: 'keys shortcuts',
    run(screen) {
      if (overlayOf(screen, 'choices')?.title === HELP) return closeOverlay(screen)
      openChoices(screen, HELP, (text) => helpItems(screen, text, COMMANDS), 'a word or a key')
    },
  },
]

export const COMMANDS: readonly Command[] = [
  ...inputCommands,
  ...messageCommands,
  ...trafficCommands,
  ...overlayCommands,
  ...listCommands,
  ...anywhereCommands,
  ...overviews,
]

/** The places whose keys work now, the nearest first. */
export function placesOfKeys({ overlays, focus }: Screen): KeyPlace[] {
  const top = overlays.value.at(-1)
  if (top) return [top.kind, 'always']
  const place = focus.value
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
    const command = commandOf(screen, key)
    endNotices(screen)
    if (command) return command.run(screen, BACK_KEYS.includes(key) ? -1 : 1)
    const edit = EDITS[key]
    const isOneLine = screen.overlays.peek().length > 0
    if (edit) editText(screen, edit)
    else if (text !== undefined)
      editText(screen, (input) => insert(input, isOneLine ? text.replace(/\s*\n\s*/g, ' ') : text))
  })
}

function editText(screen: Screen, change: (input: Input) => Input) {
  const top = screen.overlays.peek().at(-1)
  if (!top) {
    const { input } = screen.composer.peek()
    if (screen.focus.peek() === 'input') setComposer(screen, { input: change(input), suggestion: 0, stepsBack: 0 })
  } else if (top.kind === 'filter')
    applyFilter(screen, top.place, change(inputOf(screen.filters.peek()[top.place])).text)
  else if (top.input) changeOverlay(screen, { input: change(top.input), at: 0 })
}

/** Filters the list, and chooses the newest match in the messages and in the traffic. */
function applyFilter(screen: Screen, place: ListPlace, text: string) {
  setFilter(screen, place, text)
  if (place === 'chats') screen.chatAt.value = 0
  if (place === 'traffic') screen.entryId.value = null
  const match = place === 'messages' && text !== '' ? matchesIn(screen).at(-1) : undefined
  if (match) screen.messageId.value = match.message_id
}
