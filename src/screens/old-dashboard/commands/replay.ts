// Commands that give the bot an update again, once or after each restart.

import type { EventView } from '../../../control/contract/events.ts'
import { isPoll } from '../../../control/describe/call.ts'
import { exchangeId } from '../../model/traffic-entries.ts'
import { focusedSubject } from '../inspector/subject.ts'
import { showToast, withEffects } from '../state/change.ts'
import type { State } from '../state/state.ts'
import { entryOfMessage } from '../traffic/links.ts'
import { command } from './command.ts'
import { openInspector } from './inspect.ts'

export function replayUpdate(state: State): State {
  const { replay } = state
  if (!replay) return state
  const params = { bot: replay.bot, update_id: replay.updateId }
  return withEffects(state, { do: 'perform', action: 'repeatUpdate', params, from: 'key' })
}

const isReplayShown = ({ focus, inspector }: State) => focus === 'inspector' && inspector.view === 'replay'

function chosenUpdate(state: State) {
  const subject = focusedSubject(state)
  const message = subject?.kind === 'message' ? entryOfMessage(state, subject.message.message_id) : undefined
  const entry = subject?.kind === 'entry' ? subject.entry : message
  const update = entry && state.traffic.find(({ id }) => id === exchangeId(entry))
  return update?.kind === 'update' && !update.isUndone ? update : undefined
}

function again(state: State): State {
  if (isReplayShown(state) && state.replay) return replayUpdate(state)
  const update = chosenUpdate(state)
  if (!update) return showToast(state, 'Select an update, or a call or message that answers an update.', true)
  const { bot, updateId, id: of } = update
  const isAfterRestart = state.replay?.isAfterRestart ?? false
  const replay = { bot, updateId, of, repeatedAs: null, isAfterRestart, isDue: false }
  return replayUpdate(openInspector({ ...state, replay }, 'replay'))
}

function toggleAfterRestart(state: State): State {
  const started = isReplayShown(state) || state.replay?.isAfterRestart ? state : again(state)
  const { replay } = started
  if (!replay) return started
  const isAfterRestart = !replay.isAfterRestart
  const text = isAfterRestart
    ? 'The update is repeated after each restart of the bot.'
    : 'The update is not repeated after restarts any more.'
  return showToast({ ...started, replay: { ...replay, isAfterRestart } }, text)
}

export const replayCommands = {
  again: command(
    { traffic: '.', conversation: '.', inspector: '.' },
    'send the update to the bot again, and compare the calls',
    again,
    7,
    (state) => ((chosenUpdate(state) ?? (isReplayShown(state) && state.replay)) ? 'again' : null),
  ),
  afterRestart: command(
    { traffic: '>', conversation: '>', inspector: '>' },
    'start or stop repeating the update after each restart',
    toggleAfterRestart,
    8,
    (state) => (isReplayShown(state) && state.replay ? 'after each restart' : null),
  ),
}

/**
 * Replays the update once the new process has asked for updates. Some programs drop pending updates when they start, so
 * an earlier replay could be lost.
 */
export function withReplayAfterRestart(before: State, events: readonly EventView[]): State {
  let state = before
  for (const event of events) {
    const { replay } = state
    if (!replay?.isAfterRestart || event.bot !== replay.bot) continue
    const isStart = event.type === 'program' && event.how === 'started'
    if (isStart) state = { ...state, replay: { ...replay, isDue: true } }
    else if (replay.isDue && asksForUpdates(state, event))
      state = replayUpdate({ ...state, replay: { ...replay, isDue: false } })
  }
  return state
}

function asksForUpdates({ bots }: State, event: EventView): boolean {
  if (event.type !== 'call') return event.type === 'poll'
  const hasWebhook = bots.some(({ handle, profile }) => handle === event.bot && profile?.webhook.url)
  // A getUpdates call with an empty result does not prove that the new process polls, because the ended process may
  // have sent it.
  const { method, body } = event.call
  return hasWebhook || (isPoll(method) && Array.isArray(body.result) && body.result.length > 0)
}
