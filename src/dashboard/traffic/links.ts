// What belongs together across panes: a message, and the call that made it or the update that carries it.

import { withChosen, withTalk } from '../state/change.ts'
import { paneBeneath } from '../state/layout.ts'
import type { Entry, Message } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { shownTraffic } from './entries.ts'

interface Held {
  message_id: number
  chat: { id: number }
}

const isHeld = (one: unknown): one is Held =>
  typeof one === 'object' && one !== null && 'message_id' in one && 'chat' in one

function heldBy(entry: Entry): Held | undefined {
  if (entry.kind === 'note') return undefined
  const { update_id: _, ...content } = entry.kind === 'update' ? entry.update : { update_id: 0 }
  const about = entry.kind === 'call' ? entry.call.body.result : Object.values(content)[0]
  if (isHeld(about)) return about
  const inner = typeof about === 'object' && about !== null && 'message' in about ? about.message : undefined
  return isHeld(inner) ? inner : undefined
}

/** Messages are numbered by chat; private ones with several bots have one id. */
function isHere({ talk: { chat } }: State, entry: Entry, held: Held): boolean {
  return held.chat.id === chat?.id && (chat.kind !== 'private' || entry.bot === chat.handle)
}

/** The call that made the message, rather than one that edited it; else the update that carries it. */
export function entryOfMessage(state: State, id: number | null): Entry | undefined {
  if (id === null) return undefined
  const all = shownTraffic(state).filter((entry) => {
    const held = heldBy(entry)
    return held?.message_id === id && isHere(state, entry, held)
  })
  const isMade = (entry: Entry) => entry.kind === 'call' && !entry.call.method.startsWith('edit')
  return all.findLast(isMade) ?? all.find((entry) => entry.kind === 'update') ?? all.at(-1)
}

export function messageOfEntry(state: State, entry: Entry | undefined): Message | undefined {
  const held = entry && heldBy(entry)
  if (!entry || !held || !isHere(state, entry, held)) return undefined
  return state.talk.messages.find(({ message_id }) => message_id === held.message_id)
}

/** Chat and traffic follow each other; whoever leaves them follows the newest of both again. */
export function withLinks(before: State, after: State): State {
  const { focus, talk, chosen } = after
  const isSame =
    focus === before.focus && talk.selected === before.talk.selected && chosen.traffic === before.chosen.traffic
  if (isSame || focus === 'inspector') return after
  if (focus === 'talk') return withChosenEntry(after, entryOfMessage(after, talk.selected)?.id ?? null)
  if (focus === 'traffic') {
    const entry = chosen.traffic === null ? undefined : shownTraffic(after).find(({ id }) => id === chosen.traffic)
    return withSelectedMessage(after, messageOfEntry(after, entry)?.message_id ?? null)
  }
  return withSelectedMessage(paneBeneath(before) === 'talk' ? withChosenEntry(after, null) : after, null)
}

const withChosenEntry = (state: State, traffic: number | null): State =>
  traffic === state.chosen.traffic ? state : withChosen(state, { traffic })

const withSelectedMessage = (state: State, selected: number | null): State =>
  selected === state.talk.selected ? state : withTalk(state, { selected, button: 0 })
