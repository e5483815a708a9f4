// How a bot gets its updates, as far as anybody can see.

import type { Bot } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { howLong } from '../text/when.ts'

/** A bot that is busy with what it fetched asks again soon. */
const BETWEEN_POLLS_MS = 10_000

export function doing(
  { polling, polledMs, called, failing, nowMs }: State,
  { handle, suspended, profile }: Bot,
): string {
  if (suspended) return 'suspended'
  if (profile?.webhook.url) {
    const isFailing = failing[handle] ?? profile.webhook.last_error_message !== undefined
    return isFailing ? 'webhook failing' : 'webhook'
  }
  const polled = polledMs[handle]
  if (polling[handle] || (polled !== undefined && nowMs - polled < BETWEEN_POLLS_MS)) return 'polling'
  if (polled !== undefined) return `gone for ${howLong(Math.round((nowMs - polled) / 1000))}`
  return called[handle] ? 'calls, never polls' : 'not here yet'
}

/** Whether no program has been this bot so far. */
export const isAbsent = ({ polling, called }: State, { handle, suspended, profile }: Bot) =>
  !suspended && !profile?.webhook.url && !polling[handle] && !called[handle]
