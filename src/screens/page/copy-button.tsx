// A button that copies a text.

import { useState } from 'preact/hooks'
import { Button, Code } from './controls.tsx'
import { showDialog } from './dialog.tsx'
import { Icon } from './icons.tsx'

const COPIED_MS = 2000

export function CopyButton({ label, text }: { label: string; text(): string }) {
  const [isCopied, setIsCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
      setIsCopied(true)
      setTimeout(setIsCopied, COPIED_MS, false)
    } catch {
      // A browser refuses the clipboard on a page that another machine serves without HTTPS.
      showDialog({ title: label, body: <Code text={text()} /> })
    }
  }
  return (
    <Button class="small" onClick={copy}>
      <Icon name="copy" /> {isCopied ? 'Copied' : label}
    </Button>
  )
}
