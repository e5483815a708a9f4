// Draws the toast above the edge of the part that caused it.

import { useEffect } from 'preact/hooks'
import { Button } from './controls.tsx'
import { Icon } from './icons.tsx'
import { closeToast, shownToast } from './toasts.ts'

/** An error stays until the user closes it or presses another button. */
const SHOWN_MS = 8000

export function ToastHost() {
  const toast = shownToast.value
  useEffect(() => {
    if (!toast || toast.isError) return
    const timer = setTimeout(closeToast, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])
  const undo = () => {
    closeToast()
    toast?.undo?.()
  }
  return (
    <div class="toasts" style={toast?.place} role={toast?.isError ? 'alert' : 'status'}>
      {toast && (
        <p class={toast.isError ? 'toast refused-toast' : 'toast'}>
          <span>
            <b>{toast.message}</b> {toast.hint}
          </span>
          {toast.undo && <Button onClick={undo}>Undo</Button>}
          <Button class="quiet" aria-label="Close this message" onClick={closeToast}>
            <Icon name="close" />
          </Button>
        </p>
      )}
    </div>
  )
}
