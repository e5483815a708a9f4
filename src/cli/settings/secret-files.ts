// Secrets that lie in a file: `--token-file` stands for `--token`, which everybody could read in the list of processes.

import { type Command, Option } from 'commander'
import { Problem } from '../../lib/problem.ts'
import { readInput } from '../own-files.ts'

const SUFFIX = '-file'

/** The option beside one that takes a secret. */
export const secretFile = (name: string) =>
  new Option(
    `--${name}${SUFFIX} <file>`,
    'a file that holds it: npx leaves a typed one in the list of processes',
  ).conflicts(attributeOf(name))

/** The other of the two options that say one secret. */
export function rivalOf(command: Command, option: Option): Option | undefined {
  const name = option.name()
  return command.options.find((other) => other.name() === name + SUFFIX || other.name() + SUFFIX === name)
}

/** Puts what the files hold in place of the secrets. */
export function readSecrets(command: Command) {
  for (const option of command.options) {
    const secret = rivalOf(command, option)
    const file: unknown = command.getOptionValue(option.attributeName())
    if (!secret || !option.name().endsWith(SUFFIX) || typeof file !== 'string') continue
    command.setOptionValueWithSource(secret.attributeName(), secretIn(file), 'config')
  }
}

function secretIn(file: string): string {
  const text = readInput(file, 'bad-setting', 'Name a file with the secret.').toString().trim()
  if (text) return text
  throw new Problem('bad-setting', `${file} holds no secret.`, 'Write the secret into it, on one line.')
}

const attributeOf = (name: string) => new Option(`--${name}`).attributeName()

/** What was typed stands in the list of processes, for every account, until another title takes its place. */
export function hideTyped(argv: readonly string[]) {
  if (argv.some((word) => /^--(control-)?token(=|$)/.test(word))) process.title = 'bot-emulator'
}
