// The toast above the edge of the part that caused it.

import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { CloseButton } from './icons.tsx'

interface Toast {
  message: string
  hint?: string
  isError?: boolean
  undo?: () => unknown
}

/** The part of the page whose button caused the toast, as styles. */
type Place = Record<'left' | 'width' | 'bottom', string>

const shownToast = signal<(Toast & { place: Place }) | undefined>(undefined)

export function showToast(toast: Toast) {
  const part = document.activeElement?.closest('dialog, .phone, aside') ?? document.body
  const { left, width, bottom } = part.getBoundingClientRect()
  const place = { left: `${left}px`, width: `${width}px`, bottom: `${innerHeight - bottom}px` }
  shownToast.value = { ...toast, place }
}

export function closeToast() {
  shownToast.value = undefined
}

/** An error stays until the user closes it or presses another button, any other toast while the mouse is on it. */
const SHOWN_MS = 8000

export function ToastHost() {
  const toast = shownToast.value
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => setIsHeld(false), [toast])
  useEffect(() => {
    if (!toast || toast.isError || isHeld) return
    const timer = setTimeout(closeToast, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast, isHeld])
  const undo = () => {
    closeToast()
    toast?.undo?.()
  }
  return (
    <div class="toasts" style={toast?.place} role={toast?.isError ? 'alert' : 'status'}>
      {toast && (
        <p
          class={toast.isError ? 'toast refused-toast' : 'toast'}
          onMouseEnter={() => setIsHeld(true)}
          onMouseLeave={() => setIsHeld(false)}
        >
          <span>
            <b>{toast.message}</b> {toast.hint}
          </span>
          {toast.undo && (
            <button type="button" onClick={undo}>
              Undo
            </button>
          )}
          <CloseButton label="Close this message" onClick={closeToast} />
        </p>
      )}
    </div>
  )
}
