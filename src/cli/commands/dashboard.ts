// `dashboard`: opens the dashboard on a running emulator. `start` opens it too.

import { readJsonFile, replaceFile } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'
import type { DashboardOptions, Ending } from '../../screens/dashboard/run.tsx'
import { define } from '../command.ts'
import { exitSoon } from '../exit-codes.ts'
import { loadRecording, saveRecording } from '../save-recording.ts'
import type { OptionsOf } from '../settings/option.ts'
import { canShowDashboard, SCREEN_OPTIONS, type ScreenOptions, URL_OPTIONS } from '../settings/screen-options.ts'

const OPTIONS = [...SCREEN_OPTIONS, ...URL_OPTIONS] as const

export const command = define({
  options: OPTIONS,
  more: `
Examples:
  $ npx bot-emulator dashboard
  $ npx bot-emulator dashboard --url http://127.0.0.1:8081
  $ NO_COLOR=1 npx bot-emulator dashboard --ascii
  $ INK_SCREEN_READER=true npx bot-emulator dashboard`,
  run: attach,
})

async function attach({ url: typedUrl, controlToken, ...screen }: OptionsOf<typeof OPTIONS>) {
  if (!canShowDashboard()) {
    const hint = 'Without a terminal, use other commands, for example: npx bot-emulator calls'
    throw new Problem('no-terminal', 'The dashboard needs a terminal.', hint)
  }
  // Imported only here, because an import at the top of this file would delay the first frame of `start`.
  const { findTarget } = await import('../emulator-target.ts')
  const { url, client } = await findTarget({ url: typedUrl, controlToken })
  await client.health()
  const ending = await openDashboard(async () => client, {
    ...screen,
    farewell: `The emulator keeps running at ${url}. Open it again: npx bot-emulator dashboard`,
  })
  exitSoon('crash' in ending ? EXIT_CODE_OF_CRASH : ending.code)
}

const EXIT_CODE_OF_CRASH = 70
const LAST_SCREEN_FILE = '.bot-emulator/dashboard.json'

export interface OpenOptions extends ScreenOptions, Pick<DashboardOptions, 'last' | 'notice'> {
  /** The line that says at the end where the world is. */
  farewell?: string
  emulatorEnded?: AbortSignal
}

/** Draws the first frame at once, and loads the data once `connect` has returned a client. */
export async function openDashboard(connect: DashboardOptions['connect'], options: OpenOptions = {}): Promise<Ending> {
  // Selects the production build of React, which is faster than the development build with its checks.
  process.env.NODE_ENV ??= 'production'
  if (options.theme !== undefined)
    process.stderr.write('--theme is not used any more: the dashboard has the colours of your terminal.\n')
  const { runDashboard } = await import('../../screens/dashboard/run.tsx')
  const ending = await runDashboard({
    connect,
    last: readLastScreen(),
    ...options,
    remember: saveLastScreen,
    saveRecording: async (client, id, path, flag) =>
      saveRecording(client, await loadRecording(client, id, path), path, flag),
  })
  if ('crash' in ending) {
    const { crash } = ending
    process.stderr.write(`${crash instanceof Error ? crash.stack : String(crash)}\n`)
  } else if (ending.code === 0 && options.farewell && !options.emulatorEnded?.aborted)
    process.stderr.write(`${options.farewell}\n`)
  return ending
}

const readLastScreen = () =>
  ({ me: null, open: null, ...readJsonFile(LAST_SCREEN_FILE) }) as NonNullable<DashboardOptions['last']>

function saveLastScreen({ me, open }: NonNullable<DashboardOptions['last']>) {
  try {
    replaceFile(LAST_SCREEN_FILE, `${JSON.stringify({ me, open })}\n`, 0o600)
  } catch {
    // Without the file, the next dashboard starts without a selected chat.
  }
}
