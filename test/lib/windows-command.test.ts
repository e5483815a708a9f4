// Commands as Windows starts them, on a Windows that is pretended.

import { expect, it } from 'vitest'
import { onWindows } from '../../src/lib/windows-command.ts'
import { endTree } from '../../src/scenario/run/bot/bot-process.ts'

const FILES = [
  'C:\\node\\npm',
  'C:\\node\\npm.cmd',
  'C:\\node\\node.exe',
  'C:\\Program Files\\tool\\run.bat',
  'tools\\local.cmd',
]
const ENV = {
  Path: 'C:\\windows;C:\\node;C:\\Program Files\\tool',
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
  comspec: 'C:\\windows\\cmd.exe',
}

const started = (...command: string[]) => onWindows(command, ENV, (path) => FILES.includes(path))

const shell = (line: string) => ({
  file: 'C:\\windows\\cmd.exe',
  args: ['/d', '/s', '/c', `"${line}"`],
  windowsVerbatimArguments: true,
})

it.each<[string[], object]>([
  [['node', 'a b.js'], { file: 'C:\\node\\node.exe', args: ['a b.js'] }],
  [['node.exe', '-v'], { file: 'C:\\node\\node.exe', args: ['-v'] }],
  [['no-such', 'x'], { file: 'no-such', args: ['x'] }],
  [['npm', 'test'], shell('C:\\node\\npm.cmd ^^^"test^^^"')],
  [['run.bat'], shell('C:\\Program^ Files\\tool\\run.bat')],
  [['tools/local'], shell('tools\\local.cmd')],
  [['npm', 'a "b" & del'], shell('C:\\node\\npm.cmd ^^^"a^^^ \\^^^"b\\^^^"^^^ ^^^&^^^ del^^^"')],
  [['npm', 'back\\', '%PATH%'], shell('C:\\node\\npm.cmd ^^^"back\\\\^^^" ^^^"^^^%PATH^^^%^^^"')],
])('%j', (command, expected) => expect(started(...command)).toEqual(expected))

it('ends a process and all below it', () => {
  const run: [string, string[]][] = []
  const end = (status: number) =>
    endTree(42, (command, args) => {
      run.push([command, args])
      return { status }
    })
  expect([end(0), end(128)]).toEqual([true, false])
  expect(run[0]).toEqual(['taskkill', ['/pid', '42', '/T', '/F']])
})
