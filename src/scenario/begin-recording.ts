// A recording: the world as it stands at the beginning, and what writes down what happens in it.

import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Client, Values } from '../client/client.ts'
import type { EventView } from '../contract/events.ts'
import { fileIn, messageIn } from '../describe/message.ts'
import { type KeepFile, scenarioText, stepsOf, type WrittenStep } from './record.ts'
import { type Edits, type Failures, replay, stepLine, withEdits } from './run/replay.ts'
import type { Venue } from './run/stage.ts'
import { handlesOf, promotionsOf, worldOf } from './world-of.ts'

export interface Written {
  text: string
  notes: number
}

/** `usual` is how the service is set in a new emulator: what differs from it is written down. */
export async function beginRecording(client: Client, usual: Values, name?: string) {
  const world = await worldOf(client, usual)
  const before = [...(await startsOf(client)), ...(await promotionsOf(client))]
  const taken = async (events: readonly EventView[], contents: Map<string, Uint8Array>, keep: KeepFile) =>
    stepsOf(events, { handles: await handlesOf(client), contents, keep })
  return {
    /** Each step in one line, as a file may say it. */
    lines: async (events: readonly EventView[]): Promise<string[]> =>
      (await taken(events, new Map(), nameAlone)).map(({ step }) => stepLine(step)),
    /** The file, and how many of its steps have a note. */
    async write(events: readonly EventView[], keep: KeepFile, edits: Edits = {}): Promise<Written> {
      const steps = withEdits(await taken(events, await contentsOf(client, events), keep), edits)
      // Of a call the number is left out, so that any will do.
      const noted = steps.map(({ read, event, note }) => ({ step: read(), ...(event.type === 'action' && { note }) }))
      return {
        text: scenarioText(noted, { world, before, name }),
        notes: noted.filter(({ note }) => note !== undefined).length,
      }
    },
    /** What fails when it is played again on another emulator, by the number of the step. */
    async replay(events: readonly EventView[], edits: Edits, venue: Venue): Promise<Failures> {
      const folder = await mkdtemp(join(tmpdir(), 'bot-emulator-'))
      let count = 0
      const keep: KeepFile = (file, bytes) => {
        const path = join(folder, `${++count}-${basename(file)}`)
        writeFileSync(path, bytes)
        return path
      }
      try {
        const steps = withEdits(await taken(events, await contentsOf(client, events), keep), edits)
        return await replay(venue, { world, before, steps, file: client.file })
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}

const nameAlone: KeepFile = (file) => file

/** What was sent, as the service keeps it. */
async function contentsOf(client: Client, events: readonly EventView[]): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>()
  for (const event of events) {
    const sent = event.type === 'action' && event.params.file ? fileIn(messageIn(event.result)) : undefined
    if (!sent || contents.has(sent.unique_id)) continue
    const bytes = await client.file(sent.unique_id).catch(() => undefined)
    if (bytes) contents.set(sent.unique_id, bytes)
  }
  return contents
}

/** Chats that had been started before, and blocked since: a new world has to do it again. */
async function startsOf(client: Client): Promise<WrittenStep[]> {
  const users = await client.view('/users')
  const steps: WrittenStep[] = []
  for (const { handle } of users) {
    const chats = await client.view('/users/:user/chats', { user: handle })
    for (const chat of chats)
      if (chat.kind === 'private' && chat.started) {
        const who = { as: handle, bot: chat.handle }
        steps.push({ start: who }, ...(chat.blocked ? [{ block: who }] : []))
      }
  }
  return steps
}
