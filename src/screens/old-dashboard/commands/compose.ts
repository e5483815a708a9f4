// Commands of the composer: send, complete, recall sent texts, leave.

import { inputOf, insert, lineAbove, lineBelow } from '../forms/input.ts'
import { composerSuggestions } from '../forms/suggest.ts'
import { requestAction, withComposer, withConversation } from '../state/change.ts'
import { EMPTY_COMPOSER } from '../state/initial-state.ts'
import { entryOnEnter, focusPane } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { nextPane, toMessages } from './browse.ts'
import { command } from './command.ts'

const MAX_HISTORY = 200

function send(state: State): State {
  const { me, open, composer } = state
  const { text, replyTo, editing } = composer
  if (me === null || open === null) return state
  const entry = entryOnEnter(state)
  if (entry) return requestAction(withComposer(state, EMPTY_COMPOSER), entry.action, entry.params)
  if (text.trim() === '') return state
  const history = [...composer.history.filter((one) => one !== text), text].slice(-MAX_HISTORY)
  const after = withComposer(withConversation(state, { selected: null }), { ...EMPTY_COMPOSER, history })
  if (editing !== null) return requestAction(after, 'edit', { as: me, chat: open, message_id: editing, text })
  return requestAction(after, 'send', { as: me, to: open, text, ...(replyTo !== null && { reply_to: replyTo }) })
}

export function complete(state: State): State {
  const suggestions = composerSuggestions(state)
  const suggestion = suggestions[Math.min(state.composer.suggestion, suggestions.length - 1)]
  if (!suggestion) return nextPane(state)
  const { text, at } = state.composer
  const before = text.slice(0, suggestion.from) + suggestion.text
  return withComposer(state, { text: before + text.slice(at), at: before.length, suggestion: 0 })
}

function upOrDown(state: State, by: 1 | -1): State {
  const { composer } = state
  const { length } = composerSuggestions(state)
  if (length) return withComposer(state, { suggestion: (composer.suggestion + by + length) % length })
  const line = by < 0 ? lineAbove(composer) : lineBelow(composer)
  return line ? withComposer(state, line) : recall(state, -by)
}

function recall(state: State, by: number): State {
  const { history, stepsBack: back, draft, text } = state.composer
  const to = Math.max(0, Math.min(history.length, back + by))
  if (to === back) return state
  const current = back === 0 ? text : draft
  return withComposer(state, { ...inputOf(to === 0 ? current : history.at(-to)!), stepsBack: to, draft: current })
}

function leaveComposer(state: State): State {
  const { replyTo, editing } = state.composer
  if (editing !== null) return withComposer(state, EMPTY_COMPOSER)
  if (replyTo !== null) return withComposer(state, { replyTo: null })
  return focusPane(state, 'conversation')
}

const sendHint = (state: State) => {
  const { text, editing, replyTo } = state.composer
  const entry = entryOnEnter(state)
  if (entry) return entry.hint
  if (text.trim() === '') return null
  return editing !== null ? 'save the edit' : replyTo !== null ? 'reply' : 'send'
}

const leaveHint = ({ composer: { editing, replyTo } }: State) =>
  editing !== null ? 'cancel the edit' : replyTo !== null ? 'cancel the reply' : 'messages'

const LEAVE = 'cancel the edit or the reply, else go to the messages'

export const composeCommands = {
  send: command({ compose: 'enter' }, 'send', send, 1, sendHint),
  newLine: command({ compose: 'alt-enter ctrl-j' }, 'new line', (state) =>
    withComposer(state, insert(state.composer, '\n')),
  ),
  complete: command({ compose: 'tab' }, 'complete the word, or go to the next pane', complete, 2, (state) =>
    composerSuggestions(state).length ? 'complete' : 'next pane',
  ),
  olderOrUp: command({ compose: 'up' }, 'previous suggestion, line or sent message', (state) => upOrDown(state, -1)),
  newerOrDown: command({ compose: 'down' }, 'next suggestion, line or sent message', (state) => upOrDown(state, 1)),
  upToMessages: command({ compose: 'pgup' }, 'go to the messages', toMessages),
  leaveComposer: command({ compose: 'esc' }, LEAVE, leaveComposer, 3, leaveHint),
}
