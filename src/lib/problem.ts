// The errors that are ours, not the service's: what happened, and what to do about it.

export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
    /** What a program may want to know beyond the sentence. */
    readonly details?: Readonly<Record<string, unknown>>,
  ) {
    super(message)
    this.name = 'Problem'
  }
}
