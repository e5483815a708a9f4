// sendVideo: which contents count as a video, and under which names.

import { expect, it } from 'vitest'
import { kept, media } from '../helpers/files.ts'
import { privateChat } from '../helpers/places.ts'
import { refused } from '../helpers/service.ts'

const noVideo = refused(400, 'Bad Request: type of file mismatch (expected video)')

it.each([
  ['VID-06', 'moov-first.mp4', 'video/mp4'],
  ['VID-06', 'moov-last.mp4', 'video/mp4'],
  ['VID-06', 'fragmented.mp4', 'video/mp4'],
  ['VID-07', 'silent.mov', 'video/quicktime'],
  ['VID-08', 'pictures.webm', 'video/webm'],
  ['VID-08', 'pictures-and-sound.webm', 'video/webm'],
  ['VID-08', 'streamed.webm', 'video/webm'],
])('%s VID-09 GAP-62 takes %s, whatever its name', async (_, sample, mime) => {
  const { call, posted } = await privateChat()
  let message_id = 2
  for (const name of [sample, 'a.bin', 'a.jpg', 'A.M4A', 'noname']) {
    expect(await call('sendVideo', { video: media(sample, name, 'text/plain') })).toEqual(
      posted({ message_id: message_id++, video: kept(sample, mime, name) }),
    )
  }
})

it.each([
  ['plain.jpg', 'a.mp4'],
  ['animated.gif', 'a.mp4'],
  ['note.txt', 'a.mov'],
  ['bare.mp3', 'a.mp4'],
  ['sound.webm', 'a.webm'],
  ['tone.m4a', 'tone.m4a'],
  ['tone.aac', 'a.mp4'],
  ['pictures.mkv', 'a.webm'],
  ['pictures.3gp', 'a.mp4'],
  ['pictures.ogv', 'a.mp4'],
])('VID-10 GAP-66 refuses %s named %s', async (sample, name) => {
  const { call, texts } = await privateChat()
  expect(await call('sendVideo', { video: media(sample, name, 'video/mp4') })).toEqual(noVideo)
  expect(await texts()).toEqual(['/start'])
})
