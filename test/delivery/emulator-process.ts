// The emulator as a process of its own on a database file, and calls of its first bot.

import { emulatorProcess, post } from '../trust/emulator-process.ts'

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire is looked into freely by tests
type Json = any

export type EmulatorProcess = Awaited<ReturnType<typeof startEmulator>>

export async function startEmulator(...flags: string[]) {
  const { url, bots, child, end } = await emulatorProcess(flags)
  const [bot] = bots
  let errors = ''
  child.stderr!.on('data', (text: string) => {
    errors += text
  })

  async function ask(path: string, body: object): Promise<Json> {
    const answer = await post<Json>(`${url}${path}`, body)
    if (!answer?.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.result
  }

  return {
    url,
    token: bot!.token,
    bot: bot!.handle,
    end,
    /** What it has written to stderr since it was ready. */
    errors: () => errors,
    call: (method: string, params: object = {}) => ask(`/bot${bot!.token}/${method}`, params),
    act: (action: string, params: object = {}) => ask(`/_emulator/actions/${action}`, params),
    view: async (path: string): Promise<Json> =>
      ((await (await fetch(`${url}/_emulator${path}`)).json()) as Json).result,
  }
}
