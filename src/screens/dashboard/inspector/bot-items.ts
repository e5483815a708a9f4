// The inspector's items for a bot: its state, limits, pending updates, webhook and faults.

import type { LimitUse } from '../../../control/contract/traffic.ts'
import { updateText } from '../../../control/describe/message.ts'
import { formatSpan, secondOf } from '../../../lib/time-text.ts'
import type { Item } from '../components/item.ts'
import { dim, strong } from '../components/words.tsx'
import type { Tone } from '../look.ts'
import { perform } from '../screen/perform.ts'
import type { Bot, Screen } from '../screen/screen.ts'
import { type Folding, jsonItems } from './json-items.ts'
import { heading, saying } from './say.ts'

export type ItemsOfBot = (screen: Screen, folding: Folding, bot: Bot) => Item[]

const LOADING = [saying('Loading')]

export const botItems: ItemsOfBot = (screen, _, bot) => {
  const diagnosis = screen.diagnosisOf(bot.handle).value
  if (!diagnosis) return LOADING
  const { text, advice, lines } = diagnosis
  const { program } = bot.delivery
  return [
    { id: 'text', parts: [strong(text)], isWrapped: true, isUnfolded: true, value: diagnosis },
    ...(advice ? [{ id: 'advice', parts: [advice], isWrapped: true, isUnfolded: true }] : []),
    ...lines.map((line, i): Item => ({ id: `line ${i}`, parts: [line], isWrapped: true })),
    ...(program ? [heading('its program'), saying(program.command, 'command')] : []),
    ...(program?.output ?? []).map(
      (line, i): Item => ({ id: `output ${i}`, parts: [line], isWrapped: true, value: line }),
    ),
  ]
}

const CELLS = 20
const WARNING_SHARE = 0.7

export const limitItems: ItemsOfBot = (screen, { signs }, bot) => {
  const limits = screen.model.view('/bots/:bot/limits', { bot: bot.handle }).value
  if (!limits) return LOADING
  return limits.map((use): Item => {
    const { used, allowed, free_in, limit, chat } = use
    const isFull = used >= allowed
    const marks = Math.min(CELLS, used > 0 ? Math.max(1, Math.round((used / allowed) * CELLS)) : 0)
    const tone: Tone | undefined = isFull ? 'bad' : used > allowed * WARNING_SHARE ? 'warn' : undefined
    const words = `${nameOf(screen, use)} ${used}/${allowed}${isFull ? `, wait ${formatSpan(free_in)}` : ''}`
    const bar = { text: signs.full.repeat(marks) + signs.empty.repeat(CELLS - marks), tone }
    return { id: `${limit} ${chat}`, parts: [{ text: words, bold: isFull, tone }], below: [bar], value: use }
  })
}

function nameOf({ sharedChats }: Screen, { limit, chat }: LimitUse): string {
  const title = sharedChats.value.find(({ id }) => id === chat)?.title
  return `${limit.replaceAll('_', ' ')}${title ? ` in ${title}` : ''}`
}

/** An item that unfolds to the JSON of its value. */
function foldable(folding: Folding, item: Item & { value: unknown }): Item[] {
  const { id, value } = item
  const inner = folding.unfolded.includes(id) ? jsonItems(value, folding, id, 2) : []
  return [{ ...item, run: () => folding.toggle(id) }, ...inner]
}

export const updateItems: ItemsOfBot = (screen, folding, bot) => {
  const updates = screen.model.view('/bots/:bot/updates', { bot: bot.handle }).value
  if (!updates) return LOADING
  if (!updates.length) return [saying('No pending updates: the bot has confirmed all of them.')]
  return updates.flatMap((update) => {
    const type = Object.keys(update).find((key) => key !== 'update_id') ?? ''
    const parts = [updateText(update) || type, dim(` ${type.replaceAll('_', ' ')}`)]
    return foldable(folding, { id: `#${update.update_id}`, parts, right: [dim(`#${update.update_id}`)], value: update })
  })
}

export const webhookItems: ItemsOfBot = (screen, folding, bot) => {
  const profile = screen.model.view('/bots/:bot/profile', { bot: bot.handle }).value
  const deliveries = screen.model.view('/bots/:bot/deliveries', { bot: bot.handle }).value
  if (!profile || !deliveries) return LOADING
  const { url, last_error_message, pending_update_count } = profile.webhook
  if (!url) return [saying('No webhook is set: the bot asks for its updates.')]
  return [
    { id: 'url', parts: [strong(url)], value: profile.webhook },
    {
      id: 'pending',
      parts: [`${pending_update_count} pending${last_error_message ? `, last error: ${last_error_message}` : ''}`],
      isWrapped: true,
    },
    ...deliveries.toReversed().flatMap((delivery) => {
      const { id, at, update_id, status, error } = delivery
      const outcome = error === null ? `${status} delivered` : `${status ?? 'no answer'} ${error}`
      const text = { text: `${folding.signs.sent} ${outcome}`, tone: error === null ? 'good' : 'bad' } as const
      return foldable(folding, {
        id: `delivery ${id}`,
        parts: [dim(`${secondOf(at)} `), strong(`#${update_id} `), text],
        value: delivery,
      })
    }),
  ]
}

export const faultItems: ItemsOfBot = (screen, _, bot) => {
  const faults = screen.model.view('/faults', { bot: bot.handle }).value
  if (!faults) return LOADING
  if (!faults.length) return [saying('No injected faults. Ctrl-P, then "fault", injects one.')]
  const clear = () => void perform(screen, 'clearFaults', { bot: bot.handle })
  const items = faults.map((fault): Item => {
    const { id, bot: _, operation, match, every, times, seen, fired, spent, ...effect } = fault
    const counts = [
      `fired ${fired}${times === null ? '' : ` of ${times}`}`,
      `seen ${seen}`,
      ...(every > 1 ? [`1 in ${every}`] : []),
      ...(match ? [`if ${JSON.stringify(match)}`] : []),
      ...(spent ? ['used up'] : []),
    ]
    const words = `#${id} ${operation ?? 'any call'}: ${wordsOf(effect)}`
    return { id: `fault ${id}`, parts: [strong(words)], below: [counts.join(', ')], value: fault }
  })
  return [...items, { id: 'clear', parts: ['Remove all faults of the bot'], run: clear }]
}

/** Returns `status 429, hang` for the values of an object. */
export const wordsOf = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => (value === true ? name : `${name} ${value}`))
    .join(', ')
    .replaceAll('_', ' ')
