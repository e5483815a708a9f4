// Detects MP4, QuickTime, M4A, HEIF and AVIF by the brands and tracks of their container.

import {
  AVIF,
  HEIC,
  HEIF,
  JPEG_2000,
  JPEG_XL,
  M4A,
  MOTION_JPEG,
  MP4,
  OTHER,
  QUICKTIME,
  type Sniffed,
  THREE_GPP,
  THREE_GPP_SOUND,
  THREE_GPP2,
  THREE_GPP2_SOUND,
} from '../kinds.ts'
import type { Bytes } from './with-bytes.ts'

const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']
const AV1_BRANDS = ['avif', 'avis']
const PICTURE_BRANDS = ['mif1', 'mif2', 'msf1', 'miaf']
// Formats that use the container of MP4 but can only be sent as documents.
const OTHER_BRANDS: readonly (readonly [RegExp, Sniffed])[] = [
  [/^3g2.$/, THREE_GPP2],
  [/^3g[egprs].$/, THREE_GPP],
  [/^(mjp2|mj2s)$/, MOTION_JPEG],
  [/^jp[2mx] $/, JPEG_2000],
  [/^jxl $/, JPEG_XL],
  // Raw photos.
  [/^crx $/, OTHER],
]
const SOUND_OF = new Map([
  [THREE_GPP, THREE_GPP_SOUND],
  [THREE_GPP2, THREE_GPP2_SOUND],
])
const OLD_QUICKTIME_STARTS = ['moov', 'mdat', 'free', 'skip', 'wide', 'pnot']

export async function sniffIsoMedia(bytes: Bytes, isNamedAsAudio: boolean): Promise<Sniffed | undefined> {
  const head = await bytes.read(0, 256)
  const type = head.toString('latin1', 4, 8)
  if (type !== 'ftyp') {
    if (!OLD_QUICKTIME_STARTS.includes(type)) return undefined
    return (await trackTypes(bytes)).size > 0 ? QUICKTIME : undefined
  }
  const size = head.readUInt32BE(0)
  if (head.length < 12 || size < 12 || size > 4096) return undefined
  const brands = brandsIn(head.subarray(8, size))
  const kind = kindOfBrands(brands[0] ?? '', brands)
  if (kind === MP4 && isNamedAsAudio) return (await contradictsAudioName(bytes)) ? MP4 : M4A
  const sound = SOUND_OF.get(kind)
  return sound && (await holdsSoundOnly(bytes)) ? sound : kind
}

function kindOfBrands(major: string, all: string[]): Sniffed {
  if (HEVC_BRANDS.includes(major)) return HEIC
  if (AV1_BRANDS.includes(major)) return AVIF
  if (PICTURE_BRANDS.includes(major)) {
    if (all.some((brand) => HEVC_BRANDS.includes(brand))) return HEIC
    return all.some((brand) => AV1_BRANDS.includes(brand)) ? AVIF : HEIF
  }
  if (major === 'qt  ') return QUICKTIME
  return OTHER_BRANDS.find(([brand]) => brand.test(major))?.[1] ?? MP4
}

/** Returns the major brand and the compatible brands, without the version between them. */
function brandsIn(content: Buffer): string[] {
  const text = content.toString('latin1')
  return [text.slice(0, 4), ...(text.slice(8).match(/.{4}/gs) ?? [])]
}

/** Returns true if the tracks show that a file named as audio isn't audio. Without tracks, the name decides. */
async function contradictsAudioName(bytes: Bytes): Promise<boolean> {
  const types = await trackTypes(bytes)
  return types.has('vide') || (types.size > 0 && !types.has('soun'))
}

async function holdsSoundOnly(bytes: Bytes): Promise<boolean> {
  const types = await trackTypes(bytes)
  return types.has('soun') && !types.has('vide')
}

async function trackTypes(bytes: Bytes): Promise<Set<string>> {
  const types = new Set<string>()
  const moov = await firstBox(bytes, 'moov', { type: '', start: 0, end: bytes.size })
  if (!moov) return types
  for await (const trak of boxes(bytes, moov.start, moov.end)) {
    if (trak.type === 'trak') types.add(await handlerOf(bytes, trak))
  }
  types.delete('')
  return types
}

async function handlerOf(bytes: Bytes, trak: Box): Promise<string> {
  const mdia = await firstBox(bytes, 'mdia', trak)
  const hdlr = mdia && (await firstBox(bytes, 'hdlr', mdia))
  return hdlr ? (await bytes.read(hdlr.start + 8, 4)).toString('latin1') : ''
}

export interface Box {
  type: string
  /** The position of the box's content, after the header. */
  start: number
  end: number
}

export async function* boxes(bytes: Bytes, from: number, to: number): AsyncGenerator<Box> {
  let position = from
  while (position + 8 <= to) {
    const head = await bytes.read(position, 16)
    if (head.length < 8) return
    const box = boxAt(head, position, to)
    if (!box) return
    yield box
    position = box.end
  }
}

function boxAt(head: Buffer, position: number, to: number): Box | undefined {
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 0) return { type, start: position + 8, end: to }
  const long = short === 1
  if (long && head.length < 16) return undefined
  const size = long ? Number(head.readBigUInt64BE(8)) : short
  const start = position + (long ? 16 : 8)
  // A box that claims to be shorter than its header is invalid. Reading on would cause an endless loop.
  return position + size < start ? undefined : { type, start, end: Math.min(position + size, to) }
}

export async function firstBox(bytes: Bytes, type: string, within: Box): Promise<Box | undefined> {
  for await (const box of boxes(bytes, within.start, within.end)) if (box.type === type) return box
  return undefined
}
