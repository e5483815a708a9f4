// Errors of the emulator, not of the service: what happened, and a hint.

export class Problem extends Error {
  readonly code: string
  readonly hint: string
  /** Additional data for programs. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: string, message: string, hint: string, details?: Readonly<Record<string, unknown>>) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.hint = hint
    this.details = details
  }
}

/** Returns the text for people: what happened and what to do on the first line, and explanations below. */
export function problemText({ message, hint }: Pick<Problem, 'message' | 'hint'>): string {
  const [happened = '', ...more] = message.split('\n')
  const [cure = '', ...why] = hint.split('\n')
  const first = cure && /[^.!?:;,]$/.test(happened) ? `${happened}.` : happened
  return [[first, cure].filter(Boolean).join(' '), ...more, ...why].join('\n')
}

/** Returns the text of any thrown value. */
export function errorText(error: unknown): string {
  if (error instanceof Problem) return problemText(error)
  return error instanceof Error ? error.message : String(error)
}
