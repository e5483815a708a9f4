// Every kind of file the service tells apart, under its registered name.

export interface Sniffed {
  family: 'image' | 'video' | 'audio' | 'other'
  mime: string
  extension: string
}

const kind = (family: Sniffed['family'], mime: string, extension: string): Sniffed => ({ family, mime, extension })

export const JPEG = kind('image', 'image/jpeg', 'jpg')
export const PNG = kind('image', 'image/png', 'png')
export const WEBP = kind('image', 'image/webp', 'webp')
export const GIF = kind('image', 'image/gif', 'gif')
export const HEIC = kind('image', 'image/heic', 'heic')
export const HEIF = kind('image', 'image/heif', 'heif')
export const AVIF = kind('image', 'image/avif', 'avif')

export const MP4 = kind('video', 'video/mp4', 'mp4')
export const QUICKTIME = kind('video', 'video/quicktime', 'mov')
export const WEBM = kind('video', 'video/webm', 'webm')
// AAC under a name that does not say so counts as video, yet its content stays what it is.
export const UNNAMED_AAC = kind('video', 'audio/aac', 'aac')

export const MP3 = kind('audio', 'audio/mpeg', 'mp3')
export const M4A = kind('audio', 'audio/mp4', 'm4a')
export const AAC = kind('audio', 'audio/aac', 'aac')
export const OGG = kind('audio', 'audio/ogg', 'ogg')
export const WAV = kind('audio', 'audio/wav', 'wav')
export const FLAC = kind('audio', 'audio/flac', 'flac')
export const AIFF = kind('audio', 'audio/aiff', 'aiff')
export const AMR = kind('audio', 'audio/amr', 'amr')
export const AMR_WIDE = kind('audio', 'audio/amr-wb', 'awb')
export const CAF = kind('audio', 'audio/x-caf', 'caf')
export const WEBM_SOUND = kind('audio', 'audio/webm', 'webm')

export const OTHER = kind('other', 'application/octet-stream', 'bin')
