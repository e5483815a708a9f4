// Explores the bot of `start` in child processes, and opens its failures as recordings.

import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parse, parseDocument } from 'yaml'
import type { Edits } from '../../control/contract/recordings.ts'
import { callsByStep, callText } from '../../control/describe/call.ts'
import type { Explorer, Script } from '../../screens/old-dashboard/effects/recorder.ts'
import { readLine, stepLine } from '../../testing/recorder/edits.ts'
import type { WrittenStep } from '../../testing/recorder/written-steps.ts'
import type { ScenarioResult } from '../../testing/scenarios/run/result.ts'
import { EXIT } from '../exit-codes.ts'
import { commandProblem, flagsFrom, runCommand } from '../mcp/run-command.ts'
import type { StartOptions } from './serve.ts'

type ExplorerOptions = StartOptions & { bot: string }

export function createExplorer(options: ExplorerOptions): Explorer {
  const flags = flagsOf(options)
  return {
    async explore(seconds, signal, onFinding) {
      let line = ''
      const onOutput = (text: string) => {
        const lines = (line + text).split('\n')
        line = lines.pop() ?? ''
        for (const each of lines) onFinding(JSON.parse(each))
      }
      const args = ['explore', `--for=${seconds}`, '--json', ...flags]
      const result = await runCommand(args, { signal, report: () => {}, onOutput })
      if (!signal.aborted && result.code !== EXIT.success && result.code !== EXIT.failed) throw commandProblem(result)
    },
    open: async (file) => openScript(file, (path) => playFile(path, flags)),
  }
}

/** Returns the flags of `start` that `explore` and `test` need too. */
const flagsOf = (options: ExplorerOptions): string[] =>
  flagsFrom({
    bot: options.bot,
    'token-name': options.tokenName,
    'url-name': options.urlName,
    'bot-clock': options.botClock,
    'service-name': options.serviceName,
    'webhook-route': Object.entries(options.webhookRoute ?? {}).map(([host, target]) => `${host}=${target}`),
    'allow-local-webhooks': options.allowLocalWebhooks,
    'client-fields': options.clientFields,
    lenient: options.lenient,
  })

async function playFile(file: string, flags: readonly string[]): Promise<ScenarioResult> {
  const { signal } = new AbortController()
  const result = await runCommand(['test', '--reporter=json', ...flags, file], { signal, report: () => {} })
  const [scenario] = result.stdout.startsWith('{') ? (JSON.parse(result.stdout).scenarios as ScenarioResult[]) : []
  if (!scenario?.steps.length) throw commandProblem(result)
  return scenario
}

const STEPS = ['scenarios', 0, 'steps']

async function openScript(file: string, play: (file: string) => Promise<ScenarioResult>): Promise<Script> {
  const source = await readFile(file, 'utf8')
  const steps: WrittenStep[] = parse(source).scenarios[0].steps

  function textWith(edits: Edits): string {
    const document = parseDocument(source)
    for (const index of [...steps.keys()].reverse()) {
      const line = edits[index]
      if (line === null) document.deleteIn([...STEPS, index])
      else if (line !== undefined) document.setIn([...STEPS, index], readLine(line, index))
    }
    return document.toString({ lineWidth: 120 })
  }

  return {
    lines: async () => steps.map(stepLine),
    save: (path, flag, edits) => writeFile(path, textWith(edits), { flag }),
    async replay(edits) {
      // The scenario is played from its own folder, because its paths are relative to the file.
      const copy = join(dirname(file), `.${process.pid}-${basename(file)}`)
      await writeFile(copy, textWith(edits))
      const result = await play(copy).finally(() => rm(copy))
      const indexes = [...steps.keys()].filter((index) => edits[index] !== null)
      const calls = Object.fromEntries(
        callsByStep(result).map((some, i) => [indexes[i], some.map((call) => callText(call))]),
      )
      const { failure } = result
      if (!failure) return { failures: {}, calls }
      const failed = result.steps.findIndex(({ status }) => status === 'failed')
      const index = indexes.at(failed) ?? steps.length - 1
      return { failures: { [index]: [failure.message, ...failure.details].join('\n') }, calls }
    },
  }
}
