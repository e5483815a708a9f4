// Parameters that an operation does not have: ignored, and named once for each bot, so that somebody notices.

import * as z from 'zod'
import { Upload } from '../media/upload.ts'
import type { Input, Operation } from './operations/operation.ts'

/** Nobody's parameters are so many, nor have they such names. */
const MAX_NAMED = 1000
const MAX_LETTERS = 64

export function createIgnoredParams() {
  const named = new Set<string>()
  return {
    /** Those of a call that have not been named before. */
    newIn(bot: number, operation: Operation, input: Input): string[] {
      return strayIn(operation, input).filter((name) => {
        const key = `${bot} ${operation.name} ${name}`
        if (named.has(key) || named.size >= MAX_NAMED) return false
        named.add(key)
        return true
      })
    },
    /** With another world everything is said anew. */
    forget: () => named.clear(),
  }
}

function strayIn(operation: Operation, input: Input): string[] {
  const known = namesOf(operation)
  const stray = Object.keys(input).filter((name) => !known.has(name) && name.length <= MAX_LETTERS)
  return stray.filter((name) => !(input[name] instanceof Upload && isPointedAt(name, input)))
}

const names = new WeakMap<Operation, ReadonlySet<string>>()

function namesOf(operation: Operation): ReadonlySet<string> {
  const { params, ignores = [] } = operation
  const known =
    names.get(operation) ?? new Set([...(params instanceof z.ZodObject ? Object.keys(params.shape) : []), ...ignores])
  names.set(operation, known)
  return known
}

/** Whether another parameter says that its file comes in this part. */
const isPointedAt = (part: string, input: Input) => Object.values(input).includes(`attach://${part}`)
