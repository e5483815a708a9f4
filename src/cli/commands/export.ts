// `export`: writes the whole world into a file, as an archive or as a page.

import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Command } from 'commander'
import { resultOf } from '../../client/http-client.ts'
import { Problem } from '../../lib/problem.ts'
import { pageFile } from '../../scenario/report/page-file.ts'
import { salvage } from '../../store/archives/salvage.ts'
import { syncFile } from '../../store/disk/files.ts'
import { requireConsent } from '../confirm.ts'
import { findTarget, printResult, runCommand, type TargetOptions, withTargetOptions } from '../emulator-target.ts'
import { worldPage } from '../export-page.ts'
import { withProgress } from '../print/streams.ts'
import { endProcessBy, onStopSignal } from '../stop-signals.ts'

interface ExportOptions extends TargetOptions {
  force?: boolean
  tokens?: boolean
  from?: string
  html?: boolean
}

export function command(): Command {
  return withTargetOptions(new Command('export'))
    .argument('<file>', 'the file to write')
    .option('--tokens', 'includes the tokens of the bots')
    .option('--force', 'overwrites an existing file')
    .option(
      '--from <database>',
      'exports this database file while no emulator uses it; if the file is damaged, exports the readable data',
    )
    .option('--html', 'writes a page that shows the conversations without an emulator')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: ExportOptions) => runCommand(options, () => exportTo(file, options)))
}

const EXAMPLES = `
Examples:
  $ npx bot-emulator export before.world
  $ npx bot-emulator export --html conversations.html
  $ npx bot-emulator export saved.world --from .bot-emulator/world.sqlite`

async function exportTo(file: string, options: ExportOptions) {
  // An export replaces the file, and a device or a pipe must not be replaced.
  if (existsSync(file) && !statSync(file).isFile())
    throw new Problem('bad-option', `${file} exists and is not a regular file.`, 'Name another file.')
  if (existsSync(file)) await requireConsent(`${file} already exists.`, { flag: '--force', isConfirmed: options.force })
  if (options.html) {
    await exportPage(file, options)
    printResult(options, { file }, `The page is in ${file}. Open it in a browser.`)
    return
  }
  const { from } = options
  const unreadable = from === undefined ? await exportRunning(file, options) : await exportDatabase(from, file, options)
  const result = { file, ...(from !== undefined && { lost: unreadable }) }
  printResult(options, result, `The world is in ${file}.`, ...unreadable)
}

async function exportPage(file: string, options: ExportOptions) {
  if (options.from !== undefined || options.tokens) {
    const hint =
      'Import the database into an emulator, then export the page without --from and --tokens. A page never contains tokens.'
    throw new Problem('bad-option', '--html cannot be combined with --from or --tokens.', hint)
  }
  const { client } = await findTarget(options)
  const page = pageFile(await worldPage(client))
  await writeThenRename(file, (partFile) => writeFile(partFile, page, { mode: 0o600 }))
}

async function writeThenRename(file: string, write: (partFile: string) => Promise<void>) {
  const partFile = `${file}.${process.pid}.part`
  const stopListening = onStopSignal((signal) => {
    rmSync(partFile, { force: true })
    endProcessBy(signal)
  })
  try {
    await write(partFile)
    await rename(partFile, file)
  } catch (error) {
    await rm(partFile, { force: true })
    throw notWrittenProblem(file, error)
  } finally {
    stopListening()
  }
}

async function exportRunning(file: string, options: ExportOptions): Promise<string[]> {
  const response = await (await findTarget(options)).fetch(options.tokens ? '/export?tokens=true' : '/export')
  if (!response.ok || !response.body) await resultOf(response)
  await writeThenRename(file, async (partFile) => {
    await withProgress(`Exporting into ${file}`, (report) =>
      pipeline(
        Readable.fromWeb(response.body as ReadableStream).on('data', (chunk: Uint8Array) => report(chunk.length)),
        createWriteStream(partFile, { flags: 'wx', mode: 0o600 }),
      ),
    )
    await syncFile(partFile)
  })
  return []
}

async function exportDatabase(from: string, file: string, { tokens = false }: ExportOptions): Promise<string[]> {
  const folder = await mkdtemp(`${file}.`).catch((error) => {
    throw notWrittenProblem(file, error)
  })
  try {
    const { file: archive, lost } = await salvage(from, folder, { tokens })
    await syncFile(archive)
    await rename(archive, file)
    return lost
  } catch (error) {
    throw error instanceof Problem ? error : notWrittenProblem(file, error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const notWrittenProblem = (file: string, error: unknown) =>
  new Problem(
    'not-written',
    `${file} was not written: ${(error as Error).message}.`,
    'Name a file in a writable folder. An existing file was not changed.',
  )
