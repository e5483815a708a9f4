// What happens by itself: refusals are shown, messages are read, files are offered.

import { stat } from 'node:fs/promises'
import { effect } from '@preact/signals-core'
import type { EventView } from '../../../control/contract/events.ts'
import { fileIn } from '../../../control/describe/message.ts'
import { programText } from '../../../control/describe/program.ts'
import type { Arrived } from '../../model/traffic-entries.ts'
import { previewOf } from '../terminal/picture.ts'
import { chooseMissing, isIn } from './chats.ts'
import { pathIn } from './perform.ts'
import { repeatAfterRestart } from './replay.ts'
import { notify, type Screen } from './screen.ts'
import { entryOfMessage, reasonOf } from './traffic.ts'

/** Begins to follow the emulator. Returns a function that ends it. */
export function followScreen(screen: Screen): () => void {
  const ends = [
    effect(() => watchData(screen)),
    effect(() => chooseMissing(screen)),
    effect(createReader(screen)),
    effect(() => void loadPreviews(screen)),
    effect(() => void offerFile(screen)),
    effect(() => markSeen(screen)),
    effect(() => markCall(screen)),
    effect(() => {
      if (isIn(screen)) screen.entered.value = null
    }),
    screen.model.onEvents((events) => {
      const fresh = events.filter(({ arrivedMs }) => arrivedMs !== undefined)
      tellFailure(screen, fresh)
      repeatAfterRestart(screen, fresh)
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Keeps the data loaded that commands need even where no component shows it. */
const watchData = ({ chats, conversation, sharedChats, model, profile, person }: Screen) =>
  void [chats.value, conversation.value, sharedChats.value, model.actions.value, profile.value, person.value]

/** A refusal or a crash replaces any notice, and names its cause. */
function tellFailure(screen: Screen, events: readonly Arrived[]) {
  for (const event of events) {
    const text = failureIn(event)
    // A bot that crashes because a call was refused does not hide the refusal.
    const refusal = event.type === 'program' && screen.notices.peek().find((one) => one.text.startsWith(REFUSED))
    if (text) notify(screen, `${refusal ? refusal.text.replace(SHOWS, '. ') : ''}${text}${SHOWS}`, 'bad')
  }
}

const REFUSED = 'Refused: '
const SHOWS = ' (Ctrl-G)'

function failureIn(event: EventView): string | undefined {
  // A program that is restarted on purpose ends without a code.
  if (event.type === 'program' && event.how === 'ended' && event.code)
    return `${event.bot} ${programText({ ...event, restarts_in: null })}`
  if (event.type !== 'call' || event.call.ok) return undefined
  const { bot, method, status } = event.call
  return `${REFUSED}${bot ?? 'unknown bot'} ${method} ${status}: ${reasonOf(event.call)}`
}

/** Marks the messages of the open chat as read, one request at a time. */
function createReader({ chat, me, open, model }: Screen) {
  let isReading = false
  return () => {
    const shown = chat.value
    const unread = shown && shown.kind !== 'comments' ? shown.unread : 0
    if (!unread || isReading || me.value === null || open.value === null) return
    isReading = true
    const params = { as: me.value, chat: open.value }
    void model.client
      .perform('read', params)
      .catch(() => undefined)
      .finally(() => {
        isReading = false
      })
  }
}

const MAX_PREVIEWS = 12
const NEWEST = 60
const PREVIEW = { width: 36, height: 10 }

async function loadPreviews(screen: Screen) {
  const { conversation, previews, model, look } = screen
  const messages = conversation.value?.messages ?? []
  if (!look.hasColours || look.isAscii || look.isSpoken) return
  const files = messages
    .slice(-NEWEST)
    .map(fileIn)
    .flatMap((file) => (file?.kind === 'photo' ? file.unique_id : []))
    .filter((id) => !(id in previews.peek()))
    .slice(-MAX_PREVIEWS)
  if (!files.length) return
  previews.value = { ...previews.peek(), ...Object.fromEntries(files.map((id) => [id, null])) }
  for (const id of files) {
    const bytes = await model.client.file(id).catch(() => undefined)
    const preview = bytes ? await previewOf(bytes, PREVIEW.width, PREVIEW.height) : null
    previews.value = { ...previews.peek(), [id]: preview }
  }
}

/** If the whole text is the path of a file, it can be sent. */
async function offerFile(screen: Screen) {
  const { text } = screen.composer.value.input
  const path = pathIn(text)
  const isPath = /[/\\]|\.\w+$/.test(path) && !path.includes('\n')
  const isFile = isPath && (await stat(path).catch(() => undefined))?.isFile()
  if (screen.composer.peek().input.text === text) screen.foundFile.value = isFile ? path : null
}

/** Marks the call that made the chosen message. */
function markCall(screen: Screen) {
  const id = screen.messageId.value
  if (screen.focus.value !== 'messages') return
  screen.entryId.value = entryOfMessage(screen, id)?.id ?? null
}

/** The newest message is in sight if it is chosen, or if none is. */
function markSeen({ conversation, messageId, seenId }: Screen) {
  const newest = conversation.value?.messages.at(-1)?.message_id ?? 0
  if (messageId.value === null || messageId.value === newest) seenId.value = newest
}
