// The lease of a process that follows the clock: it ends with the process, and the status shows it.

import { spawn } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { startEmulator } from '../../../src/testing/library/start-emulator.ts'
import { cli } from '../../helpers/cli.ts'
import { isHere, pathOf } from '../../helpers/programs.ts'
import { clockScene } from './scene.ts'

/** The clock waits ten seconds for a process that does not answer, but not for one that has ended. */
async function expectWithoutLease(advanced: Promise<unknown>) {
  const killed = performance.now()
  await advanced
  expect(performance.now() - killed).toBeLessThan(8000)
}

const scene = () => clockScene({ args: ['test/testing/bot-clock/bots/named-imports.mjs'] })

it('lets time go on at once after a busy bot is killed, and shows until then who holds it', async () => {
  const { alice, bot, child, emulator } = await scene()
  await alice.send(bot, '/spin')
  const advanced = emulator.clock.advance('48h')
  const clock = () => emulator.view('/clock')
  await expect.poll(async () => (await clock()).followers[0]?.busy).toBe(true)
  const { stdout } = await cli(['status', '--url', emulator.url])
  expect(stdout).toMatch(`follows the clock: process ${child.pid} (Node ${process.versions.node})`)
  child.kill('SIGKILL')
  await expectWithoutLease(advanced)
  expect((await clock()).followers).toEqual([])
})

it.each(['thread', 'process'])('lets time go on at once after a busy %s of the bot is killed', async (kind) => {
  const { alice, bot, child, emulator } = await clockScene({ args: ['test/testing/bot-clock/bots/jobs.cjs'] })
  await alice.send(bot, `spin ${kind}`)
  const followers = async () => (await emulator.view('/clock')).followers
  await expect.poll(async () => (await followers()).length).toBe(2)
  const advanced = emulator.clock.advance('48h')
  await expect.poll(async () => (await followers()).map(({ busy }) => busy)).toEqual([false, true])
  const busyPid = (await followers())[1]!.pid
  expect(busyPid === child.pid).toBe(kind === 'thread')
  process.kill(busyPid, 'SIGKILL')
  await expectWithoutLease(advanced)
})

it.runIf(isHere('python3'))('lets time go on at once after a busy Python bot is killed that has forked', async () => {
  const source = 'import os, time\nif os.fork():\n  while True: pass\nwhile True: time.sleep(3600)'
  const emulator = await startEmulator()
  const child = spawn(pathOf('python3')!, ['-c', source], emulator.clock.follow() as object)
  const followers = async () => (await emulator.view('/clock')).followers
  onTestFinished(async () => {
    for (const { pid } of await followers()) process.kill(pid, 'SIGKILL')
    await emulator.stop()
  })
  await expect.poll(async () => (await followers()).length).toBe(2)
  const advanced = emulator.clock.advance('1h')
  await expect.poll(async () => (await followers()).map(({ busy }) => busy)).toEqual([true, false])
  child.kill('SIGKILL')
  await expectWithoutLease(advanced)
})

it('lists the next timer of the bot', async () => {
  const { alice, bot, emulator } = await scene()
  await emulator.clock.freeze()
  const start = await emulator.clock.now()
  await alice.send(bot, '/pause')
  await alice.waitForReply()
  expect(await emulator.waitForIdle()).toMatchObject({ idle: true, exact: true, next_due: start + 1800 })
  const [follower] = (await emulator.view('/clock')).followers
  expect(follower).toMatchObject({ next_due: start + 1800, next_timers: [start + 1800], busy: false })
})
