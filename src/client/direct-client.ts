// A client of an emulator in the same process.

import { readFile } from 'node:fs/promises'
import type { Emulator } from '../emulator.ts'
import type { Client, Json } from './client.ts'
import { asQuery } from './query.ts'

export function directClient(emulator: Emulator, base_url: string): Client {
  // What comes out is a copy, as it would be over HTTP.
  const copied = (value: unknown): Json => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
  return {
    health: async () => ({ ...emulator.health(), base_url }),
    actions: async () => emulator.actions(),
    perform: async (action, params = {}) => copied(await emulator.perform(action, params)),
    view: async (path, query) => copied(emulator.view(path, asQuery(query))),
    wait: async (query, signal) => copied(await emulator.wait(query, signal)),
    events: (query, signal = new AbortController().signal) => emulator.feed(asQuery(query), signal),
    file: (uniqueId) => readFile(emulator.fileNamed(uniqueId).path),
  }
}
