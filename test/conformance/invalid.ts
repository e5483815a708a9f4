// The answer to a parameter that does not fit, where the words behind its name are not what is tested.

import { expect } from 'vitest'
import type { Answer } from '../helpers/service.ts'

export function invalid(field: string): Answer {
  const description = expect.stringMatching(new RegExp(`^Bad Request: ${field}: [^ ]`))
  return { status: 400, body: { ok: false, error_code: 400, description } }
}
