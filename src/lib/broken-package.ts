// Turns the error of a native package that cannot be loaded into a problem.

import { Problem } from './problem.ts'

const CODES = ['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']

export const failedToLoad = (error: unknown) => CODES.includes(String((error as { code?: unknown }).code))

export function brokenPackage(name: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  // Drops the require stack and the list of possible solutions, which only help the developers of the package.
  const [reason = ''] = message.split(/\n(?:Require stack|Possible solutions):/)
  const why = reason.split('\n').join(': ').replace(/\.$/, '')
  const hint = 'On this machine remove node_modules, run npm install --include=optional, and start again.'
  return new Problem('broken-package', `The package ${name} cannot be loaded: ${why}.`, hint)
}
