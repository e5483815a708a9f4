// Files made to hang, crash or mislead whoever reads their headers.
import { describe, expect, it } from 'vitest'
import { sniff } from '../../../src/service/media/sniff.ts'
import { scratch } from '../../helpers/samples.ts'

const { fileOf } = scratch()

const kindOf = (path: string, name = 'a.m4a') => sniff(path, name)

const box = (size: number, type: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}
const long = (size: bigint): Buffer => {
  const field = Buffer.alloc(8)
  field.writeBigUInt64BE(size)
  return field
}
const FTYP = box(20, 'ftyp', Buffer.from('isom\0\0\0\0mp42', 'latin1'))

describe('boxes', () => {
  it.each([
    ['of no length', box(0, 'moov', box(0, 'trak', box(0, 'mdia', box(0, 'hdlr'))))],
    ['shorter than their head', Buffer.concat([box(7, 'free'), box(3, 'moov')])],
    ['of 2^63 bytes', box(1, 'mdat', long(2n ** 63n))],
    ['of 2^64 - 1 bytes', box(1, 'mdat', long(2n ** 64n - 1n))],
    ['with a long length of 0', box(1, 'mdat', long(0n))],
    ['that end in their length', box(1, 'mdat')],
    ['reaching past the end', box(0xffffffff, 'moov', box(0xffffffff, 'trak'))],
  ])('%s', async (_, content) => {
    expect((await kindOf(fileOf(FTYP, content))).mime).toMatch(/^(video|audio)\/mp4$/)
    expect((await kindOf(fileOf(content))).family).toBe('other')
  })

  it('nested ten thousand deep', async () => {
    let nested = Buffer.alloc(0)
    for (let depth = 1; depth <= 10_000; depth++)
      nested = Buffer.concat([box(8 * depth, 'moov'), nested.subarray(0, 80_000)])
    expect((await kindOf(fileOf(FTYP, nested))).mime).toMatch(/mp4$/)
  })

  it('a million of them', async () => {
    const many = Buffer.alloc(8_000_000, box(8, 'trak'))
    expect((await kindOf(fileOf(FTYP, many))).mime).toMatch(/mp4$/)
    expect((await kindOf(fileOf(FTYP, box(0, 'moov', many)))).mime).toMatch(/mp4$/)
  })

  it.each([0, 7, 8, 11, 0x7fffffff])('a first one of %d bytes is no MP4', async (size) => {
    expect((await kindOf(fileOf(box(size, 'ftyp', Buffer.from('isom')), Buffer.alloc(64)))).family).toBe('other')
  })
})

describe('WebM elements', () => {
  const header = Buffer.concat([Buffer.from('1a45dfa387428284', 'hex'), Buffer.from('webm')])
  const segment = Buffer.from('18538067ff', 'hex')

  it.each([
    ['none after the header', Buffer.alloc(0)],
    ['of length zero without end', Buffer.concat([segment, Buffer.alloc(1_000_000, Buffer.from('ec80', 'hex'))])],
    ['of unknown length without end', Buffer.concat([segment, Buffer.alloc(1_000_000, Buffer.from('ecff', 'hex'))])],
    ['of 2^56 - 2 bytes', Buffer.concat([segment, Buffer.from('1654ae6b01fffffffffffffe', 'hex')])],
    ['with a first byte that says nothing', Buffer.concat([segment, Buffer.alloc(64)])],
  ])('%s', async (_, content) => {
    expect((await kindOf(fileOf(header, content))).mime).toBe('video/webm')
  })

  it.each(['1a45dfa3', '1a45dfa38742828477', '1a45dfa301ffffffffffffff'])('cut off: %s', async (cut) => {
    expect((await kindOf(fileOf(Buffer.from(cut, 'hex')))).family).toBe('other')
  })
})

describe('other heads', () => {
  it('Ogg pages that go on and on', async () => {
    const page = Buffer.concat([Buffer.from('OggS\0\x02', 'latin1'), Buffer.alloc(21)])
    expect((await kindOf(fileOf(Buffer.alloc(2_700_000, page)))).family).toBe('other')
  })

  it('tags upon tags', async () => {
    const tag = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
    expect((await kindOf(fileOf(Buffer.alloc(1_000_000, tag)))).mime).toBe('audio/mpeg')
  })

  it.each([
    'ID3 is a tag',
    '\xff\xfeU\0T\0F\0',
    '#!AMR is no script',
    'RIFF....AVI ',
    'MAC addresses',
    'FORM....ILBM',
    'abcdftypisom',
    'I am free',
  ])('words like %j', async (words) => {
    expect((await kindOf(fileOf(words.padEnd(200, '.')))).family).toBe('other')
  })
})
