// An emulator that no user named gets the control token only if a note of this account names its address.

import { once } from 'node:events'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { emptyFolder, run, start } from '../helpers/program.ts'

const TOKEN = ['--control-token', 's3cret']

/** Answers whatever is asked, and keeps what came. */
async function thief(port = 0) {
  const came: (string | undefined)[] = []
  const server = createServer((req, res) => {
    came.push(req.headers.authorization)
    res.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, result: {} }))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch(() => {})
  onTestFinished(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port}`, came, server }
}

function write(file: string, note: object) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(note))
}

const noteIn = (env: { XDG_STATE_HOME: string }, url: string, folder: string) =>
  write(join(env.XDG_STATE_HOME, `bot-emulator/running/${process.pid}.json`), {
    pid: process.pid,
    url,
    folder,
    database: null,
  })

const NOT_FOUND = /^No running emulator was found for this folder or at http:\/\/127\.0\.0\.1:8081\. /

it.runIf(process.getuid?.() === 0)('a note in a folder of another account is not believed', async () => {
  const { url, came } = await thief()
  const cwd = emptyFolder()
  const env = { XDG_STATE_HOME: emptyFolder() }
  noteIn(env, url, cwd)
  chownSync(join(env.XDG_STATE_HOME, 'bot-emulator/running'), 12_345, 12_345)
  expect((await run(['calls', ...TOKEN], { cwd, env }).ended).stderr).toMatch(NOT_FOUND)
  expect(came).toEqual([])
})

it('a program at the usual address gets no token', async (context) => {
  const { came, server } = await thief(8081)
  if (!server.listening) return context.skip('Port 8081 is in use.')
  const env = { XDG_STATE_HOME: emptyFolder() }
  expect(await run(['calls', ...TOKEN], { env }).ended).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'The emulator at http://127.0.0.1:8081 was not started by this account. The control token was not sent to this address. ' +
      'If you trust the program at this address, pass the address with --url.\n',
  })
  expect(came).toEqual([undefined])
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
})

it('whom one names gets it unasked', async () => {
  const { url, came } = await thief()
  await run(['ready', '--url', url, ...TOKEN]).ended
  expect(came).toEqual(['Bearer s3cret'])
})
