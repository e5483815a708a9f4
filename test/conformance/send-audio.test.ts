// sendAudio: which contents count as audio, and under which names.

import { expect, it } from 'vitest'
import { fileIn, kept, media } from '../helpers/files.ts'
import { privateChat } from '../helpers/places.ts'
import { refused } from '../helpers/service.ts'

const noAudio = refused(400, 'Bad Request: type of file mismatch (expected audio)')

it.each([
  ['AUD-06', 'bare.mp3', 'audio/mpeg'],
  ['AUD-06', 'tagged.mp3', 'audio/mpeg'],
  ['AUD-09', 'opus.ogg', 'audio/ogg'],
  ['AUD-09', 'vorbis.ogg', 'audio/ogg'],
  ['AUD-10', 'tone.wav', 'audio/wav'],
  ['AUD-11', 'tone.flac', 'audio/flac'],
  ['AUD-12', 'tone.aiff', 'audio/aiff'],
  ['AUD-12', 'tone.aifc', 'audio/aiff'],
  ['AUD-13', 'silence.amr', 'audio/amr'],
  ['AUD-13', 'silence-wide.amr', 'audio/amr-wb'],
  ['AUD-14', 'tone.caf', 'audio/x-caf'],
  ['AUD-15', 'sound.webm', 'audio/webm'],
])('%s GAP-62 takes %s, whatever its name', async (_, sample, mime) => {
  const { call, posted } = await privateChat()
  let message_id = 2
  for (const name of [sample, 'a.bin', 'a.mp4', 'noname']) {
    expect(await call('sendAudio', { audio: media(sample, name, 'video/mp4') })).toEqual(
      posted({ message_id: message_id++, audio: kept(sample, mime, name) }),
    )
  }
})

it.each([
  ['AUD-07', 'tone.m4a', 'audio/mp4'],
  ['AUD-08', 'tone.aac', 'audio/aac'],
])('%s GAP-66 takes %s under a name that ends in .m4a or .aac, in any case', async (_, sample, mime) => {
  const { call, posted } = await privateChat()
  let message_id = 2
  for (const name of ['a.m4a', 'a.aac', 'A.M4A', 'b.x.AaC', '.aac']) {
    expect(await call('sendAudio', { audio: media(sample, name) })).toEqual(
      posted({ message_id: message_id++, audio: kept(sample, mime, name) }),
    )
  }
})

it.each(['tone.m4a', 'tone.aac'])('AUD-16 takes %s under another name for video', async (sample) => {
  const { call, texts } = await privateChat()
  for (const name of ['a.mp4', 'a.mp3', 'm4a', 'a.m4a.mp4', 'a.m4a ', 'aac', 'a.m4b']) {
    expect(await call('sendAudio', { audio: media(sample, name, 'audio/mp4') }), name).toEqual(noAudio)
  }
  expect(await texts()).toEqual(['/start'])
})

it.each([
  ['transparent.png', 'a.mp3'],
  ['note.txt', 'a.m4a'],
  ['moov-first.mp4', 'a.m4a'],
  ['pictures.webm', 'a.webm'],
  ['pictures.ogv', 'a.ogg'],
  ['plain.jpg', 'a.aac'],
])('AUD-17 GAP-66 refuses %s named %s', async (sample, name) => {
  const { call } = await privateChat()
  expect(await call('sendAudio', { audio: media(sample, name, 'audio/mpeg') })).toEqual(noAudio)
})

it('AUD-16 GAP-55 M4A sent as a video stays one', async () => {
  const { call, posted } = await privateChat()
  const video = kept('tone.m4a', 'video/mp4', 'a.mp4')
  const answer = await call('sendVideo', { video: media('tone.m4a', 'a.mp4') })
  expect(answer).toEqual(posted({ message_id: 2, video }))
  expect(await call('sendAudio', { audio: fileIn(answer).file_id })).toEqual(noAudio)
})
