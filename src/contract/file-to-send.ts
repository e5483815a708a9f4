// A file that a person sends: as bytes, or as base64 in JSON.

export interface FileToSend {
  name: string
  /** A text is encoded as UTF-8. */
  bytes: Uint8Array | string
}

export interface FileInJson {
  name: string
  base64: string
}
