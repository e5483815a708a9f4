// What the dashboard itself remembers, as signals: focus, overlays, drafts, filters, cursors and the notice.

import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core'
import type { SharedChatView } from '../../../control/contract/chats.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import type { Diagnosis } from '../../../control/contract/shapes.ts'
import type { Model } from '../../model/model.ts'
import { exchangesIn, hasWords, isAnsweredPoll, type TrafficEntry, wordsOfFilter } from '../../model/traffic-entries.ts'
import type { Bot } from '../../model/views.ts'
import type { Look } from '../look.ts'
import { type Input, inputOf } from '../text/input.ts'
import type { Item } from './items.ts'

/** The parts of the screen that can have the focus. The input has it at the start. */
export type Place = 'input' | 'keyboard' | 'messages' | 'chats' | 'traffic' | 'inspector'
export type ListPlace = Exclude<Place, 'input' | 'keyboard'>

/** A list from which to choose, such as the palette, the help, the clock or a menu. */
export interface Choices {
  kind: 'choices'
  title: string
  /** A text that filters the items; null if the list has none. */
  input: Input | null
  placeholder?: string
  at: number
  /** The rows that the list had when it was opened. */
  rows: number
  /** Returns the items for a typed text. Reads signals. */
  items(text: string): readonly Item[]
}

export type Overlay = Choices | { kind: 'filter'; place: ListPlace }

export interface Composer {
  input: Input
  replyTo: number | null
  editing: number | null
  /** The number of steps back in the history of sent texts; 0 is the text being written, kept in `draft`. */
  stepsBack: number
  draft: string
  /** The chosen suggestion. Esc hides the suggestions until the text changes. */
  suggestion: number | null
}

export const EMPTY_COMPOSER: Composer = {
  input: inputOf(''),
  replyTo: null,
  editing: null,
  stepsBack: 0,
  draft: '',
  suggestion: 0,
}

export interface Notice {
  text: string
  tone: 'bad' | 'warn' | 'good'
}

export type InspectorView = 'chosen' | 'replay' | 'steps' | 'bot' | 'limits' | 'faults' | 'members'

/** An update to give to a bot again. `of` is the id of its traffic entry, `repeatedAs` the update id of the copy. */
export interface Replay {
  bot: string
  updateId: number
  of: number
  repeatedAs: number | null
  isAfterRestart: boolean
  /** True after a restart of the bot, until its new process asks for updates. */
  isDue: boolean
}

/** What is outside of the dashboard: the terminal, files, other programs. */
export interface Host {
  /** Copies a text to the clipboard. Returns 'sent' if the terminal doesn't confirm it. */
  copy(text: string): Promise<'copied' | 'sent'>
  redraw(): void
  suspend(): void
  quit(): void
  /** True if the terminal has stopped reading, so that nothing should be drawn. */
  isStuck(): boolean
  /** Returns real time in milliseconds since 1970. */
  nowMs(): number
  /** Saves the played person and the open chat for the next start. */
  remember(who: { me: string | null; open: string | null }): void
  /** Saves a recording with the files that people sent in it. */
  saveRecording(id: string, path: string, flag: 'w' | 'wx'): Promise<void>
}

export interface ScreenOptions {
  model: Model
  look: Look
  host: Host
  last?: { me: string | null; open: string | null } | undefined
  /** What went wrong before the dashboard was opened. It stays until Esc. */
  notice?: string | undefined
}

export type Screen = ReturnType<typeof createScreen>

/** A bot with what the service knows of it. */
export type { Bot, Diagnosis, TrafficEntry }
export type Message = MessageView

