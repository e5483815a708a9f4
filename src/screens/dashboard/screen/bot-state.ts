// What a bot does in a few words, and what of it needs attention.

import { endingText } from '../../../control/describe/program.ts'
import type { Bot, Diagnosis, Screen } from './screen.ts'

const TROUBLES: Partial<Record<Diagnosis['state'], string>> = {
  ended: 'ended',
  suspended: 'suspended',
  'polls-refused': 'polls refused',
  'unknown-token': 'unknown token',
  'not-connected': 'not connected',
  'webhook-failing': 'webhook failing',
  'not-asked-for': 'asks for other updates',
  error: 'error',
  unconfirmed: 'never confirms',
  'not-fetched': 'stopped polling',
}

/** Reads signals. `trouble` is the sentence that says what needs attention. */
export function botState(screen: Screen, bot: Bot): { words: string; trouble?: string | undefined } {
  const { webhook, program, waiting } = bot.delivery
  const diagnosis = screen.diagnosisOf(bot.handle).value
  if (!diagnosis) return { words: '' }
  const { state, text } = diagnosis
  const words = TROUBLES[state]
  if (!words) return { words: state === 'working' ? 'busy' : webhook === null ? 'polling' : 'webhook' }
  // A bot that was never connected is fine until something waits for it.
  if (state === 'not-connected' && !waiting) return { words }
  // A program that is being restarted has ended without a code.
  const hasEnded = state === 'ended' && (program?.code ?? program?.signal ?? null) !== null
  return { words: program && hasEnded ? `ended ${endingText(program)}` : words, trouble: text }
}
