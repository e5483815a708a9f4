// `exec`: the environment, exit codes and signals of the command inside, and nothing left behind.

import { describe, expect, it } from 'vitest'
import { cli, lives, start } from './cli.ts'

const node = (source: string) => ['exec', '--', process.execPath, '-e', source]

describe('exec', () => {
  it('gives the command an emulator with a bot', async () => {
    const source = `const { BOT_TOKEN, BOT_API_URL, BOT_EMULATOR_URL } = process.env
      fetch(BOT_API_URL + '/bot' + BOT_TOKEN + '/getMe').then((r) => r.json())
        .then(({ result }) => console.log(result.username, BOT_API_URL === BOT_EMULATOR_URL))`
    expect(await cli(node(source))).toEqual({ code: 0, signal: null, stdout: 'greeter_bot true\n', stderr: '' })
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
    while (!run.stdout().includes('up')) await new Promise((resolve) => setTimeout(resolve, 10))
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

  it('ends every process that the command has started', async () => {
    const source = `const { spawn } = require('node:child_process')
      console.log(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).pid)
      process.exit(0)`
    const { stdout } = await cli(node(source))
    expect(lives(Number(stdout))).toBe(false)
  })
})
