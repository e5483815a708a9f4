// The one dialog of the page. Toasts are in it while it is open.

import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { CloseButton } from './icons.tsx'
import { ToastHost } from './toasts.tsx'

interface Content {
  title: string
  class?: string
  body: ComponentChildren
}

const content = signal<Content | undefined>(undefined)

export function showDialog(shown: Content) {
  content.value = shown
}

export function closeDialog() {
  content.value = undefined
}

export function DialogHost() {
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = content.value
  useLayoutEffect(() => {
    if (!shown) return dialog.current?.close()
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('form :is(button, input)')?.focus()
  }, [shown])
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog when the user presses Escape */}
      <dialog
        ref={dialog}
        class={shown?.class}
        aria-label={shown?.title}
        onClose={closeDialog}
        onClick={({ target }) => target === dialog.current && closeDialog()}
      >
        {shown && (
          <>
            <div class="row">
              <h2>{shown.title}</h2>
              <CloseButton label="Close" onClick={closeDialog} />
            </div>
            {shown.body}
            <ToastHost />
          </>
        )}
      </dialog>
      {!shown && <ToastHost />}
    </>
  )
}
