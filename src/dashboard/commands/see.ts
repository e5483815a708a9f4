// Looking closer: a line of the traffic, a bot's limits, queue and webhook; finding, copying, recording.

import { curlFor } from '../curl.ts'
import type { Entry } from '../state/entry.ts'
import { foundBefore, hitsIn } from '../state/finding.ts'
import { changed, overlaid } from '../state/overlays.ts'
import { paneOf } from '../state/panes.ts'
import { botAtHand } from '../state/roster.ts'
import { type BotView, type State, topOf } from '../state/state.ts'
import { copied, type Step, step, tell } from '../state/step.ts'
import { entryAtHand } from '../state/traffic.ts'
import { goBack, goForward } from '../state/undo.ts'
import { openChosen } from './browse.ts'

export function openEntry(state: State): Step {
  const entry = entryAtHand(state)
  if (!entry) return step(state)
  const copy = jsonOf(entry)
  const curl = entry.kind === 'call' ? curlFor(state, entry) : undefined
  const text = entry.kind === 'call' ? `${verdict(entry)}\n\n${copy}` : copy
  return step(overlaid(state, { kind: 'detail', title: titleOf(entry), text, copy, ...(curl && { curl }), scroll: 0 }))
}

/** Why the service refused, in the words that it keeps from bots, and the rule. */
function verdict({ call }: Entry & { kind: 'call' }): string {
  const { status, ok, why, rule, duration_ms } = call
  const first = `${status} ${ok ? 'ok' : 'refused'} in ${duration_ms.toFixed(1)} ms`
  return [first, why && `why: ${why}`, rule && `rule: ${rule}`].filter(Boolean).join('\n')
}

function jsonOf(entry: Entry): string {
  if (entry.kind === 'note') return entry.text
  if (entry.kind === 'update') return JSON.stringify(entry.update, null, 2)
  const { bot, method, params, status, body, why, rule } = entry.call
  return JSON.stringify({ bot, method, params, status, why, rule, body }, null, 2)
}

function titleOf(entry: Entry): string {
  if (entry.kind === 'call') return `${entry.bot} calls ${entry.call.method}`
  return entry.kind === 'update' ? `update ${entry.updateId} for ${entry.bot}: ${entry.state}` : 'note'
}

export function copy(state: State): Step {
  if (state.focus === 'traffic') {
    const entry = entryAtHand(state)
    return entry ? copied(state, jsonOf(entry), 'The JSON') : copyConnection(state)
  }
  const message = state.talk.messages.find((one) => one.message_id === state.talk.selected)
  return message ? copied(state, JSON.stringify(message, null, 2), 'The message') : step(state)
}

/** What a program needs to be the bot, as it is written before its command. */
export function copyConnection(state: State): Step {
  const top = topOf(state)
  const bot = top?.kind === 'bot' ? state.bots.find((one) => one.handle === top.bot) : botAtHand(state)
  if (!bot) return step(state)
  const variables = `BOT_API_URL=${state.url} BOT_TOKEN=${bot.token}`
  return copied(state, variables, 'What a program needs')
}

export function copyDetail(state: State): Step {
  const top = topOf(state)
  return top?.kind === 'detail' ? copied(state, top.copy, 'The JSON') : step(state)
}

export function copyDetailCurl(state: State): Step {
  const top = topOf(state)
  return top?.kind === 'detail' && top.curl ? copied(state, top.curl, 'The curl command') : step(state)
}

function botView(state: State, view: BotView): Step {
  const top = topOf(state)
  if (top?.kind === 'bot') return step(changed(state, { ...top, view, selected: 0 }))
  const bot = botAtHand(state)
  if (!bot) return step(tell(state, 'There is no bot yet; + makes one.', true))
  const overlay = { kind: 'bot', view, bot: bot.handle, panel: null, selected: 0 } as const
  return step(overlaid(state, overlay), { do: 'look-at-bot', bot: bot.handle })
}

export const limits = (state: State): Step => botView(state, 'limits')
export const queue = (state: State): Step => botView(state, 'queue')
export const webhook = (state: State): Step => botView(state, 'webhook')
export const faults = (state: State): Step => botView(state, 'faults')
export const members = (state: State): Step => botView(state, 'members')

