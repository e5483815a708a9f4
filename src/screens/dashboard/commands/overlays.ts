// Commands of what covers the panes: palette, menu, clock, search, file name, picture, help.

import { writeFile } from 'node:fs/promises'
import { problemText } from '../../../lib/problem.ts'
import { parseMoment, parseSpan } from '../../../lib/time-text.ts'
import type { Item } from '../components/list.tsx'
import { clockItems } from '../screen/clock.ts'
import { expandHome, fileProblem, perform } from '../screen/perform.ts'
import {
  closeOverlay,
  notify,
  type Overlay,
  replaceOverlay,
  type Screen,
  setFilter,
  topOverlay,
} from '../screen/screen.ts'
import type { Command } from './command.ts'
import { openChosenItem, stepOver } from './lists.ts'

/** Returns the items of the overlay on top, if it has any. Help and palette need all commands. */
export type ItemsOf = (screen: Screen, overlay: Overlay) => readonly Item[]

function move(screen: Screen, by: number, itemsOf: ItemsOf) {
  const top = topOverlay(screen)
  if (!top || !('at' in top)) return
  const items = itemsOf(screen, top)
  const last = items.length - 1
  // In a menu, moving past the last item chooses the first one, and vice versa. Other lists stop at their ends.
  const at =
    top.kind === 'menu' && last > 0
      ? (top.at + by + items.length) % items.length
      : stepOver(items, Math.min(top.at, last), by)
  replaceOverlay(screen, { ...top, at })
}

function choose(screen: Screen, itemsOf: ItemsOf) {
  const top = topOverlay(screen)
  if (top?.kind === 'clock' && top.input.text.trim() !== '') return setTypedTime(screen, top)
  const item = top && 'at' in top ? itemsOf(screen, top)[top.at] : undefined
  if (!item?.run) return
  closeOverlay(screen)
  item.run()
}

function setTypedTime(screen: Screen, top: Overlay & { kind: 'clock' }) {
  const text = top.input.text.trim()
  const seconds = parseSpan(text)
  const at = parseMoment(text, screen.model.timeNow())
  if (seconds === undefined && at === undefined)
    return replaceOverlay(screen, { ...top, error: 'Write +48h, tomorrow 9:00, 18:30 or 2027-03-01 12:00.' })
  closeOverlay(screen)
  void (seconds !== undefined ? perform(screen, 'advanceClock', { seconds }) : perform(screen, 'setClock', { at }))
}

const filterOf = (screen: Screen) => {
  const top = topOverlay(screen)
  return top?.kind === 'filter' ? top : undefined
}

/** Ends the search and keeps its filter. In the list of chats, opens the chosen item. */
function keepFilter(screen: Screen) {
  const top = filterOf(screen)
  closeOverlay(screen)
  if (top?.place === 'chats') openChosenItem(screen)
}

function dropFilter(screen: Screen) {
  const top = filterOf(screen)
  closeOverlay(screen)
  if (top) setFilter(screen, top.place, top.before)
}

async function save(screen: Screen) {
  const top = topOverlay(screen)
  if (top?.kind !== 'save') return
  const path = top.input.text.trim()
  const { model } = screen
  // A second Enter after the refusal overwrites the file.
  const flag = top.error?.startsWith('The file already exists') ? 'w' : 'wx'
  try {
    if (top.file) await writeFile(expandHome(path), await model.client.file(top.file.id), { flag })
    else await screen.host.saveRecording(model.recording.peek()?.id ?? '', expandHome(path), flag)
  } catch (error) {
    return replaceOverlay(screen, { ...top, error: problemText(fileProblem(error)) })
  }
  closeOverlay(screen)
  if (top.file) return notify(screen, `Saved as ${path}.`)
  model.dropRecording()
  const command = screen.currentBot.peek()?.delivery.program?.command ?? 'node bot.js'
  notify(screen, `Saved as ${path}. Run it: npx bot-emulator test ${path} --bot '${command}'`)
}

const close = (screen: Screen) => closeOverlay(screen)
const LISTS = ['palette', 'menu', 'clock', 'help'] as const
const inLists = (keys: string) => Object.fromEntries(LISTS.map((place) => [place, keys]))

export const overlayCommands = (itemsOf: ItemsOf): readonly Command[] => [
  {
    label: 'Choose',
    keys: { palette: 'enter', menu: 'enter' },
    hint: 'choose',
    rank: 1,
    run: (screen) => choose(screen, itemsOf),
  },
  {
    label: 'Set the typed or chosen time',
    keys: { clock: 'enter' },
    hint: 'set',
    rank: 1,
    run: (screen) => choose(screen, itemsOf),
  },
  { label: 'Up', keys: { ...inLists('up'), menu: 'up k', help: 'up k' }, run: (screen) => move(screen, -1, itemsOf) },
  {
    label: 'Down',
    keys: { ...inLists('down'), menu: 'down j', help: 'down j' },
    run: (screen) => move(screen, 1, itemsOf),
  },
  { label: 'A page up', keys: inLists('pgup'), run: (screen) => move(screen, -pageOf(screen), itemsOf) },
  {
    label: 'A page down',
    keys: { ...inLists('pgdn'), help: 'pgdn space' },
    run: (screen) => move(screen, pageOf(screen), itemsOf),
  },
  {
    label: 'Find a key',
    keys: { help: '/' },
    hint: 'find',
    rank: 2,
    run: (screen) => {
      const top = topOverlay(screen)
      if (top?.kind === 'help') replaceOverlay(screen, { ...top, input: { text: '', at: 0 }, at: 0 })
    },
  },
  { label: 'Keep the filter; open the chat', keys: { filter: 'enter' }, hint: 'keep', rank: 1, run: keepFilter },
  { label: 'Drop the filter', keys: { filter: 'esc' }, hint: 'cancel', rank: 2, run: dropFilter },
  { label: 'Save', keys: { save: 'enter' }, hint: 'save', rank: 1, run: (screen) => void save(screen) },
  {
    label: 'Close',
    keys: {
      palette: 'esc ctrl-p',
      menu: 'esc q',
      form: 'esc',
      clock: 'esc ctrl-t',
      save: 'esc',
      picture: 'esc q enter',
      help: 'esc q ?',
    },
    hint: 'close',
    rank: 3,
    run: close,
  },
]

const pageOf = ({ size }: Screen) => Math.max(1, size.peek().rows - 8)

/** The items of the overlays that don't need the commands. */
export function plainItems(screen: Screen, overlay: Overlay): readonly Item[] {
  if (overlay.kind === 'menu') return overlay.items
  return overlay.kind === 'clock' ? clockItems(screen) : []
}
