// Functions that cache their results until an input changes.

import { isDeepStrictEqual } from 'node:util'
import type { State } from './state.ts'

/** Caches the last result while the arguments and the read fields of the state are the same. */
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

/** Caches one result for each subject, such as a message, while the other inputs are the same. */
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
  one === other || (Object.keys(other) as (keyof Props)[]).every((key) => one[key] === other[key])