export function nextBot(state: State): Step {
  const top = topOf(state)
  if (top?.kind !== 'bot') return step(state)
  const at = state.bots.findIndex((bot) => bot.handle === top.bot)
  const bot = state.bots[(at + 1) % state.bots.length]?.handle ?? top.bot
  return step(changed(state, { ...top, bot, panel: null, selected: 0 }), { do: 'look-at-bot', bot })
}

/** Opens the update, or the delivery, that is chosen. */
export function openQueued(state: State): Step {
  const top = topOf(state)
  if (top?.kind !== 'bot' || (top.view !== 'queue' && top.view !== 'webhook')) return step(state)
  const one = (top.view === 'queue' ? top.panel?.updates : top.panel?.deliveries)?.[top.selected]
  if (!one) return step(state)
  const text = JSON.stringify(one, null, 2)
  return step(overlaid(state, { kind: 'detail', title: `update ${one.update_id}`, text, copy: text, scroll: 0 }))
}

export function redeliver(state: State): Step {
  const top = topOf(state)
  const delivery = top?.kind === 'bot' && top.view === 'webhook' ? top.panel?.deliveries[top.selected] : undefined
  const entry = top ? undefined : entryAtHand(state)
  const bot = top?.kind === 'bot' ? top.bot : entry?.bot
  if (!bot) return step(state)
  const update_id = delivery?.update_id ?? (entry?.kind === 'update' ? entry.updateId : undefined)
  const params = { bot, ...(update_id !== undefined && { update_id }) }
  return step(state, { do: 'perform', action: 'redeliver', params, from: 'key', said: 'redelivered' })
}

export function find(state: State): Step {
  const pane = paneOf(state)
  return step({ ...state, find: { pane, input: { text: state.filters[pane], at: state.filters[pane].length } } })
}

/** Of the list of chats one is wanted; of the other panes all that were found. */
export function keepFind(state: State): Step {
  const kept = { ...state, find: null }
  return state.find?.pane === 'chats' ? openChosen(kept) : step(kept)
}

export function dropFind(state: State): Step {
  if (!state.find) return step(state)
  return step({ ...state, find: null, filters: { ...state.filters, [state.find.pane]: '' } })
}

export function findNext(state: State): Step {
  const wanted = state.filters.talk
  if (wanted === '') return step(tell(state, 'Nothing was looked for in this chat; / in the messages does.', true))
  if (!hitsIn(state).length) return step(tell(state, `"${wanted}" is not found in this chat.`, true))
  return step(foundBefore({ ...state, focus: 'talk' }, state.talk.selected ?? Number.POSITIVE_INFINITY))
}

/** The first time it begins; the second it asks where to. */
export function record(state: State): Step {
  if (state.recordingSinceMs === null) return step(state, { do: 'record' })
  const path = 'recorded.scenario.yaml'
  return step(overlaid(state, { kind: 'save', input: { text: path, at: path.length }, error: null }))
}

const EXISTS = 'such a file already'

export function saveRecord(state: State): Step {
  const top = topOf(state)
  if (top?.kind !== 'save' || top.input.text.trim() === '') return step(state)
  // Whoever has read that there is such a file means to write over it.
  return step(state, { do: 'save', path: top.input.text.trim(), isOver: top.error?.includes(EXISTS) ?? false })
}

export const undo = (state: State): Step => goBack(state)
export const redo = (state: State): Step => goForward(state)

export const quit = (state: State): Step => step(state, { do: 'quit' })

/** Where nothing is kept, the end is the end of the world, too. */
export function leave(state: State): Step {
  if (state.isKept) return quit(state)
  const items = [{ says: 'end it, and the world with it', action: 'quit', params: {} }]
  return step(overlaid(state, { kind: 'menu', title: 'nothing is kept', items, selected: 0 }))
}
export const suspend = (state: State): Step => step(state, { do: 'suspend' })
export const redraw = (state: State): Step => step(state, { do: 'redraw' })