export function createScreen({ model, look, host, last, notice }: ScreenOptions) {
  const me = signal<string | null>(last?.me ?? null)
  const open = signal<string | null>(last?.open ?? null)
  const { people } = model
  const chats = computed(() => (me.value === null ? undefined : model.chats(me.value).value))
  const sharedChats: ReadonlySignal<readonly SharedChatView[]> = computed(() => model.view('/chats').value ?? [])
  const conversation = computed(() =>
    me.value === null || open.value === null ? undefined : model.conversation(me.value, open.value).value,
  )
  const chat = computed(
    () => chats.value?.find(({ handle }) => handle === open.value) ?? conversation.value ?? undefined,
  )
  const openBot = computed(() => model.bots.value.find(({ handle }) => handle === open.value))
  const currentBot = computed(() => openBot.value ?? model.bots.value[0])
  const person = computed(() => people.value.find(({ handle }) => handle === me.value))
  const profile = computed(() => {
    const bot = openBot.value
    return bot && model.view('/bots/:bot/profile', { bot: bot.handle }).value
  })

  const filters = signal<Readonly<Record<ListPlace, string>>>({ messages: '', chats: '', traffic: '', inspector: '' })

  return {
    model,
    look,
    host,
    me,
    open,
    people,
    person,
    chats,
    sharedChats,
    conversation,
    chat,
    openBot,
    currentBot,
    profile,
    /** What a bot does, or why it is silent. */
    diagnosisOf: (bot: string): ReadonlySignal<Diagnosis | undefined> => model.view('/bots/:bot/diagnosis', { bot }),

    focus: signal<Place>('input'),
    overlays: signal<readonly Overlay[]>([]),
    /** A refusal, and what else there is to say. Neither hides the other. */
    notices: signal<readonly Notice[]>(notice === undefined ? [] : [{ text: notice, tone: 'bad' }]),

    composer: signal<Composer>(EMPTY_COMPOSER),
    history: signal<readonly string[]>([]),
    drafts: new Map<string, string>(),
    /** The chat that is being started or joined, until the list of chats has it. */
    entered: signal<string | null>(null),
    /** The path in the composer, if a file is there. */
    foundFile: signal<string | null>(null),

    /** The chosen item of each list. A message or an entry is chosen by its id; null follows the newest. */
    chatAt: signal(0),
    messageId: signal<number | null>(null),
    buttonAt: signal(0),
    entryId: signal<number | null>(null),
    filters,
    visibleTraffic: computed(() => filteredTraffic(model.traffic.value, filters.value.traffic)),
    /** The newest message when the newest messages were last in sight. */
    seenId: signal(0),

    inspector: signal<{ view: InspectorView; at: number; unfolded: readonly string[] }>({
      view: 'chosen',
      at: 0,
      unfolded: [],
    }),
    /** The pane that had the focus before the inspector, whose chosen thing the inspector shows. */
    behind: signal<'messages' | 'traffic' | 'input'>('input'),
    replay: signal<Replay | null>(null),
    /** Pictures in half blocks, by the ids of their files; null while they are loaded, and for what can't be drawn. */
    previews: signal<Readonly<Record<string, string | null>>>({}),
    recent: signal<readonly string[]>([]),
    /** The size of the terminal. */
    size: signal({ columns: 80, rows: 24 }),
  }
}

/** Hides successful getUpdates calls, unless the filter asks for a text or an operation. */
function filteredTraffic(all: readonly TrafficEntry[], filter: string): readonly TrafficEntry[] {
  const words = wordsOfFilter(filter)
  const asksForPolls = words.some((word) => !/^(bot|status):/.test(word))
  const entries = exchangesIn(asksForPolls ? all : all.filter((entry) => !isAnsweredPoll(entry))).flat()
  return entries.filter((entry) => hasWords(entry, words))
}

/** Returns the overlay on top, if it is of the kind. Reads signals. */
export function overlayOf<Kind extends Overlay['kind']>({ overlays }: Screen, kind: Kind) {
  const top = overlays.value.at(-1)
  return top?.kind === kind ? (top as Extract<Overlay, { kind: Kind }>) : undefined
}

export function openOverlay({ overlays }: Screen, overlay: Overlay) {
  overlays.value = [...overlays.peek(), overlay]
}

/** The least rows of a list whose items change while its filter is typed. */
const MIN_ROWS = 8

