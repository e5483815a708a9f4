// A client of an emulator in the same process.

import { readFile } from 'node:fs/promises'
import { Problem } from '../../lib/problem.ts'
import type { EventView } from '../contract/events.ts'
import type { ActionDescription, Health, IdleView } from '../contract/service.ts'
import type { Client } from './client.ts'
import { copyThroughJson, fillPath, separateFile, toQuery } from './wire.ts'

/** What the client asks of an emulator. */
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
  return {
    health: async () => ({ ...emulator.health(), base_url }),
    actions: async () => emulator.actions(),
    async perform(action, params = {}) {
      const { rest, file } = separateFile(params)
      const copy = copyThroughJson<object>(rest)
      const bytes = file?.bytes instanceof Blob ? new Uint8Array(await file.bytes.arrayBuffer()) : file?.bytes
      return copyThroughJson(
        await emulator.perform(action, file ? { ...copy, file: { name: file.name, bytes } } : copy),
      )
    },
    async view(path, params = {}) {
      const target = fillPath(path, params)
      return copyThroughJson(emulator.view(target.path, target.query))
    },
    wait: async (expected, signal) => copyThroughJson(await emulator.wait(copyThroughJson(expected), signal)),
    waitForIdle: (limit) => emulator.waitForIdle(limit),
    beginRecording: noRecorder,
    recording: noRecorder,
    stopRecording: noRecorder,
    replayRecording: noRecorder,
    reportProgram: async (report) => emulator.reportProgram(copyThroughJson(report)),
    events: (query, signal = new AbortController().signal) => emulator.feed(toQuery(query), signal),
    file: async (uniqueId) => new Uint8Array(await readFile(emulator.findFile(uniqueId).path)),
  }
}

const noRecorder = async () => {
  throw new Problem('no-recorder', 'This emulator has no recorder.', 'Record over HTTP: httpClient(emulator.url).')
}
