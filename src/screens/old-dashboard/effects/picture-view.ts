// Previews of pictures, and the opened picture.

import type { Room } from '../panes/lists.ts'
import { topOverlay } from '../state/change.ts'
import type { Photo } from '../state/model.ts'
import { encodePicture, type Protocol, resizePicture } from '../terminal/graphics.ts'
import type { Wiring } from './sync.ts'

interface Screen extends Pick<Wiring, 'state' | 'dispatch'> {
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

export function createPictureView(screen: Screen): () => void {
  const { state, dispatch, file, whenDrawn, write, redraw, room, protocol } = screen
  let currentKey = ''
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
    const top = topOverlay(state())
    const id = top?.kind === 'picture' ? top.file.id : undefined
    const { columns, rows } = state().size
    const key = id === undefined ? '' : `${id} ${columns}x${rows}`
    if (key === currentKey) return
    if (currentKey && protocol()) redraw()
    currentKey = key
    if (id !== undefined)
      show(id, key).catch(({ message }: Error) => dispatch({ type: 'notice', text: message, isError: true }))
  }
}

const MAX_PREVIEW_WIDTH = 36
const MAX_PREVIEW_HEIGHT = 20

export async function previewOf(
  bytes: Uint8Array,
  widest = MAX_PREVIEW_WIDTH,
  highest = MAX_PREVIEW_HEIGHT,
): Promise<Photo | null> {
  try {
    const picture = await resizePicture(bytes, widest, highest)
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const { width, channels } = info
    const height = info.height - (info.height % 2)
    if (height === 0) return null
    const pixel = (x: number, y: number) => data.readUIntBE((y * width + x) * channels, channels)
    const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => pixel(x, y)))
    return { width, rows }
  } catch {
    return null
  }
}
