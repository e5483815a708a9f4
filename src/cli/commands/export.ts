// `export`: writes the whole world into a file, as an archive or as a page.

import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Argument } from 'commander'
import { resultOf } from '../../control/client/http-client.ts'
import { Problem } from '../../lib/problem.ts'
import { pageFile } from '../../testing/scenarios/report/page-file.ts'
import { requireConsent } from '../confirm.ts'
import { defineForTarget, findTarget, printResult, type TargetOptions } from '../emulator-target.ts'
import { worldPage } from '../export-page.ts'
import { type OptionsOf, option } from '../settings/option.ts'
import { endProcessBy, onStopSignal } from '../stop-signals.ts'

const OPTIONS = [
  option('--tokens', 'includes the tokens of the bots'),
  option('--force', 'overwrites an existing file'),
  option('--html', 'writes a page that shows the conversations without an emulator'),
] as const
type ExportOptions = TargetOptions & OptionsOf<typeof OPTIONS>

export const command = defineForTarget({
  args: [new Argument('<file>', 'the file to write')],
  options: OPTIONS,
  examples: ['export before.world', 'export --html conversations.html'],
  run: (options, file: string) => exportTo(file, options),
})

async function exportTo(file: string, options: ExportOptions) {
  // An export replaces the file, and a device or a pipe must not be replaced.
  if (existsSync(file) && !statSync(file).isFile())
    throw new Problem('bad-option', `${file} exists and is not a regular file.`, 'Choose another file.')
  if (existsSync(file)) await requireConsent(`${file} already exists.`, { flag: '--force', isConfirmed: options.force })
  if (options.html) {
    await exportPage(file, options)
    printResult(options, { file }, `The page is in ${file}. Open it in a browser.`)
    return
  }
  await exportWorld(file, options)
  printResult(options, { file }, `The world is in ${file}.`)
}

async function exportPage(file: string, options: ExportOptions) {
  if (options.tokens) {
    const hint = 'Omit --tokens. A page never contains tokens.'
    throw new Problem('bad-option', '--html cannot be combined with --tokens.', hint)
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

async function exportWorld(file: string, options: ExportOptions) {
  const response = await (await findTarget(options)).fetch(options.tokens ? '/export?tokens=true' : '/export')
  if (!response.ok || !response.body) await resultOf(response)
  await writeThenRename(file, (partFile) =>
    pipeline(
      Readable.fromWeb(response.body as ReadableStream),
      createWriteStream(partFile, { flags: 'wx', mode: 0o600, flush: true }),
    ),
  )
}

const notWrittenProblem = (file: string, error: unknown) =>
  new Problem(
    'not-written',
    `${file} was not written: ${(error as Error).message}.`,
    'Pass a file in a writable folder. An existing file was not changed.',
  )
