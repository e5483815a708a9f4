// Commands of the composer: send, complete, recall, leave.

import { inputOf, insert, lineAbove, lineBelow } from '../forms/input.ts'
import { composerSuggestions } from '../forms/suggest.ts'
import { perform, withComposer, withTalk } from '../state/change.ts'
import { BLANK } from '../state/initial-state.ts'
import { startsBot, toPane } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { nextPane, toMessages } from './browse.ts'
import { command } from './command.ts'

const KEPT_HISTORY = 200

function send(state: State): State {
  const { me, open, composer } = state
  const { text, replyTo, editing } = composer
  if (me === null || open === null) return state
  if (startsBot(state)) return perform(withComposer(state, BLANK), 'start', { as: me, bot: open })
  if (text.trim() === '') return state
  const history = [...composer.history.filter((one) => one !== text), text].slice(-KEPT_HISTORY)
  const after = withComposer(withTalk(state, { selected: null }), { ...BLANK, history })
  if (editing !== null) return perform(after, 'edit', { as: me, chat: open, message_id: editing, text })
  return perform(after, 'send', { as: me, to: open, text, ...(replyTo !== null && { reply_to: replyTo }) })
}

export function complete(state: State): State {
  const suggestions = composerSuggestions(state)
  const taken = suggestions[Math.min(state.composer.suggestion, suggestions.length - 1)]
  if (!taken) return nextPane(state)
  const { text, at } = state.composer
  const before = text.slice(0, taken.from) + taken.text
  return withComposer(state, { text: before + text.slice(at), at: before.length, suggestion: 0 })
}

/** The arrows choose a suggestion, else move between lines, else go through what was sent. */
function upOrDown(state: State, by: 1 | -1): State {
  const { composer } = state
  const { length } = composerSuggestions(state)
  if (length) return withComposer(state, { suggestion: (composer.suggestion + by + length) % length })
  const line = by < 0 ? lineAbove(composer) : lineBelow(composer)
  return line ? withComposer(state, line) : recall(state, -by)
}

function recall(state: State, by: number): State {
  const { history, back, draft, text } = state.composer
  const to = Math.max(0, Math.min(history.length, back + by))
  if (to === back) return state
  const kept = back === 0 ? text : draft
  return withComposer(state, { ...inputOf(to === 0 ? kept : history.at(-to)!), back: to, draft: kept })
}

/** Esc first lets go of a reply or an edit, then of the composer. */
function leaveComposer(state: State): State {
  const { replyTo, editing } = state.composer
  if (editing !== null) return withComposer(state, BLANK)
  if (replyTo !== null) return withComposer(state, { replyTo: null })
  return toPane(state, 'talk')
}

const sends = (state: State) => {
  const { text, editing, replyTo } = state.composer
  if (startsBot(state)) return 'start the bot'
  if (text.trim() === '') return null
  return editing !== null ? 'save the edit' : replyTo !== null ? 'reply' : 'send'
}

export const composeCommands = {
  send: command({ compose: 'enter' }, 'send', send, 1, sends),
  newLine: command({ compose: 'alt-enter ctrl-j' }, 'new line', (state) =>
    withComposer(state, insert(state.composer, '\n')),
  ),
  complete: command({ compose: 'tab' }, 'complete, or next pane', complete, 2, (state) =>
    composerSuggestions(state).length ? 'complete' : 'next pane',
  ),
  olderOrUp: command({ compose: 'up' }, 'suggestion above, line above, or what was sent before', (state) =>
    upOrDown(state, -1),
  ),
  newerOrDown: command({ compose: 'down' }, 'suggestion below, line below, or what was sent after', (state) =>
    upOrDown(state, 1),
  ),
  upToMessages: command({ compose: 'pgup' }, 'go to the messages', toMessages),
  leaveComposer: command(
    { compose: 'esc' },
    'drop the edit or the reply, then go to the messages',
    leaveComposer,
    3,
    ({ composer }) =>
      composer.editing !== null ? 'drop the edit' : composer.replyTo !== null ? 'drop the reply' : 'messages',
  ),
}
