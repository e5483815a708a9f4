// `start --bot`: the program of a bot is run, shown, restarted and ended together with the emulator.

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lives } from '../helpers/cli.ts'
import { emptyFolder, run, start, write } from '../helpers/program.ts'

/** Writes its process id, and polls with what the emulator has put into its environment. */
const POLLS = `
import { writeFileSync } from 'node:fs'
writeFileSync('pid', String(process.pid))
const { BOT_TOKEN, BOT_API_URL } = process.env
console.log('up', BOT_TOKEN)
let offset = 0
for (;;) {
  const { result } = await (await fetch(BOT_API_URL + '/bot' + BOT_TOKEN + '/getUpdates?timeout=20&offset=' + offset)).json()
  for (const { update_id, message } of result) {
    offset = update_id + 1
    if (message.text === 'crash') throw new TypeError('I crash')
    if (message.text === 'leave') process.exit(0)
    const query = new URLSearchParams({ chat_id: message.chat.id, text: 'You: ' + message.text })
    await fetch(BOT_API_URL + '/bot' + BOT_TOKEN + '/sendMessage?' + query)
  }
}
`

const NODE = `"${process.execPath}"`

function folderWithBot(source = POLLS) {
  const cwd = emptyFolder()
  mkdirSync(join(cwd, 'src'))
  write(cwd, 'src/bot.mjs', source)
  return cwd
}

async function startWithBot(args: string[] = [], cwd = folderWithBot()) {
  const running = await start(['--memory', '--bot', `${NODE} src/bot.mjs`, ...args], { cwd })
  await running.until('stderr', '|  up')
  const act = async (action: string, params: object) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(params)
    return (await fetch(`${running.url}/_emulator/actions/${action}`, { method: 'POST', headers, body })).json()
  }
  const pid = () => Number(readFileSync(join(cwd, 'pid'), 'utf8'))
  const send = (text: string) => act('send', { as: 'alice', to: 'greeter', text })
  return { ...running, cwd, act, send, pid }
}

/** The lines about the program, without their times. */
const programLines = (stderr: string) =>
  stderr.split('\n').flatMap((line) => /greeter {2}(program {2}.*|\| {2}.*)/.exec(line)?.[1] ?? [])

it('start --bot runs the bot with its token and the address, and ends it', async () => {
  const { send, until, stop, pid } = await startWithBot()
  await send('hi')
  await until('stderr', 'sendMessage  200')
  const bot = pid()
  expect(lives(bot)).toBe(true)
  const { code, stderr } = await stop()
  expect(code).toBe(143)
  expect(lives(bot)).toBe(false)
  expect(programLines(stderr)).toEqual([`program  started: ${NODE} src/bot.mjs`, '|  up <token>'])
})

it('start --bot starts a bot again after a crash, later after each one, and gives it what is pending', async () => {
  const { send, until, stop, url } = await startWithBot()
  await send('crash')
  await until('stderr', 'program  ended (exit code 1), starts again in 1 s\n')
  const { result } = (await (await fetch(`${url}/_emulator/bots/greeter/delivery`)).json()) as {
    result: { waiting: number; program: object }
  }
  expect(result).toMatchObject({ waiting: 1, program: { running: false, code: 1, signal: null, ended_ago: 0 } })
  await until('stderr', 'program  ended (exit code 1), starts again in 2 s\n')
  const { stderr } = await stop()
  expect(stderr.match(/\| {2}TypeError: I crash/g)).toHaveLength(2)
})

it('start --watch waits only 1 s again after a crash that follows a change', async () => {
  const cwd = folderWithBot('process.exit(3)')
  const args = ['--memory', '--bot', `${NODE} src/bot.mjs`, '--watch', 'src']
  const { until, stop } = await start(args, { cwd })
  await until('stderr', 'program  ended (exit code 3), starts again in 2 s\n')
  write(cwd, 'src/bot.mjs', 'process.exit(4)')
  await until('stderr', 'program  ended (exit code 4)')
  const { stderr } = await stop()
  expect(programLines(stderr)).toContain('program  ended (exit code 4), starts again in 1 s')
})

