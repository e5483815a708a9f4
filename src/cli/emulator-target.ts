// The running emulator that a command speaks to, and what comes of it.

import type { Command } from 'commander'
import type { Client } from '../client/client.ts'
import { type ControlFetch, controlFetch, httpClient } from '../client/http-client.ts'
import { safeJson } from '../describe/text.ts'
import { Problem } from '../lib/problem.ts'
import { requireConsent } from './confirm.ts'
import { EXIT } from './exit-codes.ts'
import { type Line, print } from './print/print.ts'
import { writeError } from './print/streams.ts'
import { type FoundEmulator, findEmulator } from './running/find-emulator.ts'
import { runningNotes } from './running/running-notes.ts'
import { secretFile } from './settings/secret-files.ts'

export interface TargetOptions {
  url?: string
  controlToken?: string
  json?: boolean
}

export const withTarget = (command: Command) =>
  command
    .option('--url <url>', 'the emulator; else the one that was started here, or else at 127.0.0.1:8081')
    .option('--control-token <token>', 'what an emulator asks for that listens beyond its machine')
    .addOption(secretFile('control-token'))
    .option('--json', 'JSON: indented on a terminal, one line in a pipe')

export interface Target extends FoundEmulator {
  client: Client
  fetch: ControlFetch
}

export async function targetOf({ url: named, controlToken: token }: TargetOptions): Promise<Target> {
  const found = named === undefined ? await findEmulator(token) : { url: named }
  const { url } = found
  return { ...found, client: httpClient(url, { token }), fetch: controlFetch(url, { token }) }
}

/** Asks before a command destroys something in an emulator that nobody named and that was started in another folder. */
export async function requireChosen({ url, isElsewhere = false }: Target) {
  const folder = runningNotes().find((note) => note.url === url)?.folder
  const what = `The emulator at ${url} was not started in this folder${folder ? ` but in ${folder}` : ''}.`
  await requireConsent(what, { flag: `--url ${url}`, agreed: !isElsewhere })
}

/** Codes of ours that mean that nobody was reached. */
const UNREACHED = new Set(['unreachable', 'no-emulator', 'disconnected', 'not-ready', 'untrusted-emulator'])

/** Runs a command; what goes wrong is said to people, and with --json to machines too. */
export async function carriedOut({ json = false }: TargetOptions, command: () => Promise<void>) {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, hint, details } = error
    if (json) write({ ok: false, error: { code, message, hint, details } })
    process.exitCode = writeError(error, UNREACHED.has(code) ? EXIT.unreachable : EXIT.failed)
  }
}

/** For a person who looks it is indented; a pipe gets one line. */
const write = (value: unknown) =>
  void process.stdout.write(`${safeJson(value, undefined, process.stdout.isTTY ? 2 : 0)}\n`)

/** What a command has found or done: for machines with --json, else in lines. */
export function answer({ json }: TargetOptions, result: unknown, ...lines: Line[]) {
  if (json) write({ ok: true, result })
  else print(...lines)
}

/** One of several that come one after another. */
export const writeLine = (value: unknown) => void process.stdout.write(`${safeJson(value)}\n`)
