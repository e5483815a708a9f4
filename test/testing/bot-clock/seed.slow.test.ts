// Random numbers of bots that follow the clock: the same in each run, if a seed is set.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { startEmulator } from '../../../src/testing/library/start-emulator.ts'
import { isHere, pathOf } from '../../helpers/programs.ts'

const NODE = [process.execPath, '-e', 'console.log(Math.random(), Math.random())']
const PYTHON = [pathOf('python3'), '-c', 'import random; print(random.random(), random.random())']

it.each([NODE, ...(isHere('python3') ? [PYTHON] : [])])('are equal for equal seeds: %s', async (command, ...args) => {
  const emulator = await startEmulator()
  onTestFinished(emulator.stop)
  const run = async (seed?: string) => {
    const env = { ...process.env, ...(seed && { BOT_EMULATOR_SEED: seed }) }
    return (await promisify(execFile)(command!, args as string[], emulator.clock.follow({ env }))).stdout
  }
  const first = await run('1')
  expect(first).toMatch(/^0\.\d+ 0\.\d+\n$/)
  expect(await run('1')).toBe(first)
  expect(await run('2')).not.toBe(first)
  expect(await run()).not.toBe(await run())
})
