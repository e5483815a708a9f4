// Finds the running emulator for a command, and prints the command's result.

import type { Command, Option } from 'commander'
import type { Client } from '../control/client/client.ts'
import { type ControlFetch, controlFetch, httpClient } from '../control/client/http-client.ts'
import { Problem } from '../lib/problem.ts'
import { safeJson } from '../lib/safe-text.ts'
import type { Definition } from './command.ts'
import { requireConsent } from './confirm.ts'
import { EXIT } from './exit-codes.ts'
import { type Line, print } from './print/print.ts'
import { writeError } from './print/streams.ts'
import { type FoundEmulator, findEmulator } from './running/find-emulator.ts'
import { runningNotes } from './running/running-notes.ts'
import { type OptionsOf, option } from './settings/option.ts'
import { URL_OPTIONS } from './settings/screen-options.ts'

export const JSON_OPTION = option('--json', 'prints JSON: indented on a terminal, one line in a pipe')
export const TARGET_OPTIONS = [...URL_OPTIONS, JSON_OPTION] as const
export type TargetOptions = Partial<OptionsOf<typeof TARGET_OPTIONS>>

export const defineForTarget = <const Options extends readonly Option[], Words extends unknown[]>(
  definition: Omit<Definition<Options>, 'run'> & {
    run(this: Command, options: TargetOptions & OptionsOf<Options>, ...words: Words): unknown
  },
): Definition<readonly Option[], Words> => ({
  ...definition,
  options: [...TARGET_OPTIONS, ...(definition.options ?? [])],
  run(given, ...words) {
    const options = given as TargetOptions & OptionsOf<Options>
    return runCommand(options, async () => definition.run.call(this, options, ...words))
  },
})

export interface Target extends FoundEmulator {
  client: Client
  fetch: ControlFetch
}

export async function findTarget({ url: typedUrl, controlToken: token }: TargetOptions): Promise<Target> {
  const emulator = typedUrl === undefined ? await findEmulator(token) : { url: typedUrl }
  const { url } = emulator
  return { ...emulator, client: httpClient(url, { token }), fetch: controlFetch(url, { token }) }
}

/** Asks before a command stops an emulator or destroys its data, if this emulator was not started in this folder. */
export async function confirmIfElsewhere({ url, isElsewhere = false }: Target) {
  const folder = runningNotes().find((note) => note.url === url)?.folder
  const warning = `The emulator at ${url} was started in another folder${folder ? `: ${folder}` : ''}.`
  await requireConsent(warning, { flag: `--url ${url}`, isConfirmed: !isElsewhere })
}

const UNREACHABLE_CODES = new Set(['unreachable', 'no-emulator', 'disconnected', 'not-ready', 'untrusted-emulator'])

/** Prints a thrown Problem to stderr, with --json also to stdout. */
export async function runCommand({ json = false }: TargetOptions, command: () => Promise<unknown>) {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, hint, details } = error
    if (json) writeJson({ ok: false, error: { code, message, hint, details } })
    process.exitCode = writeError(error, UNREACHABLE_CODES.has(code) ? EXIT.unreachable : EXIT.failed)
  }
}

const writeJson = (value: unknown) =>
  void process.stdout.write(`${safeJson(value, undefined, process.stdout.isTTY ? 2 : 0)}\n`)

export function printResult({ json }: TargetOptions, result: unknown, ...lines: Line[]) {
  if (json) writeJson({ ok: true, result })
  else print(...lines)
}

export const writeJsonLine = (value: unknown) => void process.stdout.write(`${safeJson(value)}\n`)
