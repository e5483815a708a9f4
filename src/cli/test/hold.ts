// `test --hold`: keeps the world of the first failure, and shows it.

import { InvalidArgumentError } from 'commander'
import { sanitizeLine } from '../../lib/safe-text.ts'
import { parseSpan } from '../../lib/time-text.ts'
import { pause } from '../../lib/wait-until.ts'
import type { RunSettings } from '../../testing/scenarios/run/run-scenarios.ts'
import { openDashboard } from '../commands/dashboard.ts'
import { canShowDashboard } from '../settings/screen-options.ts'

/** The number of seconds, or Infinity to wait for a signal. */
export function parseHold(text: string): number {
  if (text === 'signal') return Number.POSITIVE_INFINITY
  const seconds = parseSpan(text)
  if (seconds !== undefined && seconds > 0) return seconds
  throw new InvalidArgumentError('Write a time such as --hold=10m, or --hold alone.')
}

/** Opens the dashboard in a terminal. Elsewhere, prints the address of the page and waits. */
export const createHold =
  (seconds: number, signal: AbortSignal): RunSettings['hold'] =>
  async ({ client, url }, result) => {
    if (canShowDashboard()) {
      await openDashboard(async () => ({ client, url }))
      return
    }
    const until = Number.isFinite(seconds) ? `for ${seconds} s, or until Ctrl-C` : 'until Ctrl-C'
    process.stderr.write(
      `${sanitizeLine(`"${result.name}" failed. Its world and the bot stay ${until}: ${url}/_emulator/`)}\n`,
    )
    await pause(seconds * 1000, signal).catch(() => {})
  }
