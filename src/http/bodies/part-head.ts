// Parses the head of a multipart part: field name and file name.

export interface PartHead {
  field: string
  /** The name of the file, or an empty string for a file without a name. Undefined if the part is a field. */
  fileName?: string
}

const DISPOSITION = /^content-disposition[ \t]*:([^\r\n]*)/im
const FIELD = /;[ \t]*name="([^"]*)"/i
const BARE_FIELD = /;[ \t]*name=([^;"]+)/i
/** A file name in the notation of RFC 5987: charset, language and percent-encoded bytes. */
const ENCODED_NAME = /;[ \t]*filename\*=(?:"?)(utf-8|iso-8859-1)'[^';]*'([^;"]*)/i
const QUOTED_NAME = /;[ \t]*filename="((?:\\"|[^"])*)"/i
/** A name without quotes, as grammY writes it: any characters up to the next parameter of the header. */
const BARE_NAME = /;[ \t]*filename=(|[^"].*?)(?=;[ \t]*[\w-]+\*?=|$)/i

export function readPartHead(head: string): PartHead {
  const disposition = DISPOSITION.exec(head)?.[1] ?? ''
  const field = (FIELD.exec(disposition) ?? BARE_FIELD.exec(disposition))?.[1]?.trim() ?? ''
  const fileName = fileNameIn(disposition)
  return fileName === undefined ? { field } : { field, fileName }
}

function fileNameIn(disposition: string): string | undefined {
  const [, charset, encoded] = ENCODED_NAME.exec(disposition) ?? []
  if (charset !== undefined && encoded !== undefined) return decodePercent(charset, encoded)
  const quoted = QUOTED_NAME.exec(disposition)?.[1]
  if (quoted !== undefined) return unescapeName(quoted)
  return BARE_NAME.exec(disposition)?.[1]?.trim()
}

function decodePercent(charset: string, text: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString(charset.toLowerCase() === 'utf-8' ? 'utf8' : 'latin1')
}

/** Browsers write quotes and line ends as %22, %0D and %0A; mail programs write a quote as \". */
const unescapeName = (text: string) =>
  text
    .replace(/\\"|%22/g, '"')
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
