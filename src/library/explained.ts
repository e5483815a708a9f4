// Problems of a program that uses the library: mistyped options, a missing await, an emulator that was stopped.

import { didYouMean } from '../lib/compare/nearest.ts'
import { Problem, wholeText } from '../lib/problem.ts'

type Method = (...args: never[]) => unknown

const located = new WeakSet<object>()
/** Methods of a thing that another is made of. */
const explaining = new WeakSet<Method>()

/** Makes the object's own methods throw problems with the hint in the message, and a stack that begins where they were called. */
export function explained<Thing extends object>(thing: Thing): Thing {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(thing)).filter(
    ([, { value }]) => typeof value === 'function' && !explaining.has(value),
  )
  for (const [name, descriptor] of methods) {
    Object.defineProperty(thing, name, { ...descriptor, value: explainingOf(descriptor.value as Method) })
  }
  return thing
}

function explainingOf(method: Method): Method {
  const explainingMethod: Method = (...args) => {
    const here = {} as { stack: string }
    Error.captureStackTrace(here, explainingMethod)
    try {
      const result = method(...args)
      return result instanceof Promise
        ? result.catch((error) => Promise.reject(withWholeText(error, here.stack)))
        : result
    } catch (error) {
      throw withWholeText(error, here.stack)
    }
  }
  explaining.add(explainingMethod)
  return explainingMethod
}

function withWholeText(error: unknown, stack: string): unknown {
  if (!(error instanceof Problem) || located.has(error)) return error
  const problem = new Problem(error.code, wholeText(error), error.hint, error.details)
  problem.stack = `${problem.name}: ${problem.message}\n${stack.split('\n').slice(1).join('\n')}`
  located.add(problem)
  return problem
}

/** Makes a promise say what is missing when it is used as the thing that it promises, which has these names. */
export function withAwaitHint<Thing>(promise: Promise<Thing>, call: string, names: readonly (keyof Thing & string)[]) {
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

export const stopped = () => new Problem('closed', 'The emulator was stopped.', 'Do this before stop().')

/** Throws if a name is mistyped, for programs that are written without types. */
export function requireOptions(what: string, options: unknown, known: readonly string[]) {
  if (typeof options !== 'object' || options === null) throw wrong(what, `{ ${known.join(', ')} }`, options)
  const stray = Object.keys(options).find((name) => !known.includes(name))
  if (stray === undefined) return
  throw new Problem('invalid-params', `${what} knows no "${stray}".`, didYouMean(stray, known))
}

export const wrong = (what: string, form: string, got: unknown) =>
  new Problem('invalid-params', `${what} takes ${form}.`, `It got ${got === undefined ? 'nothing' : asWritten(got)}.`)

const asWritten = (value: unknown) => (typeof value === 'function' ? 'a function' : JSON.stringify(value))
