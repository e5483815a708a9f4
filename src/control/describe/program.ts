// Words for what happened to a bot's program that the emulator runs.

import type { EventOf } from '../contract/events.ts'
import { causeIn } from './bot-output.ts'

interface Exit {
  code?: number | null | undefined
  signal?: string | null | undefined
}

export const exitText = ({ code, signal }: Exit): string => (signal ? signal : `exit code ${code ?? 'unknown'}`)

/** Returns one line if the program has started or ended, else the lines that it has written. */
export function programText({
  how,
  command,
  changed,
  lines = [],
  restarts_in,
  error,
  ...exit
}: Omit<EventOf<'program'>, 'id' | 'at' | 'type' | 'bot'>): string {
  if (how === 'wrote') return lines.join('\n')
  if (how === 'started')
    return changed === undefined ? `started: ${command}` : `restarted, because ${changed} has changed`
  if (how === 'threw') return `threw ${error}`
  const next = restarts_in == null ? '' : `, starts again in ${restarts_in} s`
  return `ended (${exitText(exit)})${next}`
}

export const isProgramError = ({ how, code, error }: Pick<EventOf<'program'>, 'how' | 'code' | 'error'>) =>
  how === 'ended' ? code !== 0 : error !== undefined

/** Returns the end of the sentence "The bot ended …", such as `by SIGTERM` or `with code 1`. */
export const endingText = ({ code, signal }: Exit): string => (signal ? `by ${signal}` : `with code ${code}`)

/** Returns sentences such as "TypeError: x. The bot ended with code 1." */
export function botEndedText(how: Exit, output: readonly string[]): string {
  const cause = causeIn(output)
  return [cause && asSentence(cause), `The bot ended ${endingText(how)}.`].filter(Boolean).join(' ')
}

export const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
