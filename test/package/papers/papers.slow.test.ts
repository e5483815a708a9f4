// Runs each page of the documentation from top to bottom, in its own folder.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCommands } from '../../../src/cli/command-list.ts'
import { catalogue } from '../../../src/control/actions/catalogue.ts'
import { OPERATIONS } from '../../../src/service/bot-api/operations/index.ts'
import { blocksOf, PAPERS } from './blocks.ts'
import { FROM_A_CLONE, INSTALLATION, openReader } from './reader.ts'

const TEXTS = PAPERS.map((paper) => [paper, readFileSync(paper, 'utf8')] as const)
const README = readFileSync('README.md', 'utf8')
const PROGRAM = 'bin/bot-emulator.js'
/** Flags of npm, Node and Git. */
const OTHER_FLAGS = ['--max-old-space-size', '--enable-source-maps', '--save-dev', '--test', '--quiet', '--message']
const ACTION_FLAGS = catalogue().flatMap(({ fields }) => fields.map(({ name }) => `--${name.replaceAll('_', '-')}`))

describe.each(PAPERS.filter((paper) => blocksOf(paper).length))('%s', (paper) => {
  let reader: ReturnType<typeof openReader>
  beforeAll(() => {
    reader = openReader()
  })
  afterAll(() => reader.close())

  const named = blocksOf(paper).map((block) => [`line ${block.line}: ${block.content.split('\n')[0]}`, block] as const)
  // The longest plays a scenario again with a fault at each point, which takes half a minute on an idle machine.
  it.each(named)('%s', { timeout: 240_000 }, (_, block) => reader.follow(block))
})

describe('the README', () => {
  it('begins with the pitch, the two commands of a clone and the installation', () => {
    const [title, pitch] = README.split('\n\n')
    expect(title).toBe('# bot-emulator')
    expect(pitch).toMatch(/^Emulates a Telegram-style bot API on your machine/)
    const commands = blocksOf('README.md').slice(0, 4)
    expect(commands.map(({ content }) => content)).toEqual([
      INSTALLATION,
      'npx bot-emulator start --bot "node bot.mjs"',
      ...FROM_A_CLONE,
    ])
  })

  it('has its sections in their order', () => {
    const sections = [...README.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(sections).toEqual([
      'Quick start',
      'Connect your bot',
      'Will my bot run?',
      'Test it',
      "There's more",
      'Instead of a mock?',
      'Documentation',
    ])
  })

  it('names what the package has, and what runs in CI', () => {
    const { name, bin, scripts, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect({ name, bin }).toEqual({ name: 'bot-emulator', bin: { 'bot-emulator': PROGRAM } })
    expect(scripts.test).toBe('npm run check && npm run test:fast')
    expect(scripts['test:all']).toContain('npm run check && vitest run')
    expect(devDependencies.node).toMatch(/^\^24\./)
    expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm ci .*\n.*\n.*\nBOT_EMULATOR_TESTED=built npm run test:all$/m)
  })

  it('counts the operations', () => {
    const counts = [...README.matchAll(/(\d+) \[?operations/g)].map(([, count]) => Number(count))
    expect([...new Set(counts)]).toEqual([OPERATIONS.length])
  })
})

describe.each(TEXTS)('%s', (_, text) => {
  it('names gaps that the catalogue has', () => {
    const rules = readFileSync('docs/service/rules.md', 'utf8')
    const gaps = text.match(/GAP-\d+/g) ?? []
    expect(gaps.filter((gap) => !rules.includes(`- \`${gap}\` `))).toEqual([])
  })
})

it('names flags that the program has', async () => {
  const flags = (await allCommands()).flatMap(({ options }) => options.map(({ long }) => long!))
  const flagsIn = (text: string) => text.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? []
  const known = new Set([...flags, '--help', ...ACTION_FLAGS, ...OTHER_FLAGS])
  expect(
    TEXTS.flatMap(([paper, text]) => flagsIn(text).map((flag) => `${paper}: ${flag}`)).filter(
      (each) => !known.has(each.split(': ')[1]!),
    ),
  ).toEqual([])
})
