// A picture on top of all: in half blocks, or drawn by the terminal into the room that is left for it.

import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { createPictureView, previewOf } from '../../../../src/screens/old-dashboard/effects/picture-view.ts'
import { pictureRoom } from '../../../../src/screens/old-dashboard/panes/layout.ts'
import { reduce } from '../../../../src/screens/old-dashboard/reduce/reducer.ts'
import { topOverlay } from '../../../../src/screens/old-dashboard/state/change.ts'
import type { State } from '../../../../src/screens/old-dashboard/state/state.ts'
import type { Protocol } from '../../../../src/screens/old-dashboard/terminal/graphics.ts'
import { happen, keys, PHOTO, PLAIN, said, scene } from '../stage/scene.ts'
import { textOf } from '../stage/shown.tsx'

/** The message with the photo is chosen. */
const atPhoto = (state = scene()) => keys(state, 'esc', 'end', 'k').state

const JPEG = readFileSync('fixtures/media/plain.jpg')

function viewed(first: State, protocol: Protocol | null, file = async (_: string): Promise<Uint8Array> => JPEG) {
  let state = first
  const written: string[] = []
  const redraw = vi.fn()
  const changed = createPictureView({
    state: () => state,
    dispatch(event) {
      state = reduce(state, event).state
      changed()
    },
    file,
    whenDrawn: async () => {},
    write: (text) => written.push(text),
    redraw,
    room: () => pictureRoom(state),
    protocol: () => protocol,
  })
  changed()
  return {
    state: () => state,
    written,
    redraw,
    press(key: string) {
      state = keys(state, key).state
      changed()
    },
  }
}

it('opens with Enter, and closes', () => {
  const open = keys(atPhoto(), 'enter').state
  expect(topOverlay(open)).toMatchObject({
    kind: 'picture',
    title: 'cat.jpg',
    file: { id: 'cat', kind: 'photo' },
    photo: null,
  })
  for (const key of ['esc', 'q', 'enter']) expect(keys(open, key).state.overlays).toEqual([])
})

it('leaves to the picture on top what is drawn of it, however late another one comes', async () => {
  const dog = { file_id: 'dog', file_unique_id: 'dog', file_size: 9, width: 9, height: 9 }
  const messages = [...scene().conversation.messages, said(6, { photo: [dog] })]
  const opened = keys({ ...scene(), conversation: { ...scene().conversation, messages } }, 'esc', 'end', 'enter').state
  const file = async (id: string) => (id === 'dog' ? JPEG : new Promise<Uint8Array>(() => {}))
  const { state, press } = viewed(opened, null, file)
  await file('dog')
  for (const key of ['esc', 'k', 'k', 'enter']) press(key)
  // A larger one takes longer than the one that was asked for before it.
  await previewOf(JPEG, 800, 800)
  expect(topOverlay(state())).toMatchObject({ file: { id: 'cat' }, photo: null })
})

it('is drawn by the terminal inside its frame, once, and taken off the screen when it closes', async () => {
  const { written, redraw, press, state } = viewed(keys(atPhoto(), 'enter').state, 'kitty')
  await expect.poll(() => written).toHaveLength(1)
  expect(written[0]).toMatch(/^\u001b7\u001b\[3;3H\u001b_Ga=T,.*\u001b8$/s)
  expect(topOverlay(state())).toMatchObject({ photo: null })
  press('up')
  expect(redraw).not.toHaveBeenCalled()
  press('esc')
  expect(redraw).toHaveBeenCalledOnce()
  expect(written).toHaveLength(1)
})

it('is drawn in half blocks as large as there is room where the terminal has no protocol', async () => {
  const { state, written, redraw, press } = viewed(keys(atPhoto(), 'enter').state, null)
  await expect.poll(() => topOverlay(state())).toMatchObject({ photo: { width: expect.any(Number) } })
  const top = topOverlay(state())
  const { width, height } = pictureRoom(state())
  if (top?.kind !== 'picture' || !top.photo) throw new Error('no picture is open')
  expect(top.photo.width === width || top.photo.rows.length >= height * 2 - 2).toBe(true)
  press('esc')
  expect([written, redraw.mock.calls]).toEqual([[], []])
})

it('fills the screen between the header and the last line', async () => {
  const full = atPhoto(scene(80, 24, { ...PLAIN, colours: 'full' }))
  const text = await textOf(happen(keys(full, 'enter').state, { type: 'picture', photo: PHOTO }).state)
  expect(text).toContain('▀'.repeat(8))
  expect(text.split('\n')[1]).toMatch(/^┏━ cat\.jpg ━+┓$/)
  expect(text).not.toContain('you are Alice')
})

it('says so where nothing can be drawn', async () => {
  const none = happen(keys(atPhoto(), 'enter').state, { type: 'picture', photo: PHOTO }).state
  expect(await textOf(none)).toContain('This terminal cannot draw the picture. o opens the file, s saves it.')
})

it('is opened and saved from the chat as from the picture', () => {
  const file = { id: 'cat', kind: 'photo', name: 'cat.jpg' }
  for (const state of [atPhoto(), keys(atPhoto(), 'enter').state]) {
    expect(keys(state, 'o').effects).toEqual([{ do: 'view-file', file }])
    expect(keys(state, 's', 'enter').effects).toEqual([{ do: 'save', path: 'cat.jpg', isOver: false, file }])
  }
})

it('leaves a recording as it is when a file is saved', () => {
  const recording = happen(atPhoto(), { type: 'recording' }).state
  const after = happen(keys(recording, 's').state, { type: 'saved', path: 'cat.jpg', isRecording: false }).state
  expect(after.recording).toBe(recording.recording)
  expect(after.recording).not.toBeNull()
  expect(after.overlays).toEqual([])
})
