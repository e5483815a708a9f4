// The session that the README's demo shows: the dashboard, then a scenario in a terminal, both real.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { httpClient } from '../../../../src/control/client/http-client.ts'
import { NOON } from '../../../helpers/service.ts'
import { openDashboard } from '../../../screens/dashboard/stage/open.tsx'
import { drawCells } from '../../../screens/dashboard/stage/svg.ts'
import { folderWithPackage } from '../reader.ts'

const BOT = (answerToRefusal: string) => `
const api = process.env.BOT_API_URL + '/bot' + process.env.BOT_TOKEN
const call = (operation, params) =>
  fetch(api + '/' + operation, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  }).then((response) => response.json())
const buttons = ['Yes', 'Ask Bob'].map((text) => ({ text, callback_data: text }))
const BOB = 100002
for (let offset = 0; ; ) {
  const { result } = await call('getUpdates', { offset, timeout: 30 })
  for (const { update_id, message, callback_query } of result) {
    offset = update_id + 1
    const { id, first_name } = (message ?? callback_query).from
    const reply_markup = { inline_keyboard: [buttons] }
    if (message) await call('sendMessage', { chat_id: id, text: \`Dinner, \${first_name}?\`, reply_markup })
    if (callback_query) {
      const { ok } = await call('sendMessage', { chat_id: BOB, text: 'Dinner?' })
      ${answerToRefusal}
    }
  }
}
`
const BROKEN_BOT = BOT('')
const MENDED_BOT = BOT("if (!ok) await call('sendMessage', { chat_id: id, text: 'Bob has to start me first.' })")

const SCENARIO = `scenarios:
  - name: Alice asks Bob
    steps:
      - start: { as: alice, bot: greeter }
      - press: { as: alice, chat: greeter, button: Ask Bob }
      - expectReply: { to: alice, text: /Bob/ }
`

/** Runs what `npx bot-emulator` runs, but starts faster. */
const INSTALLED = `'${process.execPath}' node_modules/bot-emulator/bin/bot-emulator.js`

/** A comment, a command, or the lines that a command printed. */
export interface Block {
  kind: 'comment' | 'command' | 'output'
  lines: string[]
}

export type Scene = Block[]

/** The dashboard at one moment, and for how long the demo shows it. */
export interface Frame {
  /** The elements of each row, as text. */
  rows: string[]
  seconds: number
}

export const COLUMNS = 96
export const ROWS = 26

export async function playSession(): Promise<{ frames: Frame[]; test: Scene }> {
  const folder = folderWithPackage()
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
  const env = { ...process.env, FORCE_COLOR: '1', BOT_EMULATOR_TOKEN: '42:TEST', npm_config_loglevel: 'error' }
  const run = (command: string, more: Record<string, string> = {}) =>
    spawn('bash', ['-c', `exec ${command.replace(/^npx bot-emulator/, INSTALLED)}`], {
      cwd: folder,
      env: { ...env, ...more },
    })
  write('bot.mjs', BROKEN_BOT)
  write('dinner.yaml', SCENARIO)

  const start = 'npx bot-emulator start --headless --bot "node bot.mjs"'
  const emulator = run(start, { BOT_EMULATOR_PORT: '0', BOT_EMULATOR_MEMORY: 'true' })
  const ended = once(emulator, 'exit')
  onTestFinished(async () => {
    emulator.kill()
    await ended
  })
  let announcement = ''
  emulator.stdout.on('data', (chunk) => {
    announcement += chunk
  })
  while (!/in a browser/.test(announcement)) await pause(50)

  const url = /http:[^\s,]+/.exec(announcement)![0]
  const client = httpClient(url)
  await client.perform('freezeClock', {})
  await client.perform('setClock', { at: NOON })
  const frames = await talk(url)

  async function shown(command: string, select: (lines: string[]) => string[] = (lines) => lines): Promise<Block[]> {
    const output = await text(run(command).stdout)
    return [
      { kind: 'command', lines: [command] },
      { kind: 'output', lines: select(linesOf(output)) },
    ]
  }
  const test = 'npx bot-emulator test dinner.yaml --bot "node bot.mjs"'
  const failed = [
    comment('The same conversation as a test:'),
    ...(await shown('cat dinner.yaml')),
    ...(await shown(test, (lines) => lines.slice(0, 5))),
  ]
  write('bot.mjs', MENDED_BOT)
  const passed = [comment('With a bot that tells Alice:'), ...(await shown(test))]
  return { frames, test: [...failed, ...passed] }
}

/** Alice starts the bot and presses a button; the bot's call is refused. */
async function talk(url: string): Promise<Frame[]> {
  const options = { columns: COLUMNS, rows: ROWS, isSteady: true, env: { NO_COLOR: '' } }
  const { until, press, settled, cells } = await openDashboard({ url, me: 'alice', open: 'greeter', ...options })
  const frames: Frame[] = []
  const show = async (seconds: number, ...awaited: (string | RegExp)[]) => {
    for (const what of awaited) await until(what)
    await settled()
    // The bot has started before the clock was frozen.
    const rows = drawCells(cells(), 'dark').map((row) => row.join('\n').replace(/>\d\d:\d\d:\d\d</, '>12:00:00<'))
    frames.push({ rows, seconds })
  }
  await show(2, 'Greeter is connected', 'polling')
  await press('enter')
  // The list of chats follows the chat: first its newest message, then that it was read.
  await until(/│ ▌Dinner, Alice\? +│/)
  await show(2, 'polling', /│ ▌Greeter +│/)
  await press('up')
  await show(0.8, '[   Yes   ]')
  await press('right')
  await show(1, '[ Ask Bob ]')
  await press('enter')
  await show(3, 'Refused: greeter sendMessage', 'polling')
  await press('ctrl-g')
  await show(3, 'CID-09', 'polling')
  return frames
}

const comment = (line: string): Block => ({ kind: 'comment', lines: [line] })

/** Returns the lines of an output without everything that differs from run to run. */
const linesOf = (output: string) =>
  output
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8081')
    .replace(/\d\d:\d\d:\d\d((?:\u001b\[\d+m)*) +/g, '$1')
    .replace(/^ {13}/gm, '   ')
    .replace(/ *((?:\u001b\[\d+m)*) *\d+(\.\d+)? m?s\b/g, '$1')
    .replace(/ ?((?:\u001b\[\d+m)*)\((?:, answers? (?:in|p50, p95))?\)/g, '$1')
    .trimEnd()
    .split('\n')
