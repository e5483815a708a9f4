// Runs the built command as a child process, which tests can end with any signal.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Json } from './furnish.ts'
import { launch, PROGRAM } from './program.ts'

/** The time after which an operation is reported as hanging. */
const STANDSTILL_MS = 60_000

export interface EmulatorProcess {
  url: string
  child: ChildProcess
  bots: { handle: string; token: string }[]
  /** Returns what it has written to stderr. */
  errors(): string
  /** Sends the signal and waits for the end of the process. Returns its exit code or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

export async function emulatorProcess(args: string[]): Promise<EmulatorProcess> {
  const running = await spawnEmulator(args)
  onTestFinished(() => void running.child.kill('SIGKILL'))
  return running
}

/** Starts the built command, up to the line that says where it listens. The caller ends it. */
export async function spawnEmulator(args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const command = [PROGRAM, 'start', '--headless', '--json', '--port', '0', ...args]
  const { child, said, until } = launch(process.execPath, command, options)
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const line = until('stdout', '\n')
  await Promise.race([line, standstill(() => `process ${child.pid} said no address: ${said.stderr}`)])
  const { url, bots } = JSON.parse(said.stdout.split('\n')[0]!) as Pick<EmulatorProcess, 'url' | 'bots'>
  return {
    url,
    child,
    bots,
    errors: () => said.stderr,
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      const [code, by] = await Promise.race([exited, standstill(() => `process ${child.pid} outlived ${signal}`)])
      return code ?? by!
    },
  }
}

/** Posts JSON and returns the JSON answer, or undefined if the connection breaks. */
export async function post<Answer = { ok: boolean; result?: unknown }>(
  url: string,
  body: unknown,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(STANDSTILL_MS),
    })
    return (await response.json()) as Answer
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw new Error(`${new URL(url).host} neither answered nor broke off`)
    return undefined
  }
}

/** Starts an emulator. Returns functions for calls of its first bot, for actions and for views. */
export async function startEmulator(...flags: string[]) {
  const { url, bots, errors, end } = await emulatorProcess(flags)
  const [bot] = bots

  async function ask(path: string, body: object): Promise<Json> {
    const answer = await post<Json>(`${url}${path}`, body)
    if (!answer?.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.result
  }

  return {
    url,
    token: bot!.token,
    bot: bot!.handle,
    end,
    errors,
    call: (method: string, params: object = {}) => ask(`/bot${bot!.token}/${method}`, params),
    act: (action: string, params: object = {}) => ask(`/_emulator/actions/${action}`, params),
    view: async (path: string): Promise<Json> =>
      ((await (await fetch(`${url}/_emulator${path}`)).json()) as Json).result,
  }
}

async function standstill(what: () => string): Promise<never> {
  await pause(STANDSTILL_MS, undefined, { ref: false })
  throw new Error(`For ${STANDSTILL_MS / 1000} s ${what()}`)
}
