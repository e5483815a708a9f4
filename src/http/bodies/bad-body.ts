// Why a body is not taken: there is too much of it, or it cannot be read.

export class BadBody extends Error {
  constructor(
    message: string,
    readonly tooLarge = false,
  ) {
    super(message)
  }
}
