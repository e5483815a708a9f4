// Two programs, or two loops of one, that ask for the same updates end each other's calls.

import type { Evidence } from './evidence.ts'

const TAKEN_OVER = 'UPD-22'

export const twoPollers = ({ result: { calls } }: Evidence): string[] =>
  calls.some(({ rule }) => rule === TAKEN_OVER)
    ? ['Two getUpdates were open at once: the bot runs twice, or polls twice.']
    : []
