// A promise that says what is missing when it is used as what it promises.

import { Problem } from '../lib/problem.ts'

/** `names` are those of the thing that is promised; asked of the promise itself, they say how to get it. */
export function sayingAwait<Thing>(promise: Promise<Thing>, call: string, names: readonly (keyof Thing & string)[]) {
  for (const name of names) {
    Object.defineProperty(promise, name, {
      get() {
        const hint = `Write: await ${call}`
        throw new Problem('not-awaited', `${call} gives a promise, which has no ${name}. ${hint}`, hint)
      },
    })
  }
  return promise
}
