// The errors that are ours, not the service's: what happened, and what to do about it.

export class Problem extends Error {
  readonly code: string
  readonly hint: string
  /** What a program may want to know beyond the sentence. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: string, message: string, hint: string, details?: Readonly<Record<string, unknown>>) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.hint = hint
    this.details = details
  }
}

/** As people read it: what happened and what to do on the first line, whatever else there is to say below. */
export function wholeText({ message, hint }: Pick<Problem, 'message' | 'hint'>): string {
  const [happened = '', ...more] = message.split('\n')
  const [cure = '', ...why] = hint.split('\n')
  const first = cure && /[^.!?:;,]$/.test(happened) ? `${happened}.` : happened
  return [[first, cure].filter(Boolean).join(' '), ...more, ...why].join('\n')
}

/** Of whatever was thrown. */
export function textOf(error: unknown): string {
  if (error instanceof Problem) return wholeText(error)
  return error instanceof Error ? error.message : String(error)
}
