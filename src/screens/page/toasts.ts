// The toast that the page shows: the error of an action, or what was done.

import { signal } from '@preact/signals'

interface Toast {
  message: string
  hint?: string
  isError?: boolean
  undo?: () => unknown
}

/** The part of the page whose button caused the toast, as styles. */
type Place = Record<'left' | 'width' | 'bottom', string>

export const shownToast = signal<(Toast & { place: Place }) | undefined>(undefined)

export function showToast(toast: Toast) {
  const part = document.activeElement?.closest('dialog, .phone, aside') ?? document.body
  const { left, width, bottom } = part.getBoundingClientRect()
  const place = { left: `${left}px`, width: `${width}px`, bottom: `${innerHeight - bottom}px` }
  shownToast.value = { ...toast, place }
}

export function closeToast() {
  shownToast.value = undefined
}
