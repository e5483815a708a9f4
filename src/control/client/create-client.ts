// The client of the control API, over any transport.

import type { Client, Values } from './client.ts'
import { fillPath, toJsonText, toQuery } from './wire.ts'

/** Sends a request to an emulator, and returns its result. Throws a Problem if the emulator refuses the request. */
export interface Transport extends Pick<Client, 'events' | 'file'> {
  get<Result>(path: string, query?: Readonly<Record<string, string>>): Promise<Result>
  post<Result>(path: string, body: Values, signal?: AbortSignal): Promise<Result>
}

export function createClient({ get, post, events, file }: Transport): Client {
  const recordingPath = (id: string) => `/recordings/${encodeURIComponent(id)}`
  return {
    health: () => get('/health'),
    actions: () => get('/actions'),
    perform: (action, params = {}) => post(`/actions/${encodeURIComponent(action)}`, params),
    async view(path, params = {}) {
      const target = fillPath(path, params)
      return get(target.path, target.query)
    },
    wait: (expected, signal) => post('/wait', expected, signal),
    waitForIdle: (limit = {}) => post('/wait-for-idle', limit),
    reportProgram: (report) => post('/programs', report),
    events,
    file,
    beginRecording: (params = {}) => post('/recordings', params),
    recording: (id, { edits, files } = {}) => get(recordingPath(id), toQuery({ edits: toJsonText(edits), files })),
    stopRecording: (id) => post(`${recordingPath(id)}/stop`, {}),
    replayRecording: (id, params = {}) => post(`${recordingPath(id)}/replay`, params),
  }
}
