// `exec`: the environment, exit codes and signals of the command inside, and nothing left behind.

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli, lives, start } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'

const node = (source: string) => ['exec', '--', process.execPath, '-e', source]

describe('exec', () => {
  it('gives the command an emulator with a bot', async () => {
    const source = `const { BOT_TOKEN, BOT_API_URL, BOT_EMULATOR_URL } = process.env
      fetch(BOT_API_URL + '/bot' + BOT_TOKEN + '/getMe').then((r) => r.json())
        .then(({ result }) => console.log(result.username, BOT_API_URL === BOT_EMULATOR_URL))`
    expect(await cli(node(source))).toEqual({ code: 0, stdout: 'greeter_bot true\n', stderr: '' })
  })

  it('passes the exit code through', async () => {
    expect((await cli(node('process.exit(7)'))).code).toBe(7)
  })

  it('turns the signal that ended the command into an exit code', async () => {
    expect((await cli(node("process.kill(process.pid, 'SIGTERM')"))).code).toBe(143)
  })

  it('passes signals on', async () => {
    const run = start(
      node("process.on('SIGINT', () => process.exit(5)); console.log('up'); setInterval(() => {}, 1000)"),
    )
    await run.until('stdout', 'up')
    run.child.kill('SIGINT')
    expect((await run.ended).code).toBe(5)
  })

  it('says when the command cannot be started', async () => {
    const { code, stderr } = await cli(['exec', '--', './no-such-command'])
    expect(code).toBe(3)
    expect(stderr).toBe(
      './no-such-command cannot be started: spawn ./no-such-command ENOENT. Write the command after --, as you would type it.\n',
    )
  })

  describe('with --bot', () => {
    const BOT = `setInterval(() => {}, 1000)
console.log('up')
console.error('TypeError: no menu')
const poll = (offset) => fetch(process.env.BOT_API_URL + '/bot' + process.env.BOT_TOKEN + '/getUpdates?timeout=9&offset=' + offset)
  .then((answer) => answer.json()).then(({ result }) => poll(offset + result.length))
await poll(0)`
    const withBot = (source: string, command: string, ...flags: string[]) => {
      const file = join(folder({ 'bot.mjs': source }), 'bot.mjs')
      return cli(['exec', '--bot', `"${process.execPath}" ${file}`, ...flags, '--', process.execPath, '-e', command])
    }
    const STATE = 'Greeter is connected, and has no update to answer.\n'
    const EXCERPT = 'Last output of the bot:\n  TypeError: no menu\n  up\n'

    it('says what the bot does, and prints its last output, if the command fails', async () => {
      expect(await withBot(BOT, 'process.exit(7)')).toMatchObject({ code: 7, stdout: '', stderr: STATE + EXCERPT })
      expect(await withBot(BOT, '')).toMatchObject({ code: 0, stdout: '', stderr: '' })
    })

    it('prints all that the bot writes with --bot-output', async () => {
      const all = '|  up\n|  TypeError: no menu\n'
      expect(await withBot(BOT, 'process.exit(7)', '--bot-output')).toMatchObject({ code: 7, stderr: all + STATE })
      expect(await withBot(BOT, '', '--bot-output')).toMatchObject({ code: 0, stdout: '', stderr: all })
    })

    it('says why the bot was silent if the command fails', async () => {
      const command = `const post = (path, params) => fetch(process.env.BOT_API_URL + '/_emulator/' + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
      })
      post('actions/send', { as: 'alice', to: 'greeter', text: 'hi' })
        .then(() => post('wait', { until: 'idle' }))
        .then(() => process.exit(7))`
      const { stderr } = await withBot(BOT, command)
      expect(stderr).toBe(`Greeter got message and made no call.\n${EXCERPT}`)
    })

    it('says how the bot ended if the command fails', async () => {
      const bot = BOT.replace('await poll(0)', 'poll(1)\nsetTimeout(() => process.exit(3), 500)')
      const { code, stderr } = await withBot(bot, 'setTimeout(() => process.exit(7), 2000)')
      expect(code).toBe(7)
      expect(stderr).toBe('TypeError: no menu. The bot ended with code 3.\nLast output of the bot:\n  up\n')
    })
  })

  it('ends every process that the command has started', async () => {
    const source = `const { spawn } = require('node:child_process')
      console.log(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).pid)
      process.exit(0)`
    const { stdout } = await cli(node(source))
    expect(lives(Number(stdout))).toBe(false)
  })
})
