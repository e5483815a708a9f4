// Fills in options from the environment and the configuration file.
// For example, `--service-name` is also `BOT_EMULATOR_SERVICE_NAME` and `service-name:`.

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { foldersUpwards, isOfAnotherAccount, readInput } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'
import { sanitize } from '../../lib/safe-text.ts'
import { type Mistake, mistakesProblem } from '../../testing/scenarios/read/mistake.ts'
import type { Source } from '../../testing/scenarios/read/source.ts'
import { isMap } from '../../testing/scenarios/scenario.ts'
import { commandOf, type Definition } from '../command.ts'
import { hasScreenProcess } from '../start/two-processes.ts'
import type { OptionsOf } from './option.ts'
import { counterpartOf, readSecretFiles } from './secret-files.ts'

export const variableOf = (option: Option) => `BOT_EMULATOR_${option.name().toUpperCase().replaceAll('-', '_')}`

const FOREIGN_FILE = 'it belongs to another account. Make a copy of your own if you trust it.'

const CONFIG_NAMES = ['bot-emulator.config.yaml', 'bot-emulator.config.json']

interface Config extends Source {
  value: Readonly<Record<string, unknown>>
}

async function readConfig(): Promise<Config | undefined> {
  for (const folder of foldersUpwards(process.cwd())) {
    for (const name of CONFIG_NAMES) {
      const file = join(folder, name)
      if (!existsSync(file)) continue
      if (!isOfAnotherAccount(file)) {
        return configIn(file, readInput(file, 'bad-setting', 'Replace it with a readable file.').toString())
      }
      // The emulator process of a dashboard prints no warning, because the dashboard has already printed it.
      if (!hasScreenProcess()) process.stderr.write(`${sanitize(file)} is ignored: ${FOREIGN_FILE}\n`)
    }
  }
  return undefined
}

async function configIn(file: string, text: string): Promise<Config> {
  const { readSource } = await import('../../testing/scenarios/read/source.ts')
  const source = readSource(file, text)
  if (Array.isArray(source)) throw mistakesProblem('bad-setting', source)
  const { value } = source
  if (isMap(value)) return { ...source, value: { ...value } }
  const at = { file, line: 1, column: 1 }
  const hint = 'Write one setting per line, for example: port: 9000'
  throw mistakesProblem('bad-setting', [{ at, message: 'The configuration file contains no settings.', hint }])
}

/** What is not typed comes from the environment, else from the configuration file, which knows all commands. */
export async function fillInOptions(command: Command, loadCommands?: () => Promise<Command[]>) {
  const { env } = process
  const config = await readConfig()
  const mistakes = config && loadCommands ? unknownSettingsIn(config, await loadCommands()) : []
  const isTyped = (option: Option | undefined) =>
    option !== undefined && command.getOptionValueSource(option.attributeName()) === 'cli'
  for (const option of command.options) {
    // --token and --token-file are options for one secret. If either is typed, the other is not read from elsewhere.
    const counterpart = counterpartOf(command, option)
    if (isTyped(option) || isTyped(counterpart) || isFlagOnly(option)) continue
    const variable = variableOf(option)
    const name = option.name()
    if (env[variable]) setOption(command, option, env[variable], variable)
    else if (config && name in config.value && !(counterpart && env[variableOf(counterpart)])) {
      try {
        setOption(command, option, resolveIfPath(config.file, option, config.value[name]), name)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        mistakes.push({ at: config.locationOf([name]), message: error.message, hint: error.hint })
      }
    }
  }
  if (mistakes.length) throw mistakesProblem('bad-setting', mistakes)
  readSecretFiles(command)
}

/** Returns the options of a command that isn't run from the command line: the given ones, then the others as usual. */
export async function optionsOf<Options extends readonly Option[]>(
  definition: Definition<Options>,
  given: Partial<OptionsOf<Options>>,
): Promise<OptionsOf<Options>> {
  const command = commandOf('', definition)
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) command.setOptionValueWithSource(name, value, 'cli')
  }
  await fillInOptions(command)
  return command.opts()
}

function setOption(command: Command, option: Option, word: unknown, source: string) {
  const value = isSwitch(option) ? readSwitch(word, source) !== option.negate : readValue(option, word, source)
  command.setOptionValueWithSource(option.attributeName(), value, 'config')
}

/** The file has other keys of these names: `bot` is the command that `test` starts, not a bot to select. */
export const isFlagOnly = ({ long, flags }: Option) =>
  (long === '--bot' && !flags.endsWith('<command>')) || flags === '--watch <files>'

const isSwitch = (option: Option) => !option.required && !option.optional

function readSwitch(word: unknown, source: string): boolean {
  if (/^(true|yes|1)$/i.test(String(word))) return true
  if (/^(false|no|0)$/i.test(String(word))) return false
  throw new Problem('bad-setting', `${source}: ${toJson(word)} is neither true nor false.`, 'Write true or false.')
}

/** A list, or a map such as that of `webhook-route`, is read as if its option were typed several times. */
function readValue(option: Option, word: unknown, source: string): unknown {
  try {
    return textsOf(word).reduce((before: unknown, text) => option.parseArg?.(text, before) ?? text, undefined)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new Problem('bad-setting', `${source}: ${toJson(word)} is not valid.`, error.message)
  }
}

function textsOf(word: unknown): string[] {
  if (Array.isArray(word)) return word.map(String)
  if (typeof word === 'object' && word !== null) return Object.entries(word).map(([key, value]) => `${key}=${value}`)
  return [String(word)]
}

/** Commands in all subfolders use the configuration file, so its paths are relative to its folder. */
function resolveIfPath(file: string, option: Option, word: unknown): unknown {
  const isPath = option.flags.endsWith('<file>')
  return isPath && typeof word === 'string' ? resolve(dirname(file), word) : word
}

function unknownSettingsIn(config: Config, commands: readonly Command[]): Mistake[] {
  const names = commands.flatMap(({ options }) => options.map((option) => option.name()))
  const settings = [...new Set(names)]
  const unknown = Object.keys(config.value).filter((key) => !settings.includes(key))
  return unknown.map((key) => ({
    at: config.locationOf([key], 'key'),
    message: `"${key}" is not a setting.`,
    hint: didYouMean(key, settings),
  }))
}

const toJson = (word: unknown) => JSON.stringify(word)
