// The selected message and its file, and messages that are found by their words.

import { fileIn } from '../../describe/message.ts'
import { onTop, withChosen, withFilter, withTalk } from './change.ts'
import type { HeldFile, Message } from './model.ts'
import { openChat } from './roster.ts'
import type { State } from './state.ts'

export const selectedMessage = ({ talk }: State): Message | undefined =>
  talk.messages.find((message) => message.message_id === talk.selected)

/** In a channel the service lets some edit the posts of others. */
export const isMineToEdit = (state: State, { author }: Message): boolean =>
  author.handle === state.me || openChat(state)?.kind === 'channel'

export function selectedFile(state: State): HeldFile | undefined {
  const picture = onTop(state, 'picture')
  if (picture) return picture.file
  const held = fileIn(selectedMessage(state) ?? {})
  if (!held) return undefined
  const { kind, unique_id: id, name } = held
  return { id, kind, name: name || `${id}.jpg` }
}

export function finding(state: State, text: string): State {
  if (!state.find) return state
  const { pane } = state.find
  const filtered = withFilter(state, { [pane]: text })
  if (pane === 'chats') return withChosen(filtered, { chats: 0 })
  if (pane === 'traffic') return withChosen(filtered, { traffic: null })
  return foundBefore(filtered, Number.POSITIVE_INFINITY)
}

/** The newest message before a number that has the words, or the newest of all. */
export function foundBefore(state: State, before: number): State {
  if (state.filters.talk === '') return state
  const hits = hitsIn(state)
  const hit = hits.findLast((message) => message.message_id < before) ?? hits.at(-1)
  return withTalk(state, { selected: hit?.message_id ?? state.talk.selected, button: 0 })
}

export function hitsIn({ talk, filters }: State): readonly Message[] {
  const wanted = filters.talk.toLowerCase()
  const has = (text: string | undefined) => text?.toLowerCase().includes(wanted) ?? false
  return talk.messages.filter((message) => has(message.text) || has(message.caption))
}
