// An edit that changes nothing is refused; a bot that compares first saves the call.

import type { Evidence } from './evidence.ts'

export const emptyEdits = ({ result: { calls } }: Evidence): string[] =>
  calls
    .filter(({ body }) => body.description?.endsWith('message is not modified'))
    .map(({ method }) => `${method} was called with what the message said already.`)
