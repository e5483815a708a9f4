// Every example file passes with every example bot that it is for.

import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cli } from './cli.ts'

const GREETERS = [
  'node fixtures/bots/greeter.js',
  'node fixtures/bots/greeter-grammy.mjs',
  'python3 fixtures/bots/greeter.py',
]

const EXAMPLES: Record<string, string[]> = {
  'greet.yaml': [...GREETERS],
  'greet.json': [...GREETERS],
  'tables.yaml': [...GREETERS],
  'group.yaml': ['node fixtures/bots/moderator.js'],
  'files.yaml': ['node fixtures/bots/gallery.js'],
  'limits.yaml': ['node fixtures/bots/patient.js'],
  'webhook.yaml': ['node fixtures/bots/greeter-webhook.js'],
}

/** For others to include. */
const PARTS = ['people.yaml', 'meet.steps.yaml']

const hasPython = (() => {
  try {
    return execFileSync('python3', ['--version']).length > 0
  } catch {
    return false
  }
})()

describe('the examples', () => {
  it('are all here', () => {
    expect(readdirSync('fixtures/scenarios').sort()).toEqual([...Object.keys(EXAMPLES), ...PARTS].sort())
  })

  for (const [file, bots] of Object.entries(EXAMPLES)) {
    for (const bot of bots) {
      it.skipIf(bot.startsWith('python3') && !hasPython)(`${file} passes with ${bot}`, async () => {
        const { code, stdout, stderr } = await cli(['test', `fixtures/scenarios/${file}`, '--bot', bot])
        expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
        expect(stdout).toMatch(/^(✓ .*\n|- .*\n)+\n\d+ passed(, \d+ skipped)? \(time\)\n$/)
      })
    }
  }
})
