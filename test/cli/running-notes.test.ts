// The note of a running emulator, in a folder that contains a link of the same name.

import { lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { removeRunningNote, runningNotes, writeRunningNote } from '../../src/cli/running/running-notes.ts'
import { emptyFolder, write } from './program.ts'

afterEach(() => void vi.unstubAllEnvs())

const NOTE = { url: 'http://127.0.0.1:9', database: null, key: 'a'.repeat(32) }

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
  writeRunningNote(NOTE)
  expect(readFileSync(target, 'utf8')).toBe('content')
  expect(lstatSync(note).isFile()).toBe(true)
  expect(lstatSync(note).mode & 0o077).toBe(0)
  expect(runningNotes()).toMatchObject([NOTE])
  removeRunningNote(null)
  expect(runningNotes()).toEqual([])
})
