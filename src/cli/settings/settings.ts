// What no flag says: the word of the environment, then that of the configuration file. Every option of every command
// has both: `--service-name` is `BOT_EMULATOR_SERVICE_NAME` and `service-name:`.

import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { type Mistake, mistakesProblem } from '../../scenario/read/mistake.ts'
import { allCommands } from '../command-list.ts'
import { type Config, findConfigFile, readConfigFile } from './config-file.ts'
import { readSecrets, rivalOf } from './secret-files.ts'

export const twinOf = (option: Option) => `BOT_EMULATOR_${option.name().toUpperCase().replaceAll('-', '_')}`

/** Fills in the options of `command` that the command line left open. */
export async function fillIn(_program: Command, command: Command) {
  const { env } = process
  const file = findConfigFile(process.cwd())
  const config = file === undefined ? undefined : await readConfigFile(file)
  const mistakes = config ? await strayIn(config) : []
  const isTyped = (option: Option | undefined) =>
    option !== undefined && command.getOptionValueSource(option.attributeName()) === 'cli'
  for (const option of command.options) {
    // What is said nearer says it for both of the two ways to give a secret.
    const rival = rivalOf(command, option)
    if (isTyped(option) || isTyped(rival) || isPerCall(option)) continue
    const twin = twinOf(option)
    const name = option.name()
    if (env[twin]) set(command, option, env[twin], twin)
    else if (config && name in config.value && !(rival && env[twinOf(rival)])) {
      try {
        set(command, option, inFile(config.file, option, config.value[name]), name)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        mistakes.push({ at: config.placeOf([name]), message: error.message, hint: error.hint })
      }
    }
  }
  if (mistakes.length) throw mistakesProblem('bad-setting', mistakes)
  readSecrets(command)
}

function set(command: Command, option: Option, word: unknown, source: string) {
  const value = isSwitch(option) ? readSwitch(word, source) !== option.negate : readValue(option, word, source)
  command.setOptionValueWithSource(option.attributeName(), value, 'config')
}

/** Whom a command looks at is said with each call; the setting of that name is the command that starts the bot. */
export const isPerCall = (option: Option) => option.long === '--bot' && !option.flags.endsWith('<command>')

const isSwitch = (option: Option) => !option.required && !option.optional

function readSwitch(word: unknown, source: string): boolean {
  if (/^(true|yes|1)$/i.test(String(word))) return true
  if (/^(false|no|0)$/i.test(String(word))) return false
  throw new Problem('bad-setting', `${source}: ${shown(word)} is neither true nor false.`, 'Write true or false.')
}

/** A list, or a map as HOST=TARGET, stands for an option that is written several times. */
function readValue(option: Option, word: unknown, source: string): unknown {
  try {
    return eachOf(word).reduce((before: unknown, text) => option.parseArg?.(text, before) ?? text, undefined)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new Problem('bad-setting', `${source}: ${shown(word)} does not do.`, error.message)
  }
}

function eachOf(word: unknown): string[] {
  if (Array.isArray(word)) return word.map(String)
  if (typeof word === 'object' && word !== null) return Object.entries(word).map(([key, value]) => `${key}=${value}`)
  return [String(word)]
}

/** A path in the file is meant from where the file lies, as it may be found from any folder below. */
function inFile(file: string, option: Option, word: unknown): unknown {
  const isPath = option.flags.endsWith('<file>')
  return isPath && typeof word === 'string' ? resolve(dirname(file), word) : word
}

async function strayIn(config: Config): Promise<Mistake[]> {
  const names = (await allCommands()).flatMap(({ options }) => options.map((option) => option.name()))
  const known = [...new Set(names)]
  const stray = Object.keys(config.value).filter((key) => !known.includes(key))
  return stray.map((key) => ({
    at: config.placeOfKey([key]),
    message: `"${key}" is no setting.`,
    hint: didYouMean(key, known),
  }))
}

const shown = (word: unknown) => JSON.stringify(word)
