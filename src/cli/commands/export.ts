// `export`: writes the whole world into a file, as an archive or as a page.

import { existsSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { Argument } from 'commander'
import { resultOf } from '../../control/client/http-client.ts'
import { errorText, Problem } from '../../lib/problem.ts'
import { pageFile } from '../../testing/scenarios/report/page-file.ts'
import { requireConsent } from '../confirm.ts'
import { defineForTarget, findTarget, printResult, type Target, type TargetOptions } from '../emulator-target.ts'
import { worldPage } from '../export-page.ts'
import { type OptionsOf, option } from '../settings/option.ts'

const OPTIONS = [
  option('--tokens', 'includes the tokens of the bots'),
  option('--force', 'overwrites an existing file'),
  option('--html', 'writes a page that shows the conversations without an emulator').conflicts('tokens'),
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
  const target = await findTarget(options)
  await writeWhole(file, options.html ? pageFile(await worldPage(target.client)) : await archiveOf(target, options))
  const text = options.html ? `The page is in ${file}. Open it in a browser.` : `The world is in ${file}.`
  printResult(options, { file }, text)
}

async function archiveOf({ fetch }: Target, { tokens }: ExportOptions) {
  const response = await fetch(tokens ? '/export?tokens=true' : '/export')
  return response.ok && response.body ? response.body : resultOf<never>(response)
}

/** Replaces an existing file only once the new one is whole. */
async function writeWhole(file: string, content: string | ReadableStream<Uint8Array<ArrayBuffer>>) {
  const partFile = `${file}.${process.pid}.part`
  try {
    await writeFile(partFile, content, { flag: 'wx', mode: 0o600, flush: true })
    await rename(partFile, file)
  } catch (error) {
    if (typeof content !== 'string') await content.cancel()
    await rm(partFile, { force: true })
    const hint = 'Pass a file in a writable folder. An existing file was not changed.'
    throw new Problem('not-written', `${file} was not written: ${errorText(error)}.`, hint)
  }
}
