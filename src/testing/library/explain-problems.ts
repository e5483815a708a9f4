// Adds hints and stack traces to the library's errors (`Problem`), and reports mistyped options.

import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem, problemText } from '../../lib/problem.ts'

type Method = (...args: never[]) => unknown

const rewrittenProblems = new WeakSet<object>()
/** The wrapped methods. They must not be wrapped again, for example if a copy of a wrapped object is wrapped. */
const wrappedMethods = new WeakSet<Method>()

/** Wraps the methods of an object, so that the Problems they throw show the hint and the caller's stack. */
export function explainProblems<Thing extends object>(thing: Thing): Thing {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(thing)).filter(
    ([, { value }]) => typeof value === 'function' && !wrappedMethods.has(value),
  )
  for (const [name, descriptor] of methods) {
    Object.defineProperty(thing, name, { ...descriptor, value: wrapMethod(descriptor.value as Method) })
  }
  return thing
}

function wrapMethod(method: Method): Method {
  const wrapped: Method = (...args) => {
    const here = {} as { stack: string }
    Error.captureStackTrace(here, wrapped)
    try {
      const result = method(...args)
      return result instanceof Promise
        ? result.catch((error) => Promise.reject(withHintAndStack(error, here.stack)))
        : result
    } catch (error) {
      throw withHintAndStack(error, here.stack)
    }
  }
  wrappedMethods.add(wrapped)
  return wrapped
}

function withHintAndStack(error: unknown, stack: string): unknown {
  if (!(error instanceof Problem) || rewrittenProblems.has(error)) return error
  const problem = new Problem(error.code, problemText(error), error.hint, error.details)
  problem.stack = `${problem.name}: ${problem.message}\n${stack.split('\n').slice(1).join('\n')}`
  rewrittenProblems.add(problem)
  return problem
}

/**
 * Makes the promise throw a Problem with a hint if one of the properties in `names` is read, which happens if a user
 * forgets `await`.
 */
export function withAwaitHint<Thing>(promise: Promise<Thing>, call: string, names: readonly (keyof Thing & string)[]) {
  for (const name of names) {
    Object.defineProperty(promise, name, {
      get() {
        const hint = `Write: await ${call}`
        throw new Problem('not-awaited', `${call} returns a promise, which does not have ${name}. ${hint}`, hint)
      },
    })
  }
  return promise
}

export const stoppedProblem = () =>
  new Problem('closed', 'The emulator was stopped.', 'Use the emulator before you call stop().')

/** Throws if an option is unknown, for callers that don't use TypeScript. */
export function requireOptions(what: string, options: unknown, knownNames: readonly string[]) {
  if (typeof options !== 'object' || options === null) throw invalidParam(what, `{ ${knownNames.join(', ')} }`, options)
  const unknownName = Object.keys(options).find((name) => !knownNames.includes(name))
  if (unknownName === undefined) return
  const hint = didYouMean(unknownName, knownNames)
  throw new Problem('invalid-params', `${what} does not have the option "${unknownName}".`, hint)
}

export const invalidParam = (what: string, expected: string, got: unknown) =>
  new Problem(
    'invalid-params',
    `${what} takes ${expected}.`,
    `The call passed ${got === undefined ? 'nothing' : valueText(got)}.`,
  )

const valueText = (value: unknown) => (typeof value === 'function' ? 'a function' : JSON.stringify(value))
