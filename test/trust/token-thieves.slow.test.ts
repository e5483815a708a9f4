// The control token goes to the emulator that its owner started, and to nobody who only says so.

import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
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

function refused(what: string) {
  const stderr = `${what} It does not get the control token. Name the one that you mean with --url.\n`
  return { code: 3, stdout: '', stderr }
}

it('a note in a folder that somebody else may have written', async () => {
  const { url, came } = await thief()
  const cwd = emptyFolder()
  write(join(cwd, '.bot-emulator/running.json'), note(url))
  const env = { XDG_STATE_HOME: emptyFolder() }
  const expected = refused(`The emulator at ${url} was not started by this account.`)
  expect(await run(['calls', ...TOKEN], { cwd, env }).ended).toEqual(expected)
  expect(await run(['status', ...TOKEN], { cwd, env }).ended).toEqual(expected)
  expect(came).toEqual([])
})

it('an address elsewhere', async () => {
  const cwd = emptyFolder()
  write(join(cwd, '.bot-emulator/running.json'), note('http://192.0.2.1:8081'))
  const env = { XDG_STATE_HOME: emptyFolder() }
  const ended = await run(['calls', ...TOKEN], { cwd, env }).ended
  expect(ended).toEqual(refused('http://192.0.2.1:8081 is not on this machine.'))
})

it('somebody else at the port of an emulator of ours', async () => {
  const { url, came } = await thief()
  const cwd = emptyFolder()
  const env = { XDG_STATE_HOME: emptyFolder() }
  const ours = { ...note(url), folder: cwd, database: null, key: 'a'.repeat(32) }
  write(join(env.XDG_STATE_HOME, `bot-emulator/running/${process.pid}.json`), ours)
  const ended = await run(['calls', ...TOKEN], { cwd, env }).ended
  expect(ended).toEqual(refused(`What answers at ${url} is not the emulator that was started there.`))
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
  const answer = await fetch(`${url}/_emulator/proof?question=x`)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'invalid-params' } }])
})

it('whom one names gets it unasked', async () => {
  const { url, came } = await thief()
  await run(['ready', '--url', url, ...TOKEN]).ended
  expect(came).toEqual(['Bearer s3cret'])
})
