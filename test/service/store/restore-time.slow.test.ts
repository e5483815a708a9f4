// How long a restore takes, in real time.

import { describe, expect, it } from 'vitest'
import { mediaBytes } from '../../helpers/files.ts'
import { stage } from '../../helpers/stage.ts'

const file = { name: 'a.pdf', base64: mediaBytes('page.pdf').toString('base64') }

describe('restore', () => {
  it('within 100 ms', async () => {
    const { s } = await stage()
    await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
    await s.act('snapshot', { name: 'base' })
    const times = []
    for (let i = 0; i < 9; i++) {
      const before = performance.now()
      await s.act('restore', { name: 'base' })
      times.push(performance.now() - before)
    }
    expect(times.sort((a, b) => a - b)[4]).toBeLessThan(100)
  })
})
