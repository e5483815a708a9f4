// Clicks and the wheel: finds the box below the pointer.

import { Box, type BoxProps, type DOMElement, measureElement } from 'ink'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import type { MouseEvent } from '../terminal/strokes.ts'

export interface ClickTarget {
  node: DOMElement
  onClick: (() => void) | undefined
  onWheel: ((by: 1 | -1) => void) | undefined
}

/** The boxes of the panes, and those of the overlay on top, which gets all clicks. */
export interface MouseTargets {
  panes: Set<ClickTarget>
  overlay: Set<ClickTarget>
}

export const MouseContext = createContext<Set<ClickTarget>>(new Set())

const holds = (node: DOMElement, x: number, y: number) => {
  const box = measureElement(node)
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
}

/** True if no box around it clips the point away. */
function isVisibleAt(node: DOMElement, x: number, y: number): boolean {
  for (let around = node.parentNode; around; around = around.parentNode)
    if (around.style.overflowY === 'hidden' && !holds(around, x, y)) return false
  return true
}

/** Calls the smallest box below the pointer. */
export function sendMouse({ panes, overlay }: MouseTargets, { how, x, y }: MouseEvent) {
  const below = [...(overlay.size ? overlay : panes)].filter(
    ({ node, onClick, onWheel }) =>
      (how === 'click' ? onClick : onWheel) && holds(node, x, y) && isVisibleAt(node, x, y),
  )
  const smallest = below.sort((a, b) => areaOf(a) - areaOf(b))[0]
  if (how === 'click') smallest?.onClick?.()
  else smallest?.onWheel?.(how === 'up' ? -1 : 1)
}

function areaOf({ node }: ClickTarget) {
  const { width, height } = measureElement(node)
  return width * height
}

interface ClickableProps extends BoxProps {
  onClick?: (() => void) | undefined
  onWheel?: ((by: 1 | -1) => void) | undefined
  children?: ReactNode
}

export function Clickable({ onClick, onWheel, children, ...box }: ClickableProps) {
  const targets = useContext(MouseContext)
  const ref = useRef<DOMElement>(null)
  useEffect(() => {
    if (!ref.current) return
    const target = { node: ref.current, onClick, onWheel }
    targets.add(target)
    return () => void targets.delete(target)
  }, [targets, onClick, onWheel])
  return (
    <Box ref={ref} flexShrink={0} {...box}>
      {children}
    </Box>
  )
}
