// The notes of running emulators: links in their place, and files that are still being written.

import { lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
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

it('a file that is still being written is not a note', () => {
  write(notesFolder(), '1.json', '')
  expect(runningNotes()).toEqual([])
})
