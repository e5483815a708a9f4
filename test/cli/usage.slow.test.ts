// What is mistyped is told with the nearest word, and exit code 2.

import { expect, it } from 'vitest'
import { run } from '../helpers/program.ts'

it.each([
  [['strat'], "Unknown command 'strat'. Did you mean start?"],
  [['help', 'strat'], "Unknown command 'strat'. Did you mean start?"],
  [['strat', '--help'], "Unknown command 'strat'. Did you mean start?"],
  [['start', '--prot', '3'], "Unknown option '--prot'. Did you mean --port?"],
  [
    ['start', '--port', 'x'],
    "Option '--port <port>' argument 'x' is invalid. The value must be a number from 0 to 65535.",
  ],
  [
    ['start', '--port', '65536'],
    "Option '--port <port>' argument '65536' is invalid. The value must be a number from 0",
  ],
  [['start', '--webhook-route', 'a'], "Option '--webhook-route <host=target>' argument 'a' is invalid. Write a route"],
  [
    ['calls', '--last', 'x'],
    "Option '--last <count>' argument 'x' is invalid. The value must be a whole number, at least 1.",
  ],
  [['start', 'here'], "Too many arguments for 'start'. Expected 0 arguments but got 1: here."],
])('%j', async (args, says) => {
  const { code, stdout, stderr } = await run(args).ended
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(says)
})

const COLOURED = '\u001b[31mx'

it.each([
  [[COLOURED]],
  [['start', `--${COLOURED}`]],
  [['start', COLOURED]],
  [['start', '--port', COLOURED]],
  [['reset', '--layer', COLOURED]],
  [['exec', '--token-name', COLOURED, '--', 'true']],
])('%j does not reach the terminal as it is', async (args) => {
  const { code, stderr } = await run(args).ended
  expect(code).toBe(2)
  expect(stderr).toContain('\\u001b[31mx')
  expect(stderr).not.toContain('\u001b')
})

it.each([[['--help']], [['help']], [['help', 'help']], [['help', 'start']], [['start', '--help']], [['--version']]])(
  '%j is accepted',
  async (args) => {
    const { code, stdout, stderr } = await run(args).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toBe('')
  },
)

it.each(['start', 'test', 'explore', 'exec', 'record', 'compare'])('the help of %s fits a screen', async (name) => {
  const { stdout } = await run([name, '--help']).ended
  const lines = stdout.trimEnd().split('\n')
  expect(lines.filter((line) => line.length > 100)).toEqual([])
  expect(lines.length).toBeLessThanOrEqual(45)
  expect(stdout).not.toContain('BOT_EMULATOR_')
})

it('shows the commands in groups', async () => {
  const { stdout } = await run(['--help']).ended
  expect(stdout.match(/^\S+:$/gm)).toEqual(['Options:', 'Run:', 'Play:', 'Test:', 'Inspect:', 'Tools:'])
  expect(stdout).toMatch(/^ {2}\$ npx bot-emulator test scenarios --bot "node bot.mjs"\n$/m)
})
