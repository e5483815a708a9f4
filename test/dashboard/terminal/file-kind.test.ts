// What kind of message a file makes, by its content.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { kindOfFile } from '../../../src/dashboard/effects/local-files.ts'
import { emptyFolder } from '../../cli/program.ts'

it.each([
  ['photo', '\x89PNG\r\n\x1a\n0000'],
  ['photo', '\xff\xd8\xff\xe000000000'],
  ['photo', 'RIFF0000WEBPVP8 '],
  ['document', 'GIF89a000000'],
  ['video', '\0\0\0\x20ftypisom'],
  ['audio', '\0\0\0\x20ftypM4A '],
  ['audio', 'OggS00000000'],
  ['audio', 'RIFF0000WAVEfmt '],
  ['document', '%PDF-1.7'],
  ['document', ''],
])('suggests %s for %j', async (kind, content) => {
  const path = join(emptyFolder(), 'file')
  writeFileSync(path, content, 'latin1')
  expect(await kindOfFile(path)).toBe(kind)
})

it('suggests nothing for what is no file', async () => {
  expect(await kindOfFile(emptyFolder())).toBeNull()
  expect(await kindOfFile('/nowhere/at/all')).toBeNull()
})
