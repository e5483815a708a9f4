// The kinds that their first bytes alone give away.
import { AIFF, AMR, AMR_WIDE, CAF, FLAC, GIF, JPEG, PNG, type Sniffed, WAV, WEBP } from '../kinds.ts'

// In Latin-1, one character per byte; a dot is a byte that may be anything.
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
]

export function signatureKind(head: Buffer): Sniffed | undefined {
  const text = head.toString('latin1')
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1]
}
