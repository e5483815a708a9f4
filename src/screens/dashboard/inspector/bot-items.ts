// The inspector's items for a bot: its state, limits and faults.

import type { LimitUse } from '../../../control/contract/traffic.ts'
import { deliveryText } from '../../../control/describe/call.ts'
import { plural } from '../../../lib/safe-text.ts'
import { formatSpan } from '../../../lib/time-text.ts'
import { faultWords } from '../../model/fault-words.ts'
import type { Tone } from '../look.ts'
import { heading, type Item, listed, saying, strong, whole } from '../screen/items.ts'
import { perform } from '../screen/perform.ts'
import type { Bot, Screen } from '../screen/screen.ts'

export type ItemsOfBot = (screen: Screen, bot: Bot) => Item[]

export const botItems: ItemsOfBot = (screen, bot) => {
  const diagnosis = screen.diagnosisOf(bot.handle).value
  if (!diagnosis) return [saying('Loading')]
  const { text, advice, lines } = diagnosis
  const { program } = bot.delivery
  return [
    whole('text', strong(text), { value: diagnosis }),
    ...(advice ? [whole('advice', advice)] : []),
    saying(`${deliveryText(bot.delivery)}, ${plural(bot.delivery.waiting, 'pending update')}`, 'delivery'),
    ...lines.map((line, i) => whole(`line ${i}`, line)),
    ...(program ? [heading('its program'), saying(program.command, 'command')] : []),
    ...(program?.output ?? []).map((line, i) => whole(`output ${i}`, line, { value: line })),
  ]
}

const CELLS = 20
const WARNING_SHARE = 0.7

export const limitItems: ItemsOfBot = (screen, bot) =>
  listed(screen.model.view('/bots/:bot/limits', { bot: bot.handle }).value, '', (use) => {
    const { used, allowed, free_in, limit, chat } = use
    const { full, empty } = screen.look.signs
    const isFull = used >= allowed
    const marks = Math.min(CELLS, used > 0 ? Math.max(1, Math.round((used / allowed) * CELLS)) : 0)
    const tone: Tone | undefined = isFull ? 'bad' : used > allowed * WARNING_SHARE ? 'warn' : undefined
    const words = `${nameOf(screen, use)} ${used}/${allowed}${isFull ? `, wait ${formatSpan(free_in)}` : ''}`
    const bar = { text: full.repeat(marks) + empty.repeat(CELLS - marks), tone }
    return [{ id: `${limit} ${chat}`, parts: [{ text: words, bold: isFull, tone }], below: [bar], value: use }]
  })

function nameOf({ sharedChats }: Screen, { limit, chat }: LimitUse): string {
  const title = sharedChats.value.find(({ id }) => id === chat)?.title
  return `${limit.replaceAll('_', ' ')}${title ? ` in ${title}` : ''}`
}

const NO_FAULTS = 'No injected faults. Ctrl-P, then "fault", injects one.'

export const faultItems: ItemsOfBot = (screen, { handle }) => {
  const faults = screen.model.view('/faults', { bot: handle }).value
  const run = () => void perform(screen, 'clearFaults', { bot: handle })
  const items = listed(faults, NO_FAULTS, (fault) => {
    const { subject, effects, count } = faultWords({ ...fault, bot: null })
    const words = `#${fault.id} ${subject}: ${effects}`
    const below = [count]
    return [whole(`fault ${fault.id}`, strong(words), { below, value: fault })]
  })
  return faults?.length ? [...items, { id: 'clear', parts: ['Remove all faults of the bot'], run }] : items
}
