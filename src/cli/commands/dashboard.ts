// `dashboard`: plays the people of a running emulator; `start` opens the same on a terminal.

import { readFileSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import { directClient } from '../../client/direct-client.ts'
import { httpClient } from '../../client/http-client.ts'
import type { Emulator } from '../../emulator.ts'
import { Problem } from '../../lib/problem.ts'
import { findEmulator } from '../running/find-emulator.ts'

interface DashboardFlags {
  url?: string
  controlToken?: string
  ascii?: boolean
}

export function dashboardCommand(): Command {
  return new Command('dashboard')
    .option('--url <url>', 'where it listens')
    .option('--control-token <token>', 'its control token, where it asks for one')
    .option('--ascii', 'plain signs only')
    .addHelpText('after', EXAMPLES)
    .action(attach)
}

const EXAMPLES = `
Examples:
  $ bot-emulator dashboard
  $ bot-emulator dashboard --url http://127.0.0.1:8081
  $ NO_COLOR=1 bot-emulator dashboard --ascii
  $ INK_SCREEN_READER=true bot-emulator dashboard`

async function attach({ url: given, controlToken: token, ascii }: DashboardFlags) {
  if (!canShow()) {
    throw new Problem('no-terminal', 'The dashboard needs a terminal.', 'Without one, look with: bot-emulator calls')
  }
  const url = given ?? (await findEmulator(token))
  const client = httpClient(url, token === undefined ? {} : { token })
  await client.health()
  process.exitCode = await openDashboard(client, url, { ascii: ascii ?? false })
}

/** `start` shows it to whoever sits before a terminal and has not asked for plain lines. */
export const opensDashboard = ({ headless, json }: { headless?: boolean; json?: boolean }) =>
  !headless && !json && canShow()

/** The dashboard over an emulator in the same process; quitting it stops the emulator in order. */
export async function playUntilQuit(
  emulator: Emulator,
  url: string,
  { ascii, stop }: { ascii: boolean; stop(): Promise<void> },
): Promise<number> {
  const code = await openDashboard(directClient(emulator, url), url, { ascii })
  await stop()
  return code
}

/** Both ways: to draw, and to be typed at. */
const canShow = () => Boolean(process.stdin.isTTY && process.stdout.isTTY)

const NOTE = '.bot-emulator/dashboard.json'

async function openDashboard(client: Client, url: string, { ascii = false } = {}): Promise<number> {
  const { runDashboard } = await import('../../dashboard/run.ts')
  const last = whoIWas()
  return runDashboard({ client, url, ascii, ...(last && { last }), remember, beginScenario })
}

/** Writing scenarios brings a library with it, which only a recording needs. */
async function beginScenario(client: Client) {
  const { beginRecording } = await import('../../scenario/begin-recording.ts')
  const { DEFAULT_SERVICE } = await import('../../messenger/service/settings.ts')
  return beginRecording(client, { ...DEFAULT_SERVICE })
}

function whoIWas(): { me: string | null; open: string | null } | undefined {
  try {
    const { me = null, open = null } = JSON.parse(readFileSync(NOTE, 'utf8'))
    return { me, open }
  } catch {
    return undefined
  }
}

/** Kept beside the world, where there is one that is kept. */
function remember({ me, open }: { me: string | null; open: string | null }) {
  try {
    writeFileSync(NOTE, `${JSON.stringify({ me, open })}\n`)
  } catch {
    // Nothing is kept here.
  }
}
