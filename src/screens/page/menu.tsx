// A button that opens a menu: of commands, or of values to choose from.

import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './controls.tsx'
import { Icon } from './icons.tsx'

interface MenuItem {
  text: string
  /** Given if the menu offers values: whether this one is the current one. */
  isChosen?: boolean
  /** True if it takes something away from people. */
  isDangerous?: boolean
  run(): unknown
}

interface MenuProps {
  label: string
  class?: string
  items: readonly MenuItem[]
  children: ComponentChildren
}

const GAP = 4

export function Menu({ label, class: className = '', items, children }: MenuProps) {
  // How often the menu was opened since it was closed: the browser joins a quick close and open into one event.
  const [openings, setOpenings] = useState(0)
  const isOpen = openings > 0
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef('')
  const id = useId()
  useLayoutEffect(() => {
    if (!isOpen || !button.current || !list.current) return
    typed.current = ''
    place(list.current, button.current.getBoundingClientRect())
    const chosen = list.current.querySelector<HTMLElement>('[aria-checked="true"]')
    ;(chosen ?? list.current.querySelector('button'))?.focus()
  }, [openings])
  function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>) {
    event.stopPropagation()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      typed.current = ''
      buttons.at(next % buttons.length)?.focus()
    } else if (event.key.length === 1 && (event.key !== ' ' || typed.current)) {
      event.preventDefault()
      const startsWith = (text: string) => buttons.find((each) => each.textContent.toLowerCase().startsWith(text))
      const letter = event.key.toLowerCase()
      typed.current = startsWith(typed.current + letter) ? typed.current + letter : letter
      startsWith(typed.current)?.focus()
    }
  }
  return (
    <>
      <button
        type="button"
        class={className}
        ref={button}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popovertarget={id}
      >
        {children}
      </button>
      <div
        id={id}
        class="menu"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        ref={list}
        onToggle={({ newState }) => setOpenings(newState === 'open' ? openings + 1 : 0)}
        onKeyDown={onKeyDown}
      >
        {isOpen &&
          items.map(({ text, isChosen, isDangerous, run }, at) => (
            <Button
              key={at}
              class={isDangerous ? 'bad' : ''}
              role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={isChosen}
              onClick={() => {
                list.current?.hidePopover()
                run()
              }}
            >
              {text}
            </Button>
          ))}
      </div>
    </>
  )
}

/** The menu behind three dots. */
export const MoreMenu = ({ class: className = '', ...props }: Omit<MenuProps, 'children'>) => (
  <Menu {...props} class={`quiet ${className}`}>
    <Icon name="more" />
  </Menu>
)

/** Places a menu below its button, else above it, and inside the window. */
function place(menu: HTMLElement, { left, top, bottom, width }: DOMRect) {
  menu.style.minWidth = `${width}px`
  const fitsBelow = bottom + menu.offsetHeight + 2 * GAP < innerHeight
  menu.style.top = `${fitsBelow ? bottom + GAP : Math.max(GAP, top - menu.offsetHeight - GAP)}px`
  menu.style.left = `${Math.max(GAP, Math.min(left, innerWidth - menu.offsetWidth - GAP))}px`
}

interface ChoiceProps {
  label: string
  value: string
  choices: readonly string[]
  /** What the menu shows for the choices. By default, it shows the choices themselves. */
  texts?: readonly string[]
  class?: string
  onChoose(choice: string): unknown
  /** A picture of the current value. */
  children?: ComponentChildren
}

/** A button that shows the current one of several values. */
export function Choice({ label, value, choices, texts = choices, class: className, onChoose, children }: ChoiceProps) {
  const text = (texts[choices.indexOf(value)] ?? value) || 'none'
  const items = choices.map((choice, at) => ({
    text: texts[at] || 'none',
    isChosen: choice === value,
    run: () => onChoose(choice),
  }))
  return (
    <Menu label={`${label}: ${text}`} class={`choice ${className ?? ''}`} items={items}>
      {children}
      <span>{text}</span>
      <Icon name="down" />
    </Menu>
  )
}
