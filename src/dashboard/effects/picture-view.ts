// The picture that lies on top: drawn by the terminal where it can, else in half blocks.

import type { Room } from '../panes/pane.ts'
import type { Happened } from '../reduce/happened.ts'
import { topOf } from '../state/change.ts'
import type { State } from '../state/state.ts'
import { drawnBy, type Protocol } from '../terminal/graphics.ts'
import { previewOf } from './local-files.ts'

interface Wiring {
  state(): State
  dispatch(happened: Happened): void
  file(id: string): Promise<Uint8Array>
  /** Resolves once the frame is on the terminal. */
  drawn(): Promise<void>
  write(text: string): void
  /** Takes what the terminal drew off the screen. */
  redraw(): void
  /** Where there is room for it, and from which cell on. */
  room(): Room & { left: number; top: number }
  protocol(): Protocol | null
}

const SAVE_CURSOR = '\u001b7'
const RESTORE_CURSOR = '\u001b8'

/** Called whenever the state has changed. */
export function pictureView({ state, dispatch, file, drawn, write, redraw, room, protocol }: Wiring): () => void {
  let shown = ''
  const idNow = () => {
    const top = topOf(state())
    return top?.kind === 'picture' ? top.file.id : undefined
  }

  async function show(id: string, key: string) {
    const bytes = await file(id)
    const { left, top, ...cells } = room()
    const by = protocol()
    const picture = by && (await drawnBy(by, bytes, cells).catch(() => null))
    const photo = picture ? null : await previewOf(bytes, cells.width, cells.height * 2)
    if (picture) await drawn()
    if (shown !== key) return
    if (!picture) dispatch({ type: 'pictured', photo })
    else write(`${SAVE_CURSOR}\u001b[${top + 1};${left + 1}H${picture}${RESTORE_CURSOR}`)
  }

  return () => {
    const id = idNow()
    const { columns, rows } = state().size
    const key = id === undefined ? '' : `${id} ${columns}x${rows}`
    if (key === shown) return
    if (shown && protocol()) redraw()
    shown = key
    if (id !== undefined)
      show(id, key).catch(({ message }: Error) => dispatch({ type: 'said', text: message, bad: true }))
  }
}
