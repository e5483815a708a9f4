// Requests to an emulator's control interface, and their answers.

import { CONTROL_PATH } from '../contract/control-path.ts'
import { Problem } from '../lib/problem.ts'

export type ControlFetch = (path: string, init?: RequestInit) => Promise<Response>

export interface Access {
  /** Asked for by an emulator that listens beyond its machine. */
  token?: string | undefined
}

export function controlFetch(url: string, { token }: Access = {}): ControlFetch {
  const root = String(url).replace(/\/+$/, '')
  if (!/^https?:\/\/./.test(root) || !URL.canParse(root)) {
    throw new Problem('bad-url', `"${url}" is no address.`, 'An address is written http://127.0.0.1:8081.')
  }
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return async (path, init = {}) => {
    try {
      return await fetch(`${root}${CONTROL_PATH}${path}`, { ...init, headers: { ...headers, ...init.headers } })
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw new Problem('unreachable', `No emulator answers at ${root}.`, 'Start one with: bot-emulator start')
    }
  }
}

export async function resultOf<Result>(response: Response): Promise<Result> {
  const body = await bodyOf<Result>(response)
  if (body.ok) return body.result
  const { code, message, hint, details } = body.error
  throw new Problem(code, message, hint, details)
}

interface Body<Result> {
  ok: boolean
  result: Result
  error: { code: string; message: string; hint: string; details?: Record<string, unknown> }
}

async function bodyOf<Result>(response: Response): Promise<Body<Result>> {
  const body = (await response.json().catch(() => undefined)) as Partial<Body<Result>> | undefined
  if (body?.ok === true || body?.error?.code !== undefined) return body as Body<Result>
  const message = `What answers at ${new URL(response.url).origin} is no emulator.`
  throw new Problem('no-emulator', message, 'Look at the address, given with --url or BOT_EMULATOR_URL.')
}
