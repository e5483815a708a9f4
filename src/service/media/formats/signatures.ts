// Detects formats by their first bytes: signatures, SVG, Windows Media, MPEG transport streams and Ogg.

import {
  AIFF,
  AMR,
  AMR_WIDE,
  APE,
  AU,
  AVI,
  BMP,
  CAF,
  FLAC,
  FLASH_VIDEO,
  GIF,
  ICON,
  JPEG,
  JPEG_2000,
  JPEG_XL,
  MIDI,
  MPEG,
  MPEG_TS,
  OGG,
  OGG_VIDEO,
  OTHER,
  PHOTOSHOP,
  PNG,
  type Sniffed,
  SVG,
  TIFF,
  WAV,
  WAVPACK,
  WEBP,
  WINDOWS_SOUND,
  WINDOWS_VIDEO,
} from '../kinds.ts'
import type { Bytes } from './with-bytes.ts'

// The first bytes of files as Latin-1, in which each byte is one character.
const SIGNATURES: readonly (readonly [RegExp, Sniffed])[] = [
  [/^\xff\xd8\xff/, JPEG],
  [/^\x89PNG\r\n\x1a\n/, PNG],
  [/^GIF8[79]a/, GIF],
  [/^RIFF....WEBP/s, WEBP],
  [/^(RIFF|RIFX|RF64|BW64)....WAVE/s, WAV],
  [/^FORM....AIF[FC]/s, AIFF],
  [/^fLaC/, FLAC],
  [/^#!AMR(_MC1\.0)?\n/, AMR],
  [/^#!AMR-WB(_MC1\.0)?\n/, AMR_WIDE],
  [/^caff\0[\x01\x02]/, CAF],
  [/^RIFF....AVI (LIST|JUNK)/s, AVI],
  [/^FLV\x01/, FLASH_VIDEO],
  [/^\0\0\x01[\xb3\xba]/, MPEG],
  [/^MThd\0\0\0\x06/, MIDI],
  [/^\.snd\0/, AU],
  [/^wvpk/, WAVPACK],
  [/^MAC .[\x0e\x0f]/s, APE],
  // The size of the header that follows, which only these numbers can be, tells a BMP from a text.
  [/^BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0/s, BMP],
  [/^(II[*+]\0|MM\0[*+])/, TIFF],
  [/^\0\0\x01\0[^\0]\0/, ICON],
  [/^8BPS\0[\x01\x02]/, PHOTOSHOP],
  [/^\0\0\0\x0cjP {2}\r\n\x87\n/, JPEG_2000],
  [/^\0\0\0\x0cJXL \r\n\x87\n/, JPEG_XL],
]

export function signatureKind(head: Buffer): Sniffed | undefined {
  const text = head.toString('latin1')
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1]
}

// What may stand before the root element of an SVG. Each part has one way to match, so that no text takes long.
const DECLARATION = /<\?(?:(?!\?>).)*\?>/s
const COMMENT = /<!--(?:(?!-->).)*-->/s
const DOCUMENT_TYPE = /<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/
const PROLOGUE = [DECLARATION, COMMENT, DOCUMENT_TYPE].map(({ source }) => source).join('|')
const SVG_ROOT = new RegExp(`^(?:\\xef\\xbb\\xbf)?\\s*(?:(?:${PROLOGUE})\\s*)*<(?:svg:)?svg[\\s/>]`, 's')

export async function sniffSvg(bytes: Bytes): Promise<Sniffed | undefined> {
  const head = await bytes.read(0, 4096)
  return SVG_ROOT.test(head.toString('latin1')) ? SVG : undefined
}

const ASF_HEAD = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
const ASF_SOUND = Buffer.from('409e69f84d5bcf11a8fd00805f5c442b', 'hex')
const ASF_PICTURES = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex')

export async function sniffAsf(bytes: Bytes): Promise<Sniffed | undefined> {
  const head = await bytes.read(0, 4096)
  if (!head.subarray(0, ASF_HEAD.length).equals(ASF_HEAD)) return undefined
  return head.includes(ASF_SOUND) && !head.includes(ASF_PICTURES) ? WINDOWS_SOUND : WINDOWS_VIDEO
}

const SYNC = 0x47
/** The position of the sync byte and the packet size: first those of usual MPEG streams, then those of Blu-ray. */
const PACKETS = [
  { from: 0, bytes: 188 },
  { from: 4, bytes: 192 },
]
const IN_A_ROW = 4

export async function sniffMpegTs(bytes: Bytes): Promise<Sniffed | undefined> {
  const head = await bytes.read(0, 1024)
  const isStream = PACKETS.some(({ from, bytes: step }) =>
    Array.from({ length: IN_A_ROW }, (_, n) => head[from + n * step]).every((byte) => byte === SYNC),
  )
  return isStream ? MPEG_TS : undefined
}

const STREAMS = 16
const FIRST_PAGE_OF_STREAM = 2
const OGG_SOUND = /^(OpusHead|\x01vorbis|Speex {3}|\x7fFLAC|fLaC|PCM {5})/
const OGG_PICTURES = /^(\x80theora|\x80kate|BBCD|\x01video|OVP80|\x8aDaala)/

export async function sniffOgg(bytes: Bytes): Promise<Sniffed | undefined> {
  if ((await bytes.read(0, 4)).toString('latin1') !== 'OggS') return undefined
  let position = 0
  let sound = false
  for (let page = 0; page < STREAMS; page++) {
    const head = await bytes.read(position, 27 + 255)
    if (head.length < 28 || head.toString('latin1', 0, 4) !== 'OggS') break
    if (((head[5] ?? 0) & FIRST_PAGE_OF_STREAM) === 0) break
    const segments = head[26] ?? 0
    const body = position + 27 + segments
    const codec = (await bytes.read(body, 8)).toString('latin1')
    if (OGG_PICTURES.test(codec)) return OGG_VIDEO
    sound ||= OGG_SOUND.test(codec)
    position = body + head.subarray(27, 27 + segments).reduce((sum, length) => sum + length, 0)
  }
  return sound ? OGG : OTHER
}
