// `test --watch`: plays scenarios again after a file change or a key press.

import type { RunResult } from '../../testing/scenarios/run/result.ts'
import type { Scenario } from '../../testing/scenarios/scenario.ts'
import { writeError } from '../print/streams.ts'
import { collectChanges, waitForNextChange } from '../running/watch-files.ts'

export interface Selection {
  /** A regular expression that replaces the expression in --grep. */
  grep?: string
  arrange(scenarios: readonly Scenario[]): Scenario[]
}

interface Watching {
  folder: string
  signal: AbortSignal
  play(selection: Selection): Promise<RunResult>
}

interface Filters {
  names?: string
  files?: string
  failedOnly: boolean
}

export async function watchScenarios({ folder, signal, play }: Watching): Promise<void> {
  let filters: Filters = { failedOnly: false }
  const failed = new Set<string>()
  let changedBefore: ReadonlySet<string> | undefined

  async function playSelected() {
    const changes = collectChanges(folder)
    try {
      const arrange = (scenarios: readonly Scenario[]) => failedFirst(scenarios, filters, failed)
      const result = await play({ grep: filters.names, arrange })
      for (const { status, ...scenario } of result.scenarios) {
        if (status === 'failed') failed.add(keyOf(scenario))
        else if (status === 'passed') failed.delete(keyOf(scenario))
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
      const next = await waitForUser(folder, signal, filters, failed)
      if (!next) return
      filters = next
    }
  }
}

const keyOf = ({ name, at }: Pick<Scenario, 'name' | 'at'>) => `${at.file}:${name}`

const announce = (text: string) => process.stdout.write(`${text}\n\n`)

/**
 * Guesses whether the user, not the bot, changed a file. A file that changed in the previous run too was probably
 * written by the bot.
 */
const isUserChange = (file: string, changedBefore: ReadonlySet<string> | undefined) =>
  changedBefore ? !changedBefore.has(file) : /\.ya?ml$/.test(file)

function failedFirst(scenarios: readonly Scenario[], { files = '', failedOnly }: Filters, failed: ReadonlySet<string>) {
  const selected = scenarios.filter(({ at }) => at.file.toLowerCase().includes(files.toLowerCase()))
  const failedBefore = selected.filter((scenario) => failed.has(keyOf(scenario)))
  return failedOnly ? failedBefore : [...failedBefore, ...selected.filter((scenario) => !failed.has(keyOf(scenario)))]
}

/** Waits for a file change or a pressed key. Returns the filters of the next run, or undefined to quit. */
async function waitForUser(
  folder: string,
  signal: AbortSignal,
  filters: Filters,
  failed: ReadonlySet<string>,
): Promise<Filters | undefined> {
  const { names, files } = filters
  for (;;) {
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    const change = waitForNextChange(folder, either).then((file) => ({ file, key: undefined }))
    process.stdout.write(`\n${waitText(filters)}\n`)
    const { file, key } = await Promise.race([change, readKey(either).then((key) => ({ file: undefined, key }))])
    stop.abort()
    if (signal.aborted || key === 'q') return undefined
    if (file !== undefined) {
      announce(`${file} has changed.`)
      return { names, files, failedOnly: false }
    }
    if (key === 'a') return { failedOnly: false }
    if (key === '\r') return filters
    if (key === 'f' && failed.size) return { names, files, failedOnly: true }
    if (key === 'f') announce('No scenario has failed.')
    if (key === 't') return { files, names: await readLine('Names that match: '), failedOnly: false }
    if (key === 'p') return { names, files: await readLine('Files whose path contains: '), failedOnly: false }
  }
}

function waitText({ names, files, failedOnly }: Filters): string {
  if (!process.stdin.isTTY) return 'Waiting for a file to change. Press Ctrl-C to stop.'
  const active = [
    failedOnly && 'failed scenarios',
    names !== undefined && `names that match ${names}`,
    files !== undefined && `files whose path contains ${files}`,
  ].filter(Boolean)
  const onlyText = active.length ? ` Only ${active.join(', ')}.` : ''
  return `Waiting for a file to change.${onlyText}\n${KEYS}`
}

const KEYS =
  'Keys: a = play all scenarios, f = play the failed ones, p = filter by file, t = by name, Enter = play again, q = quit.'

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

/** Asks a question. Returns the typed line, or undefined if it is empty. */
async function readLine(question: string): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises')
  const line = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C must stop the process. Without this listener, readline would only pause the input.
  line.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const text = (await line.question(question)).trim()
  line.close()
  return text || undefined
}
