// `dashboard`: opens the dashboard on a running emulator. `start` opens it too.

import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { EventView } from '../../contract/events.ts'
import type { Explorer } from '../../dashboard/effects/recorder.ts'
import type { Connected, Ending } from '../../dashboard/run.tsx'
import { readJsonFile, replaceFile } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'
import type { Edits } from '../../scenario/run/replay.ts'
import { exitSoon } from '../exit-codes.ts'
import {
  canShowDashboard,
  type ScreenOptions,
  type UrlOptions,
  withScreenOptions,
  withUrlOptions,
} from '../settings/screen-options.ts'

export function command(): Command {
  return withUrlOptions(withScreenOptions(new Command('dashboard')))
    .addHelpText('after', EXAMPLES)
    .action(attach)
}

const EXAMPLES = `
Examples:
  $ npx bot-emulator dashboard
  $ npx bot-emulator dashboard --url http://127.0.0.1:8081
  $ NO_COLOR=1 npx bot-emulator dashboard --ascii
  $ INK_SCREEN_READER=true npx bot-emulator dashboard`

async function attach({ url: typedUrl, controlToken, ...screen }: ScreenOptions & UrlOptions) {
  if (!canShowDashboard()) {
    const hint = 'Without a terminal, use other commands, for example: npx bot-emulator calls'
    throw new Problem('no-terminal', 'The dashboard needs a terminal.', hint)
  }
  // Imported only here, because an import at the top of this file would delay the first frame of `start`.
  const { findTarget } = await import('../emulator-target.ts')
  const { url, client } = await findTarget({ url: typedUrl, controlToken })
  await client.health()
  const ending = await openDashboard(async () => ({ client, url }), screen)
  exitSoon('crash' in ending ? EXIT_CODE_OF_CRASH : ending.code)
}

const EXIT_CODE_OF_CRASH = 70
const LAST_SCREEN_FILE = '.bot-emulator/dashboard.json'

export interface OpenOptions extends ScreenOptions {
  isPersistent?: boolean
  explorer?: Explorer | undefined
  emulatorEnded?: AbortSignal
}

/** Draws the first frame at once, and loads the data once `connect` has returned a client. */
export async function openDashboard(connect: () => Promise<Connected>, options: OpenOptions = {}): Promise<Ending> {
  // Selects the production build of React, which is faster than the development build with its checks.
  process.env.NODE_ENV ??= 'production'
  const { runDashboard } = await import('../../dashboard/run.tsx')
  const last = readLastScreen()
  const ending = await runDashboard({ connect, ...options, last, remember: saveLastScreen, beginScenario })
  if ('crash' in ending) {
    const { crash } = ending
    process.stderr.write(`${crash instanceof Error ? crash.stack : String(crash)}\n`)
  }
  return ending
}

/** Imports the modules for recordings only now, because few users record. */
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

function readLastScreen(): { me: string | null; open: string | null } {
  const { me = null, open = null } = readJsonFile(LAST_SCREEN_FILE) as { me?: string | null; open?: string | null }
  return { me, open }
}

function saveLastScreen({ me, open }: { me: string | null; open: string | null }) {
  try {
    replaceFile(LAST_SCREEN_FILE, `${JSON.stringify({ me, open })}\n`, 0o600)
  } catch {
    // Ignores an error of writing the file, such as a missing folder. The next dashboard then starts without a selected
    // chat.
  }
}
