// `open`: opens the page of a running emulator in a browser.

import { Command } from 'commander'
import spawn from 'cross-spawn'
import { CONTROL_PATH } from '../../contract/control-path.ts'
import { findTarget, printResult, runCommand, type TargetOptions, withTargetOptions } from '../emulator-target.ts'

/** The command, by platform, that opens an address in the default browser. Other platforms use `DEFAULT_OPENER`. */
const OPENERS: Readonly<Record<string, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}
const DEFAULT_OPENER = ['xdg-open']

export function command(): Command {
  return withTargetOptions(new Command('open'))
    .addHelpText('after', '\nExamples:\n  $ bot-emulator open\n  $ bot-emulator open --url http://127.0.0.1:9000')
    .action((options: TargetOptions) => runCommand(options, () => openPage(options)))
}

async function openPage(options: TargetOptions) {
  const { url, client } = await findTarget(options)
  await client.health()
  const address = `${url}${CONTROL_PATH}/`
  const isOpened = await openInBrowser(address)
  printResult(
    options,
    { url: address, opened: isOpened },
    isOpened ? `Opened ${address}` : `Open ${address} in a browser.`,
  )
}

function openInBrowser(address: string): Promise<boolean> {
  const [program = '', ...words] = OPENERS[process.platform] ?? DEFAULT_OPENER
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
