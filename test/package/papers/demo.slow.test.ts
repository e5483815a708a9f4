// The demo in README.md shows a real session: the test plays it, and compares the pictures.
// To draw them again, run: npx vitest run test/package/papers/demo.slow.test.ts --update

import { expect, it } from 'vitest'
import { playSession } from './demo/session.ts'
import { sessionSvg } from './demo/session-svg.ts'

const TITLE =
  'A bot starts, Alice presses a button, a refused call names its cause, and a scenario tests the conversation.'

it('the demo shows what the commands print, in a small file', async () => {
  const scenes = await playSession()
  const picture = sessionSvg(scenes, TITLE)
  expect(picture.length).toBeLessThan(60_000)
  await expect(picture).toMatchFileSnapshot('../../../docs/demo.svg')
  await expect(sessionSvg(scenes, TITLE, { isStill: true })).toMatchFileSnapshot('../../../docs/demo-still.svg')
}, 120_000)
