// The session that the README's demo shows: the files, the commands, and their real output.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
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

export async function playSession(): Promise<Scene[]> {
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

  async function shown(command: string, select: (lines: string[]) => string[] = (lines) => lines): Promise<Block[]> {
    const output = await text(run(command).stdout)
    return [
      { kind: 'command', lines: [command] },
      { kind: 'output', lines: select(linesOf(output)) },
    ]
  }
  const hidden = async (command: string) => (await shown(command)).slice(0, 1)
  /** Repeats a command until it prints what the bot has done by then. */
  async function shownOnce(pattern: RegExp, command: string): Promise<Block[]> {
    const blocks = await shown(command)
    return blocks[1]!.lines.some((line) => pattern.test(line)) ? blocks : shownOnce(pattern, command)
  }

  await hidden('npx bot-emulator ready greeter')
  const started: Scene = [
    { kind: 'command', lines: [start] },
    { kind: 'output', lines: linesOf(announcement).filter((line) => !/^world|^Point/.test(line)) },
  ]
  const talked = [
    comment('In a second terminal, act as Alice.'),
    ...(await hidden('npx bot-emulator do start --as alice --bot greeter')),
    ...(await shownOnce(/Greeter/, 'npx bot-emulator chat alice greeter')),
    ...(await hidden('npx bot-emulator do press --as alice --chat greeter --button "Ask Bob"')),
    comment('Nothing happens. Why?'),
    ...(await shownOnce(/400/, 'npx bot-emulator calls --refused')),
  ]
  const test = 'npx bot-emulator test dinner.yaml --bot "node bot.mjs"'
  const failed = [
    comment('The same conversation as a test:'),
    ...(await shown('cat dinner.yaml')),
    ...(await shown(test, (lines) => lines.slice(0, 5))),
  ]
  write('bot.mjs', MENDED_BOT)
  const passed = [comment('With a bot that tells Alice:'), ...(await shown(test))]
  return [started, talked, [...failed, ...passed]]
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
