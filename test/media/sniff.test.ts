// What each sample is, whatever it is called.
import { describe, expect, it } from 'vitest'
import { sniff } from '../../src/media/sniff.ts'
import { IMAGES, sample, sampleBytes, scratch } from './samples.ts'

const { fileOf } = scratch()

const VIDEOS = {
  'moov-last.mp4': 'video/mp4',
  'moov-first.mp4': 'video/mp4',
  'fragmented.mp4': 'video/mp4',
  'silent.mov': 'video/quicktime',
  'pictures.webm': 'video/webm',
  'pictures-and-sound.webm': 'video/webm',
  'streamed.webm': 'video/webm',
}

const SOUNDS = {
  'tagged.mp3': 'audio/mpeg',
  'bare.mp3': 'audio/mpeg',
  'opus.ogg': 'audio/ogg',
  'vorbis.ogg': 'audio/ogg',
  'tone.wav': 'audio/wav',
  'tone.flac': 'audio/flac',
  'tone.aiff': 'audio/aiff',
  'tone.aifc': 'audio/aiff',
  'silence.amr': 'audio/amr',
  'silence-wide.amr': 'audio/amr-wb',
  'tone.caf': 'audio/x-caf',
  'sound.webm': 'audio/webm',
}

const OTHERS = [
  ...['note.txt', 'note.zip', 'page.pdf', 'square.svg', 'plain.tiff', 'plain.bmp'],
  ...['pictures.mkv', 'pictures.ogv', 'pictures.3gp'],
]

const DISGUISES = ['a', 'a.txt', 'a.jpg', 'a.mp4', 'a.mp3', 'a.m4a', '']

async function expectUnderEveryName(path: string, family: string, mime: string) {
  for (const name of DISGUISES) expect(await sniff(path, name), name).toMatchObject({ family, mime })
}

describe('PHO-07 PHO-09 PHO-10 PHO-11 PHO-12 PHO-13 PHO-14 images', () => {
  it.each(Object.entries(IMAGES))('%s', (name, mime) => expectUnderEveryName(sample(name), 'image', mime))

  it('GAP-65 takes HEIF without a word on its codec for HEIF', async () => {
    const head = Buffer.from('\0\0\0\x14ftypmif1\0\0\0\0miaf', 'latin1')
    expect(await sniff(fileOf(head), 'a')).toMatchObject({ family: 'image', mime: 'image/heif' })
  })
})

describe('VID-06 VID-07 VID-08 VID-09 videos', () => {
  it.each(Object.entries(VIDEOS))('%s', (name, mime) => expectUnderEveryName(sample(name), 'video', mime))

  it('VID-05 VID-06 finds the tracks behind 50 MB of pictures', async () => {
    const path = fileOf(sampleBytes('tone.m4a').subarray(0, 28), filler(50 * 1024 * 1024), movieOf('tone.m4a'))
    expect(await sniff(path, 'a.m4a')).toMatchObject({ family: 'audio', mime: 'audio/mp4' })
    expect(await sniff(path, 'a.mp4')).toMatchObject({ family: 'video', mime: 'video/mp4' })
  })

  it('VID-07 knows QuickTime from before it said so', async () => {
    const path = fileOf(filler(64), movieOf('silent.mov'))
    expect(await sniff(path, 'a')).toMatchObject({ family: 'video', mime: 'video/quicktime', extension: 'mov' })
  })
})

describe('AUD-06 AUD-09 AUD-10 AUD-11 AUD-12 AUD-13 AUD-14 AUD-15 sounds', () => {
  it.each(Object.entries(SOUNDS))('%s', (name, mime) => expectUnderEveryName(sample(name), 'audio', mime))

  it('AUD-06 knows an MP3 by its tag however long that is', async () => {
    const tag = Buffer.from('ID3\x03\0\0\0\x40\0\0', 'latin1')
    const path = fileOf(tag, Buffer.alloc(1024 * 1024), sampleBytes('bare.mp3'))
    expect(await sniff(path, 'a')).toMatchObject({ family: 'audio', mime: 'audio/mpeg' })
  })

  it('AUD-11 knows FLAC behind a tag', async () => {
    const path = fileOf('ID3\x03\0\0\0\0\0\x04....', sampleBytes('tone.flac'))
    expect(await sniff(path, 'a')).toMatchObject({ family: 'audio', mime: 'audio/flac' })
  })
})

describe('M4A and AAC', () => {
  it.each(['tone.m4a', 'a.M4A', 'A.AAC', 'a.b.m4a'])(
    'AUD-07 AUD-08 GAP-66 are sound under the name %s',
    async (name) => {
      expect(await sniff(sample('tone.m4a'), name)).toMatchObject({
        family: 'audio',
        mime: 'audio/mp4',
        extension: 'm4a',
      })
      expect(await sniff(sample('tone.aac'), name)).toMatchObject({
        family: 'audio',
        mime: 'audio/aac',
        extension: 'aac',
      })
    },
  )

  it.each(['a.mp4', 'a.mp3', 'm4a', 'a.m4a.bin', ''])('AUD-16 count as video under the name %j', async (name) => {
    expect(await sniff(sample('tone.m4a'), name)).toMatchObject({ family: 'video', mime: 'video/mp4' })
    expect(await sniff(sample('tone.aac'), name)).toMatchObject({ family: 'video', mime: 'audio/aac' })
  })

  it('GAP-66 stay video with pictures in them', async () => {
    expect(await sniff(sample('moov-first.mp4'), 'a.m4a')).toMatchObject({ family: 'video', mime: 'video/mp4' })
  })

  it('GAP-66 are not made of just anything by the name', async () => {
    expect(await sniff(sample('note.txt'), 'a.m4a')).toMatchObject({ family: 'other' })
    expect(await sniff(sample('tone.wav'), 'a.m4a')).toMatchObject({ family: 'audio', mime: 'audio/wav' })
  })
})

describe('AUD-17 VID-10 PHO-08 DOC-13 DOC-14 GAP-61 anything else', () => {
  it.each(OTHERS)('%s', (name) => expectUnderEveryName(sample(name), 'other', 'application/octet-stream'))

  it('an empty file', () => expectUnderEveryName(fileOf(''), 'other', 'application/octet-stream'))

  it('is a fault only when there is no file', async () => {
    await expect(sniff(sample('missing'), 'a')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

function filler(length: number): Buffer {
  const box = Buffer.alloc(length)
  box.writeUInt32BE(length)
  box.write('mdat', 4)
  return box
}

/** The box of tracks out of a file whose last box it is. */
function movieOf(name: string): Buffer {
  const whole = sampleBytes(name)
  return whole.subarray(whole.indexOf('moov') - 4)
}
