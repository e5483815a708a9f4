// The bench: six bots, each right and with planted mistakes. All mistakes are told, and right bots don't fail.

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { pathOf } from '../../helpers/programs.ts'

const scenario = (steps: readonly string[]) => `world:
  users: { alice: {}, bob: {} }
  bots: { greeter: {} }
  groups: { team: { title: Team, owner: alice, members: [bob, greeter] } }
scenarios:
  - name: talks
    steps: [${steps.join(', ')}]
`

const START = '{ start: { as: alice, bot: greeter } }'
const send = (text: string) => `{ send: { as: alice, to: greeter, text: ${text} } }`
const sees = (text: string) => `{ expectReply: { to: alice, text: "${text}" } }`

const ECHO = [START, sees('You said: /start'), send('hi'), sees('You said: hi')]

interface Bench {
  command: string
  steps: string[]
  flags?: string[]
  /** Each line of mistakes is planted at once. */
  mistakes: string[]
}

const ALL = ['repeats, gives up, dies, is deaf', 'confirms first']

const BOTS: Record<string, Bench> = {
  echo: { command: 'node test/testing/faults/bots/echo.js', steps: ECHO, mistakes: ALL },
  shop: {
    command: 'node test/testing/faults/bots/shop.js',
    steps: [START, sees('Menu'), '{ press: { as: alice, chat: greeter, button: Tea } }', sees('One tea, coming up')],
    flags: ['--lenient', 'answerCallbackQuery'],
    mistakes: ALL,
  },
  quiz: {
    command: 'node test/testing/faults/bots/quiz.js',
    steps: [START, sees('The capital of France?'), send('Paris'), sees('Right!')],
    mistakes: ALL,
  },
  todo: {
    command: 'node test/testing/faults/bots/todo.js',
    steps: [
      '{ send: { as: bob, to: team, text: /add milk } }',
      '{ expectReply: { to: bob, in: team, text: 1. milk } }',
      '{ send: { as: alice, to: team, text: /add eggs } }',
      '{ expectReply: { to: bob, in: team, text: 2. eggs } }',
    ],
    flags: ['--lenient', 'setWebHook'],
    mistakes: ['repeats, gives up, dies'],
  },
  hook: {
    command: 'node test/testing/faults/bots/hook.js',
    steps: ECHO,
    flags: ['--webhook-route', 'bot.example.org=http://127.0.0.1:<port>'],
    mistakes: ['repeats, gives up, dies, handles twice', 'confirms first'],
  },
  python: { command: 'python3 test/testing/faults/bots/echo.py', steps: ECHO, mistakes: ALL },
}

/** The kind of fault that shows a mistake, and how: as a failure, or as advice. */
const MISTAKES: Record<string, [kind: string, told: RegExp]> = {
  repeats: ['lost', /^lost: .* twice/m],
  'gives up': ['429', /^429: the bot didn't repeat the call, so no /m],
  dies: ['500', /^500: .*The bot ended/m],
  'is deaf': ['409', /^409: the bot is not idle: Greeter called getUpdates/m],
  'confirms first': ['kill', /The bot confirms an update before it handles it/],
  'handles twice': ['twice', /^twice: .* twice/m],
}

/** Several bots run at once, each on its own port. */
let port = 18_473

async function run(bot: Omit<Bench, 'mistakes'>, mistakes: string[], kinds: string[]) {
  const at = folder({ 'talk.yaml': scenario(bot.steps) })
  const [todo, own] = [join(at, 'todo.json'), String(port++)]
  const flags = (bot.flags ?? []).map((flag) => flag.replace('<port>', own))
  const args = ['test', join(at, 'talk.yaml'), '--bot', bot.command, '--out', join(at, 'faults'), ...flags]
  const env = { MISTAKES: mistakes.join(), TODO_FILE: todo, PORT: own }
  return cli([...args, `--faults=${kinds}`, '--reset', `rm -f ${todo}`], env)
}

const here = Object.entries(BOTS).filter(([name]) => name !== 'python' || pathOf('python3'))

describe.concurrent('a bot', { timeout: 120_000 }, () => {
  it.each(here)('%s has no failure where it is right', async (_, bot) => {
    const { code, stdout } = await run(bot, [], ['all'])
    expect(stdout).toContain('✓ talks')
    expect(stdout).not.toContain('with faults')
    expect(code).toBe(0)
  })

  it.each(
    here.flatMap(([name, { mistakes, ...bot }]) => mistakes.map((some) => ({ name, some: some.split(', '), bot }))),
  )('$name has its mistakes told: $some', async ({ bot, some }) => {
    const told = some.map((mistake) => MISTAKES[mistake]!)
    const { stdout } = await run(
      { ...bot, steps: bot.steps.slice(0, 2) },
      some,
      told.map(([kind]) => kind),
    )
    for (const [, text] of told) expect(stdout).toMatch(text)
  })
})
