// Detects the format of a file by its content.
//
// The name of the file only decides whether an M4A or AAC file is audio (GAP-66). Libraries cannot replace this code:
// they ignore the tracks in MP4 and WebM files, and do not know the CAF format.

import { sniffIsoMedia } from './formats/iso-media.ts'
import { mpegAudioAt } from './formats/mpeg-audio.ts'
import { signatureKind, sniffAsf, sniffMpegTs, sniffOgg, sniffSvg } from './formats/signatures.ts'
import { sniffWebm } from './formats/webm.ts'
import { type Bytes, withBytes } from './formats/with-bytes.ts'
import { AAC, OTHER, type Sniffed, UNNAMED_AAC } from './kinds.ts'

export type { Sniffed } from './kinds.ts'

export function sniff(path: string, name: string): Promise<Sniffed> {
  return withBytes(path, (bytes) => kindOf(bytes, /\.(m4a|aac)$/i.test(name)))
}

async function kindOf(bytes: Bytes, isNamedAsAudio: boolean): Promise<Sniffed> {
  const signature = signatureKind(await bytes.read(0, 32))
  if (signature) return signature
  const container =
    (await sniffIsoMedia(bytes, isNamedAsAudio)) ??
    (await sniffWebm(bytes)) ??
    (await sniffOgg(bytes)) ??
    (await sniffAsf(bytes)) ??
    (await sniffMpegTs(bytes)) ??
    (await sniffSvg(bytes))
  if (container) return container
  const stream = await mpegAudioAt(bytes)
  if (stream === AAC && !isNamedAsAudio) return UNNAMED_AAC
  return stream ?? OTHER
}
