// A file that a person sends: its bytes, or base64 where it has to be JSON.

export interface FileToSend {
  name: string
  /** A text is sent as UTF-8. */
  bytes: Uint8Array | string
}

export interface FileInJson {
  name: string
  base64: string
}
