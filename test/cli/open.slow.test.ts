// The command `open`: it passes the address of the page to the program that opens browsers.

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { until } from '../until.ts'
import { emptyFolder, run, start } from './program.ts'

it('opens the page of the running emulator', async () => {
  const cwd = emptyFolder()
  const { url, stop } = await start([], { cwd })
  const opened = join(cwd, 'opened')
  writeFileSync(
    join(cwd, 'xdg-open'),
    `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
  )
  chmodSync(join(cwd, 'xdg-open'), 0o755)
  const env = { PATH: `${cwd}:${process.env.PATH}` }
  const ended = await run(['open'], { cwd, env }).ended
  expect(ended).toEqual({ code: 0, stdout: `Opened ${url}/_emulator/\n`, stderr: '' })
  await until(() => existsSync(opened))
  expect(readFileSync(opened, 'utf8')).toBe(`${url}/_emulator/`)
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
