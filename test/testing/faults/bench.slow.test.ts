// The bench: six bots, each right and with planted mistakes. Mistakes are told, and right bots don't fail.

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { pathOf } from '../../helpers/programs.ts'

const scenario = (...steps: string[]) => `world:
  users: { alice: {}, bob: {} }
  bots: { greeter: {} }
  groups: { team: { title: Team, owner: alice, members: [bob, greeter] } }
scenarios:
  - name: talks
    steps: [${steps.join(', ')}]
`

const START = 'start: { as: alice, bot: greeter }'
const send = (text: string) => `{ send: { as: alice, to: greeter, text: ${text} } }`
const sees = (text: string) => `{ expectReply: { to: alice, text: "${text}" } }`

const ECHO = scenario(`{ ${START} }`, sees('You said: /start'), send('hi'), sees('You said: hi'))

interface Bench {
  command: string
  text: string
  flags?: string[]
  without?: string[]
}

const BOTS: Record<string, Bench> = {
  echo: { command: 'node test/testing/faults/bots/echo.js', text: ECHO },
  shop: {
    command: 'node test/testing/faults/bots/shop.js',
    text: scenario(
      `{ ${START} }`,
      sees('Menu'),
      '{ press: { as: alice, chat: greeter, button: Tea } }',
      sees('One tea, coming up'),
    ),
    flags: ['--lenient', 'answerCallbackQuery'],
  },
  quiz: {
    command: 'node test/testing/faults/bots/quiz.js',
    text: scenario(`{ ${START} }`, sees('The capital of France?'), send('Paris'), sees('Right!')),
  },
  todo: {
    command: 'node test/testing/faults/bots/todo.js',
    text: scenario(
      '{ send: { as: bob, to: team, text: /add milk } }',
      '{ expectReply: { to: bob, in: team, text: 1. milk } }',
      '{ send: { as: alice, to: team, text: /add eggs } }',
      '{ expectReply: { to: bob, in: team, text: 2. eggs } }',
    ),
    flags: ['--lenient', 'setWebHook'],
    without: ['confirms first', 'is deaf'],
  },
  hook: {
    command: 'node test/testing/faults/bots/hook.js',
    text: ECHO,
    flags: ['--webhook-route', 'bot.example.org=http://127.0.0.1:18473'],
    without: ['is deaf'],
  },
  python: { command: 'python3 test/testing/faults/bots/echo.py', text: ECHO },
}

/** The kind of fault that shows a mistake, and how: as a failure, or as advice. */
const MISTAKES: Record<string, [kind: string, told: RegExp, bots?: string[]]> = {
  repeats: ['lost', /^lost: .* twice/m],
  'gives up': ['429', /^429: no /m],
  dies: ['500', /^500: .*The bot ended/m],
  'is deaf': ['409', /^409: the bot is not idle: Greeter called getUpdates/m],
  'confirms first': ['kill', /The bot confirms an update before it handles it/],
  'handles twice': ['twice', /^twice: .* twice/m, ['hook']],
}

async function run(name: string, mistake: string, kinds: string): Promise<{ code: number | null; stdout: string }> {
  const { command, text, flags = [] } = BOTS[name] as Bench
  const at = folder({ 'talk.yaml': text })
  const todo = join(at, 'todo.json')
  const args = [
    'test',
    join(at, 'talk.yaml'),
    '--bot',
    command,
    '--out',
    join(at, 'faults'),
    `--faults=${kinds}`,
    ...flags,
  ]
  return cli([...args, '--reset', `rm -f ${todo}`], { MISTAKE: mistake, TODO_FILE: todo, PORT: '18473' })
}

const isMissing = (name: string) => name === 'python' && !pathOf('python3')
const names = Object.keys(BOTS).filter((name) => !isMissing(name))

it.each(names)('%s: the right bot has no failure', { timeout: 120_000 }, async (name) => {
  const { code, stdout } = await run(name, '', 'all')
  expect(stdout).toContain('✓ talks')
  expect(stdout).not.toContain('with faults')
  expect(code).toBe(0)
})

const cases = Object.entries(MISTAKES).flatMap(([mistake, [kind, told, bots = names]]) =>
  bots.filter((name) => !BOTS[name]?.without?.includes(mistake)).map((name) => ({ name, mistake, kind, told })),
)

it.each(cases)('$name: the bot that $mistake is told', { timeout: 120_000 }, async ({ name, mistake, kind, told }) => {
  const { stdout } = await run(name, mistake, kind)
  expect(stdout).toMatch(told)
})
