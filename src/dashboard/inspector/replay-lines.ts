// The inspector's lines for a replay: the earlier calls beside those of the repeated update.

import type { CallView } from '../../contract/traffic.ts'
import type { Entry } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { padToWidth, wrap } from '../text/cells.ts'
import { BLANK, type Line, lineOf, textLines } from '../text/line.ts'
import type { Style } from '../text/style.ts'

/** Parameters that differ in each run, because they contain the ids of new messages. */
const RUN_IDS = new Set(['message_id', 'reply_to_message_id', 'reply_parameters', 'callback_query_id'])
const TWO_COLUMNS = 60

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function partsOf(call: CallView | undefined): Record<string, string> {
  if (!call) return {}
  const params = Object.entries(call.params).filter(([name]) => !RUN_IDS.has(name))
  const refusal: Record<string, string> = call.ok
    ? {}
    : { refused: call.why ?? call.body.description ?? String(call.status) }
  return {
    call: call.method,
    ...Object.fromEntries(params.map(([name, value]) => [name, valueText(value)])),
    ...refusal,
  }
}

const callsOf = ({ traffic }: State, cause: number | undefined) =>
  traffic.flatMap((entry) =>
    entry.kind === 'call' && entry.cause === cause && cause !== undefined ? [entry.call] : [],
  )

const repeatedEntry = ({ traffic, replay }: State): Entry | undefined =>
  traffic.findLast((one) => one.kind === 'update' && one.bot === replay?.bot && one.updateId === replay.repeatedAs)

export function replayLines(state: State, room: number): Line[] {
  const { replay } = state
  if (!replay)
    return textLines('Select an update in the traffic, and press . to give it to the bot again.', room, 'dim')
  const before = callsOf(state, replay.of)
  const now = callsOf(state, repeatedEntry(state)?.id)
  const pairs = Array.from({ length: Math.max(before.length, now.length) }, (_, i) => {
    const [earlier, later] = [partsOf(before[i]), partsOf(now[i])]
    const names = [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
    return { earlier, later, different: names.filter((name) => earlier[name] !== later[name]) }
  })
  const count = pairs.filter(({ different }) => different.length).length
  const summary = now.length
    ? `${before.length} calls before, ${now.length} now, ${count ? `${count} different` : 'no difference'}`
    : 'no call yet'
  return [
    ...textLines(`update ${replay.updateId} again: ${summary}`, room, count && now.length ? 'warn' : 'good'),
    ...textLines(
      replay.isAfterRestart
        ? 'repeated after each restart (> stops this)'
        : '. repeats it, > repeats it after each restart',
      room,
      'dim',
    ),
    ...pairs.flatMap(({ earlier, later, different }): Line[] => {
      const same = [earlier.call, earlier.text ?? earlier.caption ?? ''].join(' ')
      if (!different.length) return [BLANK, ...textLines(`= ${same}`, room, 'dim')]
      const shown = ['call', ...different.filter((name) => name !== 'call')]
      return [BLANK, ...compared(textOf(earlier, shown), textOf(later, shown), room)]
    }),
  ]
}

function textOf(parts: Record<string, string>, names: readonly string[]): string {
  if (!Object.keys(parts).length) return 'no call'
  return names
    .flatMap((name) => (parts[name] === undefined ? [] : name === 'call' ? parts[name] : `${name}: ${parts[name]}`))
    .join('\n')
}

function compared(before: string, now: string, room: number): Line[] {
  const marked = (sign: string, text: string, style: Style, width: number) =>
    wrap(text, width - 2).map((line, i) => [`${i ? ' ' : sign} ${line}`, style] as const)
  if (room < TWO_COLUMNS)
    return [...marked('-', before, 'bad', room), ...marked('+', now, 'good', room)].map((piece) => lineOf(piece))
  const half = Math.floor((room - 2) / 2)
  const left = marked('-', before, 'bad', half)
  const right = marked('+', now, 'good', half)
  return Array.from({ length: Math.max(left.length, right.length) }, (_, i) => {
    const [text, style] = left[i] ?? ['', 'plain']
    return lineOf([padToWidth(text, half + 2), style], right[i] ?? [''])
  })
}
