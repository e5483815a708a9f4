// The inspector's lines for recorded steps, and for the calls of a repeated update.

import type { CallView } from '../../../control/contract/traffic.ts'
import { plural } from '../../../lib/safe-text.ts'
import type { State } from '../state/state.ts'
import { padToWidth, wrap } from '../text/cells.ts'
import { BLANK, type Line, lineOf, textLines } from '../text/line.ts'
import type { Style } from '../text/style.ts'

/** Parameters that the comparison of two runs ignores, because they contain ids that are new in each run. */
const RUN_IDS = new Set(['message_id', 'reply_to_message_id', 'reply_parameters', 'callback_query_id'])
const TWO_COLUMNS = 60

function partsOf(call: CallView | undefined): Record<string, string> {
  if (!call) return {}
  const params = Object.entries(call.params).filter(([name]) => !RUN_IDS.has(name))
  const texts = params.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  const refusal = !call.ok && { refused: call.why ?? call.body.description ?? String(call.status) }
  return { call: call.method, ...Object.fromEntries(texts), ...refusal }
}

const callsOf = ({ traffic }: State, cause: number | undefined) =>
  traffic.flatMap((one) => (one.kind === 'call' && one.cause === cause && cause !== undefined ? [one.call] : []))

export function replayLines(state: State, room: number): Line[] {
  const { replay } = state
  if (!replay)
    return textLines('Select an update in the traffic, and press . to send it to the bot again.', room, 'dim')
  const before = callsOf(state, replay.of)
  const { bot, repeatedAs } = replay
  const repeated = state.traffic.findLast(
    (one) => one.kind === 'update' && one.bot === bot && one.updateId === repeatedAs,
  )
  const now = callsOf(state, repeated?.id)
  const pairs = Array.from({ length: Math.max(before.length, now.length) }, (_, i) => {
    const [earlier, later] = [partsOf(before[i]), partsOf(now[i])]
    const names = [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
    return { earlier, later, different: names.filter((name) => earlier[name] !== later[name]) }
  })
  const count = pairs.filter(({ different }) => different.length).length
  const summary = now.length
    ? `${before.length} calls before, ${now.length} now, ${count ? `${count} different` : 'no difference'}`
    : 'no call yet'
  const keys = replay.isAfterRestart
    ? 'The update is repeated after each restart of the bot. Press > to stop'
    : 'Press . to repeat the update, or > to repeat it after each restart'
  return [
    ...textLines(`update ${replay.updateId} again: ${summary}`, room, count && now.length ? 'warn' : 'good'),
    ...textLines(keys, room, 'dim'),
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

export function stepLines({ recording }: State, room: number): Line[] {
  if (!recording) return textLines('No recording. Press R to start one.', room, 'dim')
  const { lines, edits, failures, calls } = recording
  if (!lines.length) return textLines('Recording. Your actions appear here as steps.', room, 'dim')
  return lines.flatMap((line, step) => {
    const edit = edits[step]
    const failure = failures?.[step]
    const mark = failure !== undefined ? 'failed ' : failures && edit !== null ? 'ok ' : ''
    const text = edit === null ? `skipped: ${line}` : `${edit === undefined ? '' : 'edited: '}${edit ?? line}`
    const style = failure !== undefined ? 'bad' : edit === null ? 'dim' : edit === undefined ? 'plain' : 'warn'
    const [first, ...rest] = textLines(`${step + 1} ${mark}${text}`, room - 2, style)
    return [
      ...(first ? [first] : []),
      ...rest.map((more): Line => ({ ...more, indent: 2, isMore: true })),
      ...[
        ...(calls?.[step] ?? []).flatMap((call) => textLines(call, room, 'dim', 4)),
        ...(failure === undefined ? [] : textLines(failure, room, 'reason', 4)),
      ].map((more) => ({ ...more, isMore: true })),
    ].map((one) => ({ ...one, value: step }))
  })
}

export function exploreLines({ canExplore, exploration, nowMs }: State, room: number): Line[] {
  if (!canExplore) return textLines('To explore your bot, run: npx bot-emulator start --bot "node bot.js"', room, 'dim')
  if (!exploration)
    return textLines('Press Enter to let simulated people use the bot, in a separate emulator.', room).map(asMenu)
  const { seconds, startedMs, isRunning, problem, findings } = exploration
  const elapsed = Math.floor((nowMs - startedMs) / 1000)
  const progress = elapsed < seconds ? `exploring, ${elapsed} of ${seconds} s` : 'checking the last failure again'
  const count = findings.length ? plural(findings.length, 'failure') : 'no failure'
  return [
    ...textLines(`${isRunning ? progress : `explored for ${seconds} s`}, ${count} found`, room, 'strong').map(asMenu),
    ...(problem === undefined ? [] : textLines(problem, room, 'bad')),
    ...findings.flatMap((finding) =>
      [
        ...textLines(`${finding.kind}: ${finding.summary}`, room, 'bad').map((line, i) => ({ ...line, isMore: i > 0 })),
        { ...lineOf([`${plural(finding.steps, 'step')}, ${finding.file}`, 'dim']), indent: 2, isMore: true },
      ].map((line) => ({ ...line, value: finding })),
    ),
  ]
}

const asMenu = (line: Line, at: number): Line => ({ ...line, value: 'menu', isMore: at > 0 })

export function stepsTitle({ recording }: State): string {
  if (!recording) return 'recording'
  const { lines, edits, failures, file = 'recording' } = recording
  const out = Object.values(edits).filter((edit) => edit === null).length
  const failed = Object.keys(failures ?? {}).length
  return [
    `${file}: ${plural(lines.length, 'step')}`,
    ...(out ? [`${out} skipped`] : []),
    ...(failures ? [failed ? `${failed} failed` : 'all passed'] : []),
  ].join(', ')
}
