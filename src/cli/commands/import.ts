// `import`: puts an exported world in place of the running one.

import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Command } from 'commander'
import { resultOf } from '../../client/control-fetch.ts'
import { Problem } from '../../lib/problem.ts'
import { carriedOut, type TargetOptions, targetOf, withTarget, write } from '../emulator-target.ts'
import { print } from '../lines.ts'

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
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream
  const headers = { 'content-type': 'application/octet-stream' }
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const result = await resultOf(await target.fetch('/import', init))
  if (options.json) write({ ok: true, result })
  else print(`${file} is the world now.`)
}
