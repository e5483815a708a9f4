// Copies a text to the clipboard of the terminal.

import { notify, type Screen } from '../screen/screen.ts'

export async function copyText(screen: Screen, text: string, what: string) {
  const isCopied = (await screen.host.copy(text)) === 'copied'
  notify(screen, isCopied ? `Copied ${what}.` : `Sent ${what} to the terminal's clipboard.`)
}
