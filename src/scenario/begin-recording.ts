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

/**
 * Begins a recording with the emulator's current world. `defaults` are the service settings of a new emulator; the
 * recorded world contains only the settings that differ from them.
 */
export async function beginRecording(client: Client, defaults: Values, name?: string) {
  const world = await exportWorld(client, defaults)
  const before = [...(await startSteps(client)), ...(await memberSteps(client))]
  const recordEvents = async (events: readonly EventView[], contents: Map<string, Uint8Array>, saveFile: SaveFile) =>
    recordSteps(events, { handles: await handlesById(client), contents, saveFile })
  return {
    /** Returns each recorded step as one line of YAML. */
    lines: async (events: readonly EventView[]): Promise<string[]> =>
      (await recordEvents(events, new Map(), keepName)).map(({ step }) => stepLine(step)),
    /** Returns the text of the scenario file, and the number of its steps that have a note. */
    async write(events: readonly EventView[], saveFile: SaveFile, edits: Edits = {}): Promise<RecordedFile> {
      const steps = withEdits(await recordEvents(events, await loadContents(client, events), saveFile), edits)
      // Only actions get a note about messages from before the recording. The expectation of a call omits the ids of
      // such messages, so it matches any message.
      const notedSteps = steps.map(({ read, event, note }) => ({
        step: read(),
        ...(event.type === 'action' && { note }),
      }))
      return {
        text: scenarioText(notedSteps, { world, before, name }),
        notes: notedSteps.filter(({ note }) => note !== undefined).length,
      }
    },
    /** Replays the recording on another emulator, and returns the error messages of the failed steps by step index. */
    async replay(events: readonly EventView[], edits: Edits, emulator: TargetEmulator): Promise<Failures> {
      const folder = await mkdtemp(join(tmpdir(), 'bot-emulator-'))
      let count = 0
      const saveFile: SaveFile = (file, bytes) => {
        const path = join(folder, `${++count}-${basename(file)}`)
        writeFileSync(path, bytes)
        return path
      }
      try {
        const steps = withEdits(await recordEvents(events, await loadContents(client, events), saveFile), edits)
        return await replay(emulator, { world, before, steps, file: client.file })
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}

const keepName: SaveFile = (file) => file

/**
 * Downloads the files that people sent, and returns their bytes by file_unique_id. Files that cannot be downloaded are
 * left out.
 */
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

/**
 * Returns steps that restore the private chats from before the recording: they start each chat, pin its pinned message,
 * and block the bot if the person has blocked it.
 */
async function startSteps(client: Client): Promise<WrittenStep[]> {
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
