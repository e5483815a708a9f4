// Parameters that the service does not have: the call passes, and nothing comes of them.

import { ignoredNote } from '../../contract/notes.ts'
import type { Evidence } from './evidence.ts'

export const ignoredParameters = ({ result: { calls } }: Evidence): string[] =>
  calls.flatMap(({ method, ignored = [] }) => ignored.map((param) => `${method}: ${ignoredNote(param)}.`))
