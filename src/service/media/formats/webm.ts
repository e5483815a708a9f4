// Detects WebM and Matroska by the document type and the tracks in their EBML elements.

import { MATROSKA, MATROSKA_SOUND, OTHER, type Sniffed, WEBM, WEBM_SOUND } from '../kinds.ts'
import type { Bytes } from './with-bytes.ts'

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const PICTURES = 1
const SOUND = 2

export async function sniffWebm(bytes: Bytes): Promise<Sniffed | undefined> {
  const head = await bytes.read(0, 4)
  if (head.length < 4 || head.readUInt32BE(0) !== EBML) return undefined
  let kinds: Kinds | undefined
  for await (const top of elements(bytes, 0, bytes.size)) {
    if (top.id === EBML) kinds = KINDS[await docType(bytes, top)]
    if (!kinds) return OTHER
    if (top.id === SEGMENT) return kindOfTracks(await trackTypes(bytes, top), kinds)
  }
  return kinds?.pictures ?? OTHER
}

interface Kinds {
  pictures: Sniffed
  sound: Sniffed
}

const KINDS: Readonly<Record<string, Kinds>> = {
  webm: { pictures: WEBM, sound: WEBM_SOUND },
  matroska: { pictures: MATROSKA, sound: MATROSKA_SOUND },
}

function kindOfTracks(types: Set<number>, { pictures, sound }: Kinds): Sniffed {
  if (types.has(PICTURES) || types.size === 0) return pictures
  return types.has(SOUND) ? sound : OTHER
}

async function docType(bytes: Bytes, header: Element): Promise<string> {
  for await (const { id, start, end } of elements(bytes, header.start, header.end)) {
    if (id === DOC_TYPE)
      return (await bytes.read(start, Math.min(end - start, 16))).toString('latin1').replace(/\0+$/, '')
  }
  return ''
}

async function trackTypes(bytes: Bytes, segment: Element): Promise<Set<number>> {
  const types = new Set<number>()
  for await (const part of elements(bytes, segment.start, segment.end)) {
    if (part.id !== TRACKS) continue
    for await (const entry of elements(bytes, part.start, part.end)) {
      if (entry.id === TRACK_ENTRY) types.add(await trackType(bytes, entry))
    }
    break
  }
  return types
}

async function trackType(bytes: Bytes, entry: Element): Promise<number> {
  for await (const { id, start, end } of elements(bytes, entry.start, entry.end)) {
    if (id === TRACK_TYPE && end > start) return (await bytes.read(end - 1, 1))[0] ?? 0
  }
  return 0
}

export interface Element {
  id: number
  /** The position of the element's content, after its id and size. */
  start: number
  end: number
  /** True if the size of the element is unknown, as in live streams. `elements` then yields its children next. */
  open: boolean
}

export async function* elements(bytes: Bytes, from: number, to: number): AsyncGenerator<Element> {
  let position = from
  while (position < to) {
    const element = elementAt(await bytes.read(position, 12), position, to)
    if (!element) return
    yield element
    position = element.open ? element.start : element.end
  }
}

function elementAt(head: Buffer, position: number, to: number): Element | undefined {
  const idLength = lengthOf(head[0])
  const sizeLength = lengthOf(head[idLength])
  if (idLength < 1 || idLength > 4 || sizeLength < 1 || head.length < idLength + sizeLength) return undefined
  const id = head.readUIntBE(0, idLength)
  const start = position + idLength + sizeLength
  const size = sizeIn(head.subarray(idLength, idLength + sizeLength))
  const open = size === undefined
  return { id, start, end: open ? to : Math.min(start + size, to), open }
}

/** Returns the length of an EBML number: the leading zero bits of its first byte, plus one. Length 9 is invalid. */
function lengthOf(first = 0): number {
  return Math.clz32(first) - 23
}

/** Returns the size of an element. Returns undefined if all bits of the size are set, which means unknown. */
function sizeIn(raw: Buffer): number | undefined {
  const marker = 0x80 >> (raw.length - 1)
  let size = (raw[0] ?? 0) & (marker - 1)
  let open = size === marker - 1
  for (const byte of raw.subarray(1)) {
    size = size * 256 + byte
    open &&= byte === 0xff
  }
  return open ? undefined : size
}
