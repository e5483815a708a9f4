// Runs the bot that the docs show for each library, and checks that it answers Alice.

import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { started } from '../../helpers/started.ts'
import { blocksOf } from './blocks.ts'
import { folderWithPackage } from './reader.ts'

const recipes = blocksOf('docs/libraries.md').flatMap(({ file, content }) =>
  file?.endsWith('-bot.mjs') ? [[file, content] as const] : [],
)

it('exist for the libraries of Node', () =>
  expect(recipes.map(([file]) => file)).toEqual(['grammy-bot.mjs', 'telegraf-bot.mjs', 'ntba-bot.mjs']))

it.each(recipes)('%s', async (file, content) => {
  const folder = folderWithPackage()
  writeFileSync(join(folder, file), content)
  const emulator = await started()
  const greeter = await emulator.bot('greeter')
  const alice = await emulator.user('alice')
  const env = { ...process.env, BOT_TOKEN: greeter.token, BOT_API_URL: emulator.url }
  const bot = spawn(process.execPath, [file], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => bot.once('exit', resolve))
  onTestFinished(async () => {
    bot.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await greeter.ready({ within: '20s' })
  await alice.start(greeter)
  expect((await alice.waitForReply({ within: '20s' })).text).toBe('You said: /start')
  expect((await emulator.calls({ ok: false })).map(({ method }) => method)).toEqual([])
})