it('start --bot leaves a bot alone that has ended without an error, until it is restarted', async () => {
  const { send, act, until, stop, said } = await startWithBot()
  await send('leave')
  await until('stderr', 'program  ended (exit code 0)\n')
  await act('reset', { layer: 'updates' })
  expect(await act('restartProgram', { bot: 'greeter' })).toEqual({ ok: true, result: true })
  await until('stderr', /\| {2}up.*ended.*\| {2}up/s)
  await stop()
  expect(programLines(said.stderr).filter((line) => line.startsWith('program'))).toHaveLength(3)
})

it('start --watch restarts the bot when a matching file is changed or added', async () => {
  const cwd = folderWithBot()
  const { until, stop, pid } = await startWithBot(['--watch', 'src/**/*.mjs'], cwd)
  const first = pid()
  write(cwd, 'src/notes.txt', 'no program')
  write(cwd, 'beside.mjs', 'not in the folder')
  write(cwd, 'src/bot.mjs', POLLS.replace("'up'", "'up again'"))
  await until('stderr', '|  up again')
  expect(lives(first)).toBe(false)
  write(cwd, 'src/added.mjs', '')
  await until('stderr', 'program  restarted, because src/added.mjs has changed')
  const { stderr } = await stop()
  expect(programLines(stderr).filter((line) => line.includes('changed'))).toEqual([
    'program  restarted, because src/bot.mjs has changed',
    'program  restarted, because src/added.mjs has changed',
  ])
})

it.each([
  [[], 'bot'],
  [['--bot-name', 'helper'], 'helper'],
])('start --bot creates the bot if the world lacks it: %j', async (args, handle) => {
  const cwd = folderWithBot()
  write(cwd, 'world.yaml', 'users: { alice: {} }\n')
  const { stop } = await startWithBot(['--world', 'world.yaml', ...args], cwd)
  const { stdout, stderr } = await stop()
  expect(stdout).toContain(`\nbot ${handle}: token `)
  expect(stderr).toContain(`${handle}  |  up <token>`)
})

it('start --bot kills a bot that ignores the signal to end', async () => {
  const cwd = folderWithBot(`process.on('SIGTERM', () => {})\n${POLLS}`)
  const { stop, pid } = await startWithBot([], cwd)
  const bot = pid()
  await stop()
  expect(lives(bot)).toBe(false)
})

it('start --bot --bot-clock gives the bot the emulator’s time', async () => {
  const source = `${POLLS.replace("console.log('up', BOT_TOKEN)", "console.log('up', new Date().getFullYear())")}`
  const cwd = folderWithBot(source)
  write(cwd, 'world.yaml', 'clock: { at: "2042-01-02 12:00" }\nusers: { alice: {} }\nbots: { greeter: {} }\n')
  const { said, stop } = await startWithBot(['--world', 'world.yaml', '--bot-clock'], cwd)
  expect(programLines(said.stderr)).toContain('|  up 2042')
  await stop()
})

it.each([
  [['--watch', 'src/**'], '--watch needs --bot. Pass the command that starts your bot: --bot "node bot.js"'],
  [['--bot-name', 'x'], '--bot-name needs --bot. Pass the command that starts your bot: --bot "node bot.js"'],
  [['--bot', 'true', '--watch', 'nothing/**'], 'No file matches nothing/**. Quote the pattern: --watch "src/**"'],
])('start refuses %j', async (args, message) => {
  const cwd = emptyFolder()
  const { ended } = run(['start', '--headless', '--port', '0', ...args], { cwd, env: { XDG_STATE_HOME: cwd } })
  const { code, stderr } = await ended
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${message}\n`) })
  expect(existsSync(join(cwd, 'bot-emulator/running'))).toBe(false)
})

it('start reads --bot and --watch from the command line only', async () => {
  const cwd = emptyFolder()
  write(cwd, 'bot-emulator.config.yaml', 'bot: node never.js\nwatch: .\n')
  const { stop } = await start([], { cwd, env: { BOT_EMULATOR_BOT: 'node never.js' } })
  expect((await stop()).stderr).toBe('')
})
