// The inspector's items for an update given again, and for recorded steps.

import type { CallView } from '../../../control/contract/traffic.ts'
import { plural } from '../../../lib/safe-text.ts'
import { dim, type Item, saying, strong, whole } from '../screen/items.ts'
import type { Screen } from '../screen/screen.ts'

/** Parameters that the comparison ignores, because they contain ids that are new in each run. */
const RUN_IDS = new Set(['message_id', 'reply_to_message_id', 'reply_parameters', 'callback_query_id'])

function partsOf(call: CallView | undefined): Record<string, string> {
  if (!call) return {}
  const params = Object.entries(call.params).filter(([name]) => !RUN_IDS.has(name))
  const texts = params.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  const refusal = !call.ok && { refused: call.why ?? call.body.description ?? String(call.status) }
  return { call: call.method, ...Object.fromEntries(texts), ...refusal }
}

const callsOf = ({ model }: Screen, cause: number | undefined) =>
  model.traffic.value.flatMap((one) =>
    one.kind === 'call' && one.cause === cause && cause !== undefined ? [one.call] : [],
  )

export function replayItems(screen: Screen): Item[] {
  const replay = screen.replay.value
  if (!replay) return [saying('Choose an update in the traffic, and press Ctrl-N to give it to the bot again.')]
  const { bot, repeatedAs, of, updateId, isAfterRestart } = replay
  const before = callsOf(screen, of)
  const repeated = screen.model.traffic.value.findLast(
    (one) => one.kind === 'update' && one.bot === bot && one.updateId === repeatedAs,
  )
  const now = callsOf(screen, repeated?.id)
  const pairs = Array.from({ length: Math.max(before.length, now.length) }, (_, i) => {
    const [earlier, later] = [partsOf(before[i]), partsOf(now[i])]
    const names = [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
    return { earlier, later, different: names.filter((name) => earlier[name] !== later[name]) }
  })
  const count = pairs.filter(({ different }) => different.length).length
  const summary = now.length
    ? `${plural(before.length, 'call')} before, ${now.length} now, ${count ? `${count} different` : 'no difference'}`
    : 'no call yet'
  return [
    whole('summary', strong(`update ${updateId} again: ${summary}`, count && now.length ? 'warn' : 'good')),
    saying(
      isAfterRestart
        ? 'The bot gets it after each restart. > stops that.'
        : 'Ctrl-N gives it again, > gives it after each restart of the bot.',
      'keys',
    ),
    ...(now.length ? pairs : []).flatMap(({ earlier, later, different }, i): Item[] => {
      const about = earlier.refused ? `refused: ${earlier.refused}` : (earlier.text ?? earlier.caption ?? '')
      const same = `${earlier.call} ${about}`
      if (!different.length) return [{ id: `same ${i}`, parts: [dim(`= ${same}`)] }]
      const shown = ['call', ...different.filter((name) => name !== 'call')]
      return [
        whole(`before ${i}`, { text: `- ${textOf(earlier, shown)}`, tone: 'bad' }),
        whole(`now ${i}`, { text: `+ ${textOf(later, shown)}`, tone: 'good' }),
      ]
    }),
  ]
}

function textOf(parts: Record<string, string>, names: readonly string[]): string {
  if (!Object.keys(parts).length) return 'no call'
  return names
    .flatMap((name) => (parts[name] === undefined ? [] : name === 'call' ? parts[name] : `${name}: ${parts[name]}`))
    .join(', ')
}

export function stepItems({ model }: Screen): Item[] {
  const steps = model.recorded.value?.steps ?? []
  if (!model.recording.value) return [saying('Nothing was recorded. Ctrl-S begins a recording.')]
  if (!steps.length) return [saying('Recording. What you do appears here as steps.')]
  return steps.map((step, i) => whole(`step ${i}`, `${i + 1} ${step}`, { value: step }))
}

export const stepsTitle = ({ model }: Screen) => `recording: ${plural(model.recorded.value?.steps.length ?? 0, 'step')}`
