// The kinds that their first bytes alone give away.
import {
  AIFF,
  AMR,
  AMR_WIDE,
  APE,
  AU,
  AVI,
  CAF,
  FLAC,
  FLASH_VIDEO,
  GIF,
  JPEG,
  MIDI,
  MPEG,
  PNG,
  type Sniffed,
  WAV,
  WAVPACK,
  WEBP,
} from '../kinds.ts'

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
  [/^RIFF....AVI (LIST|JUNK)/s, AVI],
  [/^FLV\x01/, FLASH_VIDEO],
  [/^\0\0\x01[\xb3\xba]/, MPEG],
  [/^MThd\0\0\0\x06/, MIDI],
  [/^\.snd\0/, AU],
  [/^wvpk/, WAVPACK],
  [/^MAC .[\x0e\x0f]/s, APE],
]

export function signatureKind(head: Buffer): Sniffed | undefined {
  const text = head.toString('latin1')
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1]
}
