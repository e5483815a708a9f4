// `test --faults`: what is found in a bot with a mistake, and nothing in a bot without one.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'

const ECHO = `world:
  users: { alice: {} }
  bots: { greeter: {} }
scenarios:
  - name: says it again
    steps:
      - start: { as: alice, bot: greeter }
      - expectReply: { to: alice, text: "You said: /start" }
`

const MORE = `world:
  users: { alice: {}, bob: {} }
  bots: { greeter: {}, helper: {} }
  groups: { team: { title: Team, owner: alice, members: [bob, greeter, helper] } }
scenarios:
  - name: in a group
    steps:
      - send: { as: bob, to: team, text: /hi }
      - start: { as: bob, bot: helper }
  - name: accepted
    faults: { accept: { lost: twice is fine } }
    steps: &start [{ start: { as: alice, bot: greeter } }]
  - { name: left out, faults: false, steps: *start }
  - { name: sampled, steps: *start }
`

function faults(mistake: string, ...more: string[]) {
  return faultsIn(ECHO, mistake, ...more)
}

function faultsIn(scenarios: string, mistake: string, ...more: string[]) {
  const at = folder({ 'echo.yaml': scenarios })
  const out = join(at, 'faults')
  const run = cli(
    [
      'test',
      join(at, 'echo.yaml'),
      '--bot',
      'node test/testing/faults/bots/echo.js',
      '--out',
      out,
      '--faults',
      ...more,
    ],
    { MISTAKES: mistake },
  ).then(({ code, stdout }) => ({ code, lines: stdout.replaceAll(at, '.').trimEnd().split('\n') }))
  return { run, out }
}

it.concurrent('a right bot holds, and gets advice once', async () => {
  const { run, out } = faults('')
  expect(await run).toEqual({
    code: 0,
    lines: [
      '✓ says it again (time)',
      '',
      'Held of tried  lost  unsent  500  429  409  kill  twice',
      'says it again   1/1    !1/1  1/1  1/1  1/1   1/1   !1/1',
      '! held, but see the advice.',
      '',
      'Advice:',
      "  unsent: The bot doesn't repeat the call. It can't know whether the call was done, so a message may be missing. For example, no 'You said: /start' if the connection broke before sendMessage 'You said: /start' was done. In \"says it again\".",
      "  twice: A bot that dies before it confirms an update gets it again. It can avoid a second answer if it stores which updates it has handled. For example, 'You said: /start' twice if the update '/start (Alice)' came twice. In \"says it again\".",
      '',
      '1 passed (time)',
    ],
  })
  expect(readdirSync(out)).toEqual([])
})

it.concurrent('a bot that repeats a lost call says it twice, and the scenario shows it', async () => {
  const { run, out } = faults('repeats', 'lost,500')
  expect(await run).toEqual({
    code: 1,
    lines: [
      '✓ says it again (time)',
      '',
      'Held of tried  lost  500',
      'says it again   0/1  1/1',
      '',
      "lost: the bot repeated the call, so 'You said: /start' twice",
      "  the answer to sendMessage 'You said: /start' was lost",
      '  in "says it again" (./echo.yaml:5:5)',
      '  ./faults/lost-1.yaml',
      '',
      '1 fails with faults (time)',
    ],
  })
  const file = join(out, 'lost-1.yaml')
  expect(readFileSync(file, 'utf8').split('\n').slice(3)).toEqual(
    `world:
  users:
    alice: {}
  bots:
    greeter: {}
scenarios:
  - name: "lost: the bot repeated the call, so 'You said: /start' twice"
    bot:
      settles: true
    steps:
      - injectFault:
          bot: greeter
          operation: sendMessage
          drop: after
          match:
            chat_id: alice
      - start:
          as: alice
          bot: greeter
      - expect:
          call: sendMessage
          with:
            chat_id: alice
            text: "You said: /start"
          times: 1
`.split('\n'),
  )
  const play = (mistake: string) =>
    cli(['test', file, '--bot', 'node test/testing/faults/bots/echo.js'], { MISTAKES: mistake })
  expect((await play('repeats')).code).toBe(1)
  expect((await play('')).code).toBe(0)
})

it.concurrent.each([
  ['dies', '500', '500: Error: Internal Server Error. The bot ended with code 1.'],
  ['gives up', '429', "429: the bot didn't repeat the call, so no 'You said: /start'"],
  ['starts over', '409', "409: 'You said: /start' twice"],
  ['is impatient', 'slow', "slow: 'You said: /start' twice"],
])('a bot that %s fails with %s', async (mistake, kind, finding) => {
  const { run } = faults(mistake, kind)
  const { code, lines } = await run
  expect(lines[5]).toContain(finding)
  expect(lines).toContain(`  ./faults/${kind}-1.yaml`)
  expect(code).toBe(1)
})

it.concurrent('a bot that confirms first gets advice if it is killed', async () => {
  const { code, lines } = await faults('confirms first', 'kill').run
  expect(lines.filter((line) => line.startsWith('  kill: '))).toEqual([
    "  kill: The bot confirms an update before it handles it, so an update is lost if the bot dies. For example, no 'You said: /start' if the bot was killed during sendMessage 'You said: /start'. In \"says it again\".",
  ])
  expect(code).toBe(0)
})

it.concurrent('plays in groups and beside other bots, and leaves out what a scenario accepts', async () => {
  const { code, lines } = await faultsIn(MORE, 'repeats', 'lost', '--parallel', '2').run
  const from = lines.indexOf('Held of tried             lost')
  expect(lines.slice(from + 1, from + 5)).toEqual([
    'in a group                 0/1',
    'accepted                   1/1',
    'left out (faults: false)',
    'sampled                    0/1',
  ])
  expect(lines.filter((line) => line.startsWith('lost: '))).toEqual([
    expect.stringMatching(
      /^lost: the bot repeated the call, so 'You said: \/(hi|start)' twice \(\d times in 2 places\)$/,
    ),
  ])
  expect(lines.at(-1)).toMatch(/^2 fail with faults from 1 cause, 2 passed \(time\)$/)
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}also sendMessage 'You said: \/(hi|start)' in "[ a-z]+" \(/))
  expect(code).toBe(1)
})

it.concurrent('tries some points of all kinds', async () => {
  const { lines } = await faultsIn(MORE, '', 'lost,unsent,500', '--faults-sample', '3').run
  const from = lines.indexOf('Held of tried             lost  unsent  500')
  const tried = lines
    .slice(from + 1, from + 5)
    .join(' ')
    .match(/1\/1/g)
  expect(tried).toHaveLength(3)
})

it.concurrent('JUnit has a test for each scenario and kind of fault', async () => {
  const { code, lines } = await faults('repeats', 'lost,500', '--reporter', 'junit').run
  const tests = lines.filter((line) => /<testsuites|<testcase|<failure/.test(line))
  expect(tests.map((line) => line.trim().replace(/ time="[^"]*"/, ''))).toEqual([
    '<testsuites name="bot-emulator" tests="3" failures="1" errors="0">',
    '<testcase name="says it again" classname="./echo.yaml"/>',
    '<testcase name="says it again, 500" classname="./echo.yaml"/>',
    '<testcase name="says it again, lost" classname="./echo.yaml">',
    '<failure message="lost: the bot repeated the call, so &#39;You said: /start&#39; twice" type="the answer to sendMessage &#39;You said: /start&#39; was lost">lost: the bot repeated the call, so &#39;You said: /start&#39; twice',
  ])
  expect(code).toBe(1)
})
