// The errors that are ours, not the service's: what happened, and what to do about it.

export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message)
    this.name = 'Problem'
  }
}
