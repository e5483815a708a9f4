// `import`: puts an exported world in place of the running one.

import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Command } from 'commander'
import { resultOf } from '../../client/control-fetch.ts'
import { Problem } from '../../lib/problem.ts'
import { carriedOut, type TargetOptions, targetOf, withTarget, write } from '../emulator-target.ts'
import { print } from '../lines.ts'
import { withProgress } from '../progress.ts'

export function importCommand(): Command {
  return withTarget(new Command('import'))
    .argument('<file>', 'what export has written')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator import before.world')
    .action((file: string, options: TargetOptions) => carriedOut(options, () => importFrom(file, options)))
}

async function importFrom(file: string, options: TargetOptions) {
  const target = await targetOf(options)
  await access(file, constants.R_OK).catch((error: Error) => {
    throw new Problem('bad-flag', `${file} cannot be read: ${error.message}.`, 'Name a file that export has written.')
  })
  const headers = { 'content-type': 'application/octet-stream' }
  const result = await withProgress(`Importing ${file}`, async (report) => {
    const bytes = createReadStream(file)
    bytes.on('data', (chunk) => report(chunk.length))
    const body = Readable.toWeb(bytes) as ReadableStream
    return resultOf(await target.fetch('/import', { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
  })
  if (options.json) write({ ok: true, result })
  else print(`${file} is the world now.`)
}
