// Methods whose problems say all that there is to say: the hint in the message, and a stack that begins where they were called.

import { Problem, wholeText } from '../lib/problem.ts'

type Method = (...args: never[]) => unknown

const located = new WeakSet<object>()
/** Methods of a thing that another is made of. */
const explaining = new WeakSet<Method>()

/** What is no function, and what is not the object's own, stays as it is. */
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
