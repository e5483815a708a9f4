// Keeps the traffic, seen from its end, from cutting a row at its top.

import { useEffect, useRef } from 'preact/hooks'

/** Returns a ref to the list. Below its newest row it gets as much room as lets a whole row be the first. */
export function useWholeRows() {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const list = ref.current
    const content = list?.firstElementChild
    if (!(content instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => requestAnimationFrame(() => leaveRoom(list!, content)))
    for (const part of [list!, content]) observer.observe(part)
    return () => observer.disconnect()
  }, [])
  return ref
}

function leaveRoom(list: HTMLElement, content: HTMLElement) {
  // Positions are counted from the end: who looks at earlier rows must not lose them.
  if (list.scrollTop < 0) return
  const { top, height } = content.getBoundingClientRect()
  const heads = heightOf(content.querySelector('.heads'))
  const cut = height - Number.parseFloat(content.style.paddingBottom || '0') - list.clientHeight + heads
  const starts = [...content.querySelectorAll('.exchange, .exchange > .call:not(:first-child)')].map((part) => {
    // An update stays above its calls.
    const update = part.parentElement?.querySelector(':scope > .update')
    return part.getBoundingClientRect().top - top - heightOf(update)
  })
  const rest = cut > heads ? Math.min(...starts.filter((start) => start >= cut)) - cut : 0
  content.style.paddingBottom = rest > 0 && Number.isFinite(rest) ? `${rest}px` : ''
}

const heightOf = (part: Element | null | undefined) => part?.getBoundingClientRect().height ?? 0
