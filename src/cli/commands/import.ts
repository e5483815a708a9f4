// `import`: replaces the world of a running emulator with an exported one.

import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Command } from 'commander'
import { resultOf } from '../../control/client/http-client.ts'
import { Problem } from '../../lib/problem.ts'
import { describeWorld, requireConsent } from '../confirm.ts'
import {
  confirmIfElsewhere,
  findTarget,
  printResult,
  runCommand,
  type TargetOptions,
  withTargetOptions,
} from '../emulator-target.ts'
import { withProgress } from '../print/streams.ts'

interface ImportOptions extends TargetOptions {
  yes?: boolean
}

export function command(): Command {
  return withTargetOptions(new Command('import'))
    .argument('<file>', 'a file written by bot-emulator export')
    .option('--yes', 'does not ask for confirmation')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: ImportOptions) => runCommand(options, () => importFrom(file, options)))
}

const EXAMPLES = `
Examples:
  $ npx bot-emulator import before.world
  $ npx bot-emulator import before.world --yes`

async function importFrom(file: string, options: ImportOptions) {
  const target = await findTarget(options)
  const readingStats = access(file, constants.R_OK).then(() => stat(file))
  const stats = await readingStats.catch((error: Error) => throwUnreadable(file, error.message))
  if (stats.isDirectory()) throwUnreadable(file, 'it is a folder')
  await confirmIfElsewhere(target)
  const { isEmpty, contents } = await describeWorld(target.client)
  const isConfirmed = options.yes || isEmpty
  await requireConsent(`The import replaces ${contents} with ${file}.`, { flag: '--yes', isConfirmed })
  const headers = { 'content-type': 'application/octet-stream' }
  const result = await withProgress(`Importing ${file}`, async (report) => {
    const bytes = createReadStream(file)
    bytes.on('data', (chunk) => report(chunk.length))
    const body = Readable.toWeb(bytes) as ReadableStream
    return resultOf(await target.fetch('/import', { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
  })
  printResult(options, result, `Imported ${file}.`)
}

function throwUnreadable(file: string, why: string): never {
  throw new Problem('bad-flag', `${file} cannot be read: ${why}.`, 'Pass a file written by bot-emulator export.')
}
