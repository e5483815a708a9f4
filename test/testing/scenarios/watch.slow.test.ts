// The keys of `test --watch` on a terminal, and the order in which it plays again.

import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { bot } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { onTerminal, pane } from '../../screens/dashboard/stage/tmux.ts'
import { START, said, scenario, suite } from './suite.ts'

const KEYS = 'Keys: a = play all scenarios, f = play the failed ones, Enter = play again, q = quit.'
const RIGHT = said('Hello, Alice')
const WRONG = said('Bye')

const scenarioLines = (text = '') => [...text.matchAll(/^([✓✗] \S+)/gm)].map(([, line]) => line)

async function watched() {
  const at = folder({
    'a.yaml': suite(scenario('one', START, RIGHT), scenario('two', START, WRONG)),
    'b.yaml': suite(scenario('three', START, RIGHT)),
  })
  const command = `${process.execPath} bin/bot-emulator.js test ${at}/*.yaml --bot '${bot('polite')}' --watch ${at}`
  const screen = await pane(120, 200, command, { NO_COLOR: '1', CI: '1' })
  const first = await screen.until(KEYS)
  /** Does something, waits until the keys are shown again, and returns what was printed in between. */
  const after = async (act: () => unknown) => {
    const runs = (await screen.text()).split(KEYS).length
    await act()
    let parts: string[] = []
    await expect
      .poll(
        async () => {
          parts = (await screen.text()).split(KEYS)
          return parts.length
        },
        { timeout: 15_000, interval: 40 },
      )
      .toBe(runs + 1)
    return parts.at(-2) ?? ''
  }
  const played = async (act: () => unknown) => scenarioLines(await after(act))
  return { at, screen, first, after, played }
}

onTerminal('plays by keys: all, failed ones, again, and quits', async () => {
  const { screen, first, played } = await watched()
  expect(scenarioLines(first)).toEqual(['✓ one', '✗ two', '✓ three'])
  expect(await played(() => screen.press('Enter'))).toEqual(['✗ two', '✓ one', '✓ three'])
  expect(await played(() => screen.press('f'))).toEqual(['✗ two'])
  expect(await played(() => screen.press('Enter'))).toEqual(['✗ two'])
  expect(await played(() => screen.press('a'))).toEqual(['✗ two', '✓ one', '✓ three'])
  await screen.press('q')
  await screen.until(/^\$$/m)
})

onTerminal('plays failed ones first after a change, and says that none has failed', async () => {
  const { at, screen, after, played } = await watched()
  const text = suite(scenario('one', START, RIGHT), scenario('two', START, RIGHT))
  expect(await played(() => writeFileSync(`${at}/a.yaml`, text))).toEqual(['✓ two', '✓ one', '✓ three'])
  expect(await after(() => screen.press('f'))).toContain('No scenario has failed.')
  await screen.press('C-c')
  await screen.until(/^\$$/m)
})
