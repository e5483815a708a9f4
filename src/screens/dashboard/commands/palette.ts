// The palette: what can be done, found by what people call it; and the help.

import fuzzysort from 'fuzzysort'
import { labelOf, variantLabelOf, wordsOf } from '../../model/labels.ts'
import { openForm } from '../forms/open-form.ts'
import { rosterOf } from '../screen/chats.ts'
import { dim, type Item, saying, strong } from '../screen/items.ts'
import { perform } from '../screen/perform.ts'
import type { Screen } from '../screen/screen.ts'
import { newestWithButtons } from '../screen/traffic.ts'
import { barrierOf, isBlocked } from '../screen/write.ts'
import { type Command, type KeyPlace, keyName, keysIn, PLACE_TITLES } from './command.ts'

interface PaletteEntry {
  label: string
  words: string
  /** The text at the right: the key of a command, or the name of an action. */
  note: string
  run(): void
}

/** The actions that fit the place come first. */
const FITTING = {
  private: ['sendFile', 'press', 'tap', 'block', 'createGroup'],
  group: ['sendFile', 'add', 'mute', 'promote', 'ban', 'leave', 'updateChat'],
  channel: ['promote', 'updateChat', 'sendFile', 'leave'],
  comments: ['sendFile', 'ban'],
} as const

function allEntries(screen: Screen, commands: readonly Command[]): PaletteEntry[] {
  const { model, chat, currentBot } = screen
  const kind = chat.value?.kind
  const hidden = notFitting(screen)
  const actions = (model.actions.value ?? [])
    .filter(({ name }) => !hidden.has(name))
    .map((action): PaletteEntry => {
      const run = () => openForm(screen, action.name)
      return { label: labelOf(action), words: wordsOf(action), note: action.name, run }
    })
  const fitting = (kind ? FITTING[kind] : []).flatMap((name) => actions.find(({ note }) => note === name) ?? [])
  const ofDashboard = commands
    .filter(({ words, applies }) => words !== undefined && (applies?.(screen) ?? true))
    .map(({ label, words = '', keys, run }): PaletteEntry => {
      const key = (keys.anywhere ?? Object.values(keys)[0] ?? '').split(' ')[0] ?? ''
      return { label, words, note: keyName(key), run: () => run(screen, 1) }
    })
  const effects = model.actions.value?.find(({ name }) => name === 'injectFault')?.variants ?? []
  const faults = effects.map((effect): PaletteEntry => {
    const run = () => void perform(screen, 'injectFault', { bot: currentBot.peek()?.handle, ...effect.values })
    return { label: `Fault: ${variantLabelOf(effect)}`, words: 'inject error next call', note: '', run }
  })
  const places = rosterOf(screen).map((item): PaletteEntry => {
    const isPerson = item.kind === 'person'
    const words = `${item.handle} ${isPerson ? 'as act person switch' : 'chat go'}`
    return { label: `${isPerson ? 'Be' : 'Open'} ${item.title}`, words, note: item.handle, run: item.run! }
  })
  // A command without a key, such as the copy of the command that starts a bot, has no other place.
  const keyless = ofDashboard.filter(({ note }) => note === '')
  const all = [...keyless, ...fitting, ...ofDashboard, ...places, ...actions, ...faults]
  const recent = screen.recent.value.flatMap((label) => all.find((one) => one.label === label) ?? [])
  return [...new Set([...recent, ...all])]
}

/** What can't be done now isn't offered. */
function notFitting(screen: Screen): ReadonlySet<string> {
  const shown = screen.chat.value
  return new Set([
    ...(shown?.kind === 'private' && !isBlocked(screen) ? ['unblock'] : []),
    ...(barrierOf(screen) ? ['block', 'send', 'sendFile'] : []),
    ...(shown?.reply_keyboard ? [] : ['tap']),
    ...(newestWithButtons(screen) && !isBlocked(screen) ? [] : ['press']),
    'read',
  ])
}

/** What begins with the filter comes first, then what has it in the label, then in the other words. */
function scoreOf(label: number, words: number, { label: text, note }: PaletteEntry, filter: string): number {
  const typed = filter.toLowerCase()
  if (note.toLowerCase() === typed) return 3
  if (text.toLowerCase().startsWith(typed)) return 2 + label
  return label >= MIN_SCORE ? 1 + label : words
}

/** The score, from 0 to 1, below which only scattered letters match. */
const MIN_SCORE = 0.5
const MAX_RECENT = 20

export function paletteItems(screen: Screen, filter: string, commands: readonly Command[]): Item[] {
  const all = allEntries(screen, commands)
  const search = () =>
    fuzzysort.go(filter, all, {
      keys: ['label', 'words'],
      threshold: MIN_SCORE,
      scoreFn: (keys) => scoreOf(keys[0]!.score, keys[1]!.score, keys.obj, filter),
    })
  const found = filter.trim() === '' ? all : search().map(({ obj }) => obj)
  if (!found.length) return [saying(['Nothing is called that.', barrierOf(screen)].filter(Boolean).join(' '))]
  return found.map(({ label, note, run }, i) => ({
    id: `${i} ${label}`,
    parts: [label],
    right: [dim(note)],
    run() {
      screen.recent.value = [label, ...screen.recent.peek().filter((one) => one !== label)].slice(0, MAX_RECENT)
      run()
    },
  }))
}

const KEY_CELLS = 18

/** First the keys that work everywhere, then those of the place in focus, then the rest. */
export function helpItems({ focus }: Screen, filter: string, commands: readonly Command[]): Item[] {
  const words = filter.replace(/^\//, '').toLowerCase()
  const first: KeyPlace[] = ['anywhere', focus.value, ...(focus.value === 'input' ? [] : (['list'] as const))]
  const places = new Set([...first, ...(Object.keys(PLACE_TITLES) as KeyPlace[])])
  return [...places].flatMap((place): Item[] => {
    const items = commands.flatMap((command): Item[] => {
      const keys = keysIn(command, place).map(keyName).join(' ')
      const text = `${keys} ${command.label} ${command.words ?? ''}`.toLowerCase()
      if (!keys || !text.includes(words)) return []
      return [{ id: `${place} ${keys} ${command.label}`, parts: [strong(keys.padEnd(KEY_CELLS)), ` ${command.label}`] }]
    })
    return items.length ? [{ id: place, parts: [strong(PLACE_TITLES[place])], isHeading: true }, ...items] : []
  })
}
