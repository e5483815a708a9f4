// Regular expressions that people write: between slashes, and stopped when they run away.

import { type Context, createContext, Script } from 'node:vm'
import { Problem } from '../problem.ts'

const MAX_MS = 250

export interface WrittenRegex {
  source: string
  flags: string
}

/** The two parts of `/…/flags`; nothing for plain text, such as a path. */
export function regexIn(text: string): WrittenRegex | undefined {
  const [, source, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? []
  return source === undefined ? undefined : { source, flags }
}

export function requireReadable({ source, flags }: WrittenRegex) {
  try {
    new RegExp(source, flags)
  } catch (error) {
    const cause = (error as Error).message.replace(/^Invalid regular expression: .*: /s, '')
    throw new Problem(
      'bad-pattern',
      `/${source}/${flags} is no regular expression: ${cause}.`,
      'Mend it, or write plain text without the slashes.',
    )
  }
}

/** A text in an expression that stands for itself. */
export const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Nothing when the expression runs away. */
export function regexTest(regex: WrittenRegex, text: string): boolean | undefined {
  return MAY_BACKTRACK.test(regex.source)
    ? testUnderDeadline(regex, text)
    : new RegExp(regex.source, regex.flags).test(text)
}

/** Without repetition, option and choice there is one way only through a text, so that nothing can run away. */
const MAY_BACKTRACK = /[+*{?|]/

const script = new Script('new RegExp(source, flags).test(text)')
let room: Context | undefined

function testUnderDeadline({ source, flags }: WrittenRegex, text: string): boolean | undefined {
  room ??= createContext({})
  Object.assign(room, { source, flags, text })
  try {
    return script.runInContext(room, { timeout: MAX_MS })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}
