// What a key would do as things stand, in the fewest words; null where it would do nothing.

import { buttonsOf } from '../describe/message.ts'
import type { CommandName } from './commands/index.ts'
import { nextMissing } from './forms/form.ts'
import { composerSuggestions, takenNow } from './forms/suggest.ts'
import { lineAtHand } from './inspector/inspector-lines.ts'
import { stepAtHand } from './inspector/step-lines.ts'
import { subjectAtHand } from './inspector/subject.ts'
import type { Binding } from './keys.ts'
import { fileAtHand, isMineToEdit, messageAtHand } from './state/at-hand.ts'
import type { Message } from './state/model.ts'
import { onTop } from './state/overlays.ts'
import { inspectedBot, rosterOf, startsBot } from './state/roster.ts'
import type { State } from './state/state.ts'
import { clip } from './text/cells.ts'
import { chipsIn } from './traffic/chips.ts'
import { entryAtHand, exchangeOf } from './traffic/entries.ts'

type Now = (state: State) => string | null

const onMessage =
  (says: string, fits: (message: Message, state: State) => boolean = () => true): Now =>
  (state) => {
    const message = messageAtHand(state)
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
    return item.kind === 'person' ? `be ${item.title}` : 'open'
  },
  pressOrOpen: (state) => {
    const button = buttonsOf(messageAtHand(state))[state.talk.button]
    if (button) return button.url === undefined ? `press ${clip(button.text, 16, '')}` : 'copy the address'
    return messageAtHand(state) ? 'open' : null
  },
  nextButton: onMessage('next button', (message) => buttonsOf(message).length > 1),
  reply: onMessage('reply'),
  edit: onMessage('edit', (message, state) => isMineToEdit(state, message)),
  deleteMessage: onMessage('delete'),
  back: ({ focus, filters }) =>
    focus === 'inspector'
      ? 'back'
      : (focus === 'traffic' || focus === 'chats') && filters[focus] !== ''
        ? 'drop the filter'
        : null,
  write: ({ open }) => (open === null ? null : 'write'),
  sendFile: ({ open }) => (open === null ? null : 'send a file'),
  openFile: (state) => (fileAtHand(state) ? 'open the file' : buttonsOf(messageAtHand(state)).length ? 'open' : null),
  saveFile: (state) => (fileAtHand(state) ? 'save the file' : null),
  keepFind: ({ find }) => (find?.pane === 'chats' ? 'open it' : find?.pane === 'talk' ? 'go there' : 'keep the filter'),
  findNext: ({ filters }) => (filters.talk !== '' ? 'find again' : null),
  unfold: (state) => {
    const entry = entryAtHand(state)
    return entry ? (state.unfolded.includes(exchangeOf(entry)) ? 'fold' : 'unfold') : null
  },
  nextRefusal: ({ counts }) => (counts.refused > 0 ? 'the last refusal' : null),
  pause: ({ pausedAt }) => (pausedAt === null ? 'stand still' : 'go on'),
  copyCurl: (state) => {
    const subject = subjectAtHand(state)
    return subject?.kind === 'entry' && subject.entry.kind === 'call' ? 'copy as curl' : null
  },
  onlyBot: onlyWhere('bot'),
  onlyOperation: onlyWhere('op'),
  onlyStatus: onlyWhere('status'),
  record: ({ recording }) => (recording === null ? 'record' : 'stop and save'),
  submit: (state) => entersIn(state),
  submitNow: (state) => (entersIn(state) === 'do it' ? null : 'do it'),
  completeField: (state) => {
    const form = onTop(state, 'form')?.form
    return form && takenNow(state, form) ? 'complete' : 'next field'
  },
  palette: (state) => (onTop(state, 'palette') ? null : 'do anything'),
  editStep: (state) => (stepAtHand(state) === undefined ? null : 'edit'),
  leaveOutStep: (state) => (stepAtHand(state) === undefined ? null : 'leave out'),
  nextBot: ({ bots }) => (bots.length > 1 ? 'next bot' : null),
  turn: (state) => {
    const line = lineAtHand(state)
    if (state.inspector.view === 'steps') return state.recording?.lines.length ? 'play again' : null
    if (state.inspector.view === 'members' || state.inspector.view === 'snapshots') return line?.value ? 'do' : null
    return line?.fold === undefined ? null : 'unfold or fold'
  },
  redeliver: (state) => {
    if (!inspectedBot(state)?.profile?.webhook.url) return null
    if (state.focus !== 'inspector') return inTraffic('redeliver', ['update'])(state)
    return state.inspector.view === 'webhook' ? 'redeliver' : null
  },
}

function entersIn(state: State): string | null {
  const form = onTop(state, 'form')?.form
  if (!form) return null
  const taken = takenNow(state, form)
  if (taken) return `take ${taken.label ?? taken.text}`
  return nextMissing(form) === undefined ? 'do it' : 'next field'
}

export function hintOf(state: State, { does, says }: Binding): string | null {
  const now = NOW[does]
  return now ? now(state) : says
}
