// `test --watch`: plays scenarios again after a file change or a key press.

import type { RunResult } from '../../testing/scenarios/run/result.ts'
import { type Scenario, scenarioKey } from '../../testing/scenarios/scenario.ts'
import { writeError } from '../print/streams.ts'
import { collectChanges, waitForNextChange } from '../running/watch-files.ts'

export type Arrange = (scenarios: readonly Scenario[]) => Scenario[]

interface Watching {
  folder: string
  signal: AbortSignal
  play(arrange: Arrange): Promise<RunResult>
}

export async function watchScenarios({ folder, signal, play }: Watching): Promise<void> {
  let failedOnly = false
  const failed = new Set<string>()
  let changedBefore: ReadonlySet<string> | undefined

  async function playSelected() {
    const changes = collectChanges(folder)
    try {
      const result = await play((scenarios) => failedFirst(scenarios, failed, failedOnly))
      for (const { status, ...scenario } of result.scenarios) {
        if (status === 'failed') failed.add(scenarioKey(scenario))
        else if (status === 'passed') failed.delete(scenarioKey(scenario))
      }
    } catch (error) {
      writeError(error)
    }
    return changes()
  }

  for (;;) {
    const changedFiles = await playSelected()
    const userChange = [...changedFiles].find((file) => isUserChange(file, changedBefore))
    changedBefore = changedFiles
    if (signal.aborted) return
    if (userChange !== undefined) announce(`\n${userChange} has changed.`)
    else {
      const next = await waitForUser(folder, signal, failed.size > 0)
      if (next === 'quit') return
      if (next !== 'again') failedOnly = next === 'failed'
    }
  }
}

const announce = (text: string) => process.stdout.write(`${text}\n\n`)

/** What changed in the previous run too was probably written by the bot. */
const isUserChange = (file: string, changedBefore: ReadonlySet<string> | undefined) =>
  changedBefore ? !changedBefore.has(file) : /\.ya?ml$/.test(file)

function failedFirst(scenarios: readonly Scenario[], failed: ReadonlySet<string>, failedOnly: boolean): Scenario[] {
  const failedBefore = scenarios.filter((scenario) => failed.has(scenarioKey(scenario)))
  return failedOnly
    ? failedBefore
    : [...failedBefore, ...scenarios.filter((scenario) => !failed.has(scenarioKey(scenario)))]
}

type Next = 'all' | 'failed' | 'again' | 'quit'

const KEYS = 'Keys: a = play all scenarios, f = play the failed ones, Enter = play again, q = quit.'
const NEXT_BY_KEY: Readonly<Record<string, Next>> = { a: 'all', f: 'failed', '\r': 'again', q: 'quit' }

async function waitForUser(folder: string, signal: AbortSignal, hasFailed: boolean): Promise<Next> {
  for (;;) {
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    const change = waitForNextChange(folder, either).then((file) => ({ file, key: '' }))
    const how = process.stdin.isTTY ? `\n${KEYS}` : ' Press Ctrl-C to stop.'
    process.stdout.write(`\nWaiting for a file to change.${how}\n`)
    const { file, key } = await Promise.race([change, readKey(either).then((key) => ({ file: undefined, key }))])
    stop.abort()
    if (signal.aborted) return 'quit'
    if (file !== undefined) {
      announce(`${file} has changed.`)
      return 'all'
    }
    const next = NEXT_BY_KEY[key]
    if (next === 'failed' && !hasFailed) announce('No scenario has failed.')
    else if (next) return next
  }
}

/** Resolves to the next pressed key. Never resolves if stdin is not a terminal, or after the signal aborts. */
function readKey(signal: AbortSignal): Promise<string> {
  const { stdin } = process
  return new Promise((resolve) => {
    if (!stdin.isTTY || signal.aborted) return
    const end = () => {
      stdin.off('data', onData)
      stdin.setRawMode(false)
      stdin.pause()
    }
    const onData = (data: Buffer) => {
      end()
      const key = String(data).charAt(0)
      // A terminal in raw mode passes Ctrl-C on as a key instead of sending SIGINT, so this sends SIGINT.
      if (key === '\u0003') process.kill(process.pid, 'SIGINT')
      else resolve(key)
    }
    stdin.setRawMode(true)
    stdin.on('data', onData)
    signal.addEventListener('abort', end, { once: true })
    stdin.resume()
  })
}
