// Gives a bot an update again: once, or after each restart of its program.

import type { EventView } from '../../../control/contract/events.ts'
import { isPoll } from '../../../control/describe/call.ts'
import { perform } from './perform.ts'
import { notify, type Screen } from './screen.ts'
import { chosenUpdate, updateToRepeat } from './traffic.ts'

export async function repeatUpdate(screen: Screen) {
  const { replay } = screen
  const current = replay.peek()
  if (!current) return
  const outcome = await perform(screen, 'repeatUpdate', { bot: current.bot, update_id: current.updateId })
  const made = outcome.ok ? (outcome.result as { update_id: number }) : undefined
  const now = replay.peek()
  if (made && now?.of === current.of) replay.value = { ...now, repeatedAs: made.update_id, isDue: false }
}

/** Chooses the update to give again. While the comparison has the focus, its update stays chosen. */
export function chooseUpdate(screen: Screen): boolean {
  const { replay, inspector, focus, model } = screen
  const isShown = focus.peek() === 'inspector' && inspector.peek().view === 'replay'
  if (isShown && (replay.peek()?.of ?? 0) > model.worldStart.peek()) return true
  const update = updateToRepeat(screen)
  if (!update) {
    const text = chosenUpdate(screen)
      ? 'The world was restored after this update. Send the message again.'
      : 'Choose an update, or a call or message that answers one.'
    notify(screen, text, 'warn')
    return false
  }
  const { bot, updateId, id: of } = update
  const isAfterRestart = replay.peek()?.isAfterRestart ?? false
  replay.value = { bot, updateId, of, repeatedAs: null, isAfterRestart, isDue: false }
  return true
}

export function toggleAfterRestart(screen: Screen) {
  const current = screen.replay.peek()
  if (current) screen.replay.value = { ...current, isAfterRestart: !current.isAfterRestart }
}

/** Waits until the new process has asked for updates: some programs drop pending updates when they start. */
export function repeatAfterRestart(screen: Screen, events: readonly EventView[]) {
  for (const event of events) {
    const current = screen.replay.peek()
    if (!current?.isAfterRestart || event.bot !== current.bot) continue
    if (event.type === 'program' && event.how === 'started') screen.replay.value = { ...current, isDue: true }
    else if (current.isDue && asksForUpdates(screen, event)) {
      screen.replay.value = { ...current, isDue: false }
      void repeatUpdate(screen)
    }
  }
}

function asksForUpdates({ model }: Screen, event: EventView): boolean {
  if (event.type !== 'call') return event.type === 'poll'
  const hasWebhook = model.bots.peek().some(({ handle, delivery }) => handle === event.bot && delivery.webhook !== null)
  // An empty answer doesn't prove that the new process asks: the ended process may have sent that getUpdates.
  const { method, body } = event.call
  return hasWebhook || (isPoll(method) && Array.isArray(body.result) && body.result.length > 0)
}
