// `export`: the whole world into one file, which is whole or not there.

import { createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Command } from 'commander'
import { resultOf } from '../../client/http-client.ts'
import { Problem } from '../../lib/problem.ts'
import { salvage } from '../../store/archives/salvage.ts'
import { syncFile } from '../../store/disk/files.ts'
import { requireConsent } from '../confirm.ts'
import { answer, carriedOut, type TargetOptions, targetOf, withTarget } from '../emulator-target.ts'
import { withProgress } from '../print/streams.ts'

interface ExportOptions extends TargetOptions {
  force?: boolean
  tokens?: boolean
  from?: string
}

export function command(): Command {
  return withTarget(new Command('export'))
    .argument('<file>', 'where to')
    .option('--tokens', 'with the tokens of the bots')
    .option('--force', 'writes over a file that is there')
    .option('--from <database>', 'of a database that no emulator has open, also what can be read of a damaged one')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: ExportOptions) => carriedOut(options, () => exportTo(file, options)))
}

const EXAMPLES = `
Examples:
  $ bot-emulator export before.world
  $ bot-emulator export saved.world --from .bot-emulator/world.sqlite`

async function exportTo(file: string, options: ExportOptions) {
  if (existsSync(file)) await requireConsent(`${file} is there already.`, { flag: '--force', agreed: options.force })
  const lost =
    options.from === undefined ? await ofRunning(file, options) : await ofDatabase(options.from, file, options)
  answer(options, { file, ...(options.from !== undefined && { lost }) }, `The world is in ${file}.`, ...lost)
}

async function ofRunning(file: string, options: ExportOptions): Promise<string[]> {
  const response = await (await targetOf(options)).fetch(options.tokens ? '/export?tokens=true' : '/export')
  if (!response.ok || !response.body) await resultOf(response)
  const beside = `${file}.${process.pid}.part`
  try {
    await withProgress(`Exporting into ${file}`, (report) =>
      pipeline(
        Readable.fromWeb(response.body as ReadableStream).on('data', (chunk: Uint8Array) => report(chunk.length)),
        createWriteStream(beside, { mode: 0o600 }),
      ),
    )
    await syncFile(beside)
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw notWritten(file, error)
  }
  return []
}

/** What is missing of it is said. */
async function ofDatabase(from: string, file: string, { tokens = false }: ExportOptions): Promise<string[]> {
  const folder = await mkdtemp(`${file}.`).catch((error) => {
    throw notWritten(file, error)
  })
  try {
    const { file: packed, lost } = await salvage(from, folder, { tokens })
    await syncFile(packed)
    await rename(packed, file)
    return lost
  } catch (error) {
    throw error instanceof Problem ? error : notWritten(file, error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const notWritten = (file: string, error: unknown) =>
  new Problem(
    'not-written',
    `${file} was not written: ${(error as Error).message}.`,
    'Name a file in a writable folder; an older one of that name is as it was.',
  )
