// A recording as it lies on the disk: files that were sent stand beside the scenario, not in it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadRecording, saveRecording } from '../../src/cli/save-recording.ts'
import { httpClient } from '../../src/control/client/http-client.ts'
import { emptyFolder } from '../helpers/program.ts'
import { service } from '../helpers/service.ts'

async function savedAs(file: string) {
  const { url, act, user, bot } = await service()
  await user('Alice', { handle: 'alice' })
  await bot({ handle: 'greeter' })
  await act('start', { as: 'alice', bot: 'greeter' })
  const client = httpClient(url)
  const { id } = await client.beginRecording()
  for (const name of ['a.txt', 'b/../a.txt', '..']) {
    const bytes = { name, base64: Buffer.from(`what ${name} has`).toString('base64') }
    await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file: bytes })
  }
  await saveRecording(client, await loadRecording(client, id, file), file, 'wx')
}

describe('a recording', () => {
  it('keeps the name of each file, in folders in the order in which they were sent', async () => {
    const file = join(emptyFolder(), 'played.yaml')
    await savedAs(file)
    const { steps } = parse(readFileSync(file, 'utf8')).scenarios[0]
    expect(steps.slice(1).map((step: { sendFile: { file: string } }) => step.sendFile.file)).toEqual([
      'played.files/1/a.txt',
      'played.files/2/a.txt',
      'played.files/3/file',
    ])
    expect(readFileSync(file.replace('.yaml', '.files/2/a.txt'), 'utf8')).toBe('what b/../a.txt has')
  })

  it('does not overwrite the files of another recording', async () => {
    const file = join(emptyFolder(), 'played.yaml')
    writeFileSync(file, 'mine')
    await expect(savedAs(file)).rejects.toThrow('EEXIST')
    expect(existsSync(file.replace('.yaml', '.files'))).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })
})
