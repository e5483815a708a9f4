// A bot's call as the journal shows it.

import { notesOn } from '../../contract/notes.ts'
import type { CallView } from '../../contract/traffic.ts'
import type { Call } from '../../event-log/entry.ts'
import type { Read } from '../../messenger/world.ts'

export function viewCall(read: Read, call: Call): CallView {
  const { body, ...rest } = call
  const notes = notesOn(call)
  return {
    ...rest,
    bot: callerOf(read, call),
    ok: call.status === 200,
    body: JSON.parse(body),
    ...(notes.length && { notes }),
  }
}

/** The handle of the bot that called, if the token was one. */
export function callerOf(read: Read, call: Call): string | null {
  return call.bot === null ? null : (read.store.users.byId(call.bot)?.handle ?? null)
}
