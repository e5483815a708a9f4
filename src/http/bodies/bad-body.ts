// Why a body is not taken: there is too much of it, or it cannot be read.

export class BadBody extends Error {
  constructor(
    message: string,
    /** How many bytes there may be, where there are more. */
    readonly allowed?: number,
  ) {
    super(message)
  }
}
