// An emulator that no user named gets commands and the control token only if it proves that this account started it.

import { once } from 'node:events'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { emptyFolder, run, start } from '../cli/program.ts'

const TOKEN = ['--control-token', 's3cret']

/** Answers whatever is asked, and keeps what came. */
async function thief() {
  const came: (string | undefined)[] = []
  const server = createServer((req, res) => {
    came.push(req.headers.authorization)
    res
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ ok: true, result: { proof: '0'.repeat(64) } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, came }
}

function write(file: string, note: object) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(note))
}

const note = (url: string) => ({ pid: process.pid, url })

/** Commands that send a token, that read, and that hand over a whole world. */
const COMMANDS = [['calls', ...TOKEN], ['status', ...TOKEN], ['calls'], ['import', 'a.world', '--yes'], ['stop']]

function refused(what: string, args: string[]) {
  const withheld = args.includes('--control-token')
    ? 'The control token was not sent to this address.'
    : 'The command sent no data to this address.'
  return {
    code: 3,
    stdout: '',
    stderr: `${what} ${withheld} If you trust the program at this address, pass the address with --url.\n`,
  }
}

it.each(COMMANDS.map((args) => [args]))('a running.json in a folder is not believed: %j', async (args) => {
  const { url, came } = await thief()
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'a.world'), 'a whole world')
  const env = { XDG_STATE_HOME: emptyFolder() }
  for (const believed of [
    note(url),
    { ...note(url), key: 'a'.repeat(32), folder: cwd },
    note('http://192.0.2.1:8081'),
  ]) {
    write(join(cwd, '.bot-emulator/running.json'), believed)
    const { code, stdout, stderr } = await run(args, { cwd, env }).ended
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/^No running emulator was found for this folder or at http:\/\/127\.0\.0\.1:8081\. /)
  }
  expect(came).toEqual([])
})

const noteOfOurs = (env: { XDG_STATE_HOME: string }, url: string, folder: string) =>
  write(join(env.XDG_STATE_HOME, `bot-emulator/running/${process.pid}.json`), {
    ...note(url),
    folder,
    database: null,
    key: 'a'.repeat(32),
  })

it.each(COMMANDS.map((args) => [args]))('an address elsewhere gets nothing: %j', async (args) => {
  const cwd = emptyFolder()
  const env = { XDG_STATE_HOME: emptyFolder() }
  noteOfOurs(env, 'http://192.0.2.1:8081', cwd)
  expect(await run(args, { cwd, env }).ended).toEqual(refused('http://192.0.2.1:8081 is not on this machine.', args))
})

it.each(COMMANDS.map((args) => [args]))(
  'another program at the port of our emulator gets nothing: %j',
  async (args) => {
    const { url, came } = await thief()
    const cwd = emptyFolder()
    const env = { XDG_STATE_HOME: emptyFolder() }
    noteOfOurs(env, url, cwd)
    const what = `The program that answers at ${url} is not the emulator that was started there.`
    expect(await run(args, { cwd, env }).ended).toEqual(refused(what, args))
    expect(came).toEqual([undefined])
  },
)

it.runIf(process.getuid?.() === 0)('a note that another account wrote is not believed', async () => {
  const { url, came } = await thief()
  const cwd = emptyFolder()
  const env = { XDG_STATE_HOME: emptyFolder() }
  noteOfOurs(env, url, cwd)
  chownSync(join(env.XDG_STATE_HOME, `bot-emulator/running/${process.pid}.json`), 12_345, 12_345)
  expect((await run(['calls'], { cwd, env }).ended).stderr).toMatch(
    /^No running emulator was found for this folder or at http:\/\/127\.0\.0\.1:8081\. /,
  )
  expect(came).toEqual([])
})

it('an emulator that asks for its token gets it', async () => {
  const env = { XDG_STATE_HOME: emptyFolder() }
  const { cwd, url } = await start(['--memory', ...TOKEN], { env })
  expect(await run(['ready', ...TOKEN], { cwd, env }).ended).toEqual({
    code: 0,
    stdout: `Ready at ${url}.\n`,
    stderr: '',
  })
  expect(await run(['ready'], { cwd, env }).ended).toMatchObject({ code: 1 })
  const answer = await fetch(`${url}/_emulator/proof?question=x`)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'invalid-params' } }])
})

it('whom one names gets it unasked', async () => {
  const { url, came } = await thief()
  await run(['ready', '--url', url, ...TOKEN]).ended
  expect(came).toEqual(['Bearer s3cret'])
})
