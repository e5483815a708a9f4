// The steps of a recording, as they come: what is written otherwise or left out, and what failed when played again.

import { inspectorRoom } from '../state/layout.ts'
import type { State } from '../state/state.ts'
import { type Line, textLines } from '../text/line.ts'

export function stepLines({ recording }: State, room: number): Line[] {
  if (!recording) return textLines('Nothing is recorded; R begins.', room, 'dim')
  const { lines, edits, failures } = recording
  if (!lines.length) return textLines('Recording: what is played from now on stands here, step by step.', room, 'dim')
  return lines.flatMap((line, step) => {
    const edit = edits[step]
    const failure = failures?.[step]
    const mark = failure !== undefined ? 'failed ' : failures && edit !== null ? 'ok ' : ''
    const said = edit === null ? `left out: ${line}` : `${edit === undefined ? '' : 'edited: '}${edit ?? line}`
    const style = failure !== undefined ? 'bad' : edit === null ? 'dim' : edit === undefined ? 'plain' : 'warn'
    const [first, ...rest] = textLines(`${step + 1} ${mark}${said}`, room - 2, style)
    return [
      ...(first ? [first] : []),
      ...rest.map((more): Line => ({ ...more, indent: 2, isMore: true })),
      ...(failure === undefined ? [] : textLines(failure, room, 'warn', 4)).map((more) => ({ ...more, isMore: true })),
    ].map((one) => ({ ...one, value: step }))
  })
}

/** The number of the step whose line is at hand. */
export function stepAtHand(state: State): number | undefined {
  const { view, line } = state.inspector
  if (view !== 'steps' || state.focus !== 'inspector') return undefined
  const lines = stepLines(state, inspectorRoom(state))
  const value = lines[Math.min(line, lines.length - 1)]?.value
  return typeof value === 'number' ? value : undefined
}

export function stepsTitle({ recording }: State): string {
  if (!recording) return 'recording'
  const { lines, edits, failures } = recording
  const out = Object.values(edits).filter((edit) => edit === null).length
  const failed = Object.keys(failures ?? {}).length
  return [
    `recording: ${lines.length} steps`,
    ...(out ? [`${out} left out`] : []),
    ...(failures ? [failed ? `${failed} failed` : 'all passed'] : []),
  ].join(', ')
}
