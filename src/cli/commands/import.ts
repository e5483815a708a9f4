// `import`: puts an exported world in place of the running one.

import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Command } from 'commander'
import { resultOf } from '../../client/http-client.ts'
import { Problem } from '../../lib/problem.ts'
import { requireConsent, wholeWorld } from '../confirm.ts'
import { answer, carriedOut, requireChosen, type TargetOptions, targetOf, withTarget } from '../emulator-target.ts'
import { withProgress } from '../print/streams.ts'

interface ImportOptions extends TargetOptions {
  yes?: boolean
}

export function command(): Command {
  return withTarget(new Command('import'))
    .argument('<file>', 'what export has written')
    .option('--yes', 'does not ask')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: ImportOptions) => carriedOut(options, () => importFrom(file, options)))
}

const EXAMPLES = `
Examples:
  $ bot-emulator import before.world
  $ bot-emulator import before.world --yes`

async function importFrom(file: string, options: ImportOptions) {
  const target = await targetOf(options)
  const reading = access(file, constants.R_OK).then(() => stat(file))
  const there = await reading.catch((error: Error) => throwUnreadable(file, error.message))
  if (there.isDirectory()) throwUnreadable(file, 'it is a folder')
  await requireChosen(target)
  const { isEmpty, what } = await wholeWorld(target.client)
  const agreed = options.yes || isEmpty
  await requireConsent(`This takes away ${what}, and puts ${file} in its place.`, { flag: '--yes', agreed })
  const headers = { 'content-type': 'application/octet-stream' }
  const result = await withProgress(`Importing ${file}`, async (report) => {
    const bytes = createReadStream(file)
    bytes.on('data', (chunk) => report(chunk.length))
    const body = Readable.toWeb(bytes) as ReadableStream
    return resultOf(await target.fetch('/import', { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
  })
  answer(options, result, `${file} is the world now.`)
}

function throwUnreadable(file: string, why: string): never {
  throw new Problem('bad-flag', `${file} cannot be read: ${why}.`, 'Name a file that export has written.')
}
