// `import`: replaces the world of a running emulator with an exported one.

import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Argument } from 'commander'
import { resultOf } from '../../control/client/http-client.ts'
import { Problem } from '../../lib/problem.ts'
import { describeWorld, requireConsent } from '../confirm.ts'
import { confirmIfElsewhere, defineForTarget, findTarget, printResult, type TargetOptions } from '../emulator-target.ts'
import { option } from '../settings/option.ts'

export const command = defineForTarget({
  args: [new Argument('<file>', 'a file written by bot-emulator export')],
  options: [option('--yes', 'does not ask for confirmation')],
  examples: ['import before.world', 'import before.world --yes'],
  run: (options, file: string) => importFrom(file, options),
})

async function importFrom(file: string, options: TargetOptions & { yes: boolean | undefined }) {
  const target = await findTarget(options)
  const readingStats = access(file, constants.R_OK).then(() => stat(file))
  const stats = await readingStats.catch((error: Error) => throwUnreadable(file, error.message))
  if (stats.isDirectory()) throwUnreadable(file, 'it is a folder')
  await confirmIfElsewhere(target)
  const { isEmpty, contents } = await describeWorld(target.client)
  const isConfirmed = options.yes || isEmpty
  await requireConsent(`The import replaces ${contents} with ${file}.`, { flag: '--yes', isConfirmed })
  const headers = { 'content-type': 'application/octet-stream' }
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream
  const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const result = await resultOf(await target.fetch('/import', request))
  printResult(options, result, `Imported ${file}.`)
}

function throwUnreadable(file: string, why: string): never {
  throw new Problem('bad-flag', `${file} cannot be read: ${why}.`, 'Pass a file written by bot-emulator export.')
}
