// What files are whose beginnings no sample has; the samples themselves are sent in test/conformance.
import { describe, expect, it } from 'vitest'
import { sniff } from '../../../src/service/media/sniff.ts'
import { IMAGES, sample, sampleBytes, scratch } from '../../helpers/samples.ts'

const { fileOf } = scratch()

const ASF_HEAD = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
const ASF_SOUND = Buffer.from('409e69f84d5bcf11a8fd00805f5c442b', 'hex')
const ASF_PICTURES = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex')

const DISGUISES = ['a', 'a.txt', 'a.jpg', 'a.mp4', 'a.mp3', 'a.m4a', '']

async function expectUnderEveryName(path: string, family: string, mime: string) {
  for (const name of DISGUISES) expect(await sniff(path, name), name).toMatchObject({ family, mime })
}

/** The beginnings of files that no operation but that for documents takes. */
const ONLY_DOCUMENTS: [string, string, string, ...(Buffer | string)[]][] = [
  ['AVI', 'video', 'video/x-msvideo', 'RIFF....AVI LIST'],
  ['Flash', 'video', 'video/x-flv', 'FLV\x01\x05\0\0\0\x09'],
  ['an MPEG program stream', 'video', 'video/mpeg', '\0\0\x01\xba!\0\x01\0'],
  ['MPEG pictures', 'video', 'video/mpeg', '\0\0\x01\xb3\x14\0\xf0'],
  ['an MPEG transport stream', 'video', 'video/mp2t', `G${'x'.repeat(187)}`.repeat(5)],
  ['a transport stream of a disc', 'video', 'video/mp2t', `1234G${'x'.repeat(187)}`.repeat(5)],
  ['Motion JPEG 2000', 'video', 'video/mj2', ftyp('mjp2')],
  ['3GPP2', 'video', 'video/3gpp2', ftyp('3g2a')],
  ['sound in 3GPP', 'audio', 'audio/3gpp', ftyp('3gp5'), movieOf('tone.m4a')],
  ['sound in 3GPP2', 'audio', 'audio/3gpp2', ftyp('3g2a'), movieOf('tone.m4a')],
  ['sound in Matroska', 'audio', 'audio/x-matroska', asMatroska('sound.webm')],
  ['Matroska', 'video', 'video/x-matroska', asMatroska('pictures-and-sound.webm')],
  ['Matroska without tracks', 'video', 'video/x-matroska', asMatroska('sound.webm').subarray(0, 20)],
  ['Windows video', 'video', 'video/x-ms-wmv', ASF_HEAD, ASF_SOUND, ASF_PICTURES],
  ['Windows sound', 'audio', 'audio/x-ms-wma', ASF_HEAD, ASF_SOUND],
  ['MIDI', 'audio', 'audio/midi', 'MThd\0\0\0\x06\0\x01'],
  ['Sun audio', 'audio', 'audio/basic', '.snd\0\0\0\x18'],
  ['WavPack', 'audio', 'audio/x-wavpack', 'wvpk\0\0\0\0'],
  ["Monkey's Audio", 'audio', 'audio/x-ape', 'MAC \x96\x0f'],
]

describe('DOC-17 GAP-62 video and audio that only documents hold', () => {
  it.each(ONLY_DOCUMENTS)('%s', async (_, family, mime, ...parts) => {
    const path = fileOf(...parts)
    await expectUnderEveryName(path, family, mime)
    expect((await sniff(path, 'a')).sentAs).toBeUndefined()
  })

  it.each([
    ['a transport stream of three packets', `G${'x'.repeat(187)}`.repeat(3)],
    ['RIFF of another kind', 'RIFF....ACON'],
    ['EBML of another kind', asMatroska('sound.webm', 'mkvnotmk')],
    ['a raw photograph', ftyp('crx ')],
  ])('but not %s', (_, content) => expectUnderEveryName(fileOf(content), 'other', 'application/octet-stream'))
})

describe('PHO-07 PHO-09 PHO-10 PHO-11 PHO-12 PHO-13 PHO-14 images', () => {
  it.each(Object.entries(IMAGES))('%s', (name, mime) => expectUnderEveryName(sample(name), 'image', mime))

  it('GAP-65 takes HEIF without a word on its codec for HEIF', async () => {
    const head = Buffer.from('\0\0\0\x14ftypmif1\0\0\0\0miaf', 'latin1')
    expect(await sniff(fileOf(head), 'a')).toMatchObject({ family: 'image', mime: 'image/heif' })
  })
})

describe('VID-06 VID-07 videos', () => {
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

describe('AUD-06 AUD-11 sounds', () => {
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

describe('AUD-17 VID-10 PHO-08 DOC-13 DOC-14 GAP-61 anything else', () => {
  it.each([
    ['a letter that begins like a BMP', 'BMW, Munich: the new car'],
    ['a page with an SVG inside', '<html><svg></svg></html>'],
    ['a text about <svg>', 'Draw it with <svg>'],
    ['an element whose name begins like svg', '<svgs>'],
    ['an SVG after a comment without an end', `<!--${' '.repeat(5000)}--><svg/>`],
    ['declarations without end', '<??>'.repeat(1000)],
    ['comments without end', '<!---->'.repeat(500)],
    ['a font', '\0\x01\0\0\0\x10'],
  ])('%s', (_, text) => expectUnderEveryName(fileOf(text), 'other', 'application/octet-stream'))

  it('an empty file', () => expectUnderEveryName(fileOf(''), 'other', 'application/octet-stream'))

  it('is a fault only when there is no file', async () => {
    await expect(sniff(sample('missing'), 'a')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('DOC-18 GAP-61 images that only documents hold', () => {
  it.each([
    ['an icon', 'image/x-icon', '\0\0\x01\0\x02\0\x10\x10'],
    ['Photoshop', 'image/vnd.adobe.photoshop', '8BPS\0\x01\0\0'],
    ['JPEG 2000', 'image/jp2', '\0\0\0\x0cjP  \r\n\x87\n'],
    ['JPEG XL', 'image/jxl', '\0\0\0\x0cJXL \r\n\x87\n'],
    ['a big TIFF', 'image/tiff', 'II+\0\x08\0'],
    [
      'an SVG after its prologue',
      'image/svg+xml',
      '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg [<!ENTITY a ">">]>\n<svg/>',
    ],
    ['an SVG with a prefix', 'image/svg+xml', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg">'],
  ])('%s', (_, mime, text) => expectUnderEveryName(fileOf(text), 'other', mime))
})

function ftyp(brand: string): string {
  return `\0\0\0\x10ftyp${brand}\0\0\0\0`
}

/** A WebM file under another name of its kind. */
function asMatroska(name: string, docType = 'matroska'): Buffer {
  const whole = sampleBytes(name)
  const segment = whole.subarray(whole.indexOf(Buffer.from('18538067', 'hex')))
  return Buffer.concat([Buffer.from(`\x1a\x45\xdf\xa3\x8b\x42\x82\x88${docType}`, 'latin1'), segment])
}

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
