// Archives with contents that are larger than the service's largest file.

import { copyFileSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { emptyFolder } from '../cli/program.ts'

/** One more byte than a file can have. */
const TOO_MANY = 50 * 1024 * 1024 + 1

it.each([
  [
    `update bytes set content = zeroblob(${TOO_MANY})`,
    'in files, the row with file 1 has an invalid size: 1 (a number)',
  ],
  [
    `update bytes set content = zeroblob(${TOO_MANY}); update files set size = ${TOO_MANY}`,
    `in bytes, the row with unique_id ypeBEsobvcr6wjGzmiPcTa has an invalid content: "${TOO_MANY} bytes"`,
  ],
  [
    `insert into bytes values ('${'A'.repeat(22)}', zeroblob(${TOO_MANY}))`,
    `in bytes, the row with unique_id AAAAAAAAAAAAAAAAAAAAAA has an invalid content: "${TOO_MANY} bytes"`,
  ],
])('%s', { timeout: 120_000 }, async (sql, how) => {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  const { perform } = emulator
  perform('createUser', { handle: 'alice', first_name: 'Alice' })
  perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice' })
  perform('start', { as: 'alice', bot: 'greeter' })
  const params = { as: 'alice', to: 'greeter', kind: 'document', file: { name: 'a', base64: 'YQ==' } }
  await perform('sendFile', params)
  const { file, dispose } = await emulator.exportWorld({ tokens: true })
  const huge = join(emptyFolder(), 'huge.world')
  copyFileSync(file, huge)
  await dispose()
  const db = new Database(huge)
  db.pragma('journal_mode = off')
  db.pragma('synchronous = off')
  db.exec(sql)
  db.close()
  await expect(emulator.importWorld(async (path) => linkSync(huge, path))).rejects.toMatchObject({
    code: 'damaged-archive',
    message: `The export is damaged: ${how}.`,
  })
})
