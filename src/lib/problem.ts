// Errors of the emulator itself, as opposed to refusals of the emulated service.

export class Problem extends Error {
  readonly code: string
  readonly hint: string
  /** Data for programs that read the error as JSON. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: string, message: string, hint: string, details?: Readonly<Record<string, unknown>>) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.hint = hint
    this.details = details
  }
}

/** Joins message and hint: the first line says what happened and what to do, and the explanations follow. */
export function problemText({ message, hint }: Pick<Problem, 'message' | 'hint'>): string {
  const [happened = '', ...more] = message.split('\n')
  const [cure = '', ...why] = hint.split('\n')
  const first = cure && /[^.!?:;,]$/.test(happened) ? `${happened}.` : happened
  return [[first, cure].filter(Boolean).join(' '), ...more, ...why].join('\n')
}

export function errorText(error: unknown): string {
  if (error instanceof Problem) return problemText(error)
  return error instanceof Error ? error.message : String(error)
}
