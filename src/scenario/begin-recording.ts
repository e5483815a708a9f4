// Begins a recording: exports the world, and turns later events into a scenario.

import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Client, Values } from '../client/client.ts'
import type { EventView } from '../contract/events.ts'
import { fileIn, messageIn } from '../describe/message.ts'
import { exportWorld, handlesById, memberSteps, pinSteps } from './export-world.ts'
import { recordSteps, type SaveFile, scenarioText, type WrittenStep } from './record.ts'
import type { TargetEmulator } from './run/fixture.ts'
import { type Edits, type Failures, replay, stepLine, withEdits } from './run/replay.ts'

export interface RecordedFile {
  text: string
  notes: number
}

/** Begins a recording. Its world leaves out settings of the service that are equal to `defaults`. */
export async function beginRecording(client: Client, defaults: Values, name?: string) {
  const world = await exportWorld(client, defaults)
  const before = [...(await privateChatSteps(client)), ...(await memberSteps(client))]
  const recordEvents = async (events: readonly EventView[], contents: Map<string, Uint8Array>, saveFile: SaveFile) =>
    recordSteps(events, { actions: await client.actions(), handles: await handlesById(client), contents, saveFile })
  const editedSteps = async (events: readonly EventView[], saveFile: SaveFile, edits: Edits) =>
    withEdits(await recordEvents(events, await loadContents(client, events), saveFile), edits)
  return {
    worldCharacters: () => JSON.stringify({ world, before }).length,
    lines: async (events: readonly EventView[]): Promise<string[]> =>
      (await recordEvents(events, new Map(), keepName)).map(({ step }) => stepLine(step)),
    async write(events: readonly EventView[], saveFile: SaveFile, edits: Edits = {}): Promise<RecordedFile> {
      const steps = await editedSteps(events, saveFile, edits)
      // Only actions get a note about messages from before the recording. Expectations of calls omit the ids of such
      // messages.
      const notedSteps = steps.map(({ read, event, note }) => ({
        step: read(),
        ...(event.type === 'action' && { note }),
      }))
      return {
        text: scenarioText(notedSteps, { world, before, name }),
        notes: notedSteps.filter(({ note }) => note !== undefined).length,
      }
    },
    /** Replays the recording on another emulator, and returns the error messages by step index. */
    async replay(events: readonly EventView[], edits: Edits, emulator: TargetEmulator): Promise<Failures> {
      const folder = await mkdtemp(join(tmpdir(), 'bot-emulator-'))
      let count = 0
      const saveFile: SaveFile = (file, bytes) => {
        const path = join(folder, `${++count}-${basename(file)}`)
        writeFileSync(path, bytes)
        return path
      }
      try {
        const steps = await editedSteps(events, saveFile, edits)
        return await replay(emulator, { world, before, steps, file: client.file })
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}

const keepName: SaveFile = (file) => file

async function loadContents(client: Client, events: readonly EventView[]): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>()
  for (const event of events) {
    const sentFile = event.type === 'action' && event.params.file ? fileIn(messageIn(event.result)) : undefined
    if (!sentFile || contents.has(sentFile.unique_id)) continue
    const bytes = await client.file(sentFile.unique_id).catch(() => undefined)
    if (bytes) contents.set(sentFile.unique_id, bytes)
  }
  return contents
}

async function privateChatSteps(client: Client): Promise<WrittenStep[]> {
  const users = await client.view('/users')
  const steps: WrittenStep[] = []
  for (const { handle } of users) {
    const chats = await client.view('/users/:user/chats', { user: handle })
    for (const chat of chats)
      if (chat.kind === 'private' && chat.started) {
        const who = { as: handle, bot: chat.handle }
        const place = { chat: handle, bot: chat.handle }
        const pins = await pinSteps(client, place, chat.pinned_message_id, { as: handle, chat: chat.handle })
        steps.push({ start: who }, ...pins, ...(chat.blocked ? [{ block: who }] : []))
      }
  }
  return steps
}
