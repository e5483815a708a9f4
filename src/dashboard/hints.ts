// What a key would do as things stand, in the fewest words; null where it would do nothing.

import type { CommandName } from './commands/index.ts'
import type { Binding } from './keys.ts'
import { chipsIn } from './state/chips.ts'
import { buttonsOf, type Message } from './state/model.ts'
import { botAtHand, rosterOf, startsBot, titleOf } from './state/roster.ts'
import { type State, topOf } from './state/state.ts'
import { composerSuggestions, takenNow } from './state/suggest.ts'
import { entryAtHand, exchangeOf } from './state/traffic.ts'

type Now = (state: State) => string | null

const messageAt = ({ talk }: State): Message | undefined =>
  talk.messages.find((message) => message.message_id === talk.selected)

const onMessage =
  (says: string, fits: (message: Message, state: State) => boolean = () => true): Now =>
  (state) => {
    const message = messageAt(state)
    return message && fits(message, state) ? says : null
  }

const inTraffic =
  (says: string, kinds: readonly string[]): Now =>
  (state) => {
    const entry = entryAtHand(state)
    return entry && kinds.includes(entry.kind) ? says : null
  }

const CHIPS = { bot: 'bot', op: 'operation', status: 'status' } as const

const onlyWhere =
  (kind: keyof typeof CHIPS): Now =>
  (state) => {
    const entry = entryAtHand(state)
    if (!entry || (kind === 'bot' && state.bots.length < 2)) return null
    const isOn = chipsIn(state.filters.traffic).some((chip) => chip.kind === kind)
    return isOn ? `every ${CHIPS[kind]}` : `this ${CHIPS[kind]} only`
  }

const NOW: Partial<Record<CommandName, Now>> = {
  send: (state) => {
    const { text, editing, replyTo } = state.composer
    if (startsBot(state)) return 'start the bot'
    if (text.trim() === '') return null
    return editing !== null ? 'save the edit' : replyTo !== null ? 'reply' : 'send'
  },
  complete: (state) => (composerSuggestions(state).length ? 'complete' : 'next pane'),
  leaveComposer: ({ composer }) =>
    composer.editing !== null ? 'drop the edit' : composer.replyTo !== null ? 'drop the reply' : 'messages',
  openChosen: (state) => {
    const item = rosterOf(state)[state.chosen.chats]
    if (!item || (item.kind === 'person' && item.handle === state.me)) return null
    return item.kind === 'person' ? `be ${titleOf(item)}` : 'open'
  },
  pressOrOpen: (state) => {
    const button = buttonsOf(messageAt(state))[state.talk.button]
    if (button) return button.url === undefined ? `press ${button.text.slice(0, 16)}` : 'copy the address'
    return messageAt(state) ? 'open' : null
  },
  nextButton: onMessage('next button', (message) => buttonsOf(message).length > 1),
  reply: onMessage('reply'),
  edit: onMessage('edit', (message, { me }) => message.author.handle === me),
  deleteMessage: onMessage('delete'),
  pinOrUnpin: onMessage('pin'),
  back: ({ focus, filters }) =>
    (focus === 'traffic' || focus === 'chats') && filters[focus] !== '' ? 'drop the filter' : null,
  write: ({ open }) => (open === null ? null : 'write'),
  sendFile: ({ open }) => (open === null ? null : 'send a file'),
  findNext: ({ filters }) => (filters.talk !== '' ? 'find again' : null),
  unfold: (state) => {
    const entry = entryAtHand(state)
    return entry ? (state.unfolded.includes(exchangeOf(entry)) ? 'fold' : 'unfold') : null
  },
  openEntry: inTraffic('open', ['call', 'update', 'note']),
  copyCurl: inTraffic('copy as curl', ['call']),
  onlyBot: onlyWhere('bot'),
  onlyOperation: onlyWhere('op'),
  onlyStatus: onlyWhere('status'),
  record: ({ recordingSinceMs }) => (recordingSinceMs === null ? 'record' : 'stop and save'),
  submit: (state) => entersIn(state),
  submitNow: (state) => (entersIn(state) === 'do it' ? null : 'do it'),
  copyDetailCurl: (state) => {
    const top = topOf(state)
    return top?.kind === 'detail' && top.curl ? 'copy as curl' : null
  },
  completeField: (state) => {
    const top = topOf(state)
    return top?.kind === 'form' && takenNow(state, top.form) ? 'complete' : 'next field'
  },
  overlayPageDown: (state) => (topOf(state)?.kind === 'bot' ? null : 'a page down'),
  palette: (state) => (topOf(state)?.kind === 'palette' ? null : 'do anything'),
  limits: (state) => (botViewOf(state) === 'limits' ? null : 'limits'),
  queue: (state) => (botViewOf(state) === 'queue' ? null : 'update queue'),
  webhook: (state) => (botViewOf(state) === 'webhook' ? null : 'webhook'),
  faults: (state) => (botViewOf(state) === 'faults' ? null : 'faults'),
  members: (state) => (botViewOf(state) === 'members' ? null : 'members'),
  nextBot: ({ bots }) => (bots.length > 1 ? 'next bot' : null),
  openQueued: (state) => {
    const top = topOf(state)
    if (top?.kind !== 'bot' || (top.view !== 'queue' && top.view !== 'webhook')) return null
    return (top.view === 'queue' ? top.panel?.updates : top.panel?.deliveries)?.length ? 'open' : null
  },
  redeliver: (state) => {
    const view = botViewOf(state)
    if (!botHere(state)?.profile?.webhook.url) return null
    return view === undefined ? inTraffic('redeliver', ['update'])(state) : view === 'webhook' ? 'redeliver' : null
  },
}

function entersIn(state: State): string | null {
  const top = topOf(state)
  if (top?.kind !== 'form') return null
  const { fields, at } = top.form
  const taken = takenNow(state, top.form)
  if (taken) return `take ${taken.label ?? taken.text}`
  const isMore = fields.some((field, i) => i > at && field.required && field.input.text === '')
  return isMore && fields[at]!.input.text !== '' ? 'next field' : 'do it'
}

const botHere = (state: State) => {
  const top = topOf(state)
  return top?.kind === 'bot' ? state.bots.find((bot) => bot.handle === top.bot) : botAtHand(state)
}

const botViewOf = (state: State) => {
  const top = topOf(state)
  return top?.kind === 'bot' ? top.view : undefined
}

export function hintOf(state: State, { does, says }: Binding): string | null {
  const now = NOW[does]
  return now ? now(state) : says
}
