// Finds parameters that an operation does not know, to report each once per bot.

import * as z from 'zod'
import { ATTACH_PREFIX, Upload } from '../media/upload.ts'
import { isLeftOut } from '../rules/params.ts'
import type { Input, Operation } from './operations/operation.ts'

/** The limits for reported names. Real bots never send so many different parameters or such long names. */
const MAX_REPORTED = 1000
const MAX_NAME_LENGTH = 64

export function createIgnoredParams() {
  const reported = new Set<string>()
  return {
    /** Returns the unknown names that were not reported for this bot and operation before. */
    newIn(bot: number, operation: Operation, input: Input): string[] {
      const known = knownNamesOf(operation)
      return Object.keys(input).filter((name) => {
        if (known.has(name) || name.length > MAX_NAME_LENGTH || isLeftOut(input[name])) return false
        if (input[name] instanceof Upload && isAttached(name, input)) return false
        const key = `${bot} ${operation.name} ${name}`
        if (reported.has(key) || reported.size >= MAX_REPORTED) return false
        reported.add(key)
        return true
      })
    },
    /** Clears the reported names, so that they are reported again in a new world. */
    forget: () => reported.clear(),
  }
}

const knownNames = new WeakMap<Operation, ReadonlySet<string>>()

function knownNamesOf(operation: Operation): ReadonlySet<string> {
  const { params, ignores = [] } = operation
  const known =
    knownNames.get(operation) ??
    new Set([...(params instanceof z.ZodObject ? Object.keys(params.shape) : []), ...ignores])
  knownNames.set(operation, known)
  return known
}

/** True if another parameter refers to this part of a multipart request. */
const isAttached = (part: string, input: Input) => Object.values(input).includes(ATTACH_PREFIX + part)
