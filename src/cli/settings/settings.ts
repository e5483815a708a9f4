// What no flag says: the word of the environment, then that of the configuration file. Every option of every command
// has both: `--service-name` is `BOT_EMULATOR_SERVICE_NAME` and `service-name:`.

import { dirname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { sanitize } from '../../describe/text.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { type Mistake, mistakesProblem } from '../../scenario/read/mistake.ts'
import type { Source } from '../../scenario/read/source.ts'
import { allCommands } from '../command-list.ts'
import { foldersUpwards, readOwn } from '../own-files.ts'
import { isBehindScreen } from '../start/two-processes.ts'
import { readSecrets, rivalOf } from './secret-files.ts'

export const twinOf = (option: Option) => `BOT_EMULATOR_${option.name().toUpperCase().replaceAll('-', '_')}`

const CONFIG_NAMES = ['bot-emulator.config.yaml', 'bot-emulator.config.json']

interface Config extends Source {
  value: Readonly<Record<string, unknown>>
}

/** Reads the nearest configuration file that is the user's own. */
async function readConfig(): Promise<Config | undefined> {
  for (const folder of foldersUpwards(process.cwd())) {
    for (const name of CONFIG_NAMES) {
      const file = join(folder, name)
      const own = readOwn(file)
      if (own && 'text' in own) return configIn(file, own.text)
      // The process behind a screen has its words repeated by the one with the screen.
      if (own && !isBehindScreen()) process.stderr.write(`${sanitize(file)} is ignored: ${own.why}\n`)
    }
  }
  return undefined
}

async function configIn(file: string, text: string): Promise<Config> {
  const { readSource } = await import('../../scenario/read/source.ts')
  const source = readSource(file, text)
  if (Array.isArray(source)) throw mistakesProblem('bad-setting', source)
  const { value } = source
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...source, value: { ...value } }
  const at = { file, line: 1, column: 1 }
  const hint = 'Write each as a line: port: 9000'
  throw mistakesProblem('bad-setting', [{ at, message: 'The file holds no settings.', hint }])
}

/** Fills in the options of `command` that the command line left open. */
export async function fillIn(_program: Command, command: Command) {
  const { env } = process
  const config = await readConfig()
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
        mistakes.push({ at: config.locationOf([name]), message: error.message, hint: error.hint })
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
    at: config.keyLocationOf([key]),
    message: `"${key}" is no setting.`,
    hint: didYouMean(key, known),
  }))
}

const shown = (word: unknown) => JSON.stringify(word)
