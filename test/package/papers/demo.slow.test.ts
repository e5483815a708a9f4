// The demo in README.md shows a real session: the test plays it, and compares the pictures.
// To draw them again, run: npx vitest run test/package/papers/demo.slow.test.ts --update

import { expect, it } from 'vitest'
import { playSession } from './demo/session.ts'
import { sessionSvg, stillSvg } from './demo/session-svg.ts'

const TITLE =
  'The dashboard: Alice presses a button, and a refused call names its cause. Then a scenario tests the conversation.'

it('the demo shows what the dashboard and the commands show, in a small file', async () => {
  const { frames, test } = await playSession()
  const picture = sessionSvg(frames, test, TITLE)
  expect(picture.length).toBeLessThan(100_000)
  await expect(picture).toMatchFileSnapshot('../../../docs/demo.svg')
  await expect(stillSvg(frames.at(-2)!, test, TITLE)).toMatchFileSnapshot('../../../docs/demo-still.svg')
}, 120_000)
