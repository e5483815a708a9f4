// `--repeat-each`, `--last-failed` and `--hold`: the loop of a scenario that fails.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { bot, start } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { until } from '../../helpers/until.ts'
import { PROGRAM } from '../../screens/dashboard/stage/program.ts'
import { onTerminal, pane } from '../../screens/dashboard/stage/tmux.ts'
import { START, said, scenario, suite } from './suite.ts'

const SCENARIOS = suite(scenario('good', START, said('Hello, Alice')), scenario('bad', START, said('Good bye')))

function run(cwd: string, ...args: string[]) {
  const command = bot('polite').replace('node ', `node ${resolve('.')}/`)
  const cli = [resolve('bin/bot-emulator.js'), 'test', 'a.yaml', '--bot', command, '--patience', '0.2', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, cli, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, CI: '1', NO_COLOR: '1', GITHUB_ACTIONS: '' },
  })
  return { status, stderr, lines: stdout.replace(/ \([\d.]+ m?s.*\)/g, '').split('\n') }
}

it('plays each scenario several times, and counts', () => {
  const { status, lines } = run(folder({ 'a.yaml': SCENARIOS }), '--repeat-each', '3')
  const from = lines.indexOf('Failed of played:')
  expect(lines.slice(from, from + 3)).toEqual(['Failed of played:', '  0 of 3  good', '  3 of 3  bad'])
  expect(status).toBe(1)
})

it('plays again what failed last', () => {
  const at = folder({ 'a.yaml': SCENARIOS })
  expect(run(at, '--last-failed').stderr).toBe(
    'None of these scenarios failed in the last run. Omit --last-failed to play all.\n',
  )
  expect(run(at).status).toBe(1)
  expect(JSON.parse(readFileSync(join(at, '.bot-emulator/last-failed.json'), 'utf8'))).toEqual(['a.yaml: bad'])
  const played = run(at, '--last-failed').lines.filter((line) => /^[✓✗]/.test(line))
  expect(played).toEqual(['✗ bad'])
})

it('keeps the world of the first failure, and stops after it', async () => {
  const file = join(
    folder({ 'a.yaml': suite(scenario('bad', START, said('Good bye')), scenario('good', START)) }),
    'a.yaml',
  )
  const { ended, child, stderr } = start(['test', file, '--bot', bot('polite'), '--patience', '0.2', '--hold'])
  const address = () => /"bad" failed\. Its world and the bot stay until Ctrl-C: (\S+)_emulator\//.exec(stderr())?.[1]
  await until(() => address() !== undefined)
  const view = await fetch(`${address()}_emulator/users/alice/chats/greeter`)
  expect(await view.text()).toContain('Hello, Alice')
  child.kill('SIGINT')
  const { code, stdout } = await ended
  expect(stdout.split('\n').filter((line) => /^[✓✗]/.test(line))).toEqual(['✗ bad (time)'])
  expect(code).toBe(130)
})

onTerminal('opens the dashboard at the failure, and stops after it', async () => {
  const at = folder({ 'a.yaml': suite(scenario('bad', START, said('Good bye'))) })
  const command = bot('polite').replace('node ', `node ${resolve('.')}/`)
  const test = `${PROGRAM} test a.yaml --bot '${command}' --patience 0.2 --hold`
  const screen = await pane(110, 30, `cd ${at}; ${test}; echo "ended with $?"`)
  await screen.until('"bad", a.yaml:8:9: No sendMessage matched')
  await screen.until('Ctrl-P do anything')
  await screen.until(/call 2:\n +with\.text was +"Hello, Alice"\n +expected +"Good bye"/)
  await screen.press('Escape')
  await screen.gone('No sendMessage matched')
  await screen.until('you are Alice')
  await screen.press('C-c')
  await screen.until('ended with 1')
})
