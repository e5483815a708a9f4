// Errors of request bodies that the client caused.

export class BadBody extends Error {
  constructor(
    message: string,
    /** The maximum size in bytes, if the body was refused because it is larger. */
    readonly allowed?: number,
  ) {
    super(message)
  }
}

export const tooLarge = (allowed: number) => new BadBody(`more than ${allowed} bytes`, allowed)

/** Returns a BadBody if the client caused the error of a parser, else the error itself. */
export function toBadBody(error: Error & { status?: number; httpCode?: number }, allowed?: number): Error {
  const { message, httpCode, status = httpCode } = error
  if (status === 413 && allowed) return tooLarge(allowed)
  const isUnpacking = 'errno' in error && !('syscall' in error)
  return isUnpacking || (status !== undefined && status < 500) ? new BadBody(message) : error
}
