// A client of an emulator in the same process.

import { readFile } from 'node:fs/promises'
import type { Emulator } from '../emulator.ts'
import type { Client } from './client.ts'
import { asQuery, located, throughJson, withoutFile } from './wire.ts'

/** What goes in and out is a copy, as it would be over HTTP. */
export function directClient(emulator: Emulator, base_url: string): Client {
  return {
    health: async () => ({ ...emulator.health(), base_url }),
    actions: async () => emulator.actions(),
    async perform(action, params = {}) {
      const { rest, file } = withoutFile(params)
      const sent = throughJson<object>(rest)
      return throughJson(await emulator.perform(action, file ? { ...sent, file } : sent))
    },
    async view(path, params = {}) {
      const at = located(path, params)
      return throughJson(emulator.view(at.path, at.query))
    },
    wait: async (expected, signal) => throughJson(await emulator.wait(throughJson(expected), signal)),
    events: (query, signal = new AbortController().signal) => emulator.feed(asQuery(query), signal),
    file: async (uniqueId) => new Uint8Array(await readFile(emulator.fileNamed(uniqueId).path)),
  }
}
