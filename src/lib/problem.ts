// Errors of the emulator itself, as opposed to refusals of the emulated service.

import type { output, ZodError, ZodObject, ZodType } from 'zod'

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

/** Parses the parameters of a request. Throws a Problem about the first wrong parameter. */
export function parseRequest<Schema extends ZodType>(
  name: string,
  schema: Schema,
  params: unknown,
  known = () => Object.keys((schema as unknown as ZodObject).shape),
): output<Schema> {
  // Compiling the schema would slow the start by a millisecond, and only pays off after many uses.
  const parsed = schema.safeParse(params ?? {}, { jitless: true })
  if (parsed.success) return parsed.data
  const { at, path, message } = firstIssue(parsed.error)
  const value = path.reduce<unknown>((inner, key) => Object(inner)[key], params)
  const how = value === undefined ? 'is missing' : message
  const hint = `${name} takes ${known().join(', ') || 'no parameters'}.`
  throw new Problem('invalid-params', `${name}: ${at ? `${at}: ` : ''}${how}`, hint)
}

/** Returns the first mistake that a Zod schema found in a value. */
export function firstIssue({ issues: [issue] }: ZodError): { at: string; path: PropertyKey[]; message: string } {
  if (!issue) throw new Error('Zod reported an invalid value but listed no issue.')
  return { at: issue.path.join('.'), path: issue.path, message: issue.message }
}

const LOAD_ERRORS = ['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']

export const failedToLoad = (error: unknown) => LOAD_ERRORS.includes(String((error as { code?: unknown }).code))

/** Turns the error of a native package that cannot be loaded into a problem. */
export function brokenPackage(name: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  // Keeps only the reason: Node appends lists of files and possible solutions, which only help developers.
  const [reason = ''] = message.split(/\n(?:Require stack|Possible solutions):/)
  const why = reason.split('\n').join(': ').replace(/\.$/, '')
  const hint = 'Delete node_modules, run npm install --include=optional on this machine, and start the emulator again.'
  return new Problem('broken-package', `The package ${name} cannot be loaded: ${why}.`, hint)
}
