// Ending a process on Windows, on a Windows that is pretended.

import { expect, it } from 'vitest'
import { endTree } from '../../../src/testing/programs/process-group.ts'

it('ends a process and all its child processes', () => {
  const run: [string, string[]][] = []
  const end = (status: number) =>
    endTree(42, (command, args) => {
      run.push([command, args])
      return { status }
    })
  expect([end(0), end(128)]).toEqual([true, false])
  expect(run[0]).toEqual(['taskkill', ['/pid', '42', '/T', '/F']])
})
