// Shows the opened picture through the terminal's graphics protocol, or as coloured block characters.

import type { Room } from '../panes/pane.ts'
import type { DashboardEvent } from '../reduce/dashboard-event.ts'
import { topOverlay } from '../state/change.ts'
import type { State } from '../state/state.ts'
import { encodePicture, type Protocol } from '../terminal/graphics.ts'
import { previewOf } from './local-files.ts'

interface Wiring {
  state(): State
  dispatch(event: DashboardEvent): void
  file(id: string): Promise<Uint8Array>
  /** Waits until Ink has written the current frame, which would overwrite a picture that was drawn before it. */
  whenDrawn(): Promise<void>
  write(text: string): void
  /** Clears the screen, including a picture that the terminal has drawn, and draws the current frame again. */
  redraw(): void
  /** Returns the size of the area in which the picture is drawn, and the position of its top left cell. */
  room(): Room & { left: number; top: number }
  protocol(): Protocol | null
}

const SAVE_CURSOR = '\u001b7'
const RESTORE_CURSOR = '\u001b8'

export function createPictureView(wiring: Wiring): () => void {
  const { state, dispatch, file, whenDrawn, write, redraw, room, protocol } = wiring
  let currentKey = ''
  const pictureId = () => {
    const top = topOverlay(state())
    return top?.kind === 'picture' ? top.file.id : undefined
  }

  async function show(id: string, key: string) {
    const bytes = await file(id)
    const { left, top, ...cells } = room()
    const usedProtocol = protocol()
    const picture = usedProtocol && (await encodePicture(usedProtocol, bytes, cells).catch(() => null))
    const photo = picture ? null : await previewOf(bytes, cells.width, cells.height * 2)
    if (picture) await whenDrawn()
    if (currentKey !== key) return
    if (!picture) dispatch({ type: 'picture', photo })
    else write(`${SAVE_CURSOR}\u001b[${top + 1};${left + 1}H${picture}${RESTORE_CURSOR}`)
  }

  return () => {
    const id = pictureId()
    const { columns, rows } = state().size
    const key = id === undefined ? '' : `${id} ${columns}x${rows}`
    if (key === currentKey) return
    if (currentKey && protocol()) redraw()
    currentKey = key
    if (id !== undefined)
      show(id, key).catch(({ message }: Error) => dispatch({ type: 'notice', text: message, isError: true }))
  }
}
