// A button that opens a menu.

import { useRef, useState } from 'preact/hooks'
import { Button } from './controls.tsx'
import { Icon } from './icons.tsx'

interface Props {
  label: string
  items: readonly (readonly [text: string, run: () => unknown])[]
}

export function Menu({ label, items }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  function moveFocus(event: KeyboardEvent) {
    const buttons = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setIsOpen(false)
      menu.current?.querySelector('button')?.focus()
    }
    if (next === undefined || !isOpen) return
    event.preventDefault()
    buttons.at(next % buttons.length)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside arrive here
    <div
      class="menu"
      ref={menu}
      onKeyDown={moveFocus}
      onFocusOut={({ relatedTarget }) => {
        if (!menu.current?.contains(relatedTarget as Node | null)) setIsOpen(false)
      }}
    >
      <Button
        class="quiet"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="more" />
      </Button>
      {isOpen && (
        <div role="menu" aria-label={label}>
          {items.map(([text, run]) => (
            <Button
              key={text}
              role="menuitem"
              onClick={() => {
                setIsOpen(false)
                run()
              }}
            >
              {text}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
