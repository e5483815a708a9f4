// `open`: opens the page of a running emulator in a browser.

import { Command } from 'commander'
import { CONTROL_PATH } from '../../control/contract/addresses.ts'
import { openWithSystem } from '../../lib/open-with-system.ts'
import { findTarget, printResult, runCommand, type TargetOptions, withTargetOptions } from '../emulator-target.ts'

export function command(): Command {
  return withTargetOptions(new Command('open'))
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx bot-emulator open\n  $ npx bot-emulator open --url http://127.0.0.1:9000',
    )
    .action((options: TargetOptions) => runCommand(options, () => openPage(options)))
}

async function openPage(options: TargetOptions) {
  const { url, client } = await findTarget(options)
  await client.health()
  const address = `${url.replace(/\/+$/, '')}${CONTROL_PATH}/`
  const isOpened = await openWithSystem(address)
  const text = isOpened ? `Opened ${address}` : `Open ${address} in a browser.`
  printResult(options, { url: address, opened: isOpened }, text)
}
