// Panes: functions of the state and their size, which cache their results.

import { isDeepStrictEqual } from 'node:util'
import type { State } from '../state/state.ts'
import type { Look } from '../terminal/look.ts'
import type { Line } from '../text/line.ts'

export interface Room {
  width: number
  height: number
}

export interface PaneView {
  title: string
  lines: readonly Line[]
}

export type Pane = (state: State, room: Room, isFocused: boolean) => PaneView

export const inside = ({ width, height }: Room, look: Look): Room =>
  look.isSpoken ? { width, height: height - 1 } : { width: width - 4, height: height - 2 }

/**
 * Caches the last result of a function until another argument changes, or a part of the state that the function has
 * read. If a new result equals the cached one, returns the cached object, so that the screen is not drawn again.
 */
export function memoizeByState<Rest extends readonly unknown[], Result>(work: (state: State, ...rest: Rest) => Result) {
  let last: { readFields: Map<keyof State, unknown>; rest: Rest; result: Result } | undefined
  return (state: State, ...rest: Rest): Result => {
    if (last?.rest.every((one, i) => one === rest[i]) && isUnchanged(last.readFields, state)) return last.result
    const readFields = new Map<keyof State, unknown>()
    const watched = new Proxy(state, {
      get(all, key: keyof State) {
        readFields.set(key, all[key])
        return all[key]
      },
    })
    const result = work(watched, ...rest)
    last = { readFields, rest, result: last && isDeepStrictEqual(last.result, result) ? last.result : result }
    return last.result
  }
}

const isUnchanged = (read: ReadonlyMap<keyof State, unknown>, state: State) =>
  [...read].every(([key, value]) => state[key] === value)

/**
 * Caches one result for each subject, for example for each message. Computes the result again if another input, such
 * as the width, has changed.
 */
export function memoizeBySubject<Props extends object, Result>(
  subjectOf: (props: Props) => object,
  work: (props: Props) => Result,
) {
  const results = new WeakMap<object, { props: Props; result: Result }>()
  return (props: Props): Result => {
    const subject = subjectOf(props)
    const last = results.get(subject)
    if (last && isShallowEqual(last.props, props)) return last.result
    const result = work(props)
    results.set(subject, { props, result })
    return result
  }
}

const isShallowEqual = <Props extends object>(one: Props, other: Props) =>
  (Object.keys(other) as (keyof Props)[]).every((key) => one[key] === other[key])