/** Opens a list of choices. With a placeholder, it has an input that filters the items. */
export function openChoices(screen: Screen, title: string, items: Choices['items'], placeholder?: string, text = '') {
  const { length } = untracked(() => items(text))
  const choices = { kind: 'choices', title, at: 0, items } as const
  openOverlay(
    screen,
    placeholder === undefined
      ? { ...choices, input: null, rows: length }
      : { ...choices, input: inputOf(text), placeholder, rows: Math.max(MIN_ROWS, length) },
  )
}

/** Changes the overlay on top. */
export function changeOverlay({ overlays }: Screen, change: Partial<Overlay>) {
  const all = overlays.peek()
  overlays.value = [...all.slice(0, -1), { ...all.at(-1), ...change } as Overlay]
}

export function closeOverlay({ overlays }: Screen) {
  overlays.value = overlays.peek().slice(0, -1)
}

/** Closes a list of choices, if it is still open. */
export function closeChoices({ overlays }: Screen, items: Choices['items']) {
  overlays.value = overlays.peek().filter((one) => one.kind !== 'choices' || one.items !== items)
}

/** A list with its chosen item, which is never a heading. */
export function chosenIn<One extends Item>(items: readonly One[], cursor: number) {
  const at = stepOver(items, cursor, 0)
  return { items, at, chosen: items[at] }
}

export function choicesIn(screen: Screen) {
  const top = overlayOf(screen, 'choices')
  return chosenIn(top?.items(top.input?.text ?? '') ?? [], top?.at ?? 0)
}

export function setComposer({ composer }: Screen, change: Partial<Composer>) {
  composer.value = { ...composer.peek(), ...change }
}

export function setFilter({ filters }: Screen, place: ListPlace, text: string) {
  filters.value = { ...filters.peek(), [place]: text }
}

export function setInspector({ inspector }: Screen, change: Partial<ReturnType<Screen['inspector']['peek']>>) {
  inspector.value = { ...inspector.peek(), ...change }
}

export const clamp = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

/** Returns the index after a move by `by`, past headings. */
export function stepOver(items: readonly { isHeading?: boolean }[], at: number, by: number): number {
  const to = clamp(at + by, items.length)
  const down = items.findIndex(({ isHeading }, i) => i >= to && !isHeading)
  const up = items.findLastIndex(({ isHeading }, i) => i <= to && !isHeading)
  return by > 0 ? (down < 0 ? Math.max(0, up) : down) : up < 0 ? Math.max(0, down) : up
}

const NOTICE_MS = 6000
const REFUSAL_MS = 12_000

/** What was not done is said until something is done, or another person or chat is chosen. */
export const NOT_DONE = 'Not done: '
export const isNotDone = ({ text }: Notice) => text.startsWith(NOT_DONE)

const isRefusal = ({ tone }: Notice) => tone === 'bad'

/** Shows a notice below the panes for some seconds. It replaces the last one of its kind. */
export function notify({ notices }: Screen, text: string, tone: Notice['tone'] = 'good') {
  const shown: Notice = { text, tone }
  const others = notices.peek().filter((one) => isRefusal(one) !== isRefusal(shown))
  notices.value = isRefusal(shown) ? [shown, ...others] : [...others, shown]
  const end = () => {
    notices.value = notices.peek().filter((one) => one !== shown)
  }
  setTimeout(end, isRefusal(shown) ? REFUSAL_MS : NOTICE_MS).unref()
}

export async function copyText(screen: Screen, text: string, what: string) {
  const isCopied = (await screen.host.copy(text)) === 'copied'
  notify(screen, isCopied ? `Copied ${what}.` : `Sent ${what} to the terminal's clipboard.`)
}

/** By default, ends all notices but a refusal, which stays until it was seen. */
export function endNotices({ notices }: Screen, isEnded = (one: Notice) => !isRefusal(one)) {
  if (notices.peek().some(isEnded)) notices.value = notices.peek().filter((one) => !isEnded(one))
}
