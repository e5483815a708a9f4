// A client of an emulator in the same process.

import { readFile } from 'node:fs/promises'
import { Problem } from '../../lib/problem.ts'
import type { EventView } from '../contract/events.ts'
import type { ActionDescription, Health, IdleView } from '../contract/service.ts'
import type { Client, Values } from './client.ts'
import { createClient } from './create-client.ts'
import { copyThroughJson, separateFile, toQuery } from './wire.ts'

export interface OpenEmulator {
  health(): Omit<Health, 'base_url'>
  actions(): ActionDescription[]
  perform(action: string, params: unknown): unknown
  view(path: string, query: Record<string, string>): unknown
  wait(expected: unknown, signal?: AbortSignal): Promise<unknown>
  waitForIdle(limit: unknown): Promise<IdleView>
  reportProgram(report: unknown): true
  feed(query: Record<string, string>, signal: AbortSignal): AsyncIterable<EventView>
  findFile(uniqueId: string): { path: string }
}

/** Copies all parameters and results through JSON, so that it behaves like a client over HTTP. */
export function directClient(emulator: OpenEmulator, base_url: string): Client {
  function read<Result>(path: string, query: Readonly<Record<string, string>>): Result {
    // Isn't copied, because it's long and never changes.
    if (path === '/actions') return emulator.actions() as Result
    return copyThroughJson(path === '/health' ? { ...emulator.health(), base_url } : emulator.view(path, { ...query }))
  }

  async function ask(path: string, body: Values, signal?: AbortSignal): Promise<unknown> {
    const [, route, action = ''] = path.split('/')
    if (route === 'actions') return emulator.perform(decodeURIComponent(action), await copyOf(body))
    if (route === 'wait') return emulator.wait(copyThroughJson(body), signal)
    if (route === 'wait-for-idle') return emulator.waitForIdle(copyThroughJson(body))
    if (route === 'programs') return emulator.reportProgram(copyThroughJson(body))
    throw new Problem('no-recorder', 'This emulator has no recorder.', 'Record over HTTP: httpClient(emulator.url).')
  }

  return createClient({
    get: async (path, query = {}) => read(path, query),
    post: async (path, body, signal) => copyThroughJson(await ask(path, body, signal)),
    events: (query, signal = new AbortController().signal) => emulator.feed(toQuery(query), signal),
    file: async (uniqueId) => new Uint8Array(await readFile(emulator.findFile(uniqueId).path)),
  })
}

async function copyOf(params: Values): Promise<object> {
  const { rest, file } = separateFile(params)
  const copy = copyThroughJson<object>(rest)
  if (!file) return copy
  const bytes = file.bytes instanceof Blob ? new Uint8Array(await file.bytes.arrayBuffer()) : file.bytes
  return { ...copy, file: { name: file.name, bytes } }
}
