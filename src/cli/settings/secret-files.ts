// Options that read secrets from files, because typed secrets show in the process list.

import { type Command, Option } from 'commander'
import { readInput } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'
import { option } from './option.ts'

const SUFFIX = '-file'

export const secretFileOption = <Name extends string>(name: Name) =>
  option(`--${name}-file <file>`, `reads --${name} from a file, out of the process list`).conflicts(
    new Option(`--${name}`).attributeName(),
  )

/** Returns `--token-file` for `--token`, and vice versa. */
export function counterpartOf(command: Command, option: Option): Option | undefined {
  const name = option.name()
  return command.options.find((other) => other.name() === name + SUFFIX || other.name() + SUFFIX === name)
}

export function readSecretFiles(command: Command) {
  for (const option of command.options) {
    const secret = counterpartOf(command, option)
    const file: unknown = command.getOptionValue(option.attributeName())
    if (!secret || !option.name().endsWith(SUFFIX) || typeof file !== 'string') continue
    command.setOptionValueWithSource(secret.attributeName(), readSecret(file), 'config')
  }
}

function readSecret(file: string): string {
  const text = readInput(file, 'bad-setting', 'Pass a file that contains the secret.').toString().trim()
  if (text) return text
  throw new Problem('bad-setting', `${file} is empty.`, 'Write the secret into the file, on one line.')
}

/** Sets a process title, because the process list otherwise shows typed tokens to every account. */
export function hideTypedSecrets(argv: readonly string[]) {
  if (argv.some((word) => /^--(control-)?token(=|$)/.test(word))) process.title = 'bot-emulator'
}
