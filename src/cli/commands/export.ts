// `export`: the whole world into one file, which is whole or not there.

import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Command } from 'commander'
import { resultOf } from '../../client/control-fetch.ts'
import { Problem } from '../../lib/problem.ts'
import { requireConsent } from '../confirm.ts'
import { carriedOut, type TargetOptions, targetOf, withTarget, write } from '../emulator-target.ts'
import { print } from '../lines.ts'

interface ExportOptions extends TargetOptions {
  force?: boolean
  tokens?: boolean
}

export function exportCommand(): Command {
  return withTarget(new Command('export'))
    .argument('<file>', 'where to')
    .option('--tokens', 'with the tokens of the bots')
    .option('--force', 'writes over a file that is there')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator export before.world')
    .action((file: string, options: ExportOptions) => carriedOut(options, () => exportTo(file, options)))
}

async function exportTo(file: string, options: ExportOptions) {
  if (existsSync(file)) await requireConsent(`${file} is there already.`, { flag: '--force', agreed: options.force })
  const response = await (await targetOf(options)).fetch(options.tokens ? '/export?tokens=true' : '/export')
  if (!response.ok || !response.body) await resultOf(response)
  const beside = `${file}.${process.pid}.part`
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(beside))
    await synced(beside)
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw new Problem(
      'not-written',
      `${file} was not written: ${(error as Error).message}.`,
      'Name a file in a writable folder; an older one of that name is as it was.',
    )
  }
  if (options.json) write({ ok: true, result: { file } })
  else print(`The world is in ${file}.`)
}

async function synced(path: string) {
  const handle = await open(path, 'r+')
  await handle.sync()
  await handle.close()
}
