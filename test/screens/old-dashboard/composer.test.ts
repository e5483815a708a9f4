// The text field of the chat: what it draws of a text.

import { expect, it } from 'vitest'
import { keys, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

it('draws one cursor in a text that contains the control character U+0001', async () => {
  const { state } = keys(scene(), '"a\u0001b', 'left')
  const row = (await textOf(state)).split('\n').find((one) => one.includes('Alice ›'))
  expect(row).toContain('Alice › a\ufffd▏b')
  expect(row!.split('▏')).toHaveLength(2)
})
