// Output files of commands whose names already belong to links, pipes, devices and folders.

import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder, run, start, write } from '../helpers/program.ts'

const ECHO = `node ${resolve('fixtures/bots/echo.js')}`

const makePipe = (file: string) => execFileSync('mkfifo', [file])

const explore = (cwd: string, ...more: string[]) =>
  run(['explore', '--map', '--bot', ECHO, '--for', '1s', ...more], { cwd }).ended

describe('explore', () => {
  it('replaces a link in its folder instead of writing to the target', async () => {
    const cwd = emptyFolder()
    const victim = write(cwd, 'victim', 'mine')
    mkdirSync(join(cwd, 'explored'))
    symlinkSync(victim, join(cwd, 'explored/map.html'))
    expect(await explore(cwd)).toMatchObject({ code: 0 })
    expect(readFileSync(victim, 'utf8')).toBe('mine')
    expect(lstatSync(join(cwd, 'explored/map.html')).isFile()).toBe(true)
  })

  it('names a folder in place of a page', async () => {
    const cwd = emptyFolder()
    mkdirSync(join(cwd, 'explored/map.html'), { recursive: true })
    const { code, stderr } = await explore(cwd)
    expect(code).toBe(3)
    expect(stderr).toMatch(/^explored\/map\.html was not written: .* Choose another folder\.$/m)
  })

  it('refuses a file as its folder before the bot starts', async () => {
    const cwd = emptyFolder()
    write(cwd, 'out', '')
    expect(await explore(cwd, '--out', 'out')).toEqual({
      code: 3,
      stdout: '',
      stderr: "out cannot be written: EEXIST: file already exists, mkdir 'out'. Choose another folder.\n",
    })
  })
})

it.each([
  ['export', []],
  ['export --html', ['--html']],
])('%s does not replace a pipe', async (_, flags) => {
  const cwd = emptyFolder()
  const { stop } = await start(['--db', 'world.sqlite'], { cwd })
  makePipe(join(cwd, 'out'))
  expect(await run(['export', 'out', '--force', ...flags], { cwd }).ended).toEqual({
    code: 2,
    stdout: '',
    stderr: 'out exists and is not a regular file. Choose another file.\n',
  })
  expect(existsSync(join(cwd, 'out')) && lstatSync(join(cwd, 'out')).isFIFO()).toBe(true)
  await stop()
})
