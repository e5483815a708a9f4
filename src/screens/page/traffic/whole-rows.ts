// Keeps the traffic, seen from its end, from cutting a row at its top.

import { useEffect, useRef } from 'preact/hooks'

/** Returns a ref to the list. `--spare` is how much lower it must be for a whole row to be the first. */
export function useWholeRows() {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const list = ref.current
    const content = list?.firstElementChild
    if (!(content instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => leaveRoom(list!, content))
    for (const part of [list!, content]) observer.observe(part)
    return () => observer.disconnect()
  }, [])
  return ref
}

function leaveRoom(list: HTMLElement, content: HTMLElement) {
  // Positions are counted from the end: who looks at earlier rows must not lose them.
  if (list.scrollTop < 0) return
  const spare = Number.parseFloat(list.style.getPropertyValue('--spare') || '0')
  // Without details below, the list stays as high as it is, and the spare room is in it.
  const padding = Number.parseFloat(getComputedStyle(content).paddingBottom)
  const height = list.clientHeight + spare - padding
  const view = boxOf(content).bottom - padding - height
  const edge = view + heightOf(content.querySelector('.heads'))
  // Rows out of view aren't laid out, so only those of the exchange at the edge are looked at.
  const cut = [...content.querySelectorAll('.exchange')].find((exchange) => boxOf(exchange).bottom > edge)
  list.style.setProperty('--spare', cut && boxOf(content).top < view ? `${roomFor(cut, edge)}px` : '')
}

/** Returns how far the first row of the exchange, or of the next one, is below the edge. An update stays above its calls. */
function roomFor(exchange: Element, edge: number) {
  const covered = heightOf(exchange.querySelector(':scope > .update'))
  const calls = [...exchange.querySelectorAll(':scope > .call')].map((call) => boxOf(call).top - covered)
  const starts = [boxOf(exchange).top, ...calls, boxOf(exchange).bottom]
  return Math.min(...starts.filter((start) => start >= edge)) - edge
}

const boxOf = (part: Element) => part.getBoundingClientRect()
const heightOf = (part: Element | null) => (part ? boxOf(part).height : 0)
