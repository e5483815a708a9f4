// The command `open`: it passes the address of the page to the program that opens browsers.

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stopwatch } from '../../src/lib/clock.ts'
import { emptyFolder, run, start } from '../helpers/program.ts'

/** Puts an opener into a folder, which is also the PATH of the command. Returns its environment. */
function opener(folder: string, script: string) {
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'xdg-open'), 0o755)
  return { PATH: `${folder}:${process.env.PATH}` }
}

/** An opener that writes each of its arguments on a line. */
const recordingOpener = (folder: string) => {
  const file = join(folder, 'opened')
  const env = opener(folder, `printf '%s\\n' "$@" > '${file}.part' && mv '${file}.part' '${file}'`)
  return { env, file, opened: () => existsSync(file) && readFileSync(file, 'utf8') }
}

it('opens the page of the running emulator', async () => {
  const cwd = emptyFolder()
  const { url, stop } = await start([], { cwd })
  const { env, opened } = recordingOpener(cwd)
  const ended = await run(['open'], { cwd, env }).ended
  expect(ended).toEqual({ code: 0, stdout: `Opened ${url}/_emulator/\n`, stderr: '' })
  expect(opened()).toBe(`${url}/_emulator/\n`)
  await stop()
})

it('prints the address if no program can open it', async () => {
  const cwd = emptyFolder()
  const { url, stop } = await start([], { cwd })
  const env = { PATH: cwd }
  expect(await run(['open'], { cwd, env }).ended).toEqual({
    code: 0,
    stdout: `Open ${url}/_emulator/ in a browser.\n`,
    stderr: '',
  })
  await stop()
})

it('reports that no emulator answers', async () => {
  expect(await run(['open', '--url', 'http://127.0.0.1:1'], { cwd: emptyFolder() }).ended).toMatchObject({
    code: 3,
    stdout: '',
  })
})

it.each([
  ['fails', 'exit 3', false],
  ['keeps running', 'exec sleep 20', true],
])('says whether the page was opened if the program %s', async (_, script, isOpened) => {
  const cwd = emptyFolder()
  const { url, stop } = await start([], { cwd })
  const env = opener(cwd, script)
  const elapsed = stopwatch()
  const stdout = isOpened ? `Opened ${url}/_emulator/\n` : `Open ${url}/_emulator/ in a browser.\n`
  expect(await run(['open'], { cwd, env }).ended).toEqual({ code: 0, stdout, stderr: '' })
  expect(elapsed()).toBeLessThan(10_000)
  await stop()
})

it.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  '--help',
  '-v',
  '$(touch entered)',
  'http://127.0.0.1:1/;touch entered',
  'http://`touch entered`',
  'http://[',
  '',
])('opens nothing at the address %s', async (url) => {
  const cwd = emptyFolder()
  const { env, opened } = recordingOpener(cwd)
  const [typed, fromEnvironment] = await Promise.all([
    run(['open', `--url=${url}`], { cwd, env }).ended,
    run(['open'], { cwd, env: { ...env, BOT_EMULATOR_URL: url } }).ended,
  ])
  for (const { code, stdout } of [typed, ...(url ? [fromEnvironment] : [])]) {
    expect([2, 3]).toContain(code)
    expect(stdout).toBe('')
  }
  expect([opened(), existsSync(join(cwd, 'entered'))]).toEqual([false, false])
})

it('opens only the root of an emulator', async () => {
  const cwd = emptyFolder()
  const { url, stop } = await start([], { cwd })
  const { env, opened } = recordingOpener(cwd)
  for (const suffix of ['/x', '?x=$(touch entered)', '#x', '/_emulator']) {
    const { code, stdout } = await run(['open', '--url', `${url}${suffix}`], { cwd, env }).ended
    expect([suffix, code !== 0, stdout]).toEqual([suffix, true, ''])
  }
  expect([opened(), existsSync(join(cwd, 'entered'))]).toEqual([false, false])
  await run(['open', '--url', `${url}//`], { cwd, env }).ended
  expect(opened()).toBe(`${url}/_emulator/\n`)
  await stop()
})
