// `test --hold`: keeps the world of the first failure, and shows it.

import { sanitizeLine } from '../../lib/safe-text.ts'
import { parseSpan } from '../../lib/time-text.ts'
import { pause } from '../../lib/wait-until.ts'
import { locationText } from '../../testing/scenarios/location.ts'
import type { ScenarioResult } from '../../testing/scenarios/run/result.ts'
import type { RunSettings } from '../../testing/scenarios/run/run-scenarios.ts'
import type { Scenario } from '../../testing/scenarios/scenario.ts'
import { openDashboard } from '../commands/dashboard.ts'
import { parser } from '../settings/option-values.ts'
import { canShowDashboard } from '../settings/screen-options.ts'

export const UNTIL_SIGNAL = 'signal'

/** The number of seconds, or Infinity to wait for a signal. */
export const parseHold = parser(
  (text) => (text === UNTIL_SIGNAL ? Number.POSITIVE_INFINITY : parseSpan(text) || undefined),
  'Write a time such as --hold=10m, or --hold alone.',
)

export const createHold =
  (seconds: number, signal: AbortSignal): RunSettings['hold'] =>
  async ({ client, url }, { scenario, result }) => {
    if (canShowDashboard()) {
      await openDashboard(async () => client, { last: chatOf(scenario, result), notice: failureText(result) })
      return
    }
    const until = Number.isFinite(seconds) ? `for ${seconds} s, or until Ctrl-C` : 'until Ctrl-C'
    process.stderr.write(
      `${sanitizeLine(`"${result.name}" failed. Its world and the bot stay ${until}: ${url}/_emulator/`)}\n`,
    )
    await pause(seconds * 1000, signal).catch(() => {})
  }

/** Returns the person and the chat of the failed step, or of the last step before it that names them. */
function chatOf({ steps }: Scenario, { failure }: ScenarioResult) {
  const failed = steps.findIndex(({ at }) => at === failure?.at)
  const shown = { me: null as string | null, open: null as string | null }
  for (const { params } of failed === -1 ? steps : steps.slice(0, failed + 1)) {
    const { as, to, in: place, chat, bot } = params as Record<string, string | undefined>
    const me = as ?? to
    if (me !== undefined) shown.me = me
    const open = place ?? chat ?? bot ?? (as === undefined ? undefined : to)
    if (open !== undefined) shown.open = open
  }
  return shown
}

const failureText = ({ name, failure }: ScenarioResult) =>
  failure && [`"${name}", ${locationText(failure.at)}: ${failure.message}`, failure.step, ...failure.details].join('\n')
