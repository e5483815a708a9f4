// A file as it came in: where its bytes lie, and what the sender said of it.

export class Upload {
  constructor(
    readonly path: string,
    readonly name: string,
    readonly bytes: number,
    /** SHA-256 of the bytes, in hex. */
    readonly hash: string,
  ) {}

  /** How it shows in a journal. */
  toJSON() {
    return { file: this.name, bytes: this.bytes }
  }
}
