// Inline messages do not exist here, whatever else an edit says.

import { refuse } from '../../spec/refusals.ts'
import type { Input } from './operation.ts'

export function requireNoInlineMessage(input: Input) {
  if (input.inline_message_id !== undefined) refuse('inlineMessage', 'inline')
}
