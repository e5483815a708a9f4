// The notes of running emulators: links in their place, and files that are not valid notes.

import { lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { removeRunningNote, runningNotes, writeRunningNote } from '../../src/cli/running/running-notes.ts'
import { emptyFolder, write } from '../helpers/program.ts'

afterEach(() => void vi.unstubAllEnvs())

const NOTE = { url: 'http://127.0.0.1:9', database: null }

function notesFolder() {
  const state = emptyFolder()
  vi.stubEnv('XDG_STATE_HOME', state)
  vi.stubEnv('TMPDIR', state)
  const folder = join(state, 'bot-emulator/running')
  mkdirSync(folder, { recursive: true })
  return folder
}

it('a link in place of a note is replaced, and its target stays as it is', () => {
  const folder = notesFolder()
  const target = write(emptyFolder(), 'target', 'content')
  const note = join(folder, `${process.pid}.json`)
  symlinkSync(target, note)
  writeRunningNote(NOTE.url, NOTE.database)
  expect(readFileSync(target, 'utf8')).toBe('content')
  expect(lstatSync(note).isFile()).toBe(true)
  expect(lstatSync(note).mode & 0o077).toBe(0)
  expect(runningNotes()).toMatchObject([NOTE])
  removeRunningNote()
  expect(runningNotes()).toEqual([])
})

it.each([
  ['pid', 0],
  ['url', 'nowhere'],
  ['url', undefined],
  ['folder', null],
  ['database', undefined],
  ['url', 'http://192.0.2.1:8081'],
  ['url', 'http://emulator.example:8081'],
])('a file with the %s %o is not a note', (field, value) => {
  const folder = notesFolder()
  const note = { ...NOTE, pid: process.pid, folder, [field]: value }
  write(folder, 'wrong.json', JSON.stringify(note))
  write(folder, 'valid.json', JSON.stringify({ ...note, [field]: { ...NOTE, pid: process.pid, folder }[field] }))
  expect(runningNotes().map(({ file }) => basename(file))).toEqual(['valid.json'])
})

it.each(['http://localhost:9', 'http://[::1]:9', 'http://0.0.0.0:9'])('%s is an address of this machine', (url) => {
  notesFolder()
  writeRunningNote(url, null)
  expect(runningNotes()).toEqual([
    { url, database: null, pid: process.pid, folder: process.cwd(), file: expect.any(String) },
  ])
})
