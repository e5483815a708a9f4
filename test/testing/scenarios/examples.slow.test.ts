// Every example file passes with every example bot that it is for.

import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cli } from '../../helpers/cli.ts'
import { isHere } from '../../helpers/programs.ts'

const BOTS = [
  'node fixtures/bots/greeter.js',
  'node fixtures/bots/greeter-grammy.mjs',
  'python3 fixtures/bots/greeter.py',
]

const POLLED = ['files.yaml', 'greet.json', 'greet.yaml', 'group.yaml', 'language.yaml', 'limits.yaml', 'tables.yaml']
const WEBHOOK = 'webhook.yaml'

/** For others to include. */
const PARTS = ['people.yaml', 'meet.steps.yaml', 'greets.steps.yaml']

describe('the examples', () => {
  it('are all played', () => {
    expect(readdirSync('fixtures/scenarios').sort()).toEqual([...POLLED, WEBHOOK, ...PARTS].sort())
  })

  for (const bot of BOTS) {
    const skips = bot.startsWith('python3') && !isHere('python3')
    it.skipIf(skips)(`pass with ${bot}, one after the other`, async () => {
      await pass(POLLED, bot)
    })

    it.skipIf(skips)(`pass with ${bot} behind a webhook`, async () => {
      await pass([WEBHOOK], `${bot} --webhook`)
    })
  }
})

async function pass(files: string[], bot: string) {
  const named = files.map((file) => `fixtures/scenarios/${file}`)
  const { code, stdout, stderr } = await cli(['test', ...named, '--bot', bot])
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^(✓ .*\n|- .*\n)+\n\d+ passed(, \d+ skipped)? \(time\)\n$/)
}
