// A step that did not go as written, with what explains it.

import type { Failure } from './result.ts'

export class FailedStep extends Error {
  constructor(
    message: string,
    readonly details: string[] = [],
    readonly nearest?: Failure['nearest'],
  ) {
    super(message)
    this.name = 'FailedStep'
  }
}
