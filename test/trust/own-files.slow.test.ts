// `start` beside a folder that holds somebody else's files: one sentence, exit 3, and nothing is touched.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder, run, write } from '../cli/program.ts'

it('says so and ends', async () => {
  const cwd = emptyFolder()
  mkdirSync(join(cwd, 'notes.files'))
  write(cwd, 'notes.files/thesis.txt', 'years of work')
  expect(await run(['start', '--headless', '--port', '0', '--db', 'notes'], { cwd }).ended).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'notes.files holds files that are not of bot-emulator.\n' +
      'Move the folder away, or name another file with --db; nothing in it was touched.\n',
  })
  expect(readFileSync(join(cwd, 'notes.files/thesis.txt'), 'utf8')).toBe('years of work')
  expect(readdirSync(cwd)).toEqual(['notes.files'])
})
