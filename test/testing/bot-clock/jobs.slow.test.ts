// A bot that starts a thread or a process for each job: each job runs and sends its message at its time.

import { expect, it } from 'vitest'
import { clockScene } from './scene.ts'

it.each([
  ['starts a thread', 'thread'],
  ['starts a thread with the source of a program', 'eval'],
  ['starts a process', 'process'],
  ['starts a process through a shell', 'shell'],
  ['starts a worker of node:cluster', 'cluster'],
  ['asks a new thread several times', 'messages'],
  ['asks a new process several times', 'ipc'],
])('runs each job at its time if the bot %s for it', async (_, kind) => {
  const { alice, bot, emulator, output } = await clockScene({ args: ['test/testing/bot-clock/bots/jobs.cjs'] })
  await emulator.clock.freeze()
  await alice.send(bot, kind)
  await alice.waitForReply({ text: 'set' })
  await emulator.clock.advance('72h')
  const calls = await emulator.calls({ method: 'sendMessage' })
  const start = calls[0]!.at
  const iso = (at: number) => new Date(Math.round(at * 1000)).toISOString()
  expect(calls.slice(1).map(({ at, params }) => `${params.text} ${iso(at)}`)).toEqual(
    [
      ['session', 0.5],
      ['a day', 24],
      ['two days', 48],
    ].map(([name, hours]) => {
      const at = iso(start + Number(hours) * 3600)
      return `${name} ${at} ${at}`
    }),
  )
  expect((await emulator.view('/clock')).followers).toMatchObject([{ timers: 0, busy: false }])
  expect(output()).toBe('')
})
