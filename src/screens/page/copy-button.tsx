// A button that copies a text.

import { useState } from 'preact/hooks'
import { Button, Code } from './controls.tsx'
import { showDialog } from './dialog.tsx'
import { Icon } from './icons.tsx'

const COPIED_MS = 2000

interface Props {
  label: string
  class?: string
  text(): string
}

export function CopyButton({ label, class: kind = '', text }: Props) {
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
    <Button class={`small ${kind}`} onClick={copy}>
      <Icon name="copy" /> {isCopied ? 'Copied' : label}
    </Button>
  )
}
