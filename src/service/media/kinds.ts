// The file formats that the service distinguishes, with their MIME types and extensions.

import type { FileKind } from '../rules/file-kinds.ts'

export interface Sniffed {
  family: 'image' | 'video' | 'audio' | 'other'
  mime: string
  extension: string
  /** The kind as which this format can be sent, such as `photo`. Undefined if it can only be sent as a document. */
  sentAs?: Exclude<FileKind, 'document'>
}

const image = (mime: string, extension: string): Sniffed => ({ family: 'image', mime, extension, sentAs: 'photo' })
const video = (mime: string, extension: string): Sniffed => ({ family: 'video', mime, extension, sentAs: 'video' })
const audio = (mime: string, extension: string): Sniffed => ({ family: 'audio', mime, extension, sentAs: 'audio' })

export const JPEG = image('image/jpeg', 'jpg')
export const PNG = image('image/png', 'png')
export const WEBP = image('image/webp', 'webp')
export const GIF = image('image/gif', 'gif')
export const HEIC = image('image/heic', 'heic')
export const HEIF = image('image/heif', 'heif')
export const AVIF = image('image/avif', 'avif')

export const MP4 = video('video/mp4', 'mp4')
export const QUICKTIME = video('video/quicktime', 'mov')
export const WEBM = video('video/webm', 'webm')

export const MP3 = audio('audio/mpeg', 'mp3')
export const M4A = audio('audio/mp4', 'm4a')
export const AAC = audio('audio/aac', 'aac')
export const OGG = audio('audio/ogg', 'ogg')
export const WAV = audio('audio/wav', 'wav')
export const FLAC = audio('audio/flac', 'flac')
export const AIFF = audio('audio/aiff', 'aiff')
export const AMR = audio('audio/amr', 'amr')
export const AMR_WIDE = audio('audio/amr-wb', 'awb')
export const CAF = audio('audio/x-caf', 'caf')
export const WEBM_SOUND = audio('audio/webm', 'webm')

const onlyDocument = (family: Sniffed['family'], mime: string, extension: string): Sniffed => ({
  family,
  mime,
  extension,
})

// The service treats an AAC file as a video, unless its name ends in .aac or .m4a.
export const UNNAMED_AAC = onlyDocument('video', 'audio/aac', 'aac')

export const THREE_GPP = onlyDocument('video', 'video/3gpp', '3gp')
export const THREE_GPP_SOUND = onlyDocument('audio', 'audio/3gpp', '3gp')
export const THREE_GPP2 = onlyDocument('video', 'video/3gpp2', '3g2')
export const THREE_GPP2_SOUND = onlyDocument('audio', 'audio/3gpp2', '3g2')
export const MOTION_JPEG = onlyDocument('video', 'video/mj2', 'mj2')
export const MATROSKA = onlyDocument('video', 'video/x-matroska', 'mkv')
export const MATROSKA_SOUND = onlyDocument('audio', 'audio/x-matroska', 'mka')
export const OGG_VIDEO = onlyDocument('video', 'video/ogg', 'ogv')
export const AVI = onlyDocument('video', 'video/x-msvideo', 'avi')
export const FLASH_VIDEO = onlyDocument('video', 'video/x-flv', 'flv')
export const MPEG = onlyDocument('video', 'video/mpeg', 'mpg')
export const MPEG_TS = onlyDocument('video', 'video/mp2t', 'ts')
export const WINDOWS_VIDEO = onlyDocument('video', 'video/x-ms-wmv', 'wmv')
export const WINDOWS_SOUND = onlyDocument('audio', 'audio/x-ms-wma', 'wma')
export const MIDI = onlyDocument('audio', 'audio/midi', 'mid')
export const AU = onlyDocument('audio', 'audio/basic', 'au')
export const WAVPACK = onlyDocument('audio', 'audio/x-wavpack', 'wv')
export const APE = onlyDocument('audio', 'audio/x-ape', 'ape')

// Images that the service doesn't re-encode. It keeps them as any other file.
export const BMP = onlyDocument('other', 'image/bmp', 'bmp')
export const TIFF = onlyDocument('other', 'image/tiff', 'tiff')
export const SVG = onlyDocument('other', 'image/svg+xml', 'svg')
export const ICON = onlyDocument('other', 'image/x-icon', 'ico')
export const PHOTOSHOP = onlyDocument('other', 'image/vnd.adobe.photoshop', 'psd')
export const JPEG_2000 = onlyDocument('other', 'image/jp2', 'jp2')
export const JPEG_XL = onlyDocument('other', 'image/jxl', 'jxl')

export const OTHER = onlyDocument('other', 'application/octet-stream', 'bin')
