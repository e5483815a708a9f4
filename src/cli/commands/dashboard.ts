// `dashboard`: plays the people of a running emulator; `start` opens the same on a terminal.

import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { EventView } from '../../contract/events.ts'
import type { Connected, Ending } from '../../dashboard/run.tsx'
import { Problem } from '../../lib/problem.ts'
import type { Edits } from '../../scenario/run/replay.ts'
import { exitSoon } from '../exit-codes.ts'
import { readOwnJson, writeOwnJson } from '../own-files.ts'
import { canShow, type ScreenOptions, withScreen } from '../settings/screen-options.ts'
import { secretFile } from '../settings/secret-files.ts'

interface DashboardFlags extends ScreenOptions {
  url?: string
  controlToken?: string
}

export function command(): Command {
  return withScreen(new Command('dashboard'))
    .option('--url <url>', 'where it listens')
    .option('--control-token <token>', 'its control token, where it asks for one')
    .addOption(secretFile('control-token'))
    .addHelpText('after', EXAMPLES)
    .action(attach)
}

const EXAMPLES = `
Examples:
  $ bot-emulator dashboard
  $ bot-emulator dashboard --url http://127.0.0.1:8081
  $ NO_COLOR=1 bot-emulator dashboard --ascii
  $ INK_SCREEN_READER=true bot-emulator dashboard`

async function attach({ url: named, controlToken, ...screen }: DashboardFlags) {
  if (!canShow()) {
    throw new Problem('no-terminal', 'The dashboard needs a terminal.', 'Without one, look with: bot-emulator calls')
  }
  // Loaded here, as `start` draws its first frame without it.
  const { targetOf } = await import('../emulator-target.ts')
  const { url, client } = await targetOf({ url: named, controlToken })
  await client.health()
  const ending = await openDashboard(async () => ({ client, url }), screen)
  exitSoon('crash' in ending ? CRASHED : ending.code)
}

const CRASHED = 70
const NOTE = '.bot-emulator/dashboard.json'

export interface OpenOptions extends ScreenOptions {
  isKept?: boolean
  /** Ends the dashboard, as the emulator is no more. */
  gone?: AbortSignal
}

/** Shows the screen at once, and fills it when the emulator is there. */
export async function openDashboard(connect: () => Promise<Connected>, options: OpenOptions = {}): Promise<Ending> {
  // React's and Ink's other half looks for mistakes while it draws.
  process.env.NODE_ENV ??= 'production'
  const { runDashboard } = await import('../../dashboard/run.tsx')
  const last = whoIWas()
  const ending = await runDashboard({ connect, ...options, last, remember, beginScenario })
  if ('crash' in ending) {
    const { crash } = ending
    process.stderr.write(`${crash instanceof Error ? crash.stack : String(crash)}\n`)
  }
  return ending
}

/** Writing scenarios brings a library with it, which only a recording needs. */
async function beginScenario(client: Client) {
  const { beginRecording } = await import('../../scenario/begin-recording.ts')
  const { DEFAULT_SERVICE } = await import('../../messenger/service/settings.ts')
  const { saveRecording } = await import('../save-recording.ts')
  const { startTargetEmulator: openVenue } = await import('../testing/target-emulator.ts')
  const { lines, write, replay } = await beginRecording(client, { ...DEFAULT_SERVICE })
  return {
    lines,
    save: (events: readonly EventView[], file: string, flag: 'w' | 'wx', edits: Edits) =>
      saveRecording(file, flag, (keep) => write(events, keep, edits)),
    async replay(events: readonly EventView[], edits: Edits) {
      const venue = await openVenue()
      try {
        return await replay(events, edits, venue)
      } finally {
        await venue.close()
      }
    },
  }
}

function whoIWas(): { me: string | null; open: string | null } {
  const { me = null, open = null } = readOwnJson(NOTE) as { me?: string | null; open?: string | null }
  return { me, open }
}

/** Kept beside the world, where there is one that is kept. */
function remember({ me, open }: { me: string | null; open: string | null }) {
  try {
    writeOwnJson(NOTE, { me, open }, () => true)
  } catch {
    // Nothing is kept here.
  }
}
