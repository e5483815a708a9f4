// `export`: writes the whole world into a file, as an archive or as a page.

import { existsSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { Argument } from 'commander'
import type { Client } from '../../control/client/client.ts'
import { resultOf } from '../../control/client/http-client.ts'
import type { PersonChatView, ShownChatView } from '../../control/contract/chats.ts'
import type { EventView } from '../../control/contract/events.ts'
import type { MessageView } from '../../control/contract/messages.ts'
import type { WorldPage } from '../../control/contract/page-data.ts'
import type { BotView, UserView } from '../../control/contract/people.ts'
import { fileIn } from '../../control/describe/message.ts'
import { errorText, Problem } from '../../lib/problem.ts'
import { dayOf, minuteOf } from '../../lib/time-text.ts'
import { pageFile } from '../../testing/scenarios/report/page-file.ts'
import { requireConsent } from '../confirm.ts'
import { defineForTarget, findTarget, printResult, type Target, type TargetOptions } from '../emulator-target.ts'
import { type OptionsOf, option } from '../settings/option.ts'

const OPTIONS = [
  option('--tokens', 'includes the tokens of the bots'),
  option('--force', 'overwrites an existing file'),
  option('--html', 'writes a page that shows the conversations without an emulator').conflicts('tokens'),
] as const
type ExportOptions = TargetOptions & OptionsOf<typeof OPTIONS>

export const command = defineForTarget({
  args: [new Argument('<file>', 'the file to write')],
  options: OPTIONS,
  examples: ['export before.world', 'export --html conversations.html'],
  run: (options, file: string) => exportTo(file, options),
})

async function exportTo(file: string, options: ExportOptions) {
  // An export replaces the file, and a device or a pipe must not be replaced.
  if (existsSync(file) && !statSync(file).isFile())
    throw new Problem('bad-option', `${file} exists and is not a regular file.`, 'Choose another file.')
  if (existsSync(file)) await requireConsent(`${file} already exists.`, { flag: '--force', isConfirmed: options.force })
  const target = await findTarget(options)
  await writeWhole(file, options.html ? pageFile(await worldPage(target.client)) : await archiveOf(target, options))
  const text = options.html ? `The page is in ${file}. Open it in a browser.` : `The world is in ${file}.`
  printResult(options, { file }, text)
}

async function archiveOf({ fetch }: Target, { tokens }: ExportOptions) {
  const response = await fetch(tokens ? '/export?tokens=true' : '/export')
  return response.ok && response.body ? response.body : resultOf<never>(response)
}

/** Replaces an existing file only once the new one is whole. */
async function writeWhole(file: string, content: string | ReadableStream<Uint8Array<ArrayBuffer>>) {
  const partFile = `${file}.${process.pid}.part`
  try {
    await writeFile(partFile, content, { flag: 'wx', mode: 0o600, flush: true })
    await rename(partFile, file)
  } catch (error) {
    if (typeof content !== 'string') await content.cancel()
    await rm(partFile, { force: true })
    const hint = 'Pass a file in a writable folder. An existing file was not changed.'
    throw new Problem('not-written', `${file} was not written: ${errorText(error)}.`, hint)
  }
}

const MAX_EVENTS = 2000
/** The maximum size of a file in the page. The page contains only the name of a larger file. */
const MAX_FILE_BYTES = 5_000_000

async function worldPage(client: Client): Promise<WorldPage> {
  const health = await client.health()
  const views: Record<string, unknown> = { health }
  async function load<Result>(path: string): Promise<Result> {
    const result = (await client.view(`/${path}`)) as Result
    views[path] = result
    return result
  }
  const users = await load<UserView[]>('users')
  const bots = await load<BotView[]>('bots')
  for (const path of ['faults', 'clock']) await load(path)
  for (const { id } of bots)
    for (const part of ['delivery', 'limits', 'updates', 'profile']) await load(`bots/${id}/${part}`)
  const messages: MessageView[] = []
  const sharedChats = new Set<number>()
  for (const { handle } of users) {
    for (const chat of await load<PersonChatView[]>(`users/${handle}/chats`)) {
      const shown = await load<ShownChatView>(`users/${handle}/chats/${chat.handle}`)
      messages.push(...shown.messages)
      if (chat.kind !== 'private') sharedChats.add(chat.id)
    }
  }
  for (const id of sharedChats) await load(`chats/${id}/members`)
  const title = `bot-emulator, ${dayOf(health.clock.now)} ${minuteOf(health.clock.now)}`
  const events = await eventsUpTo(client, health.last_event)
  return { ...withoutSecrets({ kind: 'world', title, views, events }), files: await filesOf(client, messages) }
}

/** Leaves out the tokens of bots and the secrets of webhooks. A message that contains a token is shown as it is. */
function withoutSecrets<Value>(value: Value): Value {
  const isSecret = (key: string, each: unknown) => (key === 'secret_token' || key === 'token') && Boolean(each)
  return JSON.parse(JSON.stringify(value, (key, each) => (isSecret(key, each) ? '…' : each)))
}

async function eventsUpTo(client: Client, last: number): Promise<EventView[]> {
  const events: EventView[] = []
  if (!last) return events
  for await (const event of client.events({ after: Math.max(0, last - MAX_EVENTS) })) {
    events.push(event)
    if (event.id >= last) break
  }
  return events
}

async function filesOf(client: Client, messages: readonly MessageView[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const { kind, file, unique_id } of messages.flatMap((message) => fileIn(message) ?? [])) {
    if (unique_id in files || file.file_size > MAX_FILE_BYTES) continue
    const bytes = await client.file(unique_id).catch(() => undefined)
    if (!bytes) continue
    // A photo is JPEG, because the service converts it. A document needs no type, because the browser only saves it.
    const type = kind === 'photo' ? 'image/jpeg' : kind !== 'document' && 'mime_type' in file && file.mime_type
    files[unique_id] = `data:${type || 'application/octet-stream'};base64,${Buffer.from(bytes).toString('base64')}`
  }
  return files
}
