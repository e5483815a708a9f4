// Moves the focus: by arrow keys, and away from what was removed.

import type { TargetedKeyboardEvent } from 'preact'

/** Parts of the page. If a focused element is removed, the first of TARGETS in its nearest part gets the focus. */
const PARTS = '.conversation, aside .card, .phone, aside, body'
const TARGETS = ['textarea', '.start', '.chats a', 'button:enabled', 'a']

export function focusFirst(selectors: readonly string[], part: Element | Document | null = document): boolean {
  const target = selectors.map((selector) => part?.querySelector<HTMLElement>(selector)).find(Boolean)
  target?.focus()
  return target !== undefined
}

/** Returns the element to which an arrow key leads from the focused or current one; without one, the last. */
export function steppedTo<Part extends HTMLElement>(event: TargetedKeyboardEvent<HTMLElement>, selector: string) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!by || event.defaultPrevented) return undefined
  event.preventDefault()
  const parts = [...event.currentTarget.querySelectorAll<Part>(selector)]
  const focused = parts.findIndex((part) => part.contains(document.activeElement))
  const at = focused < 0 ? parts.findIndex(({ ariaCurrent }) => ariaCurrent) : focused
  return parts.at(at < 0 ? -1 : Math.min(Math.max(0, at + by), parts.length - 1))
}

export function keepFocus() {
  let focused: Element | null = null
  let parts: Element[] = []
  addEventListener('focusin', ({ target }) => {
    // A dialog that closes gives the focus back by itself.
    focused = target instanceof Element && !target.closest('dialog') ? target : null
    parts = []
    for (let part = focused?.closest(PARTS); part; part = part.parentElement?.closest(PARTS)) parts.push(part)
  })
  const restore = () => {
    if (focused?.isConnected || document.activeElement !== document.body) return
    parts.some((part) => part.isConnected && focusFirst(TARGETS, part))
  }
  // The focus is restored in a later task, because it may just be moving from the removed element to another one.
  const observer = new MutationObserver(() => focused?.isConnected === false && setTimeout(restore))
  observer.observe(document.body, { childList: true, subtree: true })
}
