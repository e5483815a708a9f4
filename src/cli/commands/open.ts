// `open`: opens the page of a running emulator in a browser.

import { CONTROL_PATH } from '../../control/contract/addresses.ts'
import { openWithSystem } from '../../lib/open-with-system.ts'
import { defineForTarget, findTarget, printResult, type TargetOptions } from '../emulator-target.ts'

export const command = defineForTarget({
  examples: ['open', 'open --url http://127.0.0.1:9000'],
  run: openPage,
})

async function openPage(options: TargetOptions) {
  const { url, client } = await findTarget(options)
  await client.health()
  const address = `${url.replace(/\/+$/, '')}${CONTROL_PATH}/`
  const isOpened = await openWithSystem(address)
  const text = isOpened ? `Opened ${address}` : `Open ${address} in a browser.`
  printResult(options, { url: address, opened: isOpened }, text)
}
