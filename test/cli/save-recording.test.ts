// A recording as it lies on the disk: files that were sent stand beside the scenario, not in it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { saveRecording } from '../../src/cli/save-recording.ts'
import { emptyFolder } from './program.ts'

const bytes = Buffer.from('what was sent')

describe('a recording', () => {
  it('keeps the name of each file, in folders in the order in which they were sent', async () => {
    const file = join(emptyFolder(), 'played.yaml')
    await saveRecording(file, 'wx', async (keep) => ({
      text: [keep('a.jpg', bytes), keep('b/../a.jpg', bytes), keep('..', bytes)].join('\n'),
      notes: 0,
    }))
    expect(readFileSync(file, 'utf8')).toBe('played.files/1/a.jpg\nplayed.files/2/a.jpg\nplayed.files/3/file')
    expect(readFileSync(file.replace('.yaml', '.files/2/a.jpg'))).toEqual(bytes)
  })

  it('does not overwrite the files of another recording', async () => {
    const file = join(emptyFolder(), 'played.yaml')
    writeFileSync(file, 'mine')
    const saved = saveRecording(file, 'wx', async (keep) => ({ text: keep('a.jpg', bytes), notes: 0 }))
    await expect(saved).rejects.toThrow('EEXIST')
    expect(existsSync(file.replace('.yaml', '.files'))).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })
})
